"""From cell values to colours, as a raster renderer of the style model says; colours are RGBA bytes.

Value ranges come from the registry's percentiles.  The colour maps are 33 stops of matplotlib's tables
(perceptually uniform); between stops colours run linearly.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from core.mapping.style_model import RasterRenderer, StyleClass
from core.mapping.style_symbols import Fill, StyleSymbol
from core.raster.model import Band, RasterRecord

COLOR_MAPS: Mapping[str, tuple[str, ...]] = {
    name: tuple(colors)
    for name, colors in json.loads(Path(__file__).with_name("colormaps.json").read_text("utf-8")).items()
}
DEFAULT_MAP = "viridis"
CUT = (2.0, 98.0)
"""Percentiles the colours run between unless a style says otherwise."""
STEPS = 1024
Stops = tuple[tuple[float, str, float], ...]


def color_map(name: str) -> Stops:
    """The stops of a named colour map."""
    colors = COLOR_MAPS[name]
    return tuple((i / (len(colors) - 1), x, 1.0) for i, x in enumerate(colors))


def renderer_of(record: RasterRecord) -> RasterRenderer:
    """The stored style, else the file's own colours, else its first band stretched between two percentiles."""
    if record.style:
        return RasterRenderer.model_validate_json(record.style)
    if record.palette:
        return RasterRenderer(kind="colormap", classes=tuple(_entry(k, v) for k, v in record.palette.items()))
    if record.rgb:
        return RasterRenderer(kind="rgb", bands=(0, 1, 2))
    return stretched(DEFAULT_MAP)


def stretched(name: str, band: int = 0, percent: tuple[float, float] = CUT) -> RasterRenderer:
    """A stretch of one band over a named colour map, clipping `percent` (low, high percentile)."""
    cut = (percent[0], 100 - percent[1])
    return RasterRenderer(
        kind="stretch", bands=(band,), stops=color_map(name), stretch="PercentMinimumMaximum", percent=cut
    )


def _entry(value: int, color: tuple[int, int, int, int]) -> StyleClass:
    red, green, blue, alpha = color
    paint = Fill(color=f"#{red:02x}{green:02x}{blue:02x}", opacity=alpha / 255)
    symbol = StyleSymbol(geometry="raster", passes=(paint,))
    return StyleClass(key=f"c{value}", label=str(value), symbol=symbol, values=((str(value),),))


def bands_of(renderer: RasterRenderer, record: RasterRecord) -> tuple[int, ...]:
    """Bands to read, counted from 0; a style may name more than the raster has."""
    wanted = renderer.bands[:3] if renderer.kind == "rgb" else renderer.bands[:1]
    return tuple(min(x, len(record.bands) - 1) for x in wanted or (0,))


def limits(renderer: RasterRenderer, band: Band) -> tuple[float, float]:
    """The values at the two ends of a stretch."""
    if not band.valid:
        return 0.0, 1.0
    low, high = band.low, band.high
    if renderer.stretch == "StandardDeviations" and renderer.deviations:
        reach = renderer.deviations * band.deviation
        low, high = max(low, band.mean - reach), min(high, band.mean + reach)
    elif renderer.stretch in ("PercentMinimumMaximum", "PercentClip") and any(renderer.percent):
        low, high = band.percentile(renderer.percent[0]), band.percentile(100 - renderer.percent[1])
    elif renderer.stretch == "Custom" and renderer.low is not None and renderer.high is not None:
        low, high = renderer.low, renderer.high
    elif renderer.stretch not in ("MinimumMaximum", ""):
        low, high = band.percentile(CUT[0]), band.percentile(CUT[1])
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def paint(renderer: RasterRenderer, record: RasterRecord, values: np.ndarray, filled: np.ndarray) -> np.ndarray:
    """Colours of cells.

    Args:
        values: (bands of :func:`bands_of`, rows, columns).
        filled: (rows, columns), False where a cell has no value; those become transparent.

    Returns:
        (rows, columns, 4) bytes.
    """
    bands = [record.bands[i] for i in bands_of(renderer, record)]
    if renderer.kind == "rgb" and len(bands) == 3:
        colors = _rgb(record, bands, values)
    elif renderer.kind in ("classes", "unique", "colormap"):
        colors = _classified(renderer, values[0])
    else:
        low, high = limits(renderer, bands[0])
        colors = table(renderer)[_steps(values[0], low, high)]
    colors[~filled] = 0
    return colors


def table(renderer: RasterRenderer) -> np.ndarray:
    """The colours of a stretch from its low to its high end, (1024, 4) bytes."""
    stops = renderer.stops or color_map(DEFAULT_MAP)
    at = np.linspace(0, 1, STEPS) ** (1 / renderer.gamma)
    at = 1 - at if renderer.invert else at
    where = [x[0] for x in stops]
    channels = [[int(x[1][i : i + 2], 16) for x in stops] for i in (1, 3, 5)]
    channels.append([round(255 * x[2]) for x in stops])
    return np.stack([np.rint(np.interp(at, where, c)) for c in channels], axis=-1).astype(np.uint8)


def _steps(values: np.ndarray, low: float, high: float) -> np.ndarray:
    share = np.clip((values.astype(np.float64) - low) / (high - low), 0, 1)
    return np.rint(np.nan_to_num(share) * (STEPS - 1)).astype(np.intp)


def _rgb(record: RasterRecord, bands: list[Band], values: np.ndarray) -> np.ndarray:
    colors = np.full((*values.shape[1:], 4), 255, np.uint8)
    # a masked picture of bytes is kept in wider cells, and is still a picture of bytes
    bytes_only = record.dtype in ("uint8", "int16") and all(x.low >= 0 and x.high <= 255 for x in bands)
    for i, band in enumerate(bands):
        low, high = (0.0, 255.0) if bytes_only and record.rgb else limits(stretched(DEFAULT_MAP), band)
        share = np.clip((values[i].astype(np.float64) - low) / (high - low), 0, 1)
        colors[..., i] = np.rint(np.nan_to_num(share) * 255).astype(np.uint8)
    return colors


def _classified(renderer: RasterRenderer, values: np.ndarray) -> np.ndarray:
    default = color_of(renderer.default) if renderer.default else (0, 0, 0, 0)
    colors = np.empty((*values.shape, 4), np.uint8)
    colors[:] = default
    if renderer.kind == "classes":
        # the lowest class holds its lower bound too
        ranged = sorted(renderer.classes, key=lambda x: (x.upper is None, x.upper))
        for i, entry in enumerate(ranged):
            low, high = entry.lower, entry.upper
            inside = values <= (np.inf if high is None else high)
            inside &= (values > low) | ((i == 0) & (values == low)) if low is not None else True
            colors[inside] = color_of(entry)
        return colors
    known: dict[float, tuple[int, int, int, int]] = {}
    for entry in renderer.classes:
        for text, *_ in entry.values:
            try:
                known[float(text or "")] = color_of(entry)
            except ValueError:
                continue
    found, where = np.unique(values, return_inverse=True)
    palette = np.array([known.get(float(x), default) for x in found], np.uint8).reshape(-1, 4)
    return palette[where].reshape(*values.shape, 4)


def color_of(entry: StyleClass) -> tuple[int, int, int, int]:
    """RGBA bytes of a class; a hidden one and one without paint are transparent."""
    fill = next((x for x in entry.symbol.passes if isinstance(x, Fill)), None)
    if fill is None or not entry.visible:
        return 0, 0, 0, 0
    red, green, blue = (int(fill.color[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue, round(255 * fill.opacity)

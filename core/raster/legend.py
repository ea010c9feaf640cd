"""The legend of a raster: a bar of its colours with numbers, or its classes; SVG of numbers and colours only."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from core.mapping.legend import LegendEntry, LegendGroup
from core.mapping.style_model import RasterRenderer, StyleClass
from core.raster.model import RasterRecord
from core.raster.painting import bands_of, color_of, limits, renderer_of, table
from core.vocabulary.card import Labels

TICKS = 5
MAX_CLASSES = 40
WIDTH, HEIGHT = 18, 14


def raster_legend(record: RasterRecord) -> LegendGroup:
    """The legend of a raster in the form of the other legends; the title is the raster's."""
    renderer = renderer_of(record)
    title = record.titles
    if renderer.kind in ("classes", "unique", "colormap"):
        entries = [_class(x) for x in renderer.classes[:MAX_CLASSES] if x.visible]
        entries += [_class(renderer.default)] if renderer.default else []
        return LegendGroup(title, tuple(entries), "polygon")
    if renderer.kind == "rgb":
        names = " · ".join(record.bands[i].name for i in bands_of(renderer, record))
        return LegendGroup(title, (LegendEntry(Labels(names, names), _swatch((200, 60, 60, 255))),), "polygon")
    return LegendGroup(title, tuple(_steps(renderer, record)), "polygon")


def ticks(renderer: RasterRenderer, record: RasterRecord) -> tuple[float, ...]:
    """The values a colour bar names, from low to high."""
    low, high = limits(renderer, record.bands[bands_of(renderer, record)[0]])
    return tuple(low + (high - low) * i / (TICKS - 1) for i in range(TICKS))


def number_text(value: float, spread: float) -> str:
    """A number with as many digits as `spread` between the ends of a bar makes sensible."""
    digits = max(0, 2 - math.floor(math.log10(spread))) if spread > 0 else 2
    if abs(value) >= 1e6 or digits > 6:
        return f"{value:.4g}"
    return f"{value:,.{digits}f}"


def bar_svg(record: RasterRecord, width: int = 220, height: int = 34) -> str:
    """A colour bar with numbers below it, as SVG text."""
    renderer = renderer_of(record)
    colors, named = table(renderer), ticks(renderer, record)
    stops = "".join(
        f'<stop offset="{i / 16:.4f}" stop-color="{_hex(colors[round(i * (len(colors) - 1) / 16)])}"/>'
        for i in range(17)
    )
    spread, inner = named[-1] - named[0], width - 40
    texts = "".join(
        f'<text x="{20 + inner * i / (TICKS - 1):.1f}" y="{height - 4}" font-size="9" '
        f'font-family="sans-serif" text-anchor="middle">'
        f"{number_text(x, spread)}</text>"
        for i, x in enumerate(named)
        if i % 2 == 0
    )
    return (
        f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<defs><linearGradient id="r">{stops}</linearGradient></defs>'
        f'<rect x="20" y="2" width="{inner}" height="14" fill="url(#r)"/>{texts}</svg>'
    )


def _steps(renderer: RasterRenderer, record: RasterRecord) -> list[LegendEntry]:
    """The bar cut at its numbers, highest on top: each swatch runs from its number to the next one."""
    colors, named = table(renderer), ticks(renderer, record)
    unit = record.bands[bands_of(renderer, record)[0]].unit
    entries = []
    for i in range(TICKS - 1, -1, -1):
        at = round(i * (len(colors) - 1) / (TICKS - 1))
        text = number_text(named[i], named[-1] - named[0]) + (f" {unit}" if unit else "")
        entries.append(LegendEntry(Labels(text, text), _swatch(colors[at])))
    return entries


def _class(entry: StyleClass) -> LegendEntry:
    label = Labels(entry.label, entry.label_zh or entry.label)
    return LegendEntry(label, _swatch(color_of(entry)))


def _swatch(color: Sequence[int] | np.ndarray) -> str:
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect x="0" y="0" width="{WIDTH}" height="{HEIGHT}" fill="{_hex(color)}" '
        f'fill-opacity="{color[3] / 255:.3f}"/></svg>'
    )


def _hex(color: Sequence[int] | np.ndarray) -> str:
    red, green, blue = (int(x) for x in color[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"

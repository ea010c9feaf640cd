"""Pictures of grids: features at a first look, and the map of a result with its targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from core.prospectivity.features import Feature
from core.prospectivity.grid import Singles
from core.raster.gdal import environment, opened

WIDTH, TALLEST = 900, 620
"""Pixels of a picture: as wide as this, unless that makes it taller than the second."""
PAPER = (246, 245, 241)


def shades(values: np.ndarray, name: str = "viridis") -> np.ndarray:
    """RGB of values in [0, 1], paper where there is none."""
    from matplotlib import colormaps  # noqa: PLC0415 - slow to import

    colours = (colormaps[name](np.nan_to_num(values))[..., :3] * 255).astype(np.uint8)
    colours[~np.isfinite(values)] = PAPER
    return colours


def ranked(values: np.ndarray) -> np.ndarray:
    """Rank of each value among those that are there, 0 to 1: colours then do not depend on a few extremes."""
    out = np.full(values.shape, np.nan)
    has = np.isfinite(values)
    if has.any():
        order = np.sort(values[has])
        out[has] = np.searchsorted(order, values[has], side="left") / max(1, len(order) - 1)
    return out


def feature(values: Singles, *, categories: int = 0) -> bytes:
    """PNG of one feature, coloured by rank, or by category."""
    if categories:
        shown = shades(np.where(np.isfinite(values), (values * 7 % 20) / 19, np.nan), "tab20")
    else:
        shown = shades(ranked(values))
    return png(Image.fromarray(shown).resize((360, round(360 * values.shape[0] / values.shape[1])), 0))


def span(of: Feature, values: Singles) -> str:
    """Lowest and highest value of a feature with its unit, or the categories that occur."""
    has = values[np.isfinite(values)]
    if not len(has):
        return "–"
    if of.categorical:
        return ", ".join(of.categories[int(code)] for code in np.unique(has))
    low, high = (float(x) for x in (has.min(), has.max()))
    if of.kind == "distance":
        return f"{low / 1000:.1f}–{high / 1000:.1f} km"
    return f"{low:.3g} – {high:.3g} {of.unit}".rstrip()


def result(path: Path, shapes: Sequence[Mapping[str, Any]], points: np.ndarray, chosen: int | None) -> bytes:
    """PNG of a result: potential by rank, targets outlined with their numbers, known occurrences as dots.

    Args:
        path: the GeoTIFF of the run.
        shapes: GeoJSON features of the targets.
        points: longitude and latitude of the known occurrences, (n, 2).
        chosen: number of the target that is set off.
    """
    import pyproj  # noqa: PLC0415 - only here

    with environment(), opened(path) as source:
        width = min(WIDTH, round(TALLEST * source.width / source.height))
        scale = min(1.0, width / source.width)
        size = max(1, round(source.height * scale)), max(1, round(source.width * scale))
        values = source.read(1, out_shape=size)
        transform, wkt = source.transform, source.crs.to_wkt()
    enlarge = width / size[1]
    picture = Image.fromarray(shades(ranked(values) ** 4, "magma")).resize((width, round(size[0] * enlarge)), 0)
    to = pyproj.Transformer.from_crs(4326, pyproj.CRS.from_wkt(wkt), always_xy=True)

    def place(lonlat: np.ndarray) -> list[tuple[float, float]]:
        x, y = to.transform(lonlat[:, 0], lonlat[:, 1])
        column, row = ~transform * (np.asarray(x), np.asarray(y))
        factor = scale * enlarge
        return [(float(a), float(b)) for a, b in zip(column * factor, row * factor, strict=True)]

    pen = ImageDraw.Draw(picture)
    for x, y in place(points) if len(points) else ():
        pen.ellipse((x - 4, y - 4, x + 4, y + 4), outline=(255, 255, 255), fill=(40, 110, 190))
    for one in shapes:
        _outline(pen, one, place, chosen)
    return png(picture)


def _outline(pen: ImageDraw.ImageDraw, one: Mapping[str, Any], place: Any, chosen: int | None) -> None:
    properties, geometry = one["properties"], one["geometry"]
    mine = properties["target"] == chosen
    if properties["known"] and not mine:
        return
    parts = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
    colour = (0, 230, 255) if mine else (90, 230, 120)
    for rings in parts:
        for ring in rings:
            outline = place(np.array(ring))
            pen.line(outline, fill=(0, 0, 0), width=5 if mine else 3)
            pen.line(outline, fill=colour, width=3 if mine else 1)
    if mine or properties["target"] <= 10:
        x, y = place(np.array([[properties["lon"], properties["lat"]]]))[0]
        font = ImageFont.load_default(size=16)
        number = str(properties["target"])
        pen.text((x + 7, y - 9), number, fill=(255, 255, 255), stroke_width=2, stroke_fill=(0, 0, 0), font=font)


def png(picture: Image.Image) -> bytes:
    """The bytes of a PNG."""
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()

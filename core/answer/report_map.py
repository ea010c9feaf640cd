"""The map of a report as one SVG drawing: layers in their own styles, results, graticule, scale, north, legend.

Everything is drawn from :class:`MapScene`, the value of what the map shows; nothing is looked up here.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import numpy as np
import shapely
from pyproj import Transformer
from shapely.geometry.base import BaseGeometry

from core.answer.report_chart import FAMILY
from core.answer.report_frame import Frame, furniture
from core.answer.report_legend import legend_svg
from core.answer.report_model import Picture
from core.answer.report_overlays import Backdrop, Dots, Outlines, image_svg, results_svg
from core.answer.report_shapes import Painter, path_of
from core.answer.report_words import say
from core.errors import Language
from core.mapping.highlight import Bounds, Mark
from core.mapping.legend_model import LegendGroup
from core.mapping.style_model import StyleLayer
from core.mapping.styles import Highlight

WIDTH = 680.0
"""Of the whole drawing, pixels."""
MARGIN_X, MARGIN_Y = 44.0, 20.0
"""Room for the labels of the graticule."""
LEAST, MOST = 0.5, 0.9
"""Height of the frame as a share of its width."""
RING, SMALL_RING, CROWDED = 7.0, 2.8, 150
"""Radius of the ring around a result, pixels; that of more results than the last number."""
_SEA = "#fbfbf8"


@dataclass(frozen=True)
class DrawnLayer:
    """The features of one layer inside the frame."""

    title: str
    style: StyleLayer
    shapes: tuple[BaseGeometry, ...]
    """EPSG:4326."""
    numbers: tuple[int, ...]
    """Class number of each feature, -1 for one that is not drawn."""
    factors: tuple[float, ...] = ()
    turns: tuple[float, ...] = ()


@dataclass(frozen=True)
class MapScene:
    """What the map shows."""

    bounds: Bounds
    layers: tuple[DrawnLayer, ...]
    """The lowest first."""
    marks: tuple[Mark, ...]
    highlight: Highlight
    legend: tuple[LegendGroup, ...]
    under: tuple[Backdrop, ...] = ()
    """Rasters, drawn below all layers."""
    over: tuple[Dots | Outlines, ...] = ()
    """Results of analyses, drawn above all layers."""


def frame_of(bounds: Bounds) -> Frame:
    """The frame around `bounds`, which is widened to a shape that fits a page."""
    west, south, east, north = bounds
    lon, lat = (west + east) / 2, (south + north) / 2
    there = Transformer.from_crs(
        "EPSG:4326", f"+proj=laea +lat_0={lat:.6f} +lon_0={lon:.6f} +ellps=WGS84 +units=m", always_xy=True
    )
    xs, ys = np.linspace(west, east, 21), np.linspace(south, north, 21)
    edge = [(x, y) for x in xs for y in (south, north)] + [(x, y) for y in ys for x in (west, east)]
    px, py = there.transform([e[0] for e in edge], [e[1] for e in edge])
    x0, x1, y0, y1 = min(px), max(px), min(py), max(py)
    wide, high = max(x1 - x0, 1.0), max(y1 - y0, 1.0)
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    share = min(max(high / wide, LEAST), MOST)
    wide = max(wide, high / share)
    width = WIDTH - 2 * MARGIN_X
    height = round(width * share)
    scale = width / wide
    left, top = middle_x - wide / 2, middle_y + height / scale / 2
    return Frame(MARGIN_X, MARGIN_Y, width, float(height), scale, left, top, there, lon, lat)


def draw_map(scene: MapScene, language: Language) -> Picture:
    """The drawing; its size follows from the shape of the area and the length of the legend."""
    frame = frame_of(scene.bounds)
    layers, definitions = _layers(scene, frame)
    body = "".join(image_svg(x, frame) for x in scene.under) + layers + results_svg(scene.over, frame)
    x, y, width, height = frame.x, frame.y, frame.width, frame.height
    clip = f'<clipPath id="frame"><rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/></clipPath>'
    legend, legend_height = legend_svg(scene, language, y + height + MARGIN_Y + 10, WIDTH)
    total = y + height + MARGIN_Y + 10 + legend_height
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}" height="{total:g}"'
        f' viewBox="0 0 {WIDTH:g} {total:g}" font-family="{FAMILY}" font-size="11" fill="#222">'
        f"<defs>{clip}{definitions}</defs>"
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{_SEA}"/>'
        f'<g clip-path="url(#frame)">{body}{_marks(scene, frame)}</g>{furniture(frame)}{legend}</svg>'
    )
    caption = say("map_projection", language, lon=f"{frame.lon:.2f}", lat=f"{frame.lat:.2f}")
    return Picture(WIDTH, total, say("map_alt", language), caption, svg)


def _layers(scene: MapScene, frame: Frame) -> tuple[str, str]:
    body, definitions = [], []
    for i, layer in enumerate(scene.layers):
        painter = Painter(f"l{i}")
        drawn = []
        classes = layer.style.classes
        for j, shape in enumerate(frame.on_paper(layer.shapes, layer.style.geometry)):
            number = layer.numbers[j]
            if shape is None or shape.is_empty or not 0 <= number < len(classes) or not classes[number].visible:
                continue
            factor = layer.factors[j] if layer.factors else 1.0
            turn = layer.turns[j] if layer.turns else 0.0
            drawn.append(painter.draw(shape, classes[number].symbol, factor, turn))
        opacity = f' opacity="{layer.style.opacity:g}"' if layer.style.opacity < 1 else ""
        body.append(f"<g{opacity}>{''.join(drawn)}</g>")
        definitions.append(painter.definitions)
    return "".join(body), "".join(definitions)


def _marks(scene: MapScene, frame: Frame) -> str:
    """References, lines to them, results with their rank: the same colours as on the screen."""
    colors = scene.highlight
    radius = RING if sum(m.role == "target" for m in scene.marks) <= CROWDED else SMALL_RING
    drawn: list[str] = []
    for mark in scene.marks:
        shape = frame.on_paper((mark.geometry,), "unknown")[0]
        if shape is None or shape.is_empty:
            continue
        if mark.role == "link":
            drawn.append(_line(shape, colors.link, 1.4, ' stroke-dasharray="5 3"'))
        elif mark.role == "reference":
            drawn.append(_outlined(shape, colors.reference, 2.4, radius))
        else:
            drawn.append(_outlined(shape, colors.target, 2.4, radius))
    drawn += [_rank(m, frame, colors.target) for m in scene.marks if m.role == "target" and m.rank]
    return "".join(drawn)


def _outlined(shape: BaseGeometry, color: str, width: float, radius: float) -> str:
    """A feature picked out: a ring around a point, a wide line along anything else."""
    if shape.geom_type in ("Point", "MultiPoint"):
        share = radius / RING
        return "".join(
            f'<circle cx="{p.x:.1f}" cy="{p.y:.1f}" r="{radius:g}" fill="none" stroke="{paint}"'
            f' stroke-width="{wide * share:g}"/>'
            for p in shapely.get_parts(shape)
            for paint, wide in (("#fff", width + 1.6), (color, width))
        )
    return _line(shape, "#ffffff", width + 2) + _line(shape, color, width)


def _line(shape: BaseGeometry, color: str, width: float, more: str = "") -> str:
    return (
        f'<path d="{path_of(shape)}" fill="none" stroke="{color}" stroke-width="{width:g}"'
        f' stroke-linecap="round" stroke-linejoin="round"{more}/>'
    )


def _rank(mark: Mark, frame: Frame, color: str) -> str:
    shape = frame.on_paper((mark.geometry,), "unknown")[0]
    if shape is None or shape.is_empty:
        return ""
    spot = shape.representative_point()
    x, y = spot.x + 9, spot.y - 8
    paint = 'font-size="11" font-weight="bold"'
    halo = 'stroke="#fff" stroke-width="3" stroke-linejoin="round"'
    text = escape(str(mark.rank))
    at = f'x="{x:.1f}" y="{y:.1f}"'
    return f'<text {at} {paint} {halo} fill="#fff">{text}</text><text {at} {paint} fill="{color}">{text}</text>'

"""Features in the symbols of the style model, as SVG: what the web map paints, for paper.

Geometries come in pixels of the drawing, y down.  Paint is that of :mod:`core.mapping.style_swatch`, which the
legend is drawn with, so map and legend agree.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from core.mapping.style_scale import enlarged
from core.mapping.style_swatch import fill_paint, loose, marker_svg, paint_server, stroke_paint
from core.mapping.style_symbols import (
    Fill,
    Gradient,
    Hatch,
    Marker,
    MarkersAlong,
    MarkersInside,
    Pass,
    PictureFill,
    Stroke,
    StyleSymbol,
)  # fmt: skip

MAX_SIGNS = 400
"""Markers along one line or inside one area."""
CELLS = 6


class Painter:
    """Draws features of one layer; patterns are written once and named with `prefix`."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._named: dict[str, str] = {}
        self._servers: dict[str, str] = {}
        self._clips = 0

    @property
    def definitions(self) -> str:
        """Patterns and clips that the features use."""
        return "".join(self._named.values())

    def draw(self, shape: BaseGeometry, symbol: StyleSymbol, factor: float = 1.0, turn: float = 0.0) -> str:
        """One feature; `factor` enlarges its markers, `turn` turns them counter-clockwise, degrees."""
        if factor != 1:
            symbol = enlarged(symbol, factor)
        if symbol.geometry == "point":
            signs = [p for p in symbol.passes if isinstance(p, Marker)]
            return "".join(marker_svg(m, x, y, turn) for x, y in _points(shape) for m in signs)
        path = path_of(shape)
        return "".join(self._pass(one, shape, path, symbol.geometry == "polygon") for one in symbol.passes)

    def _pass(self, one: Pass, shape: BaseGeometry, path: str, area: bool) -> str:
        if isinstance(one, Stroke):
            moved = path_of(_moved(shape, one.offset)) if one.offset else path
            return f'<path d="{moved}" fill="none" {stroke_paint(one)}/>'
        if isinstance(one, MarkersAlong):
            return self._along(one, shape)
        if not area:
            return ""
        if isinstance(one, Fill):
            return f'<path d="{path}" fill-rule="evenodd" {fill_paint(one)}/>'
        if isinstance(one, Hatch | Gradient | PictureFill):
            return f'<path d="{path}" fill-rule="evenodd" fill="url(#{self._server(one)})"/>'
        return self._inside(one, shape, path) if isinstance(one, MarkersInside) else ""

    def _server(self, one: Hatch | Gradient | PictureFill) -> str:
        text = one.model_dump_json()
        if text not in self._servers:
            name = self._servers[text] = f"{self._prefix}p{len(self._servers)}"
            self._named[name] = paint_server(one, name)
        return self._servers[text]

    def _along(self, one: MarkersAlong, shape: BaseGeometry) -> str:
        drawn = []
        for line in _lines(shape):
            for distance in _places(one, line)[:MAX_SIGNS]:
                at = line.interpolate(distance)
                near = line.interpolate(min(distance + 0.5, line.length))
                back = line.interpolate(max(distance - 0.5, 0.0))
                dx, dy = near.x - back.x, near.y - back.y
                angle = math.degrees(math.atan2(-dy, dx)) if one.turned else 0.0
                long = math.hypot(dx, dy) or 1.0
                x, y = at.x + dy / long * one.offset, at.y - dx / long * one.offset
                drawn += [marker_svg(m, x, y, angle) for m in one.markers]
        return "".join(drawn)

    def _inside(self, one: MarkersInside, shape: BaseGeometry, path: str) -> str:
        if one.centre:
            spot = shape.representative_point()
            return "".join(marker_svg(m, spot.x, spot.y) for m in one.markers)
        self._clips += 1
        name = f"{self._prefix}c{self._clips}"
        self._named[name] = f'<clipPath id="{name}"><path d="{path}" clip-rule="evenodd"/></clipPath>'
        drawn = "".join(marker_svg(m, x, y) for x, y in _grid(one, shape) for m in one.markers)
        return f'<g clip-path="url(#{name})">{drawn}</g>'


def path_of(shape: BaseGeometry) -> str:
    """Path text of lines and areas, one decimal."""
    parts = []
    for one in shapely.get_parts(shape):
        if one.geom_type == "Polygon":
            parts += [_path(ring.coords) + "Z" for ring in (one.exterior, *one.interiors)]
        elif one.geom_type in ("LineString", "LinearRing"):
            parts.append(_path(one.coords))
    return "".join(parts)


def _path(coords: object) -> str:
    xy = np.round(np.asarray(coords, dtype=float)[:, :2], 1) + 0.0
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in xy)


def _points(shape: BaseGeometry) -> Iterator[tuple[float, float]]:
    for one in shapely.get_parts(shape):
        if one.geom_type == "Point":
            yield one.x, one.y


def _lines(shape: BaseGeometry) -> list[BaseGeometry]:
    """Lines of a line, outlines of an area."""
    edges = shapely.boundary(shape) if shape.geom_type.endswith("Polygon") else shape
    return [x for x in shapely.get_parts(edges) if x.geom_type in ("LineString", "LinearRing") and x.length > 0]


def _moved(shape: BaseGeometry, offset: float) -> BaseGeometry:
    """Beside the line; left of its direction is negative where y runs down."""
    edges = shapely.boundary(shape) if shape.geom_type.endswith("Polygon") else shape
    return shapely.offset_curve(edges, -offset, join_style="mitre")


def _places(one: MarkersAlong, line: BaseGeometry) -> list[float]:
    """Where the markers stand, pixels along the line."""
    if one.at == "ends":
        return [0.0, line.length]
    if one.at == "vertices":
        return [float(line.project(shapely.Point(x))) for x in line.coords]
    if one.at == "ratios":
        return [r * line.length for r in one.ratios]
    period = sum(one.steps)
    if period <= 0:
        return [line.length / 2]
    found: list[float] = []
    at, i = (one.start % period if one.start else one.steps[0] / 2), 0
    while at <= line.length and len(found) < MAX_SIGNS:
        found.append(at)
        at += one.steps[i % len(one.steps)]
        i += 1
    return found or [line.length / 2]


def _grid(one: MarkersInside, shape: BaseGeometry) -> Iterator[tuple[float, float]]:
    """Places of a grid that belongs to the drawing, so that neighbouring areas fit together."""
    x0, y0, x1, y1 = shape.bounds
    step_x, step_y = max(one.step_x, 2.0), max(one.step_y, 2.0)
    rows = range(math.floor(y0 / step_y) - 1, math.ceil(y1 / step_y) + 2)
    columns = range(math.floor(x0 / step_x) - 1, math.ceil(x1 / step_x) + 2)
    number = 0
    for row in rows:
        shift = step_x / 2 if one.shifted and row % 2 else 0.0
        for column in columns:
            x, y = column * step_x + one.dx % step_x + shift, row * step_y + one.dy % step_y
            if one.scatter:
                off = loose(row % CELLS * CELLS + column % CELLS)
                x, y = x + off[0] * one.scatter * step_x, y + off[1] * one.scatter * step_y
            if number < MAX_SIGNS and shape.distance(shapely.Point(x, y)) <= max(step_x, step_y) / 2:
                number += 1
                yield x, y

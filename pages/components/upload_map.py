"""A small drawn map of where a file's features would lie: places, candidate areas, loaded layers, the coast."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

import shapely
from shapely.geometry.base import BaseGeometry

from core.settings import ROOT

Bounds = tuple[float, float, float, float]
WIDTH, HEIGHT = 560, 330
INSET_W, INSET_H = 150, 84
MARGIN = 0.35
LEAST_DEG = 0.4
INK, ACCENT, OTHER, SEA, LAND = "#22282d", "#b0005e", "#5c666f", "#d5e3ea", "#f3eee0"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Area:
    """A rectangle to draw."""

    bounds: Bounds
    label: str
    chosen: bool = False


@lru_cache(maxsize=1)
def _land() -> list[BaseGeometry]:
    data = json.loads((ROOT / "static" / "base" / "land.geojson").read_text(encoding="utf-8"))
    return list(shapely.get_parts(shapely.from_geojson(json.dumps(data["geometry"]))))


@dataclass(frozen=True)
class Frame:
    """A view and the pixels it is drawn on, plate carrée with the scale of its middle latitude."""

    west: float
    south: float
    east: float
    north: float
    width: float
    height: float
    left: float = 0.0
    top: float = 0.0

    def at(self, lon: float, lat: float) -> tuple[float, float]:
        """Pixels of a place."""
        x = self.left + (lon - self.west) / (self.east - self.west) * self.width
        return x, self.top + (self.north - lat) / (self.north - self.south) * self.height


def view_of(areas: Sequence[Bounds], width: float, height: float) -> Frame:
    """A view around areas with room about them, in the shape of the picture."""
    west, south = min(x[0] for x in areas), max(min(x[1] for x in areas), -89.0)
    east, north = max(x[2] for x in areas), min(max(x[3] for x in areas), 89.0)
    middle, squeeze = (south + north) / 2, max(math.cos(math.radians((south + north) / 2)), 0.1)
    tall = max(north - south, LEAST_DEG) * (1 + 2 * MARGIN)
    wide = max(east - west, LEAST_DEG) * (1 + 2 * MARGIN)
    tall = min(max(tall, wide * squeeze * height / width), 178.0)
    wide = tall * width / height / squeeze
    centre = (west + east) / 2
    return Frame(centre - wide / 2, middle - tall / 2, centre + wide / 2, middle + tall / 2, width, height)


@lru_cache(maxsize=64)
def picture(points: tuple[tuple[float, float], ...], areas: tuple[Area, ...], layers: tuple[Area, ...]) -> str:
    """The map as SVG; every text in it is escaped.

    Args:
        points: longitude and latitude of some features.
        areas: where the features would lie, by candidate or as decided.
        layers: what is loaded already.
    """
    chosen = [x.bounds for x in areas if x.chosen] or [x.bounds for x in areas]
    frame = view_of(chosen, WIDTH, HEIGHT)
    parts = [_ground(frame), _graticule(frame)]
    parts += [
        _rectangle(frame, x, f'fill="none" stroke="{OTHER}" stroke-dasharray="3 3"', small=True) for x in layers
    ]
    parts += [_area(frame, x) for x in areas]
    parts += [_dot(frame, lon, lat) for lon, lat in points]
    parts.append(_inset(frame, [x.bounds for x in areas]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">'
        f'<clipPath id="c"><rect width="{WIDTH}" height="{HEIGHT}"/></clipPath><g clip-path="url(#c)">'
        f"{''.join(parts)}</g></svg>"
    )


def _ground(frame: Frame) -> str:
    wide, tall = (frame.east - frame.west) / 10, (frame.north - frame.south) / 10
    view = (frame.west - wide, frame.south - tall, frame.east + wide, frame.north + tall)
    paths = []
    for shape in _land():
        west, south, east, north = shape.bounds
        if east < view[0] or west > view[2] or north < view[1] or south > view[3]:
            continue
        for part in shapely.get_parts(shapely.clip_by_rect(shape, *view).simplify(wide / 60)):
            if part.geom_type == "Polygon" and part.area > wide * tall / 2000:
                steps = " ".join("{:.1f},{:.1f}".format(*frame.at(x, y)) for x, y in part.exterior.coords)
                paths.append(f"M{steps}Z")
    size = f'x="{frame.left}" y="{frame.top}" width="{frame.width}" height="{frame.height}"'
    return (
        f'<rect {size} fill="{SEA}"/>'
        f'<path d="{"".join(paths)}" fill="{LAND}" stroke="{LAND}" stroke-width="1" fill-rule="evenodd"/>'
    )


def _graticule(frame: Frame) -> str:
    span = frame.north - frame.south
    step = next(x for x in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 90) if span / x <= 5 or x == 90)
    lines = []
    for i in range(math.ceil(frame.west / step), math.floor(frame.east / step) + 1):
        x, _ = frame.at(i * step, 0)
        lines.append(f'<path d="M{x:.1f} 0V{HEIGHT}"/>')
        lines.append(_text(x + 3, HEIGHT - 5, _degrees(i * step, "E", "W"), 10))
    for i in range(math.ceil(frame.south / step), math.floor(frame.north / step) + 1):
        _, y = frame.at(0, i * step)
        lines.append(f'<path d="M0 {y:.1f}H{WIDTH}"/>')
        lines.append(_text(4, y - 3, _degrees(i * step, "N", "S"), 10))
    return f'<g stroke="#cfd6d9" stroke-width="0.6" fill="none">{"".join(lines)}</g>'


def _degrees(value: float, plus: str, minus: str) -> str:
    value = round(value, 6)
    side = plus if value > 0 else minus if value < 0 else ""
    return f"{abs(value):g}°{side}"


def _rectangle(frame: Frame, area: Area, style: str, *, small: bool = False) -> str:
    west, south, east, north = area.bounds
    if east < frame.west or west > frame.east or north < frame.south or south > frame.north:
        return ""
    (x0, y0), (x1, y1) = frame.at(west, north), frame.at(east, south)
    box = f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{max(x1 - x0, 2):.1f}" height="{max(y1 - y0, 2):.1f}" {style}/>'
    visible = 0 <= x0 < WIDTH - 20 and 8 <= y0 < HEIGHT
    label = _text(x0 + 3, y0 + 11, area.label, 9, OTHER) if small and visible and x1 - x0 > 40 else ""
    return box + label


def _area(frame: Frame, area: Area) -> str:
    colour, width = (ACCENT, 2.0) if area.chosen else (INK, 1.0)
    shade = 0.08 if area.chosen else 0.03
    style = f'fill="{colour}" fill-opacity="{shade}" stroke="{colour}" stroke-width="{width}"'
    (x, y) = frame.at(area.bounds[0], area.bounds[3])
    label = f'<g font-weight="600">{_text(x, y - 4, area.label, 12, colour)}</g>' if area.label else ""
    return _rectangle(frame, area, style) + label


def _dot(frame: Frame, lon: float, lat: float) -> str:
    x, y = frame.at(lon, lat)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{ACCENT}" stroke="#fff" stroke-width="0.7"/>'


def _inset(frame: Frame, areas: Sequence[Bounds]) -> str:
    """The world, with the view and the areas marked, in the corner that is least in the way."""
    world = Frame(-180, -70, 180, 85, INSET_W, INSET_H, WIDTH - INSET_W - 6, 6)
    marks = []
    for west, south, east, north in [*areas, (frame.west, frame.south, frame.east, frame.north)]:
        (x0, y0), (x1, y1) = world.at(west, north), world.at(east, south)
        marks.append((x0, y0, max(x1 - x0, 3), max(y1 - y0, 3)))
    boxes = "".join(
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{ACCENT}" fill-opacity="0.35" '
        f'stroke="{ACCENT}"/>'
        for x, y, w, h in marks
    )
    size = f'x="{world.left}" y="{world.top}" width="{INSET_W}" height="{INSET_H}"'
    return (
        f'<clipPath id="w"><rect {size}/></clipPath><g clip-path="url(#w)">{_ground(world)}{boxes}</g>'
        f'<rect {size} fill="none" stroke="#8b949b"/>'
    )


def _text(x: float, y: float, text: str, size: int, colour: str = OTHER) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" stroke="#fff" stroke-width="2.4" '
        f'paint-order="stroke">{escape(text)}</text>'
    )

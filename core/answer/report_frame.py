"""The frame of a printed map: projection to pixels, graticule, scale bar, north arrow."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from pyproj import Transformer
from shapely.geometry.base import BaseGeometry

STEPS = (30.0, 20.0, 10.0, 5.0, 2.0, 1.0, 1 / 2, 1 / 3, 1 / 6, 1 / 12, 1 / 30, 1 / 60, 1 / 120, 1 / 240, 1 / 720)
"""Distances of the lines of the graticule, degrees: whole degrees, minutes, seconds."""
LINES = 4
"""Lines wanted each way."""
BEYOND = 24.0
"""Shapes are cut so far outside the frame, pixels, so that their cut edges do not show."""
_PALE = 'fill="#fff" fill-opacity="0.82"'
"""Behind scale bar and north arrow."""
FINE = 0.25
"""Bends smaller than this, pixels, are not drawn."""


@dataclass(frozen=True)
class Frame:
    """A rectangle on paper and what it shows."""

    x: float
    y: float
    width: float
    height: float
    scale: float
    """Pixels a metre in the middle of the map."""
    left: float
    top: float
    """Plane coordinates of the upper left corner, metres."""
    there: Transformer
    lon: float
    lat: float
    """Middle of the projection, degrees."""

    def pixels(self, lon: Any, lat: Any) -> tuple[np.ndarray, np.ndarray]:
        """Places in degrees as pixels of the drawing."""
        px, py = self.there.transform(lon, lat)
        return (np.asarray(px) - self.left) * self.scale + self.x, (
            self.top - np.asarray(py)
        ) * self.scale + self.y

    def on_paper(self, shapes: Iterable[BaseGeometry], kind: str) -> list[BaseGeometry | None]:
        """Shapes in pixels, cut to the frame; None where nothing is left."""
        flat = shapely.transform(
            np.array(list(shapes), dtype=object), lambda c: np.column_stack(self.pixels(c[:, 0], c[:, 1]))
        )
        box = (self.x - BEYOND, self.y - BEYOND, self.x + self.width + BEYOND, self.y + self.height + BEYOND)
        found: list[BaseGeometry | None] = []
        for shape in flat:
            if shape is None or not np.isfinite(shape.bounds).all():
                found.append(None)
                continue
            cut = shapely.clip_by_rect(shape, *box)
            if kind != "point" and cut.geom_type not in ("Point", "MultiPoint"):
                cut = shapely.simplify(cut, FINE, preserve_topology=cut.geom_type.endswith("Polygon"))
            found.append(cut)
        return found


def furniture(frame: Frame) -> str:
    """Graticule with labels, border, scale bar, north arrow."""
    border = (
        f'<rect x="{frame.x:g}" y="{frame.y:g}" width="{frame.width:g}" height="{frame.height:g}" fill="none"'
        ' stroke="#333" stroke-width="1"/>'
    )
    return _graticule(frame) + border + _scale_bar(frame) + _north(frame)


def graticule_step(span: float) -> float:
    """The distance of lines that gives about :data:`LINES` over `span` degrees."""
    return min(STEPS, key=lambda s: (abs(math.log(span / s / LINES)), s))


def degrees_text(value: float, step: float, east: bool) -> str:
    """``110°15′E``: whole degrees, minutes or seconds, as the step needs."""
    side = ("E" if value >= 0 else "W") if east else ("N" if value >= 0 else "S")
    seconds = round(abs(value) * 3600)
    whole, minutes, rest = seconds // 3600, seconds % 3600 // 60, seconds % 60
    text = f"{whole}°"
    if step < 1:
        text += f"{minutes:02d}′"
    if step < 1 / 60 - 1e-9:
        text += f"{rest:02d}″"
    return text + ("" if seconds == 0 else side)


def _graticule(frame: Frame) -> str:
    xs = np.linspace(frame.left, frame.left + frame.width / frame.scale, 25)
    ys = np.linspace(frame.top - frame.height / frame.scale, frame.top, 25)
    plane = [(x, y) for x in xs for y in (ys[0], ys[-1])] + [(x, y) for y in ys for x in (xs[0], xs[-1])]
    lon, lat = frame.there.transform([p[0] for p in plane], [p[1] for p in plane], direction="INVERSE")
    west, east, south, north = min(lon), max(lon), min(lat), max(lat)
    step_x, step_y = graticule_step(east - west), graticule_step(north - south)
    drawn = []
    for value in _multiples(west, east, step_x):
        px, py = frame.pixels(np.full(41, value), np.linspace(south, north, 41))
        drawn.append(_meridian(frame, px, py, degrees_text(value, step_x, east=True)))
    for value in _multiples(south, north, step_y):
        px, py = frame.pixels(np.linspace(west, east, 41), np.full(41, value))
        drawn.append(_parallel(frame, px, py, degrees_text(value, step_y, east=False)))
    return "".join(drawn)


def _multiples(low: float, high: float, step: float) -> list[float]:
    first = math.ceil(low / step - 1e-9)
    return [i * step for i in range(first, math.floor(high / step + 1e-9) + 1)]


def _curve(frame: Frame, px: np.ndarray, py: np.ndarray) -> str:
    line = shapely.LineString(np.column_stack((px, py)))
    inside = shapely.clip_by_rect(line, frame.x, frame.y, frame.x + frame.width, frame.y + frame.height)
    parts = [x for x in shapely.get_parts(inside) if x.geom_type == "LineString"]
    path = "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in p.coords) for p in parts)
    return (
        f'<path d="{path}" fill="none" stroke="#4b5b66" stroke-opacity="0.45" stroke-width="0.6"/>' if path else ""
    )


def _meridian(frame: Frame, px: np.ndarray, py: np.ndarray, text: str) -> str:
    """A line from south to north, labelled above and below the frame."""
    low, high = frame.y, frame.y + frame.height
    drawn = _curve(frame, px, py)
    for edge, shift in ((high, 13.0), (low, -5.0)):
        x = float(np.interp(-edge, -py, px))  # pixels run down, so north has the smaller ones
        if frame.x + 14 < x < frame.x + frame.width - 14:
            drawn += f'<text x="{x:.1f}" y="{edge + shift:.1f}" font-size="10" text-anchor="middle">{text}</text>'
    return drawn


def _parallel(frame: Frame, px: np.ndarray, py: np.ndarray, text: str) -> str:
    """A line from west to east, labelled left and right of the frame, along it."""
    drawn = _curve(frame, px, py)
    for edge, shift, side in ((frame.x, -5.0, -90), (frame.x + frame.width, 13.0, -90)):
        y = float(np.interp(edge, px, py))
        if frame.y + 18 < y < frame.y + frame.height - 18:
            x = edge + shift
            drawn += (
                f'<text x="{x:.1f}" y="{y:.1f}" font-size="10" text-anchor="middle"'
                f' transform="rotate({side} {x:.1f} {y:.1f})">{text}</text>'
            )
    return drawn


def bar_length(frame: Frame) -> float:
    """A round length, metres, between a fifth and nearly half of the frame."""
    most = 0.36 * frame.width / frame.scale
    power = 10.0 ** math.floor(math.log10(most))
    return max(m * power for m in (1.0, 2.0, 5.0) if m * power <= most)


def _scale_bar(frame: Frame) -> str:
    long = bar_length(frame)
    unit, size = ("km", 1000.0) if long >= 1000 else ("m", 1.0)
    width = long * frame.scale
    x, y = frame.x + 14, frame.y + frame.height - 16
    parts = [f'<rect x="{x - 8:.1f}" y="{y - 18:.1f}" width="{width + 40:.1f}" height="28" {_PALE}/>']
    for i in range(4):
        fill = "#222" if i % 2 == 0 else "#fff"
        parts.append(
            f'<rect x="{x + i * width / 4:.2f}" y="{y:.1f}" width="{width / 4:.2f}" height="5" fill="{fill}"'
            ' stroke="#222" stroke-width="0.7"/>'
        )
    for share in (0.0, 0.5, 1.0):
        last = f" {unit}" if share == 1 else ""
        parts.append(
            f'<text x="{x + share * width:.1f}" y="{y - 4:.1f}" font-size="10" text-anchor="middle">'
            f"{long * share / size:g}{last}</text>"
        )
    return f'<g id="scale">{"".join(parts)}</g>'


def _north(frame: Frame) -> str:
    x, y = frame.x + frame.width - 24, frame.y + 12
    tip, foot, notch = f"{x:.1f} {y + 10:.1f}", f"{y + 35:.1f}", f"{x:.1f} {y + 29:.1f}"
    return (
        f'<g id="north"><rect x="{x - 13:.1f}" y="{y - 6:.1f}" width="26" height="46" {_PALE}/>'
        f'<path d="M{tip}L{x + 7:.1f} {foot}L{notch}Z" fill="#fff" stroke="#222"/>'
        f'<path d="M{tip}L{x - 7:.1f} {foot}L{notch}Z" fill="#222" stroke="#222"/>'
        f'<text x="{x:.1f}" y="{y + 6:.1f}" font-size="11" font-weight="bold" text-anchor="middle">N</text></g>'
    )

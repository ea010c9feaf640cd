"""Geometry of drawn markers as path text: points, rings, lines, circular arcs, ellipses and Béziers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from core.mapping.cim.access import Json, as_number
from core.mapping.shapes import Point

MAX_POINTS = 4_000


@dataclass(frozen=True)
class Place:
    """Where a frame lands: scaled, turned counter-clockwise, shifted, with y running down."""

    scale: float = 1.0
    angle: float = 0.0
    dx: float = 0.0
    dy: float = 0.0

    def at(self, x: float, y: float) -> Point:
        """The place of frame point (x, y), y up, in pixels, y down."""
        turn = math.radians(self.angle)
        across = self.scale * (x * math.cos(turn) - y * math.sin(turn))
        up = self.scale * (x * math.sin(turn) + y * math.cos(turn))
        return across + self.dx, -up + self.dy


@dataclass
class Outline:
    """Path text and the corner points it runs through."""

    parts: list[str] = field(default_factory=list)
    corners: list[list[Point]] = field(default_factory=list)
    rounded: bool = False
    closed: bool = False
    points: int = 0

    @property
    def path(self) -> str:
        """The path text."""
        return " ".join(self.parts)


def outline_of(geometry: Json, place: Place) -> Outline | None:
    """The outline of a geometry; None when it has no lines, or more than 4,000 points."""
    made = Outline()
    for key, closed in (("rings", True), ("curveRings", True), ("paths", False), ("curvePaths", False)):
        parts = geometry.get(key)
        for part in parts if isinstance(parts, list) else ():
            if isinstance(part, list):
                _add_part(made, part, place, closed)
            if made.points > MAX_POINTS:
                return None
    box = [geometry.get(k) for k in ("xmin", "ymin", "xmax", "ymax")]
    if not made.parts and all(isinstance(x, int | float) for x in box):
        x0, y0, x1, y1 = (as_number(x) for x in box)
        _add_part(made, [[x0, y0], [x0, y1], [x1, y1], [x1, y0]], place, True)
    return made if made.parts else None


def frame_points(geometry: Json) -> list[Point]:
    """The points of a geometry in its own frame, for its extent."""
    found: list[Point] = []
    for key in ("rings", "curveRings", "paths", "curvePaths"):
        parts = geometry.get(key)
        for part in parts[:200] if isinstance(parts, list) else ():
            for step in part[:MAX_POINTS] if isinstance(part, list) else ():
                end = _end(step)
                if end:
                    found.append(end)
    here = _point([geometry.get("x"), geometry.get("y")])
    return [*found, here] if here else found


def _add_part(made: Outline, part: list[Any], place: Place, closed: bool) -> None:
    here: Point | None = None
    corners: list[Point] = []
    texts: list[str] = []
    for step in part[: MAX_POINTS + 1]:
        end = _end(step)
        if end is None:
            continue
        made.points += 1
        if here is None:
            texts.append("M" + _say(place.at(*end)))
        elif isinstance(step, dict):
            texts.append(_curve(step, here, end, place))
            made.rounded = True
        else:
            texts.append("L" + _say(place.at(*end)))
        corners.append(place.at(*end))
        here = end
    if len(texts) > 1:
        made.parts += [*texts, "Z"] if closed else texts
        made.corners.append(corners)
        made.closed = made.closed or closed


def _end(step: Any) -> Point | None:
    """The end point of a step: a point itself, or the first member of a curve."""
    if isinstance(step, dict):
        curve = next((step[k] for k in ("a", "b", "c") if isinstance(step.get(k), list)), None)
        return _point(curve[0]) if curve else None
    return _point(step)


def _point(value: Any) -> Point | None:
    if not isinstance(value, list) or len(value) < 2:
        return None
    x, y = as_number(value[0], math.nan), as_number(value[1], math.nan)
    return None if math.isnan(x) or math.isnan(y) or max(abs(x), abs(y)) > 1e7 else (x, y)


def _curve(step: Json, start: Point, end: Point, place: Place) -> str:
    straight = "L" + _say(place.at(*end))
    for name, make in (("a", _arc), ("b", _bezier), ("c", _through)):
        curve = step.get(name)
        if isinstance(curve, list):
            return make(curve, start, end, place) or straight
    return straight


def _bezier(curve: list[Any], _start: Point, end: Point, place: Place) -> str:
    controls = [_point(x) for x in curve[1:3]]
    if len(controls) < 2 or controls[0] is None or controls[1] is None:
        return ""
    return "C" + " ".join(_say(place.at(*p)) for p in (controls[0], controls[1], end))


def _through(curve: list[Any], start: Point, end: Point, place: Place) -> str:
    """A circular arc given by a point on it."""
    middle = _point(curve[1]) if len(curve) > 1 else None
    if middle is None:
        return ""
    (ax, ay), (bx, by), (cx, cy) = start, middle, end
    turn = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    if abs(turn) < 1e-12:
        return ""
    squares = [x * x + y * y for x, y in (start, middle, end)]
    ux = (squares[0] * (by - cy) + squares[1] * (cy - ay) + squares[2] * (ay - by)) / turn
    uy = (squares[0] * (cx - bx) + squares[1] * (ax - cx) + squares[2] * (bx - ax)) / turn
    clockwise = turn < 0
    sweep = _angle(start, end, (ux, uy), clockwise)
    radius = math.hypot(ax - ux, ay - uy)
    return _svg_arc((radius, radius, 0.0), (sweep > math.pi, clockwise), end, place)


def _arc(curve: list[Any], start: Point, end: Point, place: Place) -> str:
    """An arc of a circle or an ellipse given by its centre; a full one when start and end are the same."""
    centre = _point(curve[1]) if len(curve) > 1 else None
    if centre is None:
        return ""
    extra = [as_number(x) for x in curve[2:7]]
    minor, clockwise = (bool(x) for x in [*extra, 0.0, 0.0][:2])
    radius = math.hypot(start[0] - centre[0], start[1] - centre[1])
    tilt, long, short = 0.0, radius, radius
    if len(extra) >= 5 and extra[3] > 0 and extra[4] > 0:
        tilt, long, short = math.degrees(extra[2]), extra[3], extra[3] * extra[4]
    if math.dist(start, end) > 1e-6 * max(radius, 1e-9):
        return _svg_arc((long, short, tilt), (not minor, clockwise), end, place)
    across = (2 * centre[0] - start[0], 2 * centre[1] - start[1])
    return " ".join(_svg_arc((long, short, tilt), (False, clockwise), p, place) for p in (across, end))


def _angle(start: Point, end: Point, centre: Point, clockwise: bool) -> float:
    one, two = (math.atan2(p[1] - centre[1], p[0] - centre[0]) for p in (start, end))
    return (one - two if clockwise else two - one) % (2 * math.pi)


def _svg_arc(ellipse: tuple[float, float, float], flags: tuple[bool, bool], end: Point, place: Place) -> str:
    """`ellipse` is long and short half axis and tilt; `flags` whether the arc is the large one, and clockwise."""
    (long, short, tilt), (large, clockwise) = ellipse, flags
    radii = [_number(abs(place.scale) * r) for r in (long, short)]
    turned = _number(-(tilt + place.angle) if long != short else 0.0)
    return f"A{radii[0]} {radii[1]} {turned} {int(large)} {int(clockwise)} " + _say(place.at(*end))


def _say(point: Sequence[float]) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _number(value: float) -> str:
    return f"{round(value, 3) + 0.0:.10g}"

"""Outlines of the simple marker shapes, and which of them a drawn outline comes nearest to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import get_args

from core.mapping.style_symbols import Shape

Point = tuple[float, float]

SHAPES: dict[str, tuple[Point, ...]] = {
    "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "diamond": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    "triangle": ((0, -1.25), (1.15, 0.85), (-1.15, 0.85)),
    "triangle-down": ((0, 1.25), (1.15, -0.85), (-1.15, -0.85)),
    "pentagon": ((0, -1.2), (1.14, -0.37), (0.7, 0.97), (-0.7, 0.97), (-1.14, -0.37)),
    "hexagon": ((-0.6, -1.05), (0.6, -1.05), (1.2, 0), (0.6, 1.05), (-0.6, 1.05), (-1.2, 0)),
    "cross": (
        (-0.45, -1.25), (0.45, -1.25), (0.45, -0.45), (1.25, -0.45), (1.25, 0.45), (0.45, 0.45),
        (0.45, 1.25), (-0.45, 1.25), (-0.45, 0.45), (-1.25, 0.45), (-1.25, -0.45), (-0.45, -0.45),
    ),
    "x": (
        (0, -0.5), (0.75, -1.2), (1.2, -0.75), (0.5, 0), (1.2, 0.75), (0.75, 1.2), (0, 0.5), (-0.75, 1.2),
        (-1.2, 0.75), (-0.5, 0), (-1.2, -0.75), (-0.75, -1.2),
    ),
    "star": tuple(
        ((0.62 if i % 2 else 1.45) * math.cos(-math.pi / 2 + i * math.pi / 5),
         (0.62 if i % 2 else 1.45) * math.sin(-math.pi / 2 + i * math.pi / 5))
        for i in range(10)
    ),
    "bar": ((-0.15, -1), (0.15, -1), (0.15, 1), (-0.15, 1)),
}  # fmt: skip
"""Outlines in units of the radius, y down; a circle has none."""
NAMES: frozenset[str] = frozenset(get_args(Shape))


def shape_path(shape: str, size: float, x: float = 0.0, y: float = 0.0) -> str:
    """Path text of a shape of height `size` around (x, y)."""
    r = size / 2
    outline = SHAPES.get(shape)
    if outline is None:
        return (
            f"M{_n(x - r)} {_n(y)} A{_n(r)} {_n(r)} 0 1 1 {_n(x + r)} {_n(y)}"
            f" A{_n(r)} {_n(r)} 0 1 1 {_n(x - r)} {_n(y)} Z"
        )
    points = [f"{_n(x + px * r)} {_n(y + py * r)}" for px, py in outline]
    return "M" + " L".join(points) + " Z"


def _n(value: float) -> str:
    return f"{round(value, 3) + 0.0:g}"


def nearest_shape(rings: Sequence[Sequence[Point]], round_parts: bool, closed: bool) -> Shape:
    """The simple shape nearest to an outline.

    Args:
        rings: corner points of each part, y down; the largest part decides.
        round_parts: whether arcs or curves are among them.
        closed: whether the parts are rings; open lines become a bar, a cross or an x.
    """
    if not rings:
        return "circle"
    if not closed:
        return _lines(rings)
    points = _corners(max(rings, key=_span))
    if round_parts or len(points) < 3:
        return "circle"
    if len(points) == 3:
        return _triangle(points)
    if len(points) == 4:
        return _four(points)
    known: dict[int, Shape] = {5: "pentagon", 6: "hexagon", 8: "circle", 10: "star", 12: "cross"}
    return known.get(len(points), "circle")


def _span(ring: Sequence[Point]) -> float:
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    return max(xs) - min(xs) + max(ys) - min(ys) if ring else 0.0


def _corners(ring: Sequence[Point]) -> list[Point]:
    """Points where the outline turns, without the closing one."""
    points = [p for i, p in enumerate(ring) if p != ring[i - 1] or len(ring) == 1]
    span = _span(points) or 1.0
    kept = []
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[i - 1], points[(i + 1) % len(points)]
        if abs((x - ax) * (by - y) - (y - ay) * (bx - x)) > 1e-4 * span * span:
            kept.append((x, y))
    return kept


def _triangle(points: list[Point]) -> Shape:
    middle = (max(y for _, y in points) + min(y for _, y in points)) / 2
    return "triangle" if sum(y > middle for _, y in points) > 1 else "triangle-down"


def _four(points: list[Point]) -> Shape:
    width = max(x for x, _ in points) - min(x for x, _ in points)
    height = max(y for _, y in points) - min(y for _, y in points)
    if width < height * 0.3:
        return "bar"
    top = min(points, key=lambda p: p[1])
    level = sum(abs(p[1] - top[1]) < 0.1 * height for p in points)
    return "square" if level > 1 else "diamond"


def _lines(parts: Sequence[Sequence[Point]]) -> Shape:
    long = [p for p in parts if len(p) > 1]
    if len(long) < 2:
        return "bar"
    (ax, ay), (bx, by) = long[0][0], long[0][-1]
    slanted = min(abs(bx - ax), abs(by - ay)) > 0.3 * max(abs(bx - ax), abs(by - ay), 1e-9)
    return "x" if slanted else "cross"

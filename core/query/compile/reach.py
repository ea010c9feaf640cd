"""Whether features of two layers can come near each other at all, from the extents of the layers."""

from __future__ import annotations

import math

from core.vocabulary.card import Layer

_RADIUS_M = 6_335_000.0
"""Smallest radius of curvature of WGS 84, rounded down: distances are never overestimated."""
_MARGIN_M = 1_000.0
_POLE = 89.0


def within_reach(a: Layer, b: Layer, metres: float) -> bool:
    """False when every feature of `a` is certainly farther than `metres` from every feature of `b`.

    Extents hold the vertices, and no point of an edge is farther from a vertex than half the edge is long.
    """
    needed = metres * 1.001 + (a.max_edge_m + b.max_edge_m) / 2 + _MARGIN_M
    return _apart_m(a.extent, b.extent) <= needed


def _apart_m(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    """A distance that points of two boxes (west, south, east, north) are certainly apart."""
    west, south, east, north = one
    w, s, e, n = other
    up = math.radians(max(0.0, s - north, south - n)) * _RADIUS_M
    gap = 0.0
    if e < west or east < w:
        gap = min((w - east) % 360, (west - e) % 360)
    high = max(abs(south), abs(north), abs(s), abs(n))
    if high >= _POLE or gap <= 0:
        return up
    # Two points at latitudes below `high` whose longitudes differ by `gap` (at most 180°).
    half = min(1.0, math.cos(math.radians(high)) * math.sin(math.radians(min(gap, 180.0)) / 2))
    return max(up, 2 * math.asin(half) * _RADIUS_M)

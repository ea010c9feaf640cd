"""Contour lines of a grid by marching squares."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

from core.demo.frame import Array


def contour(field: Array, level: float, u: Array, v: Array) -> Any:
    """Lines on which `field` equals `level`, as one (Multi)LineString in the coordinates of `u` and `v`.

    Args:
        field: shape (len(v), len(u)).
        level: value of the contour; nodes that hit it exactly are nudged, so the lines never branch.
        u, v: node coordinates, metres.
    """
    z = np.where(field == level, level + 1e-9, field) - level
    above = z > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        along = z[:, :-1] / (z[:, :-1] - z[:, 1:])
        up = z[:-1] / (z[:-1] - z[1:])
    # Crossing points of horizontal and vertical grid edges; both cells at an edge use the same floats.
    horizontal = np.stack([u[:-1] + along * np.diff(u), np.broadcast_to(v[:, None], along.shape)], axis=-1)
    vertical = np.stack([np.broadcast_to(u, up.shape), v[:-1, None] + up * np.diff(v)[:, None]], axis=-1)
    south, north = horizontal[:-1], horizontal[1:]
    west, east = vertical[:, :-1], vertical[:, 1:]
    case = above[:-1, :-1] + 2 * above[:-1, 1:] + 4 * above[1:, 1:] + 8 * above[1:, :-1]
    pairs = {
        1: [(west, south)], 2: [(south, east)], 3: [(west, east)], 4: [(east, north)],
        5: [(west, north), (south, east)], 6: [(south, north)], 7: [(west, north)], 8: [(north, west)],
        9: [(north, south)], 10: [(west, south), (east, north)], 11: [(north, east)], 12: [(east, west)],
        13: [(east, south)], 14: [(south, west)],
    }  # fmt: skip
    parts = [
        np.stack([a[case == number], b[case == number]], axis=1)
        for number, ends in pairs.items()
        for a, b in ends
        if (case == number).any()
    ]
    if not parts:
        return shapely.MultiLineString([])
    segments: Any = shapely.linestrings(np.concatenate(parts))
    return shapely.line_merge(shapely.multilinestrings(segments))

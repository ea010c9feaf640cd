"""Runs of neighbouring pieces under one sphere: bounds that spare most exact distances."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.spatial import cKDTree

from core.evidence.geodesy import Floats, Ints
from core.evidence.segments import Segments

_RUN = 8
_POINT_M = 1e-5
"""Half length of a piece that is no more than a point."""
_EARTH_RADIUS_M = 6_335_000.0
"""Smallest radius of curvature of WGS 84, rounded down."""
SLACK_M = 0.05
"""More than the depth of a piece of 1 km below the ellipsoid (2 cm)."""


@dataclass(frozen=True, eq=False)
class Chunks:
    """Runs of up to eight consecutive pieces of one geometry.

    `anchor` is a point of the run itself, so the distance to it is an upper bound of the distance to the run, and
    that less `radius` a lower bound.
    """

    segments: Segments
    anchor: Floats
    radius: Floats
    owner: Ints
    first: Ints
    size: Ints
    tree: cKDTree

    @classmethod
    def of(cls, segments: Segments) -> Chunks:
        """The runs of all pieces."""
        owner = segments.owner
        starts = np.flatnonzero(np.r_[True, owner[1:] != owner[:-1]]) if len(owner) else np.zeros(0, np.int64)
        begin = np.repeat(starts, np.diff(np.r_[starts, len(owner)]))
        first = np.flatnonzero((np.arange(len(owner)) - begin) % _RUN == 0)
        size = np.diff(np.r_[first, len(owner)])
        anchor = segments.start[first + size // 2]
        run = np.repeat(np.arange(len(first)), size)
        away = length(segments.start - anchor[run])
        away = np.maximum(away, length(segments.start + segments.step - anchor[run]))
        radius = np.maximum.reduceat(away, first) if len(first) else np.zeros(0)
        return cls(segments, anchor, radius, owner[first], first, size, cKDTree(anchor))

    @cached_property
    def points(self) -> bool:
        """True when every piece is no more than a point."""
        return self.segments.reach <= _POINT_M

    def pieces(self, runs: Ints) -> Ints:
        """The pieces of some runs, (m, 8); shorter runs repeat their last piece."""
        return self.first[runs][:, None] + np.minimum(np.arange(_RUN), self.size[runs][:, None] - 1)


def longest_geodesic_m(straight: Floats) -> Floats:
    """A geodesic distance that two points this far apart in a straight line certainly do not exceed.

    The arc exceeds its chord c by c³ / 24 R² and less than 1 % more for c below 1,000 km.
    """
    return straight + 1.01 * straight**3 / (24 * _EARTH_RADIUS_M**2) + SLACK_M


def shortest_geodesic_m(straight: Floats) -> Floats:
    """A geodesic distance that two points this far apart in a straight line certainly reach."""
    return straight - SLACK_M


@dataclass(frozen=True)
class RunPairs:
    """Pairs of a run of a target and a run of a reference that may come within the reach of the target."""

    target: Ints
    reference: Ints
    upper: Floats
    """Straight metres that the two runs certainly do not exceed."""
    lower: Floats
    """Straight metres that they certainly reach."""


def run_pairs(targets: Chunks, chosen: Ints, reach: Floats, references: Chunks) -> RunPairs:
    """The pairs of the `chosen` runs of targets whose lower bound lies within `reach` (straight metres, each)."""
    largest = float(references.radius.max()) if len(references.radius) else 0.0
    lists = references.tree.query_ball_point(targets.anchor[chosen], reach + targets.radius[chosen] + largest)
    sizes = np.fromiter(map(len, lists), np.int64, len(lists))
    if not sizes.sum():
        empty = np.zeros(0, np.int64)
        return RunPairs(empty, empty, np.zeros(0), np.zeros(0))
    there = np.concatenate([np.asarray(x, np.int64) for x in lists])
    here, limit = np.repeat(chosen, sizes), np.repeat(reach, sizes)
    upper = length(targets.anchor[here] - references.anchor[there])
    lower = upper - targets.radius[here] - references.radius[there]
    keep = lower <= limit
    return RunPairs(here[keep], there[keep], upper[keep], lower[keep])


def pair_counts(targets: Chunks, reach: Floats, references: Chunks) -> Ints:
    """How many pairs :func:`run_pairs` would look at for each run, for batching."""
    largest = float(references.radius.max()) if len(references.radius) else 0.0
    sizes = references.tree.query_ball_point(targets.anchor, reach + targets.radius + largest, return_length=True)
    return np.asarray(sizes, np.int64)


def closest_points(
    targets: Segments, one: Ints, references: Segments, other: Ints
) -> tuple[Floats, Floats, Floats]:
    """Straight distance between pieces, and the two points (earth-centred) it is taken between.

    Closest points of two segments by clamping the unconstrained solution, then each in turn (Ericson, Real-Time
    Collision Detection, 2005, §5.1.9).
    """
    p, q = targets.start[one], references.start[other]
    v, vv = references.step[other], references.square[other]
    gap = p - q
    vg = np.einsum("ij,ij->i", v, gap)
    u, uu = targets.step[one], targets.square[one]
    uv, ug = np.einsum("ij,ij->i", u, v), np.einsum("ij,ij->i", u, gap)
    determinant = uu * vv - uv * uv
    parallel = determinant <= 1e-12 * uu * vv
    s = np.where(parallel, 0.0, np.clip((uv * vg - ug * vv) / np.where(parallel, 1.0, determinant), 0, 1))
    t = np.clip((uv * s + vg) / vv, 0, 1)
    s = np.clip((uv * t - ug) / uu, 0, 1)
    t = np.clip((uv * s + vg) / vv, 0, 1)
    a, b = p + s[:, None] * u, q + t[:, None] * v
    return length(a - b), a, b


def closest_feet(points: Floats, references: Chunks, runs: Ints) -> tuple[Floats, Floats]:
    """Straight distance from each of n points to a run, and the foot of the perpendicular on it."""
    segments, piece = references.segments, references.pieces(runs)
    step = segments.step[piece]
    gap = points[:, None, :] - segments.start[piece]
    share = np.clip(np.einsum("ijk,ijk->ij", gap, step) / segments.square[piece], 0, 1)
    gap -= share[..., None] * step
    square = np.einsum("ijk,ijk->ij", gap, gap)
    row, best = np.arange(len(runs)), square.argmin(axis=1)
    return np.sqrt(square[row, best]), points - gap[row, best]


def length(vectors: Floats) -> Floats:
    """Lengths of vectors (n, 3)."""
    return np.sqrt(np.einsum("ij,ij->i", vectors, vectors))

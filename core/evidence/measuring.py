"""Distances between two collections of geometries of any kind, in process.

Targets and references are cut into pieces; pieces are bounded by spheres; what the bounds leave open is measured
piece by piece, and the shortest straight line of a pair is measured again as a geodesic between its two ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from core.evidence.chunks import (
    Chunks,
    RunPairs,
    closest_points,
    longest_geodesic_m,
    pair_counts,
    run_pairs,
    shortest_geodesic_m,
)
from core.evidence.geodesy import Floats, Ints, geodesic_m, to_lonlat
from core.evidence.segments import cut

_NEAR_M = 0.02
"""Bounds this close to a limit do not decide."""
_BATCH = 1_000_000
"""Pairs of runs worked on at once."""


@dataclass(frozen=True)
class Collection:
    """Geometries in EPSG:4326 with their pieces and runs."""

    geometries: Sequence[BaseGeometry]
    chunks: Chunks

    @classmethod
    def of(cls, geometries: Sequence[BaseGeometry]) -> Collection:
        """Cut and bound `geometries` (at least one)."""
        return cls(geometries, Chunks.of(cut(geometries)))


@dataclass(frozen=True)
class Pairs:
    """Pairs of a target and a reference with bounds of their geodesic distance, sorted by target, reference."""

    target: Ints
    reference: Ints
    lower: Floats
    upper: Floats
    """Equal to `lower` where the distance was measured."""

    def code(self, references: int) -> Ints:
        """One ascending number for each pair."""
        return self.target * references + self.reference


def bounded_pairs(
    targets: Collection, references: Collection, reach_m: Floats, wanted: Ints, limits: Sequence[Floats]
) -> Iterator[Pairs]:
    """All pairs that may lie within `reach_m` (one a target), batch by batch of whole targets.

    A pair is measured when it is `wanted` (codes, ascending) or when its bounds do not tell on which side of one
    of the `limits` (distances, one a target) it lies.
    """
    chunks = targets.chunks
    reach = reach_m[chunks.owner] + 2 * 0.05
    counts = pair_counts(chunks, reach, references.chunks)
    for runs in _batches(counts, chunks.owner):
        pairs = run_pairs(chunks, runs, reach[runs], references.chunks)
        yield _measured(targets, references, pairs, wanted, limits)


def _batches(counts: Ints, owner: Ints) -> list[Ints]:
    """Runs in groups of a bounded number of pairs; the runs of one target stay together."""
    if not len(counts):
        return []
    group = np.cumsum(counts) // _BATCH
    first = np.r_[True, owner[1:] != owner[:-1]]
    group = np.maximum.accumulate(np.where(first, group, 0))
    return np.split(np.arange(len(counts)), np.flatnonzero(np.diff(group)) + 1)


def _measured(
    targets: Collection, references: Collection, pairs: RunPairs, wanted: Ints, limits: Sequence[Floats]
) -> Pairs:
    n = len(references.geometries)
    target, reference = targets.chunks.owner[pairs.target], references.chunks.owner[pairs.reference]
    code = target * n + reference
    order = np.argsort(code, kind="stable")
    code = code[order]
    starts = np.flatnonzero(np.r_[True, code[1:] != code[:-1]]) if len(code) else np.zeros(0, np.int64)
    if not len(starts):
        return Pairs(starts, starts, np.zeros(0), np.zeros(0))
    group = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(code)]))
    straight_up = np.minimum.reduceat(pairs.upper[order], starts)
    straight_low = np.minimum.reduceat(pairs.lower[order], starts)
    lower, upper = shortest_geodesic_m(straight_low), longest_geodesic_m(straight_up)
    whole, codes = code[starts] // n, code[starts]
    open_ = np.isin(codes, wanted)
    for limit in limits:
        open_ |= (lower <= limit[whole] + _NEAR_M) & (upper >= limit[whole] - _NEAR_M)
    keep = open_[group] & (pairs.lower[order] <= straight_up[group])
    chosen = order[keep]
    found = _exact(targets, references, (pairs.target[chosen], pairs.reference[chosen]), group[keep])
    metres = np.full(len(starts), np.inf)
    metres[found[0]] = found[1]
    lower, upper = np.where(open_, metres, lower), np.where(open_, metres, upper)
    return Pairs(whole, codes % n, lower, upper)


def _exact(
    targets: Collection, references: Collection, runs: tuple[Ints, Ints], group: Ints
) -> tuple[Ints, Floats]:
    """The groups of pairs of runs (ascending), and the geodesic distance of each."""
    groups, number = np.unique(group, return_inverse=True)
    found = np.full(len(groups), np.inf)
    a, b, which = _expand(targets.chunks, runs[0], references.chunks, runs[1], number)
    for i in range(0, len(a), 4 * _BATCH):
        part = slice(i, i + 4 * _BATCH)
        straight, p, q = closest_points(targets.chunks.segments, a[part], references.chunks.segments, b[part])
        order = np.lexsort((straight, which[part]))
        first = order[np.r_[True, np.diff(which[part][order]) != 0]]
        metres = geodesic_m(*to_lonlat(p[first]), *to_lonlat(q[first]))
        found[which[part][first]] = np.minimum(found[which[part][first]], metres)
    return groups, found


def _expand(one: Chunks, i: Ints, other: Chunks, j: Ints, group: Ints) -> tuple[Ints, Ints, Ints]:
    """Every piece of run `i` with every piece of run `j`."""
    sizes = one.size[i] * other.size[j]
    row = np.repeat(np.arange(len(i)), sizes)
    place = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    width = other.size[j][row]
    return one.first[i][row] + place // width, other.first[j][row] + place % width, group[row]


def meeting(targets: Sequence[BaseGeometry], references: Sequence[BaseGeometry]) -> Ints:
    """Codes of the pairs that have a point in common on the map, where that is not for the distance to say.

    That is: polygons with anything, and lines with lines.  A point is on a line when its distance is zero.
    """
    here, there = shapely.STRtree(references).query(np.asarray(targets, dtype=object), predicate="intersects")
    a = shapely.get_dimensions(np.asarray(targets, dtype=object))[here]
    b = shapely.get_dimensions(np.asarray(references, dtype=object))[there]
    both = (a == 2) | (b == 2) | ((a > 0) & (b > 0))
    return np.sort(here[both].astype(np.int64) * len(references) + there[both])

"""Distances between two collections of geometries of any kind, in process.

Targets and references are cut into pieces; pieces are bounded by spheres; what the bounds leave open is measured
piece by piece, and the shortest straight line of a pair is measured again as a geodesic between its two ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from core.evidence.chunks import (
    Chunks,
    RunPairs,
    closest_feet,
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


@dataclass(frozen=True, eq=False)
class Collection:
    """A number of geometries, as runs of their pieces."""

    count: int
    chunks: Chunks

    @classmethod
    def of(cls, geometries: Sequence[BaseGeometry]) -> Collection:
        """Cut and bound `geometries` in EPSG:4326 (at least one)."""
        return cls(len(geometries), Chunks.of(cut(geometries)))


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
    targets: Collection, references: Collection, reach_m: Floats, wanted: Ints | None, limits: Sequence[Floats]
) -> Iterator[Pairs]:
    """All pairs that may lie within `reach_m` (one a target), batch by batch of whole targets.

    A pair is measured when it is `wanted` (codes, ascending; None: every pair that is not certainly beyond the
    first limit) or when its bounds do not tell on which side of one of the `limits` (distances, one a target) it
    lies.
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
    targets: Collection, references: Collection, pairs: RunPairs, wanted: Ints | None, limits: Sequence[Floats]
) -> Pairs:
    n = references.count
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
    open_ = among(codes, wanted) if wanted is not None else lower <= limits[0][whole]
    for limit in limits:
        open_ |= (lower <= limit[whole] + _NEAR_M) & (upper >= limit[whole] - _NEAR_M)
    chosen = open_[group]
    rows, number = order[chosen], (np.cumsum(open_) - 1)[group[chosen]]
    metres = _exact(targets, references, _Runs(pairs.target[rows], pairs.reference[rows], pairs.lower[rows],
                                               pairs.upper[rows], number))  # fmt: skip
    lower[open_], upper[open_] = metres, metres
    return Pairs(whole, codes % n, lower, upper)


@dataclass(frozen=True)
class _Runs:
    """Pairs of runs with bounds; `pair` is the pair of geometries (ascending, none left out) they belong to."""

    one: Ints
    other: Ints
    lower: Floats
    upper: Floats
    pair: Ints

    def only(self, rows: NDArray[np.bool_]) -> _Runs:
        """Some of them."""
        return _Runs(self.one[rows], self.other[rows], self.lower[rows], self.upper[rows], self.pair[rows])


def _exact(targets: Collection, references: Collection, runs: _Runs) -> Floats:
    """The geodesic distance of each pair: first its most promising runs, then those that may still be closer."""
    count = int(runs.pair[-1]) + 1 if len(runs.pair) else 0
    best = _Best(np.full(count, np.inf), np.zeros((count, 3)), np.zeros((count, 3)))
    order = np.lexsort((runs.upper, runs.pair))
    first = np.zeros(len(order), bool)
    first[order[np.r_[True, np.diff(runs.pair[order]) != 0][: len(order)]]] = True
    best.improve(targets.chunks, references.chunks, runs.only(first))
    best.improve(targets.chunks, references.chunks, runs.only(~first & (runs.lower < best.straight[runs.pair])))
    return geodesic_m(*to_lonlat(best.here), *to_lonlat(best.there))


@dataclass(frozen=True)
class _Best:
    """The shortest straight line known of each pair, with its ends."""

    straight: Floats
    here: Floats
    there: Floats

    def improve(self, targets: Chunks, references: Chunks, runs: _Runs) -> None:
        """Measure all pieces of some runs (in the order of their pairs)."""
        pieces = np.cumsum(targets.size[runs.one] * references.size[runs.other])
        for rows in np.split(np.arange(len(runs.one)), np.flatnonzero(np.diff(pieces // _BATCH)) + 1):
            one, other, pair = runs.one[rows], runs.other[rows], runs.pair[rows]
            if targets.points:
                here = targets.segments.start[targets.first[one]]
                straight, there = closest_feet(here, references, other)
            else:
                a, b, pair = _expand(targets, one, references, other, pair)
                straight, here, there = closest_points(targets.segments, a, references.segments, b)
            self._keep(straight, here, there, pair)

    def _keep(self, straight: Floats, here: Floats, there: Floats, pair: Ints) -> None:
        """Take over the shortest line of each pair (ascending) where it is shorter than the one known."""
        starts = np.flatnonzero(np.r_[True, np.diff(pair) != 0][: len(pair)])
        if not len(starts):
            return
        least = np.repeat(np.minimum.reduceat(straight, starts), np.diff(np.r_[starts, len(pair)]))
        at = np.flatnonzero(straight == least)
        at = at[np.r_[True, np.diff(pair[at]) != 0]]
        at = at[straight[at] < self.straight[pair[at]]]
        which = pair[at]
        self.straight[which], self.here[which], self.there[which] = straight[at], here[at], there[at]


def _expand(one: Chunks, i: Ints, other: Chunks, j: Ints, group: Ints) -> tuple[Ints, Ints, Ints]:
    """Every piece of run `i` with every piece of run `j`."""
    sizes = one.size[i] * other.size[j]
    row = np.repeat(np.arange(len(i)), sizes)
    place = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    width = other.size[j][row]
    return one.first[i][row] + place // width, other.first[j][row] + place % width, group[row]


def among(codes: Ints, known: Ints) -> NDArray[np.bool_]:
    """Which of `codes` occur in `known` (ascending)."""
    if not len(known):
        return np.zeros(len(codes), bool)
    return known[np.minimum(np.searchsorted(known, codes), len(known) - 1)] == codes


def meeting(targets: Sequence[BaseGeometry], references: Sequence[BaseGeometry]) -> Ints:
    """Codes of the pairs that have a point in common on the map, where that is not for the distance to say.

    That is: polygons with anything, and lines with lines.  A point is on a line when its distance is zero.
    """
    kinds = {int(x) for x in shapely.get_dimensions(np.asarray(references, dtype=object))}
    if 2 not in kinds and not (shapely.get_dimensions(np.asarray(targets, dtype=object)) > 0).any():
        return np.zeros(0, np.int64)
    here, there = shapely.STRtree(references).query(np.asarray(targets, dtype=object), predicate="intersects")
    a = shapely.get_dimensions(np.asarray(targets, dtype=object))[here]
    b = shapely.get_dimensions(np.asarray(references, dtype=object))[there]
    both = (a == 2) | (b == 2) | ((a > 0) & (b > 0))
    return np.sort(here[both].astype(np.int64) * len(references) + there[both])


def joined(found: Sequence[Pairs], met: Ints, count: int) -> Pairs:
    """All pairs, sorted; those that meet with distance zero."""
    empty = Pairs(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), np.zeros(0))
    columns = zip(*((p.target, p.reference, p.lower, p.upper) for p in found or [empty]), strict=True)
    pairs = Pairs(*(np.concatenate(x) for x in columns))
    if not len(met):
        return pairs
    code = pairs.code(count)
    touching = among(code, met)
    missing = np.setdiff1d(met, code)
    lower, upper = np.where(touching, 0.0, pairs.lower), np.where(touching, 0.0, pairs.upper)
    codes = np.concatenate([code, missing])
    order = np.argsort(codes, kind="stable")
    zeros = np.zeros(len(missing))
    bounds = (np.concatenate([x, zeros])[order] for x in (lower, upper))
    return Pairs(codes[order] // count, codes[order] % count, *bounds)

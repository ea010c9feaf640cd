"""Nearest and near geometries of many points: exact, in process, vectorised."""

from __future__ import annotations

import weakref

import numpy as np
from numpy.typing import ArrayLike

from core.evidence.chunks import Chunks
from core.evidence.geodesy import Floats, Ints, geodesic_m, to_ecef, to_lonlat
from core.evidence.measuring import Collection, bounded_pairs
from core.evidence.segments import SegmentIndex, Segments

_CHUNK = 20_000
_PAIRS = 2_000_000
"""Points, and pairs of point and piece, worked on at once."""
_FAR_M = 50_000.0
"""Beyond it the order of straight lines may differ from the order of geodesics by more than a micrometre."""
_chunks: weakref.WeakKeyDictionary[SegmentIndex, Chunks] = weakref.WeakKeyDictionary()
_WIDE = 10
"""From this many times the half length of a piece on, a radius is wide."""
_ROUNDING_M = 2e-3
_MICROMETRE = 1e-6
"""Rounding of coordinates on the way; the radius is meant to be inclusive."""


def nearest(lon: ArrayLike, lat: ArrayLike, index: SegmentIndex) -> tuple[Ints, Floats, Floats, Floats]:
    """The geometry nearest to each of n points.

    Args:
        lon, lat: degrees.
        index: at least one geometry.

    Returns:
        (n,) position of the geometry, geodesic metres, longitude and latitude of the foot point.  The foot is the
        point nearest in a straight line through the Earth, which up to 50 km is the nearest on the ellipsoid to
        below a micrometre; farther away the closest candidates are put in order by geodesics.
    """
    x, y = np.atleast_1d(np.asarray(lon, float)), np.atleast_1d(np.asarray(lat, float))
    pieces = [_nearest(x[i : i + _CHUNK], y[i : i + _CHUNK], index) for i in range(0, len(x), _CHUNK)]
    if not pieces:
        empty = np.zeros(0)
        return np.zeros(0, np.int64), empty, empty, empty
    columns = [np.concatenate(c) for c in zip(*pieces, strict=True)]
    return columns[0], columns[1], columns[2], columns[3]


def _nearest(lon: Floats, lat: Floats, index: SegmentIndex) -> tuple[Ints, Floats, Floats, Floats]:
    points, segments = to_ecef(lon, lat), index.segments
    total, reach = len(segments.owner), segments.reach
    best, chosen = np.full(len(points), np.inf), np.zeros(len(points), np.int64)
    todo, k = np.arange(len(points)), 8
    while len(todo):
        k = min(k, total)
        away, found = index.tree.query(points[todo], k=[*range(1, k + 1)])
        straight, _ = foot(segments, points[todo][:, None, :], found)
        least = straight.argmin(axis=1)
        rows = np.arange(len(todo))
        best[todo], chosen[todo] = straight[rows, least], found[rows, least]
        # A piece whose midpoint is farther than the last one found is no nearer than that less its half length.
        todo = todo[(away[:, -1] - reach < best[todo]) & (k < total)]
        k *= 4
    _, place = foot(segments, points, chosen)
    x, y = to_lonlat(place)
    metres = geodesic_m(lon, lat, x, y)
    far = np.flatnonzero(metres > _FAR_M)
    if len(far):
        _reorder(far, (lon, lat), index, (chosen, metres, x, y))
    return segments.owner[chosen], metres, x, y


def _reorder(
    far: Ints, lonlat: tuple[Floats, Floats], index: SegmentIndex, result: tuple[Ints, Floats, Floats, Floats]
) -> None:
    """Choose again by geodesic length among the candidates of far points, in place."""
    chosen, metres, x, y = result
    lon, lat = lonlat[0][far], lonlat[1][far]
    points = to_ecef(lon, lat)
    k = min(64, len(index.segments.owner))
    _, found = index.tree.query(points, k=[*range(1, k + 1)])
    _, place = foot(index.segments, points[:, None, :], found)
    px, py = to_lonlat(place)
    lengths = geodesic_m(np.repeat(lon, k), np.repeat(lat, k), px.ravel(), py.ravel()).reshape(px.shape)
    least, rows = lengths.argmin(axis=1), np.arange(len(far))
    better = lengths[rows, least] < metres[far]
    at, rows, least = far[better], rows[better], least[better]
    chosen[at], metres[at] = found[rows, least], lengths[rows, least]
    x[at], y[at] = px[rows, least], py[rows, least]


def within(lon: ArrayLike, lat: ArrayLike, index: SegmentIndex, radius_m: float) -> tuple[Ints, Ints, Floats]:
    """All geometries within a geodesic radius of each of n points, boundary included.

    Returns:
        (m,) position of the point, position of the geometry, geodesic metres; sorted by point, then geometry.
    """
    x, y = np.atleast_1d(np.asarray(lon, float)), np.atleast_1d(np.asarray(lat, float))
    points = to_ecef(x, y)
    if radius_m > _WIDE * index.segments.reach:
        return _within_wide(points, index, radius_m)
    counts = _ball_sizes(points, index, radius_m)
    found = [_within(rows, (x, y), points, index, radius_m) for rows in _batches(counts)]
    if not found:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0)
    columns = [np.concatenate(c) for c in zip(*found, strict=True)]
    return columns[0], columns[1], columns[2]


def _runs(index: SegmentIndex) -> Chunks:
    """The runs of an index, made when a wide search first needs them."""
    known = _chunks.get(index)
    if known is None:
        known = _chunks[index] = Chunks.of(index.segments)
    return known


def _within_wide(points: Floats, index: SegmentIndex, radius_m: float) -> tuple[Ints, Ints, Floats]:
    """As :func:`within`, for a radius that holds many pieces of each geometry: bounds spare most of them."""
    n = len(points)
    single = Segments(points, np.zeros((n, 3)), np.arange(n), np.full(n, 1e-12))
    here, there = Collection(n, Chunks.of(single)), Collection(index.count, _runs(index))
    radius = np.full(n, radius_m)
    found = list(bounded_pairs(here, there, radius, None, [radius])) if n else []
    columns = [np.concatenate(x) for x in zip(*((p.target, p.reference, p.upper) for p in found), strict=True)]
    if not columns:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0)
    inside = columns[2] <= radius_m + _MICROMETRE
    return columns[0][inside], columns[1][inside], columns[2][inside]


def _ball_sizes(points: Floats, index: SegmentIndex, radius_m: float) -> Ints:
    sizes = index.tree.query_ball_point(points, radius_m + index.segments.reach + _ROUNDING_M, return_length=True)
    return np.asarray(sizes, np.int64)


def _batches(counts: Ints) -> list[Ints]:
    """Points in order, in groups of a bounded number of pairs; points without any are left out."""
    rows = np.flatnonzero(counts)
    if not len(rows):
        return []
    group = np.cumsum(counts[rows]) // _PAIRS
    return np.split(rows, np.flatnonzero(np.diff(group)) + 1)


def _within(
    rows: Ints, lonlat: tuple[Floats, Floats], points: Floats, index: SegmentIndex, radius_m: float
) -> tuple[Ints, Ints, Floats]:
    segments = index.segments
    reach = radius_m + segments.reach + _ROUNDING_M
    lists = index.tree.query_ball_point(points[rows], reach, return_sorted=True)
    sizes = np.fromiter(map(len, lists), np.int64, len(lists))
    piece = np.concatenate([np.asarray(x, np.int64) for x in lists])
    target = np.repeat(rows, sizes)
    straight, place = foot(segments, points[target], piece)
    keep = straight <= radius_m + _ROUNDING_M
    target, piece, straight, place = target[keep], piece[keep], straight[keep], place[keep]
    first = _least(target * index.count + segments.owner[piece], straight)
    target, owner, place = target[first], segments.owner[piece[first]], place[first]
    metres = geodesic_m(lonlat[0][target], lonlat[1][target], *to_lonlat(place))
    inside = metres <= radius_m + _MICROMETRE
    return target[inside], owner[inside], metres[inside]


def _least(code: Ints, value: Floats) -> Ints:
    """Position of the smallest value of each run of equal codes (ascending); the first of equal values."""
    if not len(code):
        return np.zeros(0, np.int64)
    starts = np.flatnonzero(np.r_[True, code[1:] != code[:-1]])
    run = np.repeat(np.arange(len(starts)), np.diff(np.r_[starts, len(code)]))
    least = np.flatnonzero(value == np.minimum.reduceat(value, starts)[run])
    return least[np.r_[True, run[least][1:] != run[least][:-1]]]


def foot(segments: Segments, points: Floats, piece: Ints) -> tuple[Floats, Floats]:
    """Straight distance from points to pieces, and the nearest points on them (earth-centred)."""
    start, step = segments.start[piece], segments.step[piece]
    share = np.clip(np.einsum("...i,...i->...", points - start, step) / segments.square[piece], 0, 1)
    place = start + share[..., None] * step
    away = place - points
    return np.sqrt(np.einsum("...i,...i->...", away, away)), place

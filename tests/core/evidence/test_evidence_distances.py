"""The second route: coordinates, nearest, within and pairs, against GeographicLib and brute force."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from geographiclib.geodesic import Geodesic
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from core.evidence.boxes import boxes_around
from core.evidence.chunks import closest_points
from core.evidence.geodesy import along_great_circle, geodesic_m, to_ecef, to_lonlat
from core.evidence.measuring import Collection, bounded_pairs
from core.evidence.nearest import nearest, within
from core.evidence.segments import SegmentIndex, Segments, cut
from tests.acceptance.geodesy import to_edges

WGS84 = Geodesic.WGS84
longitudes = st.floats(-180, 180)
latitudes = st.floats(-89.9, 89.9)


@hypothesis_settings(max_examples=200, deadline=None)
@given(lon=longitudes, lat=latitudes, height=st.floats(-400, 400))
def test_there_and_back(lon: float, lat: float, height: float) -> None:
    point = to_ecef(lon, lat)
    a, b = math.radians(lon), math.radians(lat)
    up = np.array([math.cos(b) * math.cos(a), math.cos(b) * math.sin(a), math.sin(b)])
    x, y = to_lonlat(point + height * up)
    assert float(geodesic_m(lon, lat, x, y)) < 1e-6


@hypothesis_settings(max_examples=100, deadline=None)
@given(a=st.tuples(longitudes, latitudes), b=st.tuples(longitudes, latitudes))
def test_geodesics_agree_with_geographiclib(a: tuple[float, float], b: tuple[float, float]) -> None:
    expected = WGS84.Inverse(a[1], a[0], b[1], b[0])["s12"]
    assert float(geodesic_m(*a, *b)) == pytest.approx(expected, abs=1e-6)


def test_a_great_circle_edge_stays_near_the_geodesic() -> None:
    """7 mm on 10 km, growing with the square of the length: the declared model of long edges."""
    for length, allowed in ((1_000, 1e-4), (10_000, 0.007), (100_000, 0.7)):
        line = WGS84.Direct(40, 100, 70, length)
        ends = np.array([[100.0, 40.0]]), np.array([[line["lon2"], line["lat2"]]])
        lon, lat = along_great_circle(*ends, np.array([0.5]))
        edge = np.vstack(ends)
        assert minimised(float(lon[0]), float(lat[0]), edge) < allowed


def minimised(lon: float, lat: float, line: np.ndarray) -> float:
    """Distance to a polyline by golden section along every geodesic edge, GeographicLib only."""
    best = math.inf
    for (x1, y1), (x2, y2) in pairwise(line):
        edge = WGS84.InverseLine(y1, x1, y2, x2)

        def away(share: float, edge=edge) -> float:
            at = edge.Position(share * edge.s13)
            return WGS84.Inverse(lat, lon, at["lat2"], at["lon2"])["s12"]

        low, high = 0.0, 1.0
        for _ in range(60):
            a, b = high - 0.618034 * (high - low), low + 0.618034 * (high - low)
            low, high = (low, b) if away(a) < away(b) else (a, high)
        best = min(best, away(0), away(1), away((low + high) / 2))
    return best


@pytest.mark.parametrize(
    ("lon", "lat"), [(110, 41), (0, 0), (179.995, -16), (-179.999, 65), (20, 89.3), (30, -88)]
)
def test_nearest_and_within_anywhere_on_earth(lon: float, lat: float) -> None:
    random = np.random.default_rng(3)
    scale = np.array([0.01 / max(math.cos(math.radians(lat)), 0.01), 0.01])
    lines = [np.array([lon, lat]) + np.cumsum(random.normal(0, 0.2, (6, 2)), axis=0) * scale for _ in range(12)]
    wrapped = [np.column_stack([(x[:, 0] + 180) % 360 - 180, x[:, 1]]) for x in lines]
    parts = [_split_at_date_line(x) for x in wrapped]
    targets = np.array([lon, lat]) + random.normal(0, 0.3, (8, 2)) * scale
    x, y = (targets[:, 0] + 180) % 360 - 180, targets[:, 1]
    index = SegmentIndex.build(parts)
    owner, metres, _, _ = nearest(x, y, index)
    pieces = [np.hstack([line[:-1], line[1:]]) for line in wrapped]
    expected = np.array([[to_edges(a, b, edges).min() for edges in pieces] for a, b in zip(x, y, strict=True)])
    assert np.abs(metres - expected.min(axis=1)).max() < 1e-3
    assert (owner == expected.argmin(axis=1)).all()
    radius = float(np.median(expected))
    t, o, m = within(x, y, index, radius)
    assert set(zip(t.tolist(), o.tolist(), strict=True)) == set(zip(*np.nonzero(expected <= radius), strict=True))
    assert np.abs(m - expected[t, o]).max() < 1e-3


def _split_at_date_line(line: np.ndarray) -> shapely.MultiLineString:
    """Edges that cross 180° as an edge of their own: in earth-centred space that is an ordinary edge."""
    return shapely.MultiLineString([line[i : i + 2] for i in range(len(line) - 1)])


def test_radius_is_inclusive_and_points_and_outlines_count() -> None:
    point, square = shapely.Point(10, 50), shapely.box(10.1, 50, 10.2, 50.1)
    index = SegmentIndex.build([point, square])
    exact = WGS84.Inverse(50, 10.01, 50, 10)["s12"]
    t, o, m = within([10.01], [50], index, float(geodesic_m(10.01, 50, 10, 50)))
    assert (t.tolist(), o.tolist(), m.tolist()) == ([0], [0], [pytest.approx(exact, abs=1e-6)])
    owner, metres, _, _ = nearest([10.15], [50.05], index)  # inside: the outline is what is measured here
    assert owner[0] == 1
    assert metres[0] == pytest.approx(WGS84.Inverse(50.05, 10.15, 50.05, 10.1)["s12"], abs=1.0)


def test_no_points_and_none_near() -> None:
    index = SegmentIndex.build([shapely.Point(0, 0)])
    assert all(len(x) == 0 for x in nearest([], [], index))
    assert all(len(x) == 0 for x in within([50], [50], index, 10))


def test_far_targets_are_ordered_by_geodesic_length() -> None:
    random = np.random.default_rng(8)
    places = np.column_stack([random.uniform(-180, 180, 300), np.degrees(np.arcsin(random.uniform(-1, 1, 300)))])
    index = SegmentIndex.build(list(shapely.points(places)))
    x, y = random.uniform(-180, 180, 200), np.degrees(np.arcsin(random.uniform(-1, 1, 200)))
    owner, metres, _, _ = nearest(x, y, index)
    grid = geodesic_m(np.repeat(x, 300), np.repeat(y, 300), np.tile(places[:, 0], 200), np.tile(places[:, 1], 200))
    grid = grid.reshape(200, 300)
    assert (owner == grid.argmin(axis=1)).all()
    assert np.allclose(metres, grid.min(axis=1), atol=1e-6)


@hypothesis_settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(*[st.floats(-50, 50)] * 3), min_size=4, max_size=4))
def test_closest_points_of_two_segments(ends: list[tuple[float, float, float]]) -> None:
    p1, p2, q1, q2 = (np.array([x]) for x in ends)

    def segments(a: np.ndarray, b: np.ndarray) -> Segments:
        step = b - a
        return Segments(a, step, np.zeros(1, np.int64), np.maximum((step**2).sum(axis=1), 1e-12))

    found, a, b = closest_points(segments(p1, p2), np.array([0]), segments(q1, q2), np.array([0]))
    share = np.linspace(0, 1, 201)
    grid = np.linalg.norm(
        (p1 + share[:, None] * (p2 - p1))[:, None] - (q1 + share[:, None] * (q2 - q1))[None], axis=2
    )
    assert found[0] <= grid.min() + 1e-6  # pieces shorter than a micrometre count as points
    assert found[0] >= grid.min() - 1.0  # the grid is coarse; it can only be too long
    assert np.linalg.norm(a - b) == pytest.approx(found[0])


def test_long_edges_are_cut_and_keep_their_owner() -> None:
    lines = [shapely.LineString([(0, 0), (0, 1)]), shapely.LineString([(5, 5), (5.0001, 5), (5.0002, 5)])]
    segments = cut([*lines, shapely.Point(1, 1)], 1_000)
    assert np.sqrt(segments.square).max() < 1_001
    assert segments.owner.tolist() == sorted(segments.owner.tolist())
    assert np.bincount(segments.owner).tolist() == [111, 2, 1]
    ends = segments.start + segments.step
    assert np.allclose(ends[:110], segments.start[1:111])


@pytest.mark.parametrize("reach", [300.0, 2_000.0, 9_000.0])
def test_bounds_of_pairs_hold_and_wanted_pairs_are_exact(reach: float) -> None:
    random = np.random.default_rng(5)
    corner = np.array([10.0, 50.0])
    walks = [random.uniform(0, 0.2, 2) + np.cumsum(random.normal(0, 0.004, (30, 2)), axis=0) for _ in range(40)]
    lines = [shapely.LineString(corner + x) for x in walks]
    shapes = [*lines[:10], *shapely.points(random.uniform(0, 0.2, (20, 2)) + np.array([10, 50]))]
    here, there = Collection.of(shapes), Collection.of(lines[10:])
    limit = np.full(len(shapes), reach)
    everything = np.arange(len(shapes) * 30)
    loose = list(bounded_pairs(here, there, limit, np.zeros(0, np.int64), [limit]))
    exact = list(bounded_pairs(here, there, limit, everything, [limit]))
    lower, upper = {}, {}
    for pairs in loose:
        for t, r, a, b in zip(pairs.target, pairs.reference, pairs.lower, pairs.upper, strict=True):
            lower[t, r], upper[t, r] = a, b
    for pairs in exact:
        assert (pairs.lower == pairs.upper).all()
        for t, r, m in zip(pairs.target, pairs.reference, pairs.lower, strict=True):
            assert lower[t, r] - 1e-6 <= m <= upper[t, r] + 1e-6
            assert (m <= reach) == (upper[t, r] <= reach + 0.02)
    points = np.array([(p.x, p.y) for p in shapes[10:]])
    t, r, m = within(points[:, 0], points[:, 1], SegmentIndex.build(lines[10:]), reach)
    expected = {(int(a) + 10, int(b)): c for a, b, c in zip(t, r, m, strict=True)}
    measured = {
        (int(a), int(b)): c
        for pairs in exact
        for a, b, c in zip(pairs.target, pairs.reference, pairs.lower, strict=True)
        if a >= 10 and c <= reach
    }
    assert measured.keys() == expected.keys()
    assert all(measured[x] == pytest.approx(expected[x], abs=1e-6) for x in measured)


@hypothesis_settings(max_examples=150, deadline=None)
@given(
    lon=longitudes, lat=st.floats(-89, 89), azimuth=st.floats(-180, 180), share=st.floats(0, 1),
    reach=st.sampled_from([5.0, 5_000.0, 300_000.0]),
)  # fmt: skip
def test_boxes_hold_everything_within_reach(
    lon: float, lat: float, azimuth: float, share: float, reach: float
) -> None:
    boxes = boxes_around([shapely.Point(lon, lat)], np.array([reach]))
    at = WGS84.Direct(lat, lon, azimuth, share * reach)
    x = (at["lon2"] + 180) % 360 - 180
    assert any(w - 1e-9 <= x <= e + 1e-9 and s <= at["lat2"] <= n for w, s, e, n in boxes)
    assert all(-180 <= w <= e <= 180 for w, _, e, _ in boxes)


def test_many_boxes_are_grouped_and_still_hold_all() -> None:
    random = np.random.default_rng(2)
    points = random.uniform(0, 1, (400, 2)) + np.array([100, 40])
    boxes = boxes_around(list(shapely.points(points)), np.full(400, 2_000.0))
    assert len(boxes) < 400
    for x, y in points:
        assert any(w < x - 0.015 and x + 0.015 < e and s < y - 0.015 and y + 0.015 < n for w, s, e, n in boxes)

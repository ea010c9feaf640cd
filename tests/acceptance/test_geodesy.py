"""The yardstick itself: against GeographicLib's own Python code, and against brute force along the edge."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from geographiclib.geodesic import Geodesic

from tests.acceptance.geodesy import distances, edges, to_edges

RANDOM = np.random.default_rng(7)
CASES = [
    (*(RANDOM.uniform([100, 24], [112, 43])), RANDOM.uniform(-0.1, 0.1, 4), RANDOM.uniform(0.0, 0.4, 2))
    for _ in range(25)
]


@pytest.mark.parametrize("case", CASES)
def test_against_geographiclib_walking_along_the_edge(case: tuple) -> None:
    lon, lat, moves, away = case
    a, b = (lon + moves[0], lat + moves[1]), (lon + moves[2], lat + moves[3])
    point = (lon + away[0], lat + away[1])
    measured = to_edges(*point, np.array([[*a, *b]]))[0]

    line = Geodesic.WGS84.InverseLine(a[1], a[0], b[1], b[0])

    def at(s: float) -> float:
        place = line.Position(s)
        return Geodesic.WGS84.Inverse(point[1], point[0], place["lat2"], place["lon2"])["s12"]

    low, high = 0.0, line.s13
    for _ in range(4):  # brute force, each round ten times finer
        walk = np.linspace(low, high, 41)
        best = int(np.argmin([at(s) for s in walk]))
        low, high = walk[max(best - 1, 0)], walk[min(best + 1, 40)]
    assert measured == pytest.approx(min(at(s) for s in np.linspace(low, high, 41)), abs=1e-4)


def test_kinds_of_geometry() -> None:
    square = shapely.box(100, 30, 101, 31)
    line = shapely.LineString([(100.2, 30.5), (103, 30.5)])
    assert len(edges(square)) == 4
    assert distances(shapely.Point(100.5, 30.5), [square, line])[0] == 0
    far = shapely.Point(101.01, 30.5)
    degree = Geodesic.WGS84.Inverse(30.5, 101.01, 30.5, 101)["s12"]
    assert distances(far, [square])[0] == pytest.approx(degree, abs=0.05)
    assert distances(square, [line]) == [0]
    beside = shapely.MultiLineString([[(101.02, 30.2), (101.02, 30.8)], [(99, 20), (99, 21)]])
    expected = min(Geodesic.WGS84.Inverse(y, 101.02, y, 101)["s12"] for y in (30.2, 30.8))
    assert distances(square, [beside])[0] == pytest.approx(expected, abs=1e-3)
    assert distances(far, [shapely.Point(120, 30)], limit=5_000) == [np.inf]

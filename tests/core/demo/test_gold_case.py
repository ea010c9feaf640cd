"""The published case: four gold deposits, their distances to faults, measured without the product.

Distances are minimised along geodesic edges with GeographicLib.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import geopandas
import numpy as np
import pytest
import shapely
from geographiclib.geodesic import Geodesic

from core.demo import DemoFile

EARTH = Geodesic.WGS84
RADIUS_M = 5_000.0
PUBLISHED = {
    "Saiwusu Rock Gold Deposit": (109.9903, 41.8506, 0.02, 8),
    "Bilute Gold Deposit": (109.8822, 41.8336, 2.78, 1),
    "Sujiao'ao Gold-Copper Prospect": (110.0375, 41.9239, 2.98, 1),
    "Gansi Taolegai Gold Prospect": (109.8908, 41.8586, 4.63, 2),
}
BELT = "Northern margin fault belt of the North China Craton"


def edge_distance(lon: float, lat: float, a: tuple[float, float], b: tuple[float, float]) -> float:
    """Least geodesic distance (m) from a point to the geodesic edge a–b, by golden-section search."""
    edge = EARTH.InverseLine(a[1], a[0], b[1], b[0])

    @cache
    def at(s: float) -> float:
        p = edge.Position(s)
        return EARTH.Inverse(lat, lon, p["lat2"], p["lon2"])["s12"]

    low, high = 0.0, edge.s13
    ratio = (np.sqrt(5) - 1) / 2
    while high - low > 1e-4:
        c, d = high - ratio * (high - low), low + ratio * (high - low)
        if at(c) < at(d):
            high = d
        else:
            low = c
    return min(at(0.0), at(edge.s13), at((low + high) / 2))


def distance(lon: float, lat: float, line: shapely.Geometry, limit: float) -> float:
    """Least geodesic distance (m) to a line, or infinity when it is surely above `limit`."""
    if shapely.distance(shapely.Point(lon, lat), line) * 80_000 > limit:  # a degree is longer than 80 km here
        return np.inf
    best = np.inf
    for part in shapely.get_parts(line):
        for a, b in pairwise(shapely.get_coordinates(part).tolist()):
            ends = min(EARTH.Inverse(lat, lon, p[1], p[0])["s12"] for p in (a, b))
            if ends - 1_000 < min(best, limit):  # edges are at most 1 km long
                best = min(best, edge_distance(lon, lat, tuple(a), tuple(b)))
    return best


@pytest.fixture(scope="module")
def occurrences(files: dict[str, DemoFile]) -> geopandas.GeoDataFrame:
    return geopandas.read_file(files["bayan_obo_occurrences"].path, encoding="GBK")


@pytest.fixture(scope="module")
def faults(files: dict[str, DemoFile]) -> geopandas.GeoDataFrame:
    return geopandas.read_file(files["bayan_obo_faults"].path, encoding="GBK")


@pytest.fixture(scope="module")
def near(
    occurrences: geopandas.GeoDataFrame, faults: geopandas.GeoDataFrame
) -> dict[str, list[tuple[float, int]]]:
    """Magmatic-hydrothermal gold: name → (distance, row of the fault) of all faults within 5.3 km."""
    gold = occurrences[occurrences["矿种"].str.contains("Au") & (occurrences["成因类型"] == "岩浆热液型")]
    found = {}
    for row in gold.itertuples():
        lon, lat = row.geometry.x, row.geometry.y
        measured = [(distance(lon, lat, line, 5_300), i) for i, line in enumerate(faults.geometry)]
        found[row.NAME_EN] = sorted(x for x in measured if x[0] <= 5_300)
    return found


def test_the_four_deposits_stand_at_their_published_places(occurrences: geopandas.GeoDataFrame) -> None:
    for name, (lon, lat, _, _) in PUBLISHED.items():
        point = occurrences.loc[occurrences["NAME_EN"] == name, "geometry"].item()
        assert (point.x, point.y) == (lon, lat)


def test_exactly_the_four_lie_within_five_kilometres(near: dict[str, list[tuple[float, int]]]) -> None:
    hits = {name for name, measured in near.items() if any(d <= RADIUS_M for d, _ in measured)}
    assert hits == set(PUBLISHED)
    others = set(near) - hits
    assert len(others) >= 3  # the filter has something to leave out
    assert not any(near[name] for name in others)  # none even within 5.3 km


@pytest.mark.parametrize("name", PUBLISHED)
def test_nearest_distance_and_number_of_faults(near: dict[str, list[tuple[float, int]]], name: str) -> None:
    _, _, kilometres, count = PUBLISHED[name]
    within = [d for d, _ in near[name] if d <= RADIUS_M]
    assert within[0] == pytest.approx(1_000 * kilometres, abs=5)
    assert len(within) == count
    assert not any(abs(d - RADIUS_M) < 50 for d, _ in near[name])  # no count hangs on a hair


def test_eleven_faults_take_part_and_only_the_belt_has_a_name(
    near: dict[str, list[tuple[float, int]]], faults: geopandas.GeoDataFrame
) -> None:
    taking_part = {i for name in PUBLISHED for d, i in near[name] if d <= RADIUS_M}
    assert len(taking_part) == 11
    named = [i for i in taking_part if isinstance(faults["NAME_EN"][i], str)]
    assert [faults["NAME_EN"][i] for i in named] == [BELT]
    assert faults["断裂名称"][named[0]] == "华北克拉通北缘断裂带"
    to_belt = [d for d, i in near["Saiwusu Rock Gold Deposit"] if i == named[0]]
    assert to_belt[0] == pytest.approx(2_840, abs=5)
    for name in PUBLISHED:
        nearest = near[name][0][1]
        assert faults["断裂性质"][nearest] == "性质不明"
        assert faults["CHARACTER"][nearest] == "Unknown"


def test_near_misses_of_the_question_exist(
    occurrences: geopandas.GeoDataFrame, faults: geopandas.GeoDataFrame
) -> None:
    tree = shapely.STRtree(faults.geometry.to_crs(32649).to_numpy())
    points = occurrences.geometry.to_crs(32649)
    to_fault = tree.query_nearest(points.to_numpy(), return_distance=True, all_matches=False)[1]
    close = occurrences[to_fault < 4_900]
    gold, kind = close["矿种"].str.contains("Au"), close["成因类型"] == "岩浆热液型"
    assert (gold & ~kind).sum() >= 8
    assert (kind & ~gold).sum() >= 8


def test_one_occurrence_lies_amid_more_than_forty_faults(
    occurrences: geopandas.GeoDataFrame, faults: geopandas.GeoDataFrame
) -> None:
    lines = faults.geometry.to_crs(32649)
    most = max((lines.distance(p) <= RADIUS_M).sum() for p in occurrences.geometry.to_crs(32649))
    assert most >= 40

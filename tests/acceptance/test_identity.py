"""One target is one row, nothing is its own neighbour, and ties stand in the same order every time."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import geopandas as gpd
import pytest
import shapely
import sqlalchemy as sa

from core.database.engine import Database
from core.ingest import LoadDecisions, load
from core.service import MineralApp
from core.settings import Settings
from tests.acceptance.expected_python import Python
from tests.acceptance.test_forty_questions import features

AMONG_THEMSELVES = (
    ("Gold deposits within 3 km of another gold deposit in Bayan Obo", "gold", 3_000),
    ("白云鄂博地区距离其他铜矿床2公里以内的铜矿床", "copper", 2_000),
)


def test_a_deposit_in_a_swarm_of_faults_is_one_row(app: MineralApp) -> None:
    answer = app.ask("Which copper deposits lie within 5 km of faults in Bayan Obo?")
    found = features(answer)
    assert len(found) == len(set(found))
    in_swarm = [e for e in answer.evidence if e.row.names["en"] == "Bayin Aobao Copper Deposit"]
    assert len(in_swarm) == 1
    proximity = in_swarm[0].proximity[0]
    assert proximity.within_count >= 40
    references = [x.ref for x in proximity.within]
    assert len(references) == len(set(references))
    metres = [x.distance_m for x in proximity.within]
    assert metres == sorted(metres)


@pytest.mark.parametrize(("question", "metal", "radius"), AMONG_THEMSELVES)
def test_nothing_is_its_own_neighbour(
    app: MineralApp, by_python: Python, question: str, metal: str, radius: float
) -> None:
    answer = app.ask(question)
    assert answer.status == "answered", answer.message
    expected = by_python.near(
        by_python.inside(by_python.deposits(metal), "bayan_obo"), by_python.deposits(metal), radius
    )
    assert set(features(answer)) == set(expected.features)
    for evidence in answer.evidence:
        ref = evidence.row.ref
        (proximity,) = evidence.proximity
        assert ref not in [x.ref for x in proximity.within]
        assert proximity.within_count == expected.near[ref.table, ref.fid].count


def test_ties_keep_their_order(database: Database, settings: Settings, tmp_path: Path) -> None:
    """Twenty-four deposits on four places, equally far from a fault; the table is stirred in between."""
    places = [(110.0, 41.80), (110.1, 41.80), (110.0, 41.84), (110.1, 41.84)]
    frame = gpd.GeoDataFrame(
        {
            "NAME_EN": [f"Gold Deposit {i}" for i in range(24)],
            "矿产地名": [f"金矿{i}" for i in range(24)],
            "矿种": "Au",
            "规模": "小型",
            "成因类型": "热液型",
            "发现年份": 1990,
        },
        geometry=[shapely.Point(places[i % 4]) for i in range(24)],
        crs=4326,
    )
    line = shapely.LineString([(109.9, 41.82), (110.2, 41.82)])
    fault = gpd.GeoDataFrame(
        {"NAME_EN": ["Middle fault"], "断裂名称": ["中断裂"], "断裂性质": ["正断层"]}, geometry=[line], crs=4326
    )
    for table, content in {"bayan_obo_occurrences": frame, "bayan_obo_faults": fault}.items():
        path = tmp_path / f"{table}.gpkg"
        content.to_file(path)
        load(database, path, LoadDecisions(table=table))
    orders = set()
    for seed in range(4):
        with database.owner.begin() as connection:
            stir = f"UPDATE layers.bayan_obo_occurrences SET geom = geom WHERE (fid * {seed + 3}) % 7 < 3"
            connection.execute(sa.text(stir))
        app = MineralApp.open(settings, database=database)
        for question in ("Gold deposits within 5 km of faults", "gold deposits"):
            answer = app.ask(question)
            assert len(answer.evidence) == 24
            orders.add((question, tuple(features(answer))))
    assert len(orders) == 2
    for question, order in orders:
        if question == "gold deposits":
            assert all(a < b for a, b in pairwise(order))

"""A second look at the right answers: other algorithms, and statements in SQL."""

from __future__ import annotations

import math
import random

import pytest
import sqlalchemy as sa
from shapely.geometry import LineString, Point

from core.database.engine import Database
from core.evaluation.gold.answers import Answers
from core.evaluation.gold.measuring import Nearby, apart, area, length
from core.evaluation.running import Bench
from tests.acceptance.geodesy import distances


def test_distances_agree_with_a_search_along_the_edges(bench: Bench) -> None:
    dice = random.Random(7)
    for kind in ("deposit", "fault", "body"):
        ones = dice.sample(bench.world.by_kind[kind], 6)
        others = dice.sample(bench.world.by_kind["fault"], 6)
        for one, other in zip(ones, others, strict=True):
            if one is not other:
                expected = distances(one.geometry, [other.geometry])[0]
                assert apart(one.geometry, other.geometry) == pytest.approx(expected, abs=0.01)


def test_measuring_from_a_point_to_many_is_measuring_one_by_one(bench: Bench) -> None:
    dice = random.Random(8)
    faults = [x.geometry for x in bench.world.by_kind["fault"] if x.area == "bayan"]
    near = Nearby(faults)
    for one in dice.sample([x for x in bench.world.by_kind["deposit"] if x.area == "bayan"], 10):
        metres, i = near.within(one.geometry, 20_000)[0]
        assert metres == pytest.approx(min(apart(one.geometry, x) for x in faults), abs=0.001)
        assert metres == pytest.approx(apart(one.geometry, faults[i]), abs=0.001)


def test_a_point_beside_a_meridian_is_as_far_as_the_parallel_says() -> None:
    latitude = math.radians(41.5)
    across = 6_378_137.0 / math.sqrt(1 - 0.00669438 * math.sin(latitude) ** 2) * math.cos(latitude)
    line = LineString([(110.0, 41.0), (110.0, 42.0)])
    assert apart(Point(110.1, 41.5), line) == pytest.approx(across * math.radians(0.1), abs=1.0)
    assert apart(Point(110.0, 41.5), line) == 0.0


@pytest.mark.parametrize(
    ("meaning", "statement"),
    [
        (
            {"of": {"kind": "deposit", "where": [["value", "commodity", "gold"]]}, "want": "count"},
            """SELECT (SELECT count(*) FROM layers.bayan_obo_occurrences WHERE "矿种" ~ '(^|[-(])Au($|[-()])')
                 + (SELECT count(*) FROM layers.yunnan_ore_points WHERE '金' = ANY(string_to_array("矿种", '、')))
                 + (SELECT count(*) FROM layers.sichuan_deposits WHERE "COMMODITY" ~ '\\mGold\\M')""",
        ),
        (
            {"want": "count", "of": {"kind": "sample", "where": [["number", "Li", ">", 150, "ppm"]]}},
            'SELECT count(*) FROM layers.sichuan_soils WHERE "Li_ppm" > 150',
        ),
        (
            {"want": "aggregate", "of": {"kind": "sample", "in": "bayan"},
             "measures": [["percentile", ["field", "Ce"], 90]]},
            'SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY "Ce(ppm)") FROM layers.bayan_obo_samples',
        ),
        (
            {"want": "aggregate", "of": {"kind": "sample", "in": "yunnan"},
             "measures": [["stddev", ["field", "Zn"]]]},
            'SELECT stddev_samp("Zn[10-6]") FROM layers.yunnan_samples',
        ),
        (
            {"want": "count", "of": {"kind": "deposit", "where": [
                ["within", {"kind": "body", "where": [["value", "group", "xikang"]]}]]}},
            """SELECT count(DISTINCT d.fid) FROM layers.sichuan_deposits d
                 JOIN layers.sichuan_units u ON u.grp = 'Xikang Group' AND ST_Intersects(d.geom, u.geom)""",
        ),
    ],
)  # fmt: skip
def test_numbers_agree_with_sql(
    bench: Bench, demo_database: Database, meaning: dict[str, object], statement: str
) -> None:
    with demo_database.reader.connect() as connection:
        expected = connection.execute(sa.text(statement)).scalar_one()
    assert Answers(bench.world).gold(meaning).number == pytest.approx(float(expected), rel=1e-9)


def test_sizes_agree_with_postgis(bench: Bench, demo_database: Database) -> None:
    with demo_database.reader.connect() as connection:
        areas = connection.execute(sa.text("SELECT fid, ST_Area(geom::geography) FROM layers.sichuan_units")).all()
        lengths = connection.execute(
            sa.text("SELECT fid, ST_Length(geom::geography) FROM layers.yunnan_faults")
        ).all()
    units = {x.ref.fid: x for x in bench.world.by_kind["body"] if x.ref.table == "sichuan_units"}
    faults = {x.ref.fid: x for x in bench.world.by_kind["fault"] if x.ref.table == "yunnan_faults"}
    for fid, square_metres in areas[:60]:
        assert area(units[fid].geometry) == pytest.approx(square_metres, rel=1e-6)
    for fid, metres in lengths[:60]:
        assert length(faults[fid].geometry) == pytest.approx(metres, rel=1e-9)


def test_a_question_without_a_sharp_border_has_no_feature_on_it(bench: Bench) -> None:
    """No deposit lies within a metre of a round distance from its nearest fault: methods cannot disagree on it."""
    near = Nearby([x.geometry for x in bench.world.by_kind["fault"]])
    for one in bench.world.by_kind["deposit"]:
        found = near.nearest(one.geometry)
        assert found is not None
        assert abs(found[0] - 500 * round(found[0] / 500)) > 0.01

"""Features in parts: conditions, sizes, values and counts are those of the whole feature."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import shapely
from pyproj import Geod

from core.database.engine import Database
from core.query.pipeline import Outcome, run_query
from core.question import ir
from core.settings import Settings
from core.vocabulary.card import Labels as Words
from core.vocabulary.card import Layer, SchemaCard
from core.vocabulary.units import Units
from tests.core.query.fixtures import attr, rel, select
from tests.core.query.synthetic import Table, _column, write

GEOD = Geod(ellps="WGS84")
KINDS = ("normal", "thrust")


def line(lon: float, lat: float) -> Any:
    return shapely.LineString([(lon, lat), (lon + 0.01, lat)])


FAULTS = [
    # feature, kind, part
    ("Long", None, line(10.0, 50.0)), ("Long", "thrust", line(10.2, 50.0)), ("Long", "normal", line(10.4, 50.0)),
    ("Short", "normal", line(10.0, 50.3)), (None, "thrust", line(10.0, 50.6)), (None, None, line(10.2, 50.6)),
    ("Twin", "normal", line(10.2, 50.3)), ("Twin", "normal", line(10.4, 50.3)),
]  # fmt: skip
MINES = [("West", (10.005, 50.001)), ("Middle", (10.205, 50.001)), ("East", (10.405, 50.301))]


@pytest.fixture(scope="module")
def parts(module_database: Database) -> Database:
    """Faults in parts, mines beside some of them."""
    rows = [x[:2] for x in FAULTS]
    write(module_database, Table("pieces", "line", {"name": "text", "kind": "text"}, rows, [x[2] for x in FAULTS]))
    places = [shapely.Point(x) for _, x in MINES]
    write(module_database, Table("mines", "point", {"name": "text"}, [(x,) for x, _ in MINES], places))
    return module_database


@pytest.fixture
def run(parts: Database, made_up_card: SchemaCard, units: Units, settings: Settings) -> Any:
    """Ask; the answer is the rows that stand for the features."""
    extent = (10.0, 50.0, 10.5, 50.7)
    kind = _column("fault_type", "kind", inventory=KINDS, concepts={"thrust": ("thrust",), "normal": ("normal",)})
    faults = Layer("pieces", "fault", Words("p", "p"), "line", 8, extent,
                   {"name": _column("name", "name"), "fault_type": kind}, "name")  # fmt: skip
    mines = Layer("mines", "deposit", Words("m", "m"), "point", 3, extent, {"name": _column("name", "name")})
    card = replace(made_up_card, version="parts", layers=(faults, mines), names=())

    def ask(query: dict[str, Any]) -> list[int]:
        read = ir.Query.model_validate(query)
        outcome: Outcome = run_query(parts, read, card, units, settings, language="en", question="")
        assert outcome.rows is not None, outcome.refusal
        assert outcome.rows.total == len(outcome.rows.rows) == outcome.rows.funnel[-1].count
        return [x.ref.fid for x in outcome.rows.rows]

    return ask


def test_a_feature_meets_a_condition_when_any_part_does(run: Any) -> None:
    assert run(select("fault", rel("near", "deposit", max_m=500))) == [1, 8]
    assert run(select("fault", attr("fault_type", "=", "thrust"))) == [2, 5]
    # One part is a thrust, another lies near West: the feature is both.
    west = rel("near", "deposit", attr("name", "=", "West"), max_m=500)
    assert run(select("fault", attr("fault_type", "=", "thrust"), west)) == [1]


def test_the_opposite_holds_when_no_part_meets_it(run: Any) -> None:
    assert run(select("fault", {"not": rel("near", "deposit", max_m=500)})) == [4, 5, 6]
    # Nothing is known of the kind of row 6: it is neither a thrust nor not one.
    assert run(select("fault", {"not": attr("fault_type", "=", "thrust")})) == [4, 7]
    assert run(select("fault", rel("near", "deposit", min_m=500))) == [4, 5, 6]


def test_sizes_are_sums_and_values_those_of_the_first_part_that_has_one(run: Any) -> None:
    lengths = [GEOD.geometry_length(x[2]) for x in FAULTS]
    whole = {1: sum(lengths[:3]), 4: lengths[3], 5: lengths[4], 6: lengths[5], 7: sum(lengths[6:])}
    order = [{"expr": {"measure": "length"}, "dir": "desc"}]
    assert run(select("fault", order=order)) == sorted(whole, key=lambda x: (-round(whole[x], 6), x))
    limit = {"cmp": [{"measure": "length"}, ">", {"const": lengths[0] * 2.5}]}
    assert run(select("fault", limit)) == [1]
    same = {"cmp": [{"field": "fault_type"}, "=", {"field": "fault_type"}]}
    assert run(select("fault", same)) == [1, 4, 5, 7]


def test_numbers_count_features_from_all_parts(run: Any) -> None:
    two = rel("near", "deposit", max_m=500, count={"op": "=", "value": 2})
    assert run(select("fault", two)) == [1]
    none = rel("near", "deposit", max_m=500, count={"op": "=", "value": 0})
    assert run(select("fault", none)) == [4, 5, 6]
    top = {"top": {"by_count_of": {"layer": "deposit"}, "rel": "near", "max_m": 500, "dir": "desc", "k": 2}}
    assert sorted(run(select("fault", top)))[0] == 1
    assert len(run(select("fault", top))) == 2


def test_the_distance_of_a_feature_is_that_of_its_nearest_part(run: Any) -> None:
    middle = {"distance_to": {"layer": "deposit", "where": attr("name", "=", "Middle")}}
    nearest = run(select("fault", order=[{"expr": middle, "dir": "asc"}], limit=1))
    assert nearest == [2]  # the part that is nearest stands for the feature
    farthest = run(select("fault", order=[{"expr": middle, "dir": "desc"}]))
    assert farthest[-1] == 2
    beyond = {"cmp": [middle, ">", {"const": 10}], "unit": "km"}
    assert run(select("fault", beyond)) == [4, 5, 6, 7]


def test_an_average_over_features(run: Any) -> None:
    mean = {"agg": "avg", "expr": {"measure": "length"}, "over": {"layer": "fault"}}
    lengths = [GEOD.geometry_length(x[2]) for x in FAULTS]
    average = sum(lengths) / 5
    whole = {1: sum(lengths[:3]), 4: lengths[3], 5: lengths[4], 6: lengths[5], 7: sum(lengths[6:])}
    wanted = [x for x, size in whole.items() if size > average]
    assert run(select("fault", {"cmp": [{"measure": "length"}, ">", mean]})) == wanted

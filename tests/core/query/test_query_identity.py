"""One feature, one row: many references, parts of features, never its own neighbour, always the same order."""

from __future__ import annotations

from dataclasses import replace

import pytest
import shapely

from core.database.engine import Database
from core.query.pipeline import Outcome, run_query
from core.query.result import FeatureRef
from core.question import ir
from core.settings import Settings
from core.vocabulary.card import Labels, Layer, SchemaCard
from core.vocabulary.units import Units
from tests.core.query.fixtures import rel, select
from tests.core.query.synthetic import Table, _column, write


@pytest.fixture(scope="module")
def parts(module_database: Database) -> Database:
    """A river and a fault in many parts with one name each, twins at one place, and a lone fault."""
    segments = [shapely.LineString([(10 + i * 0.001, 50), (10 + (i + 1) * 0.001, 50)]) for i in range(40)]
    others = [shapely.LineString([(10, 50.02), (10.04, 50.02)]), shapely.LineString([(10, 50.3), (10.04, 50.3)])]
    names = [*(["Long fault"] * 40), None, "Far fault"]
    write(module_database, Table("broken", "line", {"name": "text"}, [(x,) for x in names], [*segments, *others]))
    places = [
        shapely.Point(10.02, 50.001),
        shapely.Point(10.02, 50.001),
        shapely.Point(10.02, 50.001),
        shapely.Point(10.02, 50.2),
    ]
    write(
        module_database,
        Table("places", "point", {"name": "text"}, [("Mine",), ("Mine",), ("Twin",), ("Alone",)], places),
    )
    return module_database


def cards(card: SchemaCard, *, keyed: bool) -> SchemaCard:
    def layer(table: str, entity: str, kind: str, rows: int) -> Layer:
        columns = {"name": _column("name", "name")}
        key = "name" if keyed else None
        return Layer(table, entity, Labels(table, table), kind, rows, (10, 50, 10.1, 50.3), columns, key)  # type: ignore[arg-type]

    layers = (layer("broken", "fault", "line", 42), layer("places", "deposit", "point", 4))
    return replace(card, version=f"parts {keyed}", layers=layers, names=())


@pytest.fixture
def run(parts: Database, made_up_card: SchemaCard, units: Units, settings: Settings):
    def ask(query: dict, *, keyed: bool = False) -> Outcome:
        card = cards(made_up_card, keyed=keyed)
        return run_query(parts, ir.Query.model_validate(query), card, units, settings, language="en", question="")

    return ask


def listed(outcome: Outcome) -> list[tuple[str, int]]:
    assert outcome.rows is not None, outcome.refusal
    return [(x.ref.table, x.ref.fid) for x in outcome.rows.rows]


def test_forty_segments_and_one_row(run) -> None:
    outcome = run(select("deposit", rel("near", "fault", max_m=3_000)))
    assert listed(outcome) == [("places", 1), ("places", 2), ("places", 3)]
    measured = outcome.by_feature()[FeatureRef("places", 1)][0]
    assert measured.within_count == 41
    assert len(measured.within) == 41


def test_parts_with_one_key_are_one_feature(run) -> None:
    outcome = run(select("deposit", rel("near", "fault", max_m=3_000)), keyed=True)
    assert listed(outcome) == [("places", 1), ("places", 3)]
    assert outcome.rows is not None
    assert outcome.rows.total == 2
    measured = outcome.by_feature()[FeatureRef("places", 1)][0]
    assert measured.within_count == 2
    assert measured.within[0].ref.fid in (20, 21)  # the parts that meet beside the mine
    assert measured.within[1].ref.fid == 41
    assert [x.count for x in outcome.rows.funnel] == [3, 2]


def test_a_feature_is_never_its_own_neighbour(run) -> None:
    assert listed(run(select("deposit", rel("near", "deposit", max_m=5)))) == [
        ("places", 1),
        ("places", 2),
        ("places", 3),
    ]
    keyed = run(select("deposit", rel("near", "deposit", max_m=5)), keyed=True)
    assert listed(keyed) == [("places", 1), ("places", 3)]
    near = keyed.by_feature()[FeatureRef("places", 1)][0]
    assert [x.ref.fid for x in near.within] == [3]
    lines = run(select("fault", rel("touches", "fault")), keyed=True)
    assert listed(lines) == []
    assert len(listed(run(select("fault", rel("touches", "fault"))))) == 40


def test_a_lone_feature_has_no_neighbour(run) -> None:
    outcome = run(select("deposit", rel("near", "deposit", min_m=1_000)))
    assert listed(outcome) == [("places", 4)]


def test_ties_are_broken_by_table_and_row(run) -> None:
    order = [{"expr": {"distance_to": {"point": [10.02, 50.001]}}, "dir": "asc"}]
    for _ in range(3):
        assert listed(run(select("deposit", order=order, limit=3))) == [
            ("places", 1),
            ("places", 2),
            ("places", 3),
        ]
    down = [{**order[0], "dir": "desc"}]
    assert listed(run(select("deposit", order=down))) == [
        ("places", 4),
        ("places", 1),
        ("places", 2),
        ("places", 3),
    ]


def test_the_number_of_references_counts_features(run) -> None:
    query = select("deposit", rel("near", "fault", max_m=3_000, count={"op": "=", "value": 2}))
    assert listed(run(query, keyed=True)) == [("places", 1), ("places", 3)]
    assert listed(run(query)) == []

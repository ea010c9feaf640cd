"""The proof lets right answers pass and stops wrong ones, naming target and reference."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely

from core.database.engine import Database
from core.errors import ProofError
from core.evidence.proximity import Shapes, Target
from core.evidence.proximity import prove as prove_distances
from core.query.measured import Measured, MeasuredReference
from core.query.pipeline import Outcome
from core.query.result import FeatureRef
from core.settings import Settings
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units
from tests.core.query.fixtures import Ask, Prove, altered, attr, rel, select
from tests.core.query.synthetic import Table, write

NEAR = select("deposit", attr("commodity", "=", "gold"), rel("near", "fault", max_m=3_000))


@pytest.mark.parametrize("query", [
    NEAR,
    select("deposit", rel("near", "fault", min_m=1_000, max_m=3_000)),
    select("deposit", rel("near", "fault", min_m=4_000)),
    select("geo_body", rel("near", "fault", max_m=200)),
    select("fault", rel("near", "geo_body", attr("lithology", "=", "granite"), max_m=500)),
    select("fault", rel("near", "fault", max_m=100)),
    select("deposit", rel("near", "deposit", max_m=2_000)),
    select("deposit", rel("near", "geo_body", attr("lithology", "=", "granite"), max_m=2_000)),
    select("deposit", {"rel": "near", "to": {"point": [100.5, 40.5]}, "max_m": 20_000}),
    select("deposit", order=[{"expr": {"distance_to": {"layer": "fault"}}, "dir": "desc"}], limit=5),
    select("deposit", {"or": [attr("commodity", "=", "copper"), rel("near", "fault", max_m=500)]}),
    select("deposit", {"not": rel("near", "fault", max_m=2_000)}),
    select("fault", rel("crosses", "geo_body", attr("lithology", "=", "granite"))),
    select("geo_body", rel("contains", "deposit")),
])  # fmt: skip
def test_right_answers_pass_to_the_micrometre(ask: Ask, prove: Prove, query: dict[str, Any]) -> None:
    outcome = ask(query)
    assert outcome.rows is not None
    evidence = prove(outcome)
    assert len(evidence) == len(outcome.rows.rows) > 0
    assert all(p.disagreement_m < 1e-4 for x in evidence for p in x.proximity)
    assert all(p.nearest is None or p.nearest.geometry is not None for x in evidence for p in x.proximity)


ELSEWHERE = MeasuredReference(FeatureRef("faults_south", 1), 10.0)
"""A fault two degrees away, said to be near."""


def changed(outcome: Outcome, change: Any) -> Outcome:
    """The outcome with the measured relation of its first row that has two references changed."""
    ref, (measured,) = next(x for x in outcome.by_feature().items() if len(x[1][0].within) > 1)
    return altered(outcome, {ref: change(measured)})


def moved(measured: Measured, metres: float) -> Measured:
    first = measured.within[0]
    wrong = MeasuredReference(first.ref, first.distance_m + metres)
    return replace(measured, nearest=wrong, within=(wrong, *measured.within[1:]))


def test_a_distance_that_is_wrong_by_more_than_a_centimetre_stops_the_answer(ask: Ask, prove: Prove) -> None:
    outcome = ask(NEAR)
    with pytest.raises(ProofError) as error:
        prove(changed(outcome, lambda m: moved(m, 0.011)))
    assert outcome.rows is not None
    target = next(x for x in outcome.rows.rows if len(outcome.by_feature()[x.ref][0].within) > 1)
    reference = outcome.by_feature()[target.ref][0].within[0].ref
    assert target.name in error.value.sentence
    assert f"{reference.table} #{reference.fid}" in error.value.sentence
    assert "withheld" in error.value.sentence
    assert target.name in error.value.sentence_zh
    evidence = prove(changed(outcome, lambda m: moved(m, 0.005)))
    assert max(p.disagreement_m for x in evidence for p in x.proximity) == pytest.approx(0.005, abs=1e-4)


@pytest.mark.parametrize(("change", "words"), [
    (lambda m: replace(m, within_count=m.within_count + 1), "counts"),
    (lambda m: replace(m, within_count=m.within_count - 1), "counts"),
    (lambda m: replace(m, nearest=m.within[1], within=m.within[1:]), "nearer"),
    (lambda m: replace(m, within=(*m.within, ELSEWHERE)), "not found"),
])  # fmt: skip
def test_other_errors_stop_the_answer(ask: Ask, prove: Prove, change: Any, words: str) -> None:
    with pytest.raises(ProofError, match=words):
        prove(changed(ask(NEAR), change))


def test_features_said_to_meet_are_checked(ask: Ask, prove: Prove) -> None:
    outcome = ask(select("deposit", rel("within", "geo_body", attr("lithology", "=", "granite"))))
    ref, (measured,) = next(iter(outcome.by_feature().items()))
    other = next(
        m.within[0] for r, (m,) in outcome.by_feature().items() if m.within[0].ref != measured.within[0].ref
    )
    wrong = replace(measured, within=(other,), nearest=other)
    with pytest.raises(ProofError, match="does not meet"):
        prove(altered(outcome, {ref: wrong}))


def test_references_that_vanished_stop_the_answer(ask: Ask) -> None:
    outcome = ask(NEAR)
    assert outcome.rows is not None
    targets = [Target(x.name, x.ref.table, f"row {x.ref.fid}", x.geometry) for x in outcome.rows.rows]
    nothing = Shapes(np.zeros(0, np.int64), np.zeros(0, np.int64), [], [])
    with pytest.raises(ProofError, match="found again"):
        prove_distances(targets, outcome.measured[0], nothing)


def test_long_edges_are_great_circles_on_both_routes(
    module_database: Database, made_up_card: SchemaCard, units: Units, settings: Settings
) -> None:
    """100 km edges, far north, across the date line and near a pole: both routes draw the same edge."""
    from core.evidence.pipeline import gather  # noqa: PLC0415
    from core.query.pipeline import run_query  # noqa: PLC0415
    from core.question import ir  # noqa: PLC0415
    from tests.core.query import synthetic  # noqa: PLC0415

    lines = [
        shapely.LineString([(100, 40), (101.2, 40.1)]), shapely.LineString([(20, 75), (24, 75.2)]),
        shapely.LineString([(179.2, -17), (180, -16.9)]), shapely.LineString([(-180, -16.9), (-179.3, -16.7)]),
        shapely.LineString([(-40, 89), (140, 89.2)]),
    ]  # fmt: skip
    points = [shapely.Point(100.6, 40.3), shapely.Point(22, 75.3), shapely.Point(-179.99, -17.05),
              shapely.Point(179.999, -16.7), shapely.Point(50, 89.7)]  # fmt: skip
    write(module_database, Table("longs", "line", {"name": "text"}, [(f"L{i}",) for i in range(5)], lines))
    write(module_database, Table("spots", "point", {"name": "text"}, [(f"P{i}",) for i in range(5)], points))
    layers = tuple(
        replace(
            synthetic._layer(Table(n, k, {}, [()] * 5, g), e, [synthetic._column("name", "name")]),
            max_edge_m=110_000,
        )
        for n, k, g, e in (("longs", "line", lines, "fault"), ("spots", "point", points, "deposit"))
    )
    card = replace(made_up_card, version="long", layers=layers, names=())
    for target, reference in (("deposit", "fault"), ("fault", "deposit")):
        query = ir.Query.model_validate(select(target, rel("near", reference, max_m=90_000)))
        outcome = run_query(module_database, query, card, units, settings, language="en", question="")
        evidence = gather(module_database, outcome, card, units, settings)
        assert len(evidence) == 5
        assert max(p.disagreement_m for x in evidence for p in x.proximity) < 1e-3

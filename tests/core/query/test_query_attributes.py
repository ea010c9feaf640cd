"""Conditions on cells: values reported as limits, units, ranks, lists, missing cells."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from core.database.engine import Database
from core.query.compile.attributes import test_sql as compile_test
from core.query.compile.tables import Scope, render
from core.query.grounded import NumberTest
from core.vocabulary.card import Column, Labels, Layer
from tests.core.query.fixtures import Ask, attr, refs, rel, select
from tests.core.query.oracle import features

INFINITY = float("inf")
OPS = ("=", "!=", "<", "<=", ">", ">=")
cells = st.one_of(
    st.tuples(st.just(None), st.just(None), st.just(None)),
    st.tuples(st.integers(0, 6).map(float), st.just(None), st.just(None)),
    st.tuples(st.just(None), st.sampled_from(["<", ">"]), st.integers(0, 6).map(float)),
)


def holds(op: str, value: float, threshold: float) -> bool:
    return {
        "=": value == threshold, "!=": value != threshold, "<": value < threshold,
        "<=": value <= threshold, ">": value > threshold, ">=": value >= threshold,
    }[op]  # fmt: skip


def truth(cell: tuple[float | None, str | None, float | None], op: str, threshold: float) -> bool | None:
    """What is certain of a cell: a value below its limit may be anything below it, and so on."""
    value, qualifier, limit = cell
    if value is not None:
        return holds(op, value, threshold)
    if qualifier is None or limit is None:
        return None
    step = 0.25
    possible = (
        [limit - step * i for i in range(1, 80)] if qualifier == "<" else [limit + step * i for i in range(1, 80)]
    )
    answers = {holds(op, x, threshold) for x in possible}
    return answers.pop() if len(answers) == 1 else None


@hypothesis_settings(max_examples=60, deadline=None)
@given(
    cell=cells,
    op=st.sampled_from(OPS),
    threshold=st.integers(0, 6).map(float),
    factor=st.sampled_from([1.0, 1000.0]),
)
def test_values_reported_as_limits_decide_what_they_can(
    made_up: Database, cell: Any, op: Any, threshold: float, factor: float
) -> None:
    column = Column("Au", "v", "double precision", qualifier="q", limit="l")
    layer = Layer("cells", "x", Labels("", ""), "point", 1, (0, 0, 0, 0), {"Au": column})
    place = Scope().place(layer, "t")
    test = NumberTest(column, op, (threshold * factor,), factor)
    statement = render(compile_test(place, test))
    sql = f"SELECT {statement.sql} FROM (VALUES (%(v)s::float8, %(q)s::text, %(l)s::float8)) AS t1 (v, q, l)"
    with psycopg.connect(made_up.owner.url.set(drivername="postgresql").render_as_string(False)) as connection:
        row = connection.execute(sql, {**statement.params, "v": cell[0], "q": cell[1], "l": cell[2]}).fetchone()
    assert row is not None
    assert row[0] == truth(cell, op, threshold)


def gold_ppb(cells: dict[str, Any]) -> tuple[float | None, str | None, float | None]:
    if "au_ppb" in cells:
        return cells["au_ppb"], cells["au_ppb__qualifier"], cells["au_ppb__limit"]
    return round(cells["Au_g/t"] * 1000, 9), None, None


@pytest.mark.parametrize(("op", "value", "unit"), [
    (">", 20, "ppb"), (">", 0.02, "ppm"), (">=", 0.02, "g/t"), ("<", 0.5, "ppb"), ("<=", 1, "ppb"),
    ("<", 2, "ppb"), (">", 0.5, "ppb"),
])  # fmt: skip
def test_units_are_converted_for_every_layer_and_limits_counted(
    ask: Ask, op: str, value: float, unit: str
) -> None:
    outcome = ask(select("geochem_sample", attr("Au", op, value, unit)))
    ppb = value if unit == "ppb" else value * 1000
    expected = {x.ref: truth(gold_ppb(x.cells), op, ppb) for x in features("geochem_sample")}
    assert refs(outcome) == {ref for ref, answer in expected.items() if answer}
    assert outcome.rows is not None
    censored = [x for x in features("geochem_sample") if x.cells.get("au_ppb__qualifier")]
    assert outcome.rows.undetermined == sum(expected[x.ref] is None for x in censored)


def test_between_and_missing_values(ask: Ask) -> None:
    outcome = ask(select("deposit", attr("discovery_year", "between", [1980, 1970])))
    assert refs(outcome) == {x.ref for x in features("deposit") if 1970 <= (x.cells.get("year") or 0) <= 1980}
    missing = ask(select("deposit", attr("discovery_year", "is_null")))
    assert refs(missing) == {x.ref for x in features("deposit") if "year" in x.cells and x.cells["year"] is None}
    there = ask(select("geochem_sample", attr("Au", "not_null")))
    assert refs(there) == {x.ref for x in features("geochem_sample") if gold_ppb(x.cells)[:2] != (None, None)}


def test_list_cells_match_by_item_and_concepts_across_spellings(ask: Ask) -> None:
    silver = refs(ask(select("deposit", attr("commodity", "=", "silver"))))
    assert silver == {
        x.ref
        for x in features("deposit")
        if "Ag" in (x.cells.get("commodity") or "") or "银" in (x.cells.get("矿种") or "")
    }
    both = refs(ask(select("deposit", attr("commodity", "=", "gold"), attr("commodity", "=", "silver"))))
    assert both == silver


def test_negated_value_leaves_unknown_cells_out(ask: Ask) -> None:
    got = refs(ask(select("deposit", attr("commodity", "!=", "gold"))))
    for x in features("deposit"):
        cell = x.cells.get("commodity") or x.cells.get("矿种")
        if cell in ("Cu", "Fe", "铜"):
            assert x.ref in got
        if cell in ("Au", "Au; Ag", "金", "金、银") or (cell is None and "year" in x.cells):
            assert x.ref not in got


def test_ranked_values(ask: Ask) -> None:
    larger = refs(ask(select("deposit", attr("size", ">=", "medium"))))
    assert larger == {
        x.ref
        for x in features("deposit")
        if x.cells.get("size") in ("large", "medium") or x.cells.get("规模") == "大型"
    }


def test_a_layer_without_the_attribute_is_reported(ask: Ask) -> None:
    outcome = ask(select("deposit", attr("discovery_year", "<", 1960)))
    assert outcome.rows is not None
    assert set(outcome.rows.layers) == {"deposits_north"}
    assert "矿床_south" in outcome.rows.skipped
    assert "discovery year" in outcome.rows.skipped["矿床_south"]


def test_a_layer_away_from_the_study_area_is_left_out_silently(ask: Ask) -> None:
    outcome = ask(select("deposit", attr("discovery_year", "<", 1960), rel("within", "region", None, "North")))
    assert outcome.rows is not None
    assert "矿床_south" not in outcome.rows.skipped


def test_order_puts_missing_values_last_both_ways_and_breaks_ties(ask: Ask) -> None:
    for direction in ("asc", "desc"):
        order = [{"expr": {"field": "discovery_year"}, "dir": direction}]
        rows = ask(select("deposit", order=order)).rows
        assert rows is not None
        years = [(cell.value if (cell := x.values.get("discovery_year")) else None, x.ref) for x in rows.rows]
        known = [x for x in years if x[0] is not None]
        assert years == [
            *sorted(known, key=lambda x: (x[0] if direction == "asc" else -x[0], x[1])),
            *years[len(known) :],
        ]
        assert all(x[0] is None for x in years[len(known) :])
        assert [x[1] for x in years[len(known) :]] == sorted(x[1] for x in years[len(known) :])


def test_highest_over_layers_in_different_units(ask: Ask) -> None:
    order = [{"expr": {"field": "Au"}, "dir": "desc"}]
    rows = ask(select("geochem_sample", order=order, limit=10)).rows
    assert rows is not None
    metres = {x.ref: gold_ppb(x.cells)[0] for x in features("geochem_sample")}
    expected = sorted((x for x in metres if metres[x] is not None), key=lambda x: (-(metres[x] or 0), x))[:10]
    assert [(x.ref.table, x.ref.fid) for x in rows.rows] == expected
    assert rows.total == 10
    assert not rows.truncated
    assert [x.values["Au"].unit for x in rows.rows] == ["ppb"] * 10


def test_parts_of_names_in_any_language(ask: Ask) -> None:
    assert refs(ask(select("deposit", attr("name", "contains", "北矿14")))) == {
        x.ref for x in features("deposit") if "北矿14" in str(x.cells.get("name_zh"))
    }
    assert refs(ask(select("deposit", attr("name", "starts_with", "deposit 14")))) == {
        x.ref for x in features("deposit") if str(x.cells.get("name")).startswith("Deposit 14")
    }


def test_threshold_from_the_data(ask: Ask, made_up: Database) -> None:
    analysis = {"op": "anomaly_threshold", "fields": ["Au"]}
    outcome = ask(select("geochem_sample", rel("within", "region", None, "North"), analysis=analysis))
    assert outcome.rows is not None
    (threshold,) = outcome.rows.thresholds
    with made_up.owner.connect() as connection:
        value, samples = connection.exec_driver_sql(
            "SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY coalesce(au_ppb, au_ppb__limit / 2)), "
            "count(coalesce(au_ppb, au_ppb__limit)) FROM layers.samples"
        ).one()
    assert (threshold.value, threshold.unit, threshold.samples) == (value, "ppb", samples)
    assert threshold.limits > 0
    assert refs(outcome) == {
        x.ref for x in features("geochem_sample") if x.ref[0] == "samples" and (x.cells["au_ppb"] or 0) >= value
    }

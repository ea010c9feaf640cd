"""Any query of the language, however odd: a refusal, or a statement that runs and holds no text of the user."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from core.errors import QueryError
from core.question import ir
from tests.core.query.fixtures import Ask

HOSTILE = [
    "gold'; DROP TABLE layers.faults; --", '"; SELECT 1; --', "%s %(x)s %", "$1 $$", "\\", "a\x00b", "\ud800",
    "金矿'", "{0.__class__}", ":bound", "/* */", "E'\\x27'", "", " ", "x" * 3_000, "\u202eabc", "Robert'); --",
]  # fmt: skip
texts = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(max_size=12),
    st.sampled_from(["gold", "thrust", "North", "F3", "Deposit 3", "granite", "large"]),
)
numbers = st.one_of(st.floats(allow_nan=True, allow_infinity=True), st.integers(-10, 10**6))
layers = st.sampled_from(["deposit", "fault", "geo_body", "geochem_sample", "region", "fold", "x'; --"])
attributes = st.one_of(
    st.sampled_from(
        ["name", "commodity", "size", "discovery_year", "fault_type", "lithology", "Au", "La", "sample_id"]
    ),
    texts,
)
values = st.one_of(texts, numbers, st.lists(st.one_of(texts, numbers), max_size=3), st.none(), st.booleans())


def optional(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), strategy)


attr_conditions = st.builds(
    lambda a, op, v, u: {"attr": a, "op": op, "value": v, "unit": u},
    attributes,
    st.sampled_from(list(ir.AttrOp.__args__)),  # type: ignore[attr-defined]
    values,
    optional(st.one_of(st.sampled_from(["ppb", "ppm", "%", "g/t", "km"]), texts)),
)


def sets(conditions: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(
        lambda layer, names, where: {"layer": layer, "names": names, "where": where},
        layers, optional(st.lists(texts, min_size=1, max_size=2)), optional(conditions),
    )  # fmt: skip


def anchors(conditions: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    points = st.builds(lambda x, y: {"point": [x, y]}, numbers, numbers)
    return st.one_of(sets(conditions), points, st.just({"map": "view"}))


def relations(conditions: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(
        lambda r, to, low, high, count: {"rel": r, "to": to, "min_m": low, "max_m": high, "count": count},
        st.sampled_from(list(ir.RelName.__args__)),  # type: ignore[attr-defined]
        anchors(conditions),
        optional(st.floats(1, 5_000)),
        optional(st.one_of(st.floats(1, 9_000), numbers)),
        optional(
            st.builds(
                lambda op, n: {"op": op, "value": n}, st.sampled_from(["=", ">=", "<", "!="]), st.integers(-1, 3)
            )
        ),
    )


def combined(conditions: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    pairs = st.lists(conditions, min_size=2, max_size=3)
    return st.one_of(
        pairs.map(lambda x: {"and": x}), pairs.map(lambda x: {"or": x}), conditions.map(lambda x: {"not": x}),
        relations(conditions),
    )  # fmt: skip


conditions = st.recursive(st.one_of(attr_conditions, relations(attr_conditions)), combined, max_leaves=5)
orders = st.one_of(
    attributes.map(lambda a: {"expr": {"field": a}}),
    anchors(attr_conditions).map(lambda a: {"expr": {"distance_to": a}}),
)
queries = st.builds(
    lambda intent, target, order, direction, limit, analysis: {
        "intent": intent, "target": target, "output": "entity_list",
        "order": [{**order, "dir": direction}] if order else None, "limit": limit, "analysis": analysis,
    },
    st.sampled_from(["select", "count", "exists", "value", "group"]),
    sets(conditions),
    optional(orders),
    st.sampled_from(["asc", "desc"]),
    optional(st.integers(1, 5)),
    optional(st.just({"op": "anomaly_threshold", "fields": ["Au"]})),
)  # fmt: skip


def strings(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {x for v in value.values() for x in strings(v)}
    return {x for v in value for x in strings(v)} if isinstance(value, list | tuple) else set()


@hypothesis_settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(query=queries, question=texts)
def test_any_query_is_refused_or_runs(ask: Ask, query: dict[str, Any], question: str) -> None:
    try:
        read = ir.Query.model_validate(query)
    except ValueError:
        return
    try:
        outcome = ask(ir.dump(read), question=question, statement_timeout_ms=10_000)
    except QueryError as error:
        raise AssertionError(str(error)) from error
    assert (outcome.refusal is None) != (outcome.rows is None)
    if outcome.refusal is not None:
        assert outcome.refusal.message
        return
    assert outcome.rows is not None
    assert outcome.rows.statement is not None
    sql = outcome.rows.statement.sql
    for text in strings(query) & set(HOSTILE):
        if len(text.strip()) > 2:
            assert text not in sql

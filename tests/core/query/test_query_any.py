"""Any query of the language, however odd: a refusal, or a statement that runs and holds no text of the user."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from core.query.legal import LEGAL, legal
from core.question import ir
from tests.core.query.fixtures import Ask, Prove

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
OUTPUT = {"select": "entity_list", "count": "scalar", "exists": "boolean", "value": "table", "group": "table"}
queries = st.builds(
    lambda intent, target, order, direction, limit, analysis: {
        "intent": intent, "target": target, "output": OUTPUT[intent],
        "order": [{**order, "dir": direction}] if order else None, "limit": limit, "analysis": analysis,
    },
    st.sampled_from(["select", "count", "exists", "value", "group"]),
    sets(conditions),
    optional(orders),
    st.sampled_from(["asc", "desc"]),
    optional(st.integers(1, 5)),
    optional(st.just({"op": "anomaly_threshold", "fields": ["Au"]})),
)  # fmt: skip


SCHEMA: dict[str, dict[str, list[str]]] = {
    "deposit": {
        "commodity": ["gold", "copper", "铜", "Au; Ag"],
        "size": ["large", "small"],
        "name": ["Deposit 3"],
    },
    "fault": {"fault_type": ["thrust", "normal"], "name": ["F3", "South fault 1"]},
    "geo_body": {"lithology": ["granite", "schist"]},
    "geochem_sample": {"Au": [], "La": []},
    "region": {"name": ["North", "北区"]},
}
KINDS = {
    "deposit": "point",
    "fault": "line",
    "geo_body": "polygon",
    "geochem_sample": "point",
    "region": "polygon",
}


@st.composite
def meaningful(draw: st.DrawFn, layer: str, depth: int = 0) -> dict[str, Any]:
    """A condition that fits the layer, with hostile text where any text is allowed."""
    shape = draw(st.sampled_from(["attr", "attr", "rel", "rel", "and", "or", "not"] if depth < 2 else ["attr"]))
    if shape in ("and", "or"):
        return {shape: [draw(meaningful(layer, depth + 1)) for _ in range(draw(st.integers(2, 3)))]}
    if shape == "not":
        return {"not": draw(meaningful(layer, depth + 1))}
    if shape == "attr":
        name = draw(st.sampled_from(list(SCHEMA[layer])))
        if not SCHEMA[layer][name]:
            op = draw(st.sampled_from(["=", "!=", "<", "<=", ">", ">=", "is_null", "not_null"]))
            unit = draw(st.sampled_from([None, "ppb", "%"]))
            return {"attr": name, "op": op, "value": draw(st.floats(0, 50)), "unit": unit}
        op = draw(st.sampled_from(["=", "!=", "in", "contains", "starts_with", "is_null"]))
        if op in ("contains", "starts_with"):
            return {"attr": name, "op": op, "value": draw(texts.filter(lambda x: bool(x.strip())))}
        value = draw(st.sampled_from(SCHEMA[layer][name]))
        return {"attr": name, "op": op, "value": [value] if op == "in" else value}
    return draw(meaningful_relation(layer, depth))


@st.composite
def meaningful_relation(draw: st.DrawFn, layer: str, depth: int) -> dict[str, Any]:
    names = [x for x in LEGAL if any(legal(x, KINDS[layer], k) for k in KINDS.values())]
    name = draw(st.sampled_from(names))
    other = draw(st.sampled_from([x for x, k in KINDS.items() if legal(name, KINDS[layer], k)]))
    anchor: dict[str, Any] = {"layer": other}
    how = draw(st.sampled_from(["all", "where", "names"]))
    if how == "where" and depth < 2:
        anchor["where"] = draw(meaningful(other, depth + 1))
    if how == "names" and "name" in SCHEMA[other]:
        anchor["names"] = [draw(st.sampled_from(SCHEMA[other]["name"]))]
    found: dict[str, Any] = {"rel": name, "to": anchor}
    if name in ("near", "along"):
        found["max_m"] = draw(st.floats(10, 3_000))
        found["min_m"] = draw(st.one_of(st.none(), st.floats(1, 10)))
    if name == "direction":
        found["dir"] = draw(st.sampled_from(list(ir.Sector.__args__)))  # type: ignore[attr-defined]
        found["max_m"] = draw(st.floats(10, 3_000))
    if name in ("within", "contains"):
        found["strict"] = draw(st.sampled_from([None, True]))
    if draw(st.integers(0, 4)) == 0:
        found["count"] = {"op": draw(st.sampled_from(["=", ">=", "<", "!="])), "value": draw(st.integers(0, 3))}
    return found


@st.composite
def meaningful_queries(draw: st.DrawFn) -> dict[str, Any]:
    layer = draw(st.sampled_from(list(SCHEMA)))
    intent = draw(st.sampled_from(["select", "count", "exists"]))
    query: dict[str, Any] = {
        "intent": intent,
        "output": OUTPUT[intent],
        "target": {"layer": layer, "where": draw(st.one_of(st.none(), meaningful(layer)))},
    }
    anchors: list[dict[str, Any]] = [
        {"point": [100.4, 40.4]},
        {"layer": "fault"},
        {"layer": "fault", "names": ["F3"]},
    ]
    first = {"field": next(iter(SCHEMA[layer]))}
    expr = draw(st.sampled_from([None, first, *({"distance_to": x} for x in anchors)]))
    if expr is not None:
        query["order"] = [{"expr": expr, "dir": draw(st.sampled_from(["asc", "desc"]))}]
        query["limit"] = draw(st.one_of(st.none(), st.integers(1, 5)))
    if layer == "geochem_sample" and draw(st.booleans()):
        query["analysis"] = {"op": "anomaly_threshold", "fields": ["Au"]}
    return query


def strings(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {x for v in value.values() for x in strings(v)}
    return {x for v in value for x in strings(v)} if isinstance(value, list | tuple) else set()


@hypothesis_settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(query=queries, question=texts)
def test_any_query_is_refused_or_runs(ask: Ask, query: dict[str, Any], question: str) -> None:
    try:
        read = ir.Query.model_validate(query)
    except ValueError:
        return
    outcome = ask(ir.dump(read), question=question, statement_timeout_ms=10_000)
    assert (outcome.refusal is None) != (outcome.rows is None)
    if outcome.refusal is not None:
        assert outcome.refusal.message


@hypothesis_settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(query=meaningful_queries())
def test_a_meaningful_query_runs_without_text_of_the_user_in_its_statement(
    ask: Ask, prove: Prove, query: dict[str, Any]
) -> None:
    outcome = ask(query, question="")
    assert outcome.refusal is None, outcome.refusal
    rows = outcome.rows
    assert rows is not None
    assert rows.statement is not None
    for text in strings(query) & set(HOSTILE):
        if len(text.strip()) > 2:
            assert text not in rows.statement.sql
    assert len({x.ref for x in rows.rows}) == len(rows.rows) == rows.total
    counts = [x.count for x in rows.funnel]
    assert counts == sorted(counts, reverse=True)
    evidence = prove(outcome)  # the second route agrees
    assert {x.row.ref for x in evidence} == {x.ref for x in rows.rows}

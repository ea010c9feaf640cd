"""The audit log: what a line holds, what it never holds, and what the log sums up to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answer.model import Answer
from core.errors import QueryCancelledError, QueryTimeoutError
from core.query.cancel import CancelToken
from core.question import ir
from core.question.reading import Reading, Routing
from core.service import MineralApp
from core.service.audit import AuditLog, entry, reason
from core.service.audit_figures import AuditFigures, figures, summed
from core.service.audit_shape import shape

SECRET = "Zyx the 9137 hidden"
ROUTING = Routing("entity_list", {}, overridden=False)


def secret_query() -> ir.Query:
    inner = ir.Set(
        layer="fault",
        names=(SECRET,),
        where=ir.AttrCond(attr="strike", op="between", value=[9137.0, 9137.5], unit=SECRET),
    )
    derived = ir.DeriveAnchor(derive=ir.Derive(op="buffer_union", of=(inner,), distance_m=9137.0))
    where = ir.And(
        **{
            "and": [
                ir.AttrCond(attr="commodity", op="=", value=SECRET),
                ir.RelCond(rel="near", to=derived, min_m=9137.0, max_m=91370.0),
                ir.RelCond(rel="near", to=ir.PointAnchor(point=(91.37, 9.137)), max_m=9137.0),
                ir.CmpCond(cmp=(ir.MeasureExpr(measure="area"), ">", ir.ConstExpr(const=9137))),
            ]
        }
    )
    measure = ir.Measure(**{"as": SECRET}, agg="percentile", p=91.37, expr=ir.FieldExpr(field="Au"))
    return ir.Query(
        intent="group",
        target=ir.Set(layer="deposit", where=where),
        group_by=(ir.BucketKey(bucket="Au", edges=(9137.0, 91370.0)),),
        measures=(measure,),
        having=ir.Having(measure=SECRET, op=">", value=9137),
        order=(ir.OrderKey(measure=SECRET, dir="desc"),),
        limit=9137,
        output="table",
    )


def refused(why: str = "", read: ir.Answer | None = None) -> Answer:
    reading = Reading(SECRET, "en", read) if read is not None else None
    return Answer("a", SECRET, "en", "refused", ROUTING, reading, message=SECRET, reason=why)


def test_the_shape_of_a_query_keeps_what_it_combines_and_hides_every_value() -> None:
    found = shape(secret_query())
    text = json.dumps(found)
    assert SECRET not in text
    assert "9137" not in text
    assert "91.37" not in text
    assert found["target"]["layer"] == "deposit"
    relations = [x["rel"] for x in found["target"]["where"]["and"] if "rel" in x]
    assert relations == ["near", "near"]
    assert found["target"]["where"]["and"][0] == {"attr": "commodity", "op": "=", "value": "value"}
    assert found["target"]["where"]["and"][3]["cmp"][0] == {"measure": "area"}
    assert found["group_by"] == [{"bucket": "Au", "edges": "edges × 2"}]
    assert found["limit"] == "n"


def test_a_line_holds_neither_the_question_nor_its_values(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "audit.log")
    read = ir.Answer(action="query", query=secret_query())
    log.write(refused("too_expensive", read))
    log.write_error(SECRET, QueryTimeoutError(SECRET))
    text = log.path.read_text(encoding="utf-8")
    assert SECRET not in text
    first, second = map(json.loads, text.splitlines())
    assert (first["status"], first["reason"], first["plan_cost"]) == ("refused", "too_expensive", None)
    assert first["shape"]["intent"] == "group"
    assert (second["status"], second["error"]) == ("failed", "QueryTimeoutError")
    assert first["question"] == second["question"]


def test_the_hash_is_keyed_kept_and_the_same_for_the_same_words(tmp_path: Path) -> None:
    here, there = tmp_path / "a" / "audit.log", tmp_path / "b" / "audit.log"
    one = AuditLog(here).hashed("Gold  near faults?")
    assert AuditLog(here).hashed("gold near FAULTS?") == one
    assert AuditLog(here).hashed("gold near faults") != one
    assert AuditLog(there).hashed("Gold  near faults?") != one
    assert (here.with_name("audit.key").stat().st_mode & 0o077) == 0


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (refused("missing"), "missing"),
        (refused("", ir.Answer(action="refuse", refuse=ir.Refuse(kind="unsafe_write"))), "unsafe_write"),
        (refused("", ir.Answer(action="clarify", clarify=ir.Clarify(slots=("anchor",)))), "clarify_anchor"),
        (refused(""), "not_understood"),
    ],
)
def test_every_rejection_has_a_reason(answer: Answer, why: str) -> None:
    assert reason(answer) == why
    assert entry(answer)["reason"] == why


def test_the_figures_count_endings_reasons_and_cut_lists() -> None:
    lines = [
        {"status": "answered", "rows": 3, "truncated": False, "timings_ms": {"query": 10.0, "read": 2.0}},
        {"status": "answered", "rows": 1000, "truncated": True, "timings_ms": {"query": 30.0}},
        {"status": "answered", "rows": 0, "truncated": False, "timings_ms": {"query": 20.0}},
        {"status": "refused", "reason": "missing"},
        {"status": "refused", "reason": "missing"},
        {"status": "clarify", "reason": "ambiguous"},
        {"status": "cancelled", "reason": "cancelled"},
        {"status": "refused"},
    ]
    found = summed(lines)
    assert (found.questions, found.rejected) == (8, 5)
    assert found.reasons == (("missing", 2), ("ambiguous", 1), ("cancelled", 1), ("refused", 1))
    assert found.verdicts[:2] == (("answered", 3), ("refused", 3))
    assert (found.listed, found.truncated, found.truncation_rate) == (2, 1, 0.5)
    assert found.median_ms == 20.0


def test_the_figures_read_both_files_and_skip_broken_lines(tmp_path: Path) -> None:
    path = tmp_path / "audit.log"
    assert figures(path) == AuditFigures()
    good = json.dumps({"status": "answered"})
    path.with_name("audit.log.1").write_text(f"{good}\n", encoding="utf-8")
    path.write_text(f'{good}\n[1]\n{{"status": "refu', encoding="utf-8")
    assert figures(path).questions == 2


def test_a_full_log_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.service.audit.MAX_BYTES", 400)
    log = AuditLog(tmp_path / "audit.log")
    for _ in range(6):
        log.write(refused("missing"))
    assert log.path.with_name("audit.log.1").exists()
    assert sorted(x.name for x in tmp_path.iterdir()) == ["audit.key", "audit.log", "audit.log.1"]


@given(st.recursive(st.none() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)))
def test_any_json_line_can_be_summed(value: object) -> None:
    for status in (value, "answered"):
        summed([{"status": status, "reason": value, "rows": value, "truncated": value, "timings_ms": value}])


def test_answers_refusals_and_cancelled_questions_are_all_on_record(app: MineralApp) -> None:
    before = app.audit.figures()
    app.ask("How many deposits are there?")
    app.ask("Delete all deposits")
    token = CancelToken()
    token.cancel()
    with pytest.raises(QueryCancelledError):
        app.ask("Which deposits lie within 4 km of faults?", cancel=token)
    after = app.status().audit
    assert after.questions == before.questions + 3
    assert dict(after.reasons).get("cancelled", 0) == dict(before.reasons).get("cancelled", 0) + 1
    assert after.rejected == before.rejected + 2

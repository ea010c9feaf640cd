"""The plan check on plans written by hand and on plans of the server."""

from __future__ import annotations

from typing import Any

import pytest

from core.database.engine import Database
from core.errors import PlanRejectedError
from core.query.execute import open_session, sizes_of
from core.query.guard import MAX_BLIND_PAIRS, SMALL_TABLE, UNBOUNDED_SHARE, check_plan
from core.query.guard_lookups import LOOK_MS, NEAREST_MS
from core.settings import Settings
from core.vocabulary.card import SchemaCard
from tests.core.query.fixtures import Ask, rel, select


def scan(table: str, rows: int, **more: Any) -> dict[str, Any]:
    return {"Node Type": "Seq Scan", "Relation Name": table, "Plan Rows": rows, "Total Cost": 10.0, **more}


def loop(outer: int, inner: dict[str, Any]) -> dict[str, Any]:
    outside = scan("targets", outer, **{"Parent Relationship": "Outer"})
    inside = {**inner, "Parent Relationship": "Inner"}
    return {"Node Type": "Nested Loop", "Plan Rows": 1, "Total Cost": 100.0, "Plans": [outside, inside]}


def total(below: dict[str, Any], cost: float, **more: Any) -> dict[str, Any]:
    inside = {**below, "Parent Relationship": "Outer"}
    return {"Node Type": "Aggregate", "Plan Rows": 1, "Total Cost": cost, "Plans": [inside], **more}


SPATIAL = {"Filter": "st_intersects(geom, t.geom)"}


def test_a_scan_inside_a_loop_counts_by_the_size_of_its_table() -> None:
    plan = loop(100, scan("many", 2, **SPATIAL))
    assert check_plan(plan, 1e8) == 100.0
    assert check_plan(plan, 1e8, {"many": SMALL_TABLE}) == 100.0
    with pytest.raises(PlanRejectedError, match="without an index"):
        check_plan(plan, 1e8, {"many": MAX_BLIND_PAIRS})
    assert check_plan(loop(2, scan("many", 2, **SPATIAL)), 1e8, {"many": MAX_BLIND_PAIRS // 2}) == 100.0


def test_one_pass_over_a_large_table_is_no_loop() -> None:
    assert check_plan(scan("many", 5, **SPATIAL), 1e8, {"many": 10_000_000}) == 10.0


@pytest.mark.parametrize(
    ("clause", "most"),
    [
        ({"Index Cond": "(geom_ecef &&& st_expand(t.geom_ecef, 5))"}, LOOK_MS),
        ({"Order By": "(geom_ecef <<->> t.geom_ecef)"}, NEAREST_MS),
    ],
)
def test_looking_around_features_one_by_one_has_a_time(clause: dict[str, Any], most: float) -> None:
    inner = {"Node Type": "Index Scan", "Relation Name": "there", "Plan Rows": 3, "Total Cost": 1.0, **clause}
    plan = loop(1_000, inner)
    assert check_plan(plan, 1e8, limit_ms=1_000 * most * 1.01) == 100.0
    with pytest.raises(PlanRejectedError, match="about 1,000 features of “targets” one by one") as caught:
        check_plan(plan, 1e8, {"targets": 5, "there": 9}, limit_ms=1_000 * most * 0.99)
    assert "缩小“targets”的范围" in caught.value.say("zh")
    for_each = {**inner, "Parent Relationship": "SubPlan", "Subplan Name": "SubPlan 1"}
    plan = scan("targets", 500, Filter="(SubPlan 1)", Plans=[for_each])
    with pytest.raises(PlanRejectedError, match="about 1,000 features"):
        check_plan(plan, 1e8, limit_ms=1_000 * most * 0.99)
    assert check_plan({**plan, "Filter": "(hashed SubPlan 1)"}, 1e8, limit_ms=1.0) == 10.0


@pytest.mark.parametrize("condition", ["Filter", "Index Cond", "Hash Cond"])
def test_a_total_over_everything_must_be_cheap(condition: str) -> None:
    dear = 1e8 * UNBOUNDED_SHARE * 1.01
    with pytest.raises(PlanRejectedError, match="over everything"):
        check_plan(total(scan("many", 1_000_000), dear), 1e8)
    assert check_plan(total(scan("many", 1_000_000), dear / 1.1), 1e8) > 0
    assert check_plan(total(scan("many", 1_000_000, **{condition: "a = 1"}), dear), 1e8) == dear


def test_a_total_over_a_named_part_of_the_statement_is_looked_into() -> None:
    dear = 1e8 * UNBOUNDED_SHARE * 2
    part = scan("many", 1_000_000, **{"Parent Relationship": "InitPlan", "Subplan Name": "CTE feature"})
    outer = total({"Node Type": "CTE Scan", "CTE Name": "feature", "Plan Rows": 9, "Total Cost": dear}, dear)
    with pytest.raises(PlanRejectedError, match="over everything"):
        check_plan({**outer, "Plans": [part, *outer["Plans"]]}, 1e8)
    bounded = {**part, "Filter": "a = 1"}
    assert check_plan({**outer, "Plans": [bounded, *outer["Plans"]]}, 1e8) == dear


def test_the_refusal_says_what_to_do_in_both_languages() -> None:
    with pytest.raises(PlanRejectedError) as caught:
        check_plan(total(scan("many", 9), 9e7), 1e8)
    assert "region" in caught.value.say("en")
    assert "地区" in caught.value.say("zh")


def test_totals_of_real_plans_are_recognised(made_up: Database) -> None:
    def plan(sql: str) -> dict[str, Any]:
        with made_up.owner.connect() as connection:
            found = connection.exec_driver_sql("EXPLAIN (FORMAT JSON) " + sql).scalar()
        return dict(found[0]["Plan"])

    everything = plan("SELECT sum(ST_Area(geom::geography)) FROM layers.bodies")
    some = plan("SELECT sum(ST_Area(geom::geography)) FROM layers.bodies WHERE lithology = 'granite'")
    limit = everything["Total Cost"] / UNBOUNDED_SHARE / 2
    with pytest.raises(PlanRejectedError, match="over everything"):
        check_plan(everything, limit)
    check_plan(some, limit)


def test_the_sizes_of_the_card_reach_the_check(
    ask: Ask, made_up_card: SchemaCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[dict[str, int]] = []

    def check(_plan: dict[str, Any], _cost: float, sizes: dict[str, int], limit_ms: float) -> float:
        assert limit_ms > 0
        seen.append(dict(sizes))
        return 1.0

    monkeypatch.setattr("core.query.execute.check_plan", check)
    assert ask(select("deposit", rel("near", "fault", max_m=500))).rows is not None
    assert seen
    assert all(x == sizes_of(made_up_card) for x in seen)
    assert sizes_of(made_up_card)["samples"] == 600


def test_limits_hold_inside_the_transaction_only(made_up: Database, settings: Settings) -> None:
    quick = settings.model_copy(update={"statement_timeout_ms": 1_234, "lock_timeout_ms": 321})
    with open_session(made_up, quick) as session:
        shown = [
            session.connection.execute(f"SHOW {x}").fetchone()[0]
            for x in ("statement_timeout", "lock_timeout", "transaction_read_only")
        ]
    assert shown == ["1234ms", "321ms", "on"]
    with made_up.reader.connect() as connection:
        after = connection.exec_driver_sql("SHOW statement_timeout").scalar()
    assert after != "1234ms"

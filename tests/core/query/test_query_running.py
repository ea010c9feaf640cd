"""Running statements: limits, cancelling, privileges, plans, explanations."""

from __future__ import annotations

import contextlib
import threading
import time
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy import text

from core.database.engine import Database
from core.errors import (
    DatabaseError,
    PlanRejectedError,
    QueryBusyError,
    QueryCancelledError,
    QueryError,
    QueryTimeoutError,
)  # fmt: skip
from core.query.cancel import CancelToken
from core.query.compile.tables import DIALECT, Scope, render
from core.query.execute import _translated, open_session
from core.query.guard import check_plan
from core.settings import Settings
from core.vocabulary.card import SchemaCard
from tests.core.query.fixtures import Ask, attr, refs, rel, select
from tests.core.query.oracle import away

SLOW = sa.select(sa.func.count()).select_from(
    sa.func.generate_series(1, 200_000_000).table_valued("n").render_derived("numbers")
)


def run_raw(database: Database, settings: Settings, sql: str, token: CancelToken | None = None) -> Any:
    with open_session(database, settings, token) as session:
        return session._fetch(sql, render(sa.select(sa.literal(1))))  # the parameter forces one statement


def test_row_cap_with_an_exact_total(ask: Ask) -> None:
    whole = refs(ask(select("deposit", rel("near", "fault", max_m=5_000))))
    capped = ask(select("deposit", rel("near", "fault", max_m=5_000)), max_rows=7)
    assert capped.rows is not None
    assert len(capped.rows.rows) == 7
    assert capped.rows.total == len(whole)
    assert capped.rows.truncated
    kept = [(x.ref.table, x.ref.fid) for x in capped.rows.rows]
    assert kept == sorted(kept), "in the order of the data"
    assert set(kept) < set(whole)
    assert kept != sorted(whole)[:7], "spread over all, not the first of them"
    assert set(kept) == refs(ask(select("deposit", rel("near", "fault", max_m=5_000)), max_rows=7))


def test_capped_references_with_an_exact_count(ask: Ask) -> None:
    outcome = ask(select("deposit", rel("near", "fault", max_m=8_000)), max_references=3)
    expected = away("deposit", "fault")
    assert any(len(found) > 3 for found in expected.values())
    for ref, (measured,) in outcome.by_feature().items():
        metres = sorted(expected[(ref.table, ref.fid)].values())
        assert measured.within_count == len(metres)
        assert [x.distance_m for x in measured.within] == pytest.approx(metres[:3], abs=0.01)


def test_statement_and_parameters_are_kept_as_sent(ask: Ask, made_up: Database) -> None:
    outcome = ask(select("deposit", attr("commodity", "=", "gold"), rel("near", "fault", max_m=1_234)))
    assert outcome.rows is not None
    statement = outcome.rows.statement
    assert statement is not None
    assert "1234" not in statement.sql
    assert 1234.0 in statement.params.values()
    with psycopg.connect(made_up.owner.url.set(drivername="postgresql").render_as_string(False)) as connection:
        again = connection.execute(statement.sql, statement.params).fetchall()
    assert len(again) == outcome.rows.total


def test_the_reader_can_neither_write_nor_look_elsewhere(made_up: Database, settings: Settings) -> None:
    for sql in (
        "CREATE TABLE layers.owned (x int)",
        "DELETE FROM layers.faults",
        "INSERT INTO layers.regions (fid) VALUES (99)",
        "SELECT * FROM pg_catalog.pg_authid",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT * FROM oresight.layer",
        "SELECT 1; DROP TABLE layers.faults",
    ):
        with pytest.raises((psycopg.Error, QueryError)):
            run_raw(made_up, settings, sql)
    with made_up.owner.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM layers.faults")).scalar() == 120


def test_timeout(made_up: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.query.compile.tables.FUNCTIONS", frozenset({"count", "generate_series"}))
    quick = settings.model_copy(update={"statement_timeout_ms": 200})
    with pytest.raises(QueryTimeoutError), open_session(made_up, quick) as session:
        session.run(SLOW)


def test_an_explanation_that_takes_too_long_is_left_out_and_the_rest_goes_on(
    made_up: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.query.compile.tables.FUNCTIONS", frozenset({"count", "generate_series"}))
    with open_session(made_up, settings) as session:
        assert session.attempt(SLOW, 100) is None
        _, rows = session.run(sa.select(sa.literal(7)))
        assert rows == [(7,)]
        limit = session.connection.execute("SHOW statement_timeout").fetchone()
        assert limit == (f"{settings.statement_timeout_ms // 1000}s",)


def test_a_layer_that_is_being_changed_is_told_as_that(made_up: Database, settings: Settings) -> None:
    quick = settings.model_copy(update={"lock_timeout_ms": 100})
    read = sa.select(sa.func.count()).select_from(sa.table("faults", schema="layers"))
    with made_up.owner.begin() as holder:
        holder.execute(text("LOCK TABLE layers.faults IN ACCESS EXCLUSIVE MODE"))
        with pytest.raises(QueryBusyError) as caught, open_session(made_up, quick) as session:
            session.run(read)
    assert "being changed" in caught.value.say("en")
    with open_session(made_up, quick) as session:
        assert session.run(read)[1] == [(120,)]


@pytest.mark.parametrize("state", ["53100", "53200", "53300", "53400", "40P01", "40001", "55P03"])
def test_a_busy_or_full_database_is_no_lost_connection(made_up: Database, settings: Settings, state: str) -> None:
    raised = psycopg.errors.lookup(state)
    with pytest.raises(QueryBusyError), open_session(made_up, settings), _translated(CancelToken(), settings):
        raise raised("as the server says it")


@pytest.mark.parametrize("state", ["57P01", "08006"])
def test_a_server_that_goes_is_a_lost_connection(made_up: Database, settings: Settings, state: str) -> None:
    with pytest.raises(DatabaseError), _translated(CancelToken(), settings):
        raise psycopg.errors.lookup(state)("as the server says it")


def test_a_function_outside_the_list_is_never_sent() -> None:
    with pytest.raises(QueryError, match="pg_sleep"):
        render(sa.select(sa.func.pg_sleep(5)))


def test_cancelling_before_and_while_running(
    made_up: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.query.compile.tables.FUNCTIONS", frozenset({"count", "generate_series"}))
    token = CancelToken()
    token.cancel()
    with pytest.raises(QueryCancelledError), open_session(made_up, settings, token):
        pass
    token = CancelToken()
    threading.Timer(0.3, token.cancel).start()
    with pytest.raises(QueryCancelledError), open_session(made_up, settings, token) as session:
        session.run(SLOW)


def cancel_after(token: CancelToken, running: threading.Event, seconds: float) -> None:
    running.wait()
    time.sleep(seconds)
    token.cancel()


def test_a_late_cancel_never_hits_the_next_question(made_up: Database, settings: Settings) -> None:
    """Questions end at the moment they are cancelled, again and again; none but the cancelled one may notice."""
    quick = sa.select(sa.literal(1))
    stray = 0
    for i in range(120):
        token, running = CancelToken(), threading.Event()
        thread = threading.Thread(target=cancel_after, args=(token, running, (i % 12) * 2e-4))
        thread.start()
        with contextlib.suppress(QueryCancelledError), open_session(made_up, settings, token) as session:
            running.set()
            session.run(quick)
        running.set()
        try:
            with open_session(made_up, settings) as session:
                session.run(quick)
                session.run(quick)
        except (QueryCancelledError, QueryTimeoutError):
            stray += 1
        thread.join()
    assert stray == 0


def test_the_plan_check_refuses_a_blind_nested_loop(made_up: Database) -> None:
    sql = (
        "EXPLAIN (FORMAT JSON) SELECT count(*) FROM layers.samples a JOIN layers.samples b "
        "ON ST_Distance(a.geom::geography, b.geom::geography) < 100"
    )
    with made_up.owner.connect() as connection:
        plan = connection.exec_driver_sql(sql).scalar()[0]["Plan"]
    with pytest.raises(PlanRejectedError, match="without an index"):
        check_plan(plan, 1e12)
    with pytest.raises(PlanRejectedError, match="at once"):
        check_plan(plan, 10)


def test_the_plan_check_looks_into_correlated_sub_plans(made_up: Database) -> None:
    sql = (
        "EXPLAIN (FORMAT JSON) SELECT fid, (SELECT count(*) FROM layers.samples b "
        "WHERE ST_Distance(a.geom::geography, b.geom::geography) < 500) FROM layers.samples a"
    )
    with made_up.owner.connect() as connection:
        plan = connection.exec_driver_sql(sql).scalar()[0]["Plan"]
    with pytest.raises(PlanRejectedError, match="without an index"):
        check_plan(plan, 1e12)


def test_an_expensive_question_is_refused_in_words(ask: Ask) -> None:
    outcome = ask(select("deposit", rel("near", "fault", max_m=1_000)), max_plan_cost=10.0)
    assert outcome.refusal is not None
    assert outcome.refusal.kind == "too_expensive"


def test_no_sequential_scan_inside_a_loop(ask: Ask, made_up: Database) -> None:
    """The plans of ordinary questions, with sequential scans made as cheap as they get on these small layers."""
    for query in (
        select("geochem_sample", rel("near", "fault", max_m=500)),
        select("geochem_sample", rel("within", "geo_body", attr("lithology", "=", "granite"))),
        select("deposit", rel("within", "region", None, "North"), rel("near", "fault", max_m=500)),
    ):
        outcome = ask(query)
        assert outcome.rows is not None
        statement = outcome.rows.statement
        assert statement is not None
        with made_up.owner.connect() as connection:
            plan = connection.exec_driver_sql(
                "EXPLAIN (FORMAT JSON) " + statement.sql, dict(statement.params)
            ).scalar()
        check_plan(plan[0]["Plan"], 1e8)


def test_zero_rows_are_explained(ask: Ask) -> None:
    question = "gold deposits within 3 m of faults"
    near = {**rel("near", "fault", max_m=3), "span": [14, 34]}
    outcome = ask(select("deposit", attr("commodity", "=", "gold"), near), question=question)
    rows = outcome.rows
    assert rows is not None
    assert (rows.total, rows.rows) == (0, ())
    assert [x.count for x in rows.funnel][-1] == 0
    wider, without = rows.relaxations
    again = ask(
        select(
            "deposit", attr("commodity", "=", "gold"), rel("near", "fault", max_m=float(wider.label.split()[1]))
        )
    )
    assert again.rows is not None
    assert again.rows.total == wider.count > 0
    assert wider.question == f"gold deposits within {wider.label.split()[1]} m of faults"
    assert without.count == len(refs(ask(select("deposit", attr("commodity", "=", "gold")))))


def test_identifiers_with_every_kind_of_character(ask: Ask, made_up_card: SchemaCard) -> None:
    layer = next(x for x in made_up_card.layers if "po;sits" in x.table)
    place = Scope().place(layer, "t")
    sql = str(sa.select(place.cell(layer.columns["commodity"].name)).compile(dialect=DIALECT))
    assert sql.count('"') % 2 == 0
    outcome = ask(select("deposit", attr("commodity", "=", "au")))
    assert (layer.table, 4) in refs(outcome)

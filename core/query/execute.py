"""Running statements under the read-only role.

Everything of one question runs in one READ ONLY transaction with its limits set first, because planning itself
can take long.  Statements go by the extended protocol, which accepts exactly one statement.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

import psycopg
import sqlalchemy as sa
from psycopg.sql import SQL

from core.errors import DatabaseError, PlanRejectedError, QueryBusyError, QueryError, QueryTimeoutError
from core.query.cancel import CancelToken, cancelled
from core.query.compile.tables import render
from core.query.guard import check_plan
from core.query.result import Statement
from core.settings import Settings
from core.vocabulary.card import SchemaCard

BUSY = (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure)
"""Somebody else holds the tables; drivers count it among the errors of a connection, which lives."""
FULL = (psycopg.errors.InsufficientResources, psycopg.errors.DiskFull, psycopg.errors.OutOfMemory,
        psycopg.errors.TooManyConnections, psycopg.errors.ConfigurationLimitExceeded)  # fmt: skip
STATEMENT_TIMEOUT = SQL("SET LOCAL statement_timeout = {}")  # milliseconds
LOCK_TIMEOUT = SQL("SET LOCAL lock_timeout = {}")


class HasReader(Protocol):
    """Anything with an engine of the read-only role."""

    @property
    def reader(self) -> sa.Engine:
        """Engine of the role that can only read layers."""
        ...


@dataclass
class Session:
    """An open read-only transaction."""

    connection: Any
    settings: Settings
    token: CancelToken
    costs: dict[str, float] = field(default_factory=dict)
    """Estimated cost by statement text."""
    sizes: Mapping[str, int] = field(default_factory=dict)
    """Rows of the tables by name, for the plan check."""

    def run(self, select: Any) -> tuple[Statement, list[tuple[Any, ...]]]:
        """Check the plan of a SQLAlchemy statement, run it, and return what was sent with all its rows.

        Raises:
            PlanRejectedError: the plan check refused it.
            QueryTimeoutError, QueryCancelledError: it was stopped.
            QueryError: the database refused it.
        """
        statement = render(select)
        self.token.check()
        with _translated(self.token, self.settings):
            plan = self._fetch("EXPLAIN (FORMAT JSON) " + statement.sql, statement)[0][0]
            limits = self.settings.max_plan_cost, self.sizes, self.settings.statement_timeout_ms
            self.costs[statement.sql] = check_plan(plan[0]["Plan"], *limits)
            return statement, self._fetch(statement.sql, statement)

    def attempt(self, select: Any, milliseconds: int) -> list[tuple[Any, ...]] | None:
        """The rows of a statement that only explains; None when it is too expensive or takes too long.

        Raises:
            QueryCancelledError, QueryError: as :meth:`run`.
        """
        try:  # a savepoint, because a timeout must not spoil the rest
            with _translated(self.token, self.settings), self.connection.transaction():
                self._limit(min(milliseconds, self.settings.statement_timeout_ms))
                _, rows = self.run(select)
                self._limit(self.settings.statement_timeout_ms)
        except (PlanRejectedError, QueryTimeoutError):
            return None
        return rows

    def _limit(self, milliseconds: int) -> None:
        self.connection.execute(STATEMENT_TIMEOUT.format(int(milliseconds)))

    def _fetch(self, sql: str, statement: Statement) -> list[tuple[Any, ...]]:
        with self.connection.cursor(binary=True) as cursor:
            cursor.execute(sql, statement.params)
            return list(cursor.fetchall())


def sizes_of(card: SchemaCard) -> dict[str, int]:
    """Rows of the loaded tables by name; of tables with one name in two schemas, those of the larger one."""
    sizes: dict[str, int] = {}
    for layer in card.layers:
        table = layer.source.table if layer.source is not None else layer.table
        sizes[table] = max(layer.rows, sizes.get(table, 0))
    return sizes


@contextmanager
def open_session(
    db: HasReader, settings: Settings, token: CancelToken | None = None, sizes: Mapping[str, int] | None = None
) -> Iterator[Session]:
    """A read-only transaction with its time limits; it is rolled back at the end.

    `sizes` holds the rows of the tables by name, for the plan check.

    Raises:
        DatabaseError: the database cannot be reached.
        QueryCancelledError: the question was cancelled before.
    """
    token = token or CancelToken()
    try:
        connection = db.reader.connect()
    except sa.exc.SQLAlchemyError as error:
        raise DatabaseError(
            "The database does not answer.",
            "Is it running?",
            sentence_zh="数据库没有响应。",
            hint_zh="它在运行吗？",
        ) from error
    with connection:
        raw: Any = connection.connection.driver_connection
        with token.attached(raw):
            with _translated(token, settings):
                raw.execute("SET TRANSACTION READ ONLY")
                raw.execute(STATEMENT_TIMEOUT.format(int(settings.statement_timeout_ms)))
                raw.execute(LOCK_TIMEOUT.format(int(settings.lock_timeout_ms)))
            yield Session(raw, settings, token, sizes=sizes or {})


@contextmanager
def _translated(token: CancelToken, settings: Settings) -> Iterator[None]:
    """Database errors as errors of the product."""
    started = time.monotonic()
    try:
        yield
    except psycopg.errors.QueryCanceled as error:
        if token.cancelled:
            raise cancelled() from error
        seconds = max(time.monotonic() - started, settings.statement_timeout_ms / 1000)
        raise QueryTimeoutError(
            f"The question took longer than {seconds:.0f} s and was stopped.",
            "Narrow it: name a region, add a condition, or use a smaller distance.",
            sentence_zh=f"查询超过 {seconds:.0f} 秒，已停止。",
            hint_zh="请缩小范围：指定地区、增加条件或减小距离。",
        ) from error
    except BUSY as error:
        raise QueryBusyError(
            "The layers are being changed at this moment.", "Ask again in a minute.",
            sentence_zh="图层正在被更改。", hint_zh="请稍后再问。",
        ) from error  # fmt: skip
    except FULL as error:
        raise QueryBusyError(
            f"The database has no room, memory or connection left: {_first_line(error)}", "Ask again later.",
            sentence_zh=f"数据库的空间、内存或连接已用尽：{_first_line(error)}", hint_zh="请稍后再问。",
        ) from error  # fmt: skip
    except psycopg.OperationalError as error:
        raise DatabaseError(
            "The connection to the database was lost.", "Ask again.",
            sentence_zh="与数据库的连接已中断。", hint_zh="请重新提问。",
        ) from error  # fmt: skip
    except psycopg.Error as error:
        raise QueryError(
            f"The database refused the statement: {_first_line(error)}",
            sentence_zh=f"数据库拒绝了该语句：{_first_line(error)}",
        ) from error


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__

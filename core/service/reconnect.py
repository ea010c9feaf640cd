"""Work that survives a database server that went away once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import psycopg
import sqlalchemy as sa

from core.database.engine import Database
from core.errors import DatabaseError

T = TypeVar("T")
GONE = (sa.exc.OperationalError, sa.exc.InterfaceError, psycopg.OperationalError)
"""What drivers raise when the server is not there, or not there any more."""


def alive(database: Database, work: Callable[[], T]) -> T:
    """Do `work`; when the database does not answer, start the private one again and try once more.

    Raises:
        DatabaseError: it does not answer the second time either.
    """
    try:
        return work()
    except (DatabaseError, *GONE) as error:
        try:
            database.ensure_alive()
            database.reconnect()
            return work()
        except GONE as again:
            raise DatabaseError(
                f"The database does not answer: {_first_line(again)}.",
                sentence_zh=f"数据库无响应：{_first_line(again)}。",
            ) from error


def _first_line(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__

"""Who may change a layer, and when: one at a time for each layer, and never in the way of a running question."""

from __future__ import annotations

import time
from collections.abc import Callable

import psycopg
import sqlalchemy as sa
from psycopg import sql

LAYER_LOCKS = 0x6F72_6C79
"""First half of the advisory locks of layers; the second half is a hash of the name of the table."""
POLL_S = 0.1
TURN = "100ms"
"""Longest time for which an attempt to take a table over holds up questions that come after it."""
Waiting = Callable[[], None]
"""Called again and again while somebody else is at work; an exception raised in it gives up."""


def raw(connection: sa.Connection) -> psycopg.Connection:
    """The driver's connection."""
    found = connection.connection.driver_connection
    assert isinstance(found, psycopg.Connection)  # noqa: S101  # the engine's driver is psycopg 3
    return found


def claim(connection: sa.Connection, table: str, waiting: Waiting | None = None) -> None:
    """Hold layer `table` until the transaction ends; whoever else wants to change the same layer waits.

    Nothing else waits for it: questions go on, and so do loads of other layers.  When the holder dies, the server
    frees it.
    """
    with raw(connection).cursor() as cursor:
        while True:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s, hashtext(%s))", (LAYER_LOCKS, table))
            if (cursor.fetchone() or (False,))[0]:
                return
            _wait(waiting)


def take_over(cursor: psycopg.Cursor, relation: sql.Identifier, waiting: Waiting | None = None) -> None:
    """Wait until no question reads `relation`, then keep everybody out of it until the transaction ends.

    A plain request would queue behind a long question, and every later question behind the request.  This one is
    given up after :data:`TURN` and tried again.
    """
    statement = sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(relation)
    while True:
        cursor.execute("SAVEPOINT taking")
        try:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", (TURN,))
            cursor.execute(statement)
        except psycopg.errors.LockNotAvailable:
            cursor.execute("ROLLBACK TO SAVEPOINT taking")
            _wait(waiting)
            continue
        cursor.execute("SELECT set_config('lock_timeout', '0', true)")
        cursor.execute("RELEASE SAVEPOINT taking")
        return


def _wait(waiting: Waiting | None) -> None:
    if waiting is not None:
        waiting()
    time.sleep(POLL_S)

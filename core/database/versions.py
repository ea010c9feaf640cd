"""Earlier versions of layers: what a replacement or a deletion took away is kept and can be brought back.

An earlier version keeps its table, with rows and indexes, in the schema of the registry, where questions cannot
see it.  Everything here happens in one transaction.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import psycopg
import sqlalchemy as sa
from psycopg import sql

from core.database.engine import LAYERS_SCHEMA, META_SCHEMA, Database
from core.database.holding import Waiting, claim, raw, take_over
from core.database.registry import LAYER, PAST, LayerRecord, prepare, raise_version, record_of
from core.errors import DatabaseError

Reason = Literal["replaced", "undone", "deleted"]
"""``undone``: an earlier version came back in its place."""
KEPT = 5
"""Earlier versions kept of a layer; older ones are removed for good."""

_KEEP = sa.text(
    "INSERT INTO oresight.layer_past (table_name, version, relation, reason, entry, ended_at) "
    "SELECT table_name, version, :relation, :reason, to_jsonb(layer), now() FROM oresight.layer AS layer "
    "WHERE table_name = :table"
)
_RETURN = sa.text(
    "INSERT INTO oresight.layer SELECT (jsonb_populate_record(NULL::oresight.layer, entry)).* "
    "FROM oresight.layer_past WHERE number = :number"
)
_INDEXES = (
    "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = %s::regclass"
)


@dataclass(frozen=True)
class PastLayer:
    """A version of a layer that is not the present one."""

    table: str
    version: int
    reason: Reason
    title: str
    source_file: str
    rows: int
    loaded_at: str
    """When it was loaded, ISO 8601."""
    ended_at: datetime
    """When it was replaced or deleted."""


def past_layers(db: Database, table: str | None = None) -> tuple[PastLayer, ...]:
    """Earlier versions of all layers or of one, the one that ended last first."""
    if db.attached:
        return ()
    prepare(db)
    chosen = sa.select(PAST).order_by(PAST.c.number.desc())
    if table is not None:
        chosen = chosen.where(PAST.c.table_name == table)
    with db.owner.connect() as connection:
        return tuple(_past(x) for x in connection.execute(chosen).mappings())


def set_aside(
    connection: sa.Connection, table: str, reason: Reason, waiting: Waiting | None = None, *, kept: int = KEPT
) -> list[int]:
    """Move the present version of `table` to the earlier ones, inside the caller's transaction.

    The caller holds the layer (:func:`core.database.holding.claim`).

    Returns:
        the versions that were removed for good, because more than `kept` are there.
    """
    mark = uuid.uuid4().hex[:12]
    relation = f"past_{mark}"
    with raw(connection).cursor() as cursor:
        take_over(cursor, sql.Identifier(LAYERS_SCHEMA, table), waiting)
        _move(cursor, (LAYERS_SCHEMA, table), (META_SCHEMA, relation), mark)
    connection.execute(_KEEP, {"table": table, "relation": relation, "reason": reason})
    connection.execute(sa.delete(LAYER).where(LAYER.c.table_name == table))
    old = sa.select(PAST.c.number, PAST.c.version, PAST.c.relation).where(PAST.c.table_name == table)
    surplus = connection.execute(old.order_by(PAST.c.number.desc()).offset(kept)).all()
    for number, _, name in surplus:
        sa.Table(name, sa.MetaData(schema=META_SCHEMA)).drop(connection, checkfirst=True)
        connection.execute(sa.delete(PAST).where(PAST.c.number == number))
    return sorted(version for _, version, _ in surplus)


def delete_layer(db: Database, table: str, waiting: Waiting | None = None) -> None:
    """Take a layer away; :func:`restore_layer` brings it back.

    Raises:
        DatabaseError: no layer of that name is registered.
    """
    prepare(db)
    with db.owner.begin() as connection:
        claim(connection, table, waiting)
        if _present(connection, table) is None:
            raise DatabaseError(f"There is no layer “{table}”.", sentence_zh=f"没有名为“{table}”的图层。")
        set_aside(connection, table, "deleted", waiting)
        raise_version(connection)


def restore_layer(
    db: Database, table: str, version: int | None = None, waiting: Waiting | None = None
) -> LayerRecord:
    """Bring back an earlier version; the present one, if there is one, becomes an earlier version in its turn.

    Args:
        version: None takes the version that the present one replaced, or the last one of a deleted layer.

    Raises:
        DatabaseError: there is no such version, or a table that is no layer has taken the name.
    """
    prepare(db)
    with db.owner.begin() as connection:
        claim(connection, table, waiting)
        present = _present(connection, table)
        chosen = _choose(connection, table, version, present)
        if present is not None:
            reason: Reason = "undone" if chosen.version < present else "replaced"
            set_aside(connection, table, reason, waiting, kept=KEPT + 1)  # the chosen one leaves in its turn
        elif sa.inspect(connection).has_table(table, schema=LAYERS_SCHEMA):
            raise DatabaseError(
                f"A table “{table}” that is no layer of OreSight has taken the name.",
                sentence_zh=f"名称“{table}”已被非 OreSight 图层的表占用。",
            )
        with raw(connection).cursor() as cursor:
            _move(cursor, (META_SCHEMA, chosen.relation), (LAYERS_SCHEMA, table), uuid.uuid4().hex[:12])
        connection.execute(_RETURN, {"number": chosen.number})
        connection.execute(sa.delete(PAST).where(PAST.c.number == chosen.number))
        raise_version(connection)
        entry = connection.execute(sa.select(LAYER).where(LAYER.c.table_name == table)).mappings().one()
        return record_of(entry)


def _present(connection: sa.Connection, table: str) -> int | None:
    version = connection.execute(sa.select(LAYER.c.version).where(LAYER.c.table_name == table)).scalar()
    return None if version is None else int(version)


def _choose(connection: sa.Connection, table: str, version: int | None, present: int | None) -> sa.Row:
    chosen = sa.select(PAST.c.number, PAST.c.relation, PAST.c.version).where(PAST.c.table_name == table)
    if version is not None:
        chosen = chosen.where(PAST.c.version == version).order_by(PAST.c.number.desc())
    elif present is not None:
        replaced = chosen.where(PAST.c.version < present, PAST.c.reason == "replaced")
        chosen = replaced.order_by(PAST.c.number.desc())  # one that was taken back comes back only by number
    else:
        chosen = chosen.order_by(PAST.c.number.desc())
    found = connection.execute(chosen.limit(1)).one_or_none()
    if found is None:
        which = "earlier version" if version is None else f"version {version}"
        which_zh = "更早的版本" if version is None else f"版本 {version}"
        raise DatabaseError(
            f"There is no {which} of the layer “{table}” to bring back.",
            sentence_zh=f"图层“{table}”没有可恢复的{which_zh}。",
        )
    return found


def _move(cursor: psycopg.Cursor, source: tuple[str, str], target: tuple[str, str], mark: str) -> None:
    """Move a table to another schema and name; its indexes get names that nobody else uses."""
    moved = sql.Identifier(*source)
    cursor.execute(_INDEXES, (moved.as_string(cursor),))
    for i, (index,) in enumerate(cursor.fetchall()):
        cursor.execute(
            sql.SQL("ALTER INDEX {} RENAME TO {}").format(
                sql.Identifier(source[0], index), sql.Identifier(f"ix_{mark}_{i}")
            )
        )
    between = sql.Identifier(f"moving_{mark}")
    cursor.execute(sql.SQL("ALTER TABLE {} RENAME TO {}").format(moved, between))
    cursor.execute(
        sql.SQL("ALTER TABLE {} SET SCHEMA {}").format(
            sql.Identifier(source[0], f"moving_{mark}"), sql.Identifier(target[0])
        )
    )
    cursor.execute(
        sql.SQL("ALTER TABLE {} RENAME TO {}").format(
            sql.Identifier(target[0], f"moving_{mark}"), sql.Identifier(target[1])
        )
    )


def _past(row: sa.RowMapping) -> PastLayer:
    entry = row["entry"]
    return PastLayer(
        row["table_name"],
        row["version"],
        row["reason"],
        entry["title"],
        entry["source_file"],
        entry["rows_loaded"],
        entry["loaded_at"],
        row["ended_at"],
    )

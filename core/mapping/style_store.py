"""The styles people gave to layers: kept in the database by the name of the table, with the earlier ones.

A style belongs to a layer, not to a version of its rows: it survives replacing the rows, and comes back with a
layer that was deleted and restored.  Each change is a row of ``layer_style``; an undo removes the last row.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, cast

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from core.database.engine import META_SCHEMA, Database
from core.database.registry import tables_ready
from core.errors import DatabaseError, SettingsError
from core.mapping.style_model import StyleDocument, StyleLayer

Origin = Literal["file", "editor", "default"]
KEPT = 20
"""Styles kept of a layer, the present one among them."""
FRESH_S = 1.0
"""For so long a process trusts what it knows of the styles; its own changes are known at once."""

_metadata = sa.MetaData(schema=META_SCHEMA)
LAYER_STYLE = sa.Table(
    "layer_style",
    _metadata,
    sa.Column("number", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("table_name", sa.Text, nullable=False, index=True),
    sa.Column("style", sa.Text, nullable=True),
    sa.Column("columns", JSONB, nullable=False),
    sa.Column("origin", sa.Text, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
)


@dataclass(frozen=True)
class Applied:
    """A style a layer was given."""

    number: int
    table: str
    style: StyleLayer | None
    """None: the default style again."""
    columns: Mapping[str, str]
    """Field of the style → column of the layer, as decided when it was applied."""
    origin: Origin
    source: str
    """Name of the file, "" without one."""
    made_at: datetime
    broken: str = ""
    """Why the stored style cannot be read, "" as a rule; the default is drawn then."""


def apply_style(
    db: Database,
    table: str,
    style: StyleLayer | None,
    columns: Mapping[str, str],
    *,
    origin: Origin,
    source: str = "",
) -> Applied:
    """Give the layer `table` a style; None is the default one.

    Raises:
        DatabaseError: the database is only read.
    """
    _prepare(db)
    text = None if style is None else StyleDocument(layers=(style,)).to_json()
    entry: dict[str, Any] = {
        "table_name": table, "style": text, "columns": dict(columns), "origin": origin, "source": source[:200],
        "made_at": datetime.now(UTC),
    }  # fmt: skip
    with db.owner.begin() as connection:
        made = sa.insert(LAYER_STYLE).values(**entry).returning(*LAYER_STYLE.c)
        row = connection.execute(made).mappings().one()
        own = sa.select(LAYER_STYLE.c.number).where(LAYER_STYLE.c.table_name == table)
        old = own.order_by(LAYER_STYLE.c.number.desc()).offset(KEPT)
        connection.execute(sa.delete(LAYER_STYLE).where(LAYER_STYLE.c.number.in_(old.scalar_subquery())))
    return _applied(row)


def undo_style(db: Database, table: str, number: int) -> bool:
    """Take back the style `number` of `table` when it is the present one, so that the one before holds again.

    Returns:
        whether it was the present one; somebody else may have changed the style in the meantime.

    Raises:
        DatabaseError: the database is only read.
    """
    _prepare(db)
    last = sa.select(sa.func.max(LAYER_STYLE.c.number)).where(LAYER_STYLE.c.table_name == table)
    own = LAYER_STYLE.c.number
    with db.owner.begin() as connection:
        gone = connection.execute(sa.delete(LAYER_STYLE).where(own == number, own == last.scalar_subquery()))
        return bool(gone.rowcount)


def style_history(db: Database, table: str) -> tuple[Applied, ...]:
    """The styles of a layer, the present one first; none when it has the default style and always had."""
    if db.attached:
        return ()
    _prepare(db)
    chosen = sa.select(LAYER_STYLE).where(LAYER_STYLE.c.table_name == table)
    with db.owner.connect() as connection:
        rows = connection.execute(chosen.order_by(LAYER_STYLE.c.number.desc())).mappings()
        return tuple(_applied(x) for x in rows)


class StyleStore:
    """The present styles of all layers of one database, read again when they changed; safe for several threads."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._lock = threading.Lock()
        self._looked = -FRESH_S
        self._numbers: Mapping[str, int] = {}
        self._read: dict[str, Applied] = {}

    def current(self, table: str) -> Applied | None:
        """The present style of a layer, None for the default one that nobody changed."""
        with self._lock:
            self._look()
            number = self._numbers.get(table)
            if number is None:
                return None
            known = self._read.get(table)
            if known is None or known.number != number:
                history = style_history(self._db, table)
                if not history:  # taken back in this moment
                    return None
                known = self._read[table] = history[0]
            return known

    def forget(self) -> None:
        """Look anew at the next call: something was changed."""
        with self._lock:
            self._looked = -FRESH_S

    def _look(self) -> None:
        now = time.monotonic()
        if now - self._looked < FRESH_S or self._db.attached:
            return
        _prepare(self._db)
        last = sa.select(LAYER_STYLE.c.table_name, sa.func.max(LAYER_STYLE.c.number))
        with self._db.owner.connect() as connection:
            rows = connection.execute(last.group_by(LAYER_STYLE.c.table_name)).all()
        self._numbers = {table: int(number) for table, number in rows}
        self._looked = now


def _prepare(db: Database) -> None:
    if db.attached:
        raise DatabaseError(
            "Styles cannot be kept in a database that is only read.", sentence_zh="只读数据库中无法保存样式。"
        )
    tables_ready(db, _metadata)


def _applied(row: sa.RowMapping) -> Applied:
    style, broken = None, ""
    if row["style"] is not None:
        try:
            style = StyleDocument.from_json(row["style"]).layers[0]
        except (SettingsError, IndexError) as error:
            broken = str(error)
    return Applied(
        row["number"], row["table_name"], style, row["columns"], cast(Origin, row["origin"]), row["source"],
        row["made_at"], broken,
    )  # fmt: skip

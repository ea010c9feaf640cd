"""What the columns of a layer hold, for styles: their names and types, and how often each value occurs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from core.database.engine import LAYERS_SCHEMA, Database
from core.database.relation import STANDARD, rows_of
from core.vocabulary.card import Layer

_COLUMNS = sa.text(
    "SELECT a.attname, format_type(a.atttypid, NULL) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid "
    "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = :schema AND c.relname = :table "
    "AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum"
)
NUMERIC = frozenset({"smallint", "integer", "bigint", "real", "double precision", "numeric"})
INTEGERS = frozenset({"smallint", "integer", "bigint"})
TEXTS = frozenset({"text", "character varying", "character"})
MAX_KINDS = 50_000
"""Different combinations of values that are read to match a style."""


@dataclass(frozen=True)
class Groups:
    """The different combinations of values in some columns."""

    values: Mapping[str, Sequence[Any]]
    """Column → one value a combination."""
    counts: Sequence[int]
    """Features of each combination."""
    cut: bool = False
    """More combinations exist than were read; the rarest are missing."""


def columns_of(db: Database, layer: Layer) -> Mapping[str, str]:
    """Column → type as PostgreSQL writes it, without the standard ones; of foreign tables those of the card."""
    if layer.source is not None:
        return {c.name: c.sql_type for c in layer.columns.values()}
    with db.reader.connect() as connection:
        rows = connection.execute(_COLUMNS, {"schema": LAYERS_SCHEMA, "table": layer.table}).all()
    return {name: type_ for name, type_ in rows if name not in STANDARD}


def groups_of(db: Database, layer: Layer, columns: Sequence[str], most: int = MAX_KINDS) -> Groups:
    """The combinations of values of `columns` with their features, the most frequent first."""
    table = rows_of(layer, columns)
    wanted = [table.c[c] for c in columns]
    count = sa.func.count()
    statement = sa.select(*wanted, count).select_from(table)
    if wanted:
        statement = statement.group_by(*wanted).order_by(count.desc(), *(sa.cast(c, sa.Text) for c in wanted))
    with db.reader.connect() as connection:
        rows = connection.execute(statement.limit(most + 1)).all()
    kept = rows[:most]
    values = {c: [row[i] for row in kept] for i, c in enumerate(columns)}
    return Groups(values, [int(row[-1]) for row in kept], len(rows) > most)


def numbers_of(db: Database, layer: Layer, column: str, most: int = 200_000) -> list[float]:
    """The numbers of a column in ascending order; of a large layer every n-th row."""
    table = rows_of(layer, [column])
    value = sa.cast(table.c[column], sa.Double)
    statement = sa.select(value).where(
        value.is_not(None), value != sa.literal(float("nan")), sa.func.abs(value) < 1e300
    )
    step = -(-layer.rows // most)
    if step > 1:
        statement = statement.where(table.c.fid % step == 0)
    with db.reader.connect() as connection:
        return sorted(float(x) for x in connection.execute(statement).scalars())

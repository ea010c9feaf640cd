"""What is known of a layer before it is bound: from the report of a check, or from the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from core.database.catalog_columns import LIMIT, NUMERIC, QUALIFIER
from core.database.catalog_tables import KINDS, LiveTable, live_tables
from core.database.engine import Database
from core.database.registry import LayerRecord
from core.errors import DatabaseError
from core.vocabulary.card import GeometryKind
from core.vocabulary.proposals_model import ColumnFacts, LayerFacts

if TYPE_CHECKING:
    from core.ingest.model import Report

RAW = "__raw"
STANDARD = frozenset({"fid", "geom", "geom_ecef"})
SAMPLED = 400
"""Distinct texts looked at where a column has too many to be kept."""
_NUMBERS = frozenset({"double precision", "bigint", "integer", "number", "numeric", "real", "smallint"})


def facts_of_report(report: Report) -> LayerFacts:
    """The layer that a load with the decisions of `report` would make."""
    columns = tuple(
        ColumnFacts(
            x.name,
            x.sql_type in _NUMBERS,
            x.source,
            x.unit or x.unit_row,
            x.values or x.examples,
            complete=bool(x.values),
            many=x.many,
        )
        for x in report.columns
        if not x.name.endswith((QUALIFIER, LIMIT, RAW))
    )
    return LayerFacts(report.table, report.sheet or report.file, columns, _geometry(report.geometry), report.file)


def facts_of_layer(db: Database, record: LayerRecord) -> LayerFacts:
    """A loaded layer: its columns with values and ranges.

    Raises:
        DatabaseError: the table is gone.
    """
    with db.owner.connect() as connection:
        table = live_tables(connection, db).get(record.table)
        if table is None:
            raise DatabaseError(
                f"There is no layer “{record.table}”.", sentence_zh=f"没有名为“{record.table}”的图层。"
            )
        names = [x for x in table.columns if x not in STANDARD and not x.endswith((QUALIFIER, LIMIT, RAW))]
        numbers = [x for x in names if table.columns[x].partition("(")[0].strip() in NUMERIC]
        ranges = _ranges(connection, table, numbers)
        columns = tuple(
            ColumnFacts(x, True, low=ranges[x][0], high=ranges[x][1], unit=_decided(record, x))
            if x in ranges
            else _texts(connection, table, x)
            for x in names
        )
    return LayerFacts(record.table, record.title, columns, table.geometry, record.source_file)


def columns_of(facts: LayerFacts) -> dict[str, ColumnFacts]:
    """Column by name."""
    return {x.name: x for x in facts.columns}


def _decided(record: LayerRecord, column: str) -> str:
    """Unit that was decided when the layer was loaded."""
    rule = record.decisions.get("cells", {}).get(column, {})
    return str(rule.get("unit") or "")


def _ranges(
    connection: sa.Connection, table: LiveTable, numbers: list[str]
) -> dict[str, tuple[float | None, float | None]]:
    if not numbers:
        return {}
    source = table.rows_with(*numbers)
    pairs = [f(sa.cast(source.c[x], sa.Float)) for x in numbers for f in (sa.func.min, sa.func.max)]
    row = connection.execute(sa.select(*pairs).select_from(source)).one()
    return {x: (row[2 * i], row[2 * i + 1]) for i, x in enumerate(numbers)}


def _texts(connection: sa.Connection, table: LiveTable, name: str) -> ColumnFacts:
    known = (table.inventories or {}).get(name)
    if known is not None:
        return ColumnFacts(name, False, values=known, complete=True)
    source = table.rows_with(name)
    text = sa.cast(source.c[name], sa.Text)
    some = sa.select(text).select_from(source).where(source.c[name].is_not(None)).distinct().limit(SAMPLED)
    values = tuple(x for (x,) in connection.execute(some))
    complete = len(values) < SAMPLED
    return ColumnFacts(name, False, values=values, complete=complete, many=not complete)


def _geometry(text: str) -> GeometryKind | None:
    return KINDS.get(text.upper())

"""The tables of the schema of layers as they are: columns with types, geometry, counts, extents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.selectable import FromClause

from core.database.engine import LAYERS_SCHEMA, Database
from core.database.registry import Extent, LayerRecord, list_layers
from core.database.relation import relation
from core.vocabulary.card import GeometryKind, Join, Source
from core.vocabulary.mappings import SourceEntry

KINDS: Mapping[str, GeometryKind] = {
    "POINT": "point",
    "MULTIPOINT": "point",
    "LINESTRING": "line",
    "MULTILINESTRING": "line",
    "POLYGON": "polygon",
    "MULTIPOLYGON": "polygon",
}

COLUMNS = sa.text(
    """
    SELECT c.relname, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
    WHERE n.nspname = :schema AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum
    """
)
GEOMETRIES = sa.text(
    "SELECT f_table_name, type FROM geometry_columns "
    "WHERE f_table_schema = :schema AND f_geometry_column = 'geom' AND srid = 4326"
)


@dataclass(frozen=True)
class LiveTable:
    """One table with a geometry column ``geom``."""

    name: str
    columns: Mapping[str, str]
    """Column → type as PostgreSQL writes it."""
    geometry: GeometryKind
    rows: int
    extent: Extent
    max_edge_m: float = 0.0
    inventories: Mapping[str, tuple[str, ...]] | None = None
    """Column → distinct texts as the loader recorded them; None for a table the loader did not write."""
    others: frozenset[str] = field(default_factory=frozenset)
    source: Source | None = None
    """Where the rows are when the table does not stand in the schema of layers."""

    def rows_with(self, *columns: str) -> FromClause:
        """The rows with the standard columns and `columns`."""
        return relation(self.name, self.geometry, self.source, columns)


def live_tables(
    connection: sa.Connection, db: Database, sources: Mapping[str, SourceEntry] | None = None
) -> dict[str, LiveTable]:
    """Every usable table of the schema of layers, and the tables of others that `sources` names by layer."""
    found = {} if db.attached else _own_tables(connection, db)
    for layer, entry in (sources or {}).items():
        foreign = _foreign(connection, layer, entry)
        if foreign is not None:
            found[layer] = foreign
    return found


def _own_tables(connection: sa.Connection, db: Database) -> dict[str, LiveTable]:
    columns: dict[str, dict[str, str]] = {}
    for table, column, type_ in connection.execute(COLUMNS, {"schema": LAYERS_SCHEMA}):
        columns.setdefault(table, {})[column] = type_
    records = {x.table: x for x in list_layers(db)}
    found = {}
    for table, type_ in connection.execute(GEOMETRIES, {"schema": LAYERS_SCHEMA}):
        kind = KINDS.get(type_)
        if kind is None or table not in columns or not {"fid", "geom_ecef"} <= set(columns[table]):
            continue
        record = records.get(table)
        found[table] = _of_record(record, columns[table], kind) if record else _measured(
            connection, table, columns[table], kind
        )  # fmt: skip
    return found


def _foreign(connection: sa.Connection, layer: str, entry: SourceEntry) -> LiveTable | None:
    """A table of others, measured now; None when it is gone or lacks a column it is read by."""
    joins = tuple(Join(x.name, x.schema_, x.table, x.column, x.key, x.columns) for x in entry.joins)
    source = Source(
        entry.schema_,
        entry.table,
        entry.key,
        entry.geometry,
        entry.srid,
        joins,
        entry.where_dimension,
        entry.repair,
    )
    columns = _columns_of(connection, entry.schema_, entry.table)
    wanted = {entry.geometry, *(x.column for x in joins), *([entry.key] if entry.key else [])}
    if not wanted <= set(columns):
        return None
    for join in joins:
        others = _columns_of(connection, join.schema, join.table)
        columns |= {f"{join.name}.{x}": others[x] for x in join.columns if x in others}
    columns.pop(entry.geometry)
    rows = relation(layer, entry.kind, source, ())
    count, extent = _measure(connection, rows)
    return LiveTable(layer, columns, entry.kind, count, extent, entry.max_edge_m, source=source)


def _columns_of(connection: sa.Connection, schema: str, table: str) -> dict[str, str]:
    return {c: type_ for t, c, type_ in connection.execute(COLUMNS, {"schema": schema}) if t == table}


def _of_record(record: LayerRecord, columns: Mapping[str, str], kind: GeometryKind) -> LiveTable:
    return LiveTable(
        record.table, columns, kind, record.rows_loaded, record.extent, record.max_edge_m, record.inventories
    )


def _measured(connection: sa.Connection, table: str, columns: Mapping[str, str], kind: GeometryKind) -> LiveTable:
    """A table that has no registry entry: count and extent are computed."""
    count, extent = _measure(connection, relation(table, kind, None, ()))
    return LiveTable(table, columns, kind, count, extent)


def _measure(connection: sa.Connection, rows: FromClause) -> tuple[int, Extent]:
    geom: sa.ColumnElement[Any] = rows.c.geom
    box = sa.select(sa.func.ST_Extent(geom).label("box"), sa.func.count().label("n")).select_from(rows).subquery()
    sides = [getattr(sa.func, f"ST_{x}")(box.c.box) for x in ("XMin", "YMin", "XMax", "YMax")]
    count, *extent = connection.execute(sa.select(box.c.n, *sides)).one()
    west, south, east, north = (float(x) if x is not None else 0.0 for x in extent)
    return int(count), (west, south, east, north)

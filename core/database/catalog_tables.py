"""The tables of the schema of layers as they are: columns with types, geometry, counts, extents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import sqlalchemy as sa

from core.database.engine import LAYERS_SCHEMA, Database
from core.database.registry import Extent, LayerRecord, list_layers
from core.vocabulary.card import GeometryKind

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


def live_tables(connection: sa.Connection, db: Database) -> dict[str, LiveTable]:
    """Every usable table of the schema of layers."""
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


def _of_record(record: LayerRecord, columns: Mapping[str, str], kind: GeometryKind) -> LiveTable:
    return LiveTable(
        record.table, columns, kind, record.rows_loaded, record.extent, record.max_edge_m, record.inventories
    )


def _measured(connection: sa.Connection, table: str, columns: Mapping[str, str], kind: GeometryKind) -> LiveTable:
    """A table that has no registry entry: count and extent are computed."""
    geom: sa.ColumnClause[object] = sa.column("geom")
    source = sa.table(table, geom, schema=LAYERS_SCHEMA)
    box = (
        sa.select(sa.func.ST_Extent(geom).label("box"), sa.func.count().label("n")).select_from(source).subquery()
    )
    sides = [getattr(sa.func, f"ST_{x}")(box.c.box) for x in ("XMin", "YMin", "XMax", "YMax")]
    rows, *extent = connection.execute(sa.select(box.c.n, *sides)).one()
    west, south, east, north = (float(x) if x is not None else 0.0 for x in extent)
    return LiveTable(table, columns, kind, rows, (west, south, east, north))

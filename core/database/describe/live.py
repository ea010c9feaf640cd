"""What stands in one schema of a database: tables, columns, comments, keys, geometries, values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from core.database.registry import Extent
from core.vocabulary.card import GeometryKind

VALUES = 2_000
"""Distinct values of a column that are looked at."""
SAMPLE = 20
_KIND: Mapping[int, GeometryKind] = {0: "point", 1: "line", 2: "polygon"}

_TABLES = sa.text(
    """
    SELECT c.oid, c.relname, c.relkind::text, obj_description(c.oid, 'pg_class')
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = :schema AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND has_table_privilege(c.oid, 'SELECT')
      AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.relname
    """
)
_COLUMNS = sa.text(
    """
    SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), t.typname::text,
           col_description(a.attrelid, a.attnum),
           EXISTS (SELECT 1 FROM pg_catalog.pg_index i WHERE i.indrelid = a.attrelid AND i.indisunique
                   AND i.indpred IS NULL AND i.indnatts = 1 AND i.indkey[0] = a.attnum),
           EXISTS (SELECT 1 FROM pg_catalog.pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary
                   AND i.indnatts = 1 AND i.indkey[0] = a.attnum)
    FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
    WHERE a.attrelid = :oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
    """
)
_FOREIGN_KEYS = sa.text(
    """
    SELECT a.attname, n.nspname, c.relname, b.attname
    FROM pg_catalog.pg_constraint k
    JOIN pg_catalog.pg_class c ON c.oid = k.confrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    JOIN pg_catalog.pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[1]
    WHERE k.contype = 'f' AND k.conrelid = :oid AND array_length(k.conkey, 1) = 1 ORDER BY a.attnum
    """
)


@dataclass(frozen=True)
class LiveColumn:
    """A column that holds no geometry."""

    name: str
    type: str
    """As PostgreSQL writes it, without length or precision."""
    comment: str = ""
    unique: bool = False
    primary: bool = False
    values: Mapping[str, int] | None = None
    """Distinct values as text with their counts, most frequent first; None when there are too many."""
    filled: int = 0
    """Rows with a value."""
    distinct: int = 0
    """Different values."""
    sample: tuple[str, ...] = ()
    """A few values."""


@dataclass(frozen=True)
class LiveGeometry:
    """The geometries of a table."""

    column: str
    kind: GeometryKind
    srid: int
    rows: int
    extent: Extent
    """West, south, east, north in degrees, EPSG:4326."""
    mixed: int = 0
    """Rows of another dimension."""
    collections: int = 0
    empty: int = 0
    """Rows without a geometry."""


@dataclass(frozen=True)
class LiveRelation:
    """A table or view of the schema."""

    schema: str
    name: str
    relkind: str
    comment: str
    rows: int
    columns: tuple[LiveColumn, ...]
    geometry: LiveGeometry | None = None
    more_geometries: tuple[str, ...] = ()
    foreign_keys: tuple[tuple[str, str, str, str], ...] = ()
    """(column, other schema, other table, other column)."""
    notes: tuple[str, ...] = field(default=())

    def column(self, name: str) -> LiveColumn | None:
        """The column called `name`."""
        return next((x for x in self.columns if x.name == name), None)


def live_relations(connection: sa.Connection, schema: str) -> tuple[LiveRelation, ...]:
    """All tables and views of `schema` that the connection may read, in order of their names."""
    found = connection.execute(_TABLES, {"schema": schema}).all()
    return tuple(_relation(connection, schema, tuple(row)) for row in found)


def _relation(connection: sa.Connection, schema: str, row: tuple[Any, ...]) -> LiveRelation:
    oid, name, relkind, comment = row
    listed = connection.execute(_COLUMNS, {"oid": oid}).all()
    spatial = [x[0] for x in listed if x[2] in ("geometry", "geography")]
    table = sa.table(name, *(sa.column(x[0]) for x in listed), schema=schema)
    rows = int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())
    geometry, notes = _geometry(connection, table, spatial[0], rows) if spatial and rows else (None, ())
    columns = tuple(_column(connection, table, tuple(x), rows) for x in listed if x[0] not in spatial)
    keys = tuple((a, b, c, d) for a, b, c, d in connection.execute(_FOREIGN_KEYS, {"oid": oid}))
    return LiveRelation(
        schema, name, relkind, comment or "", rows, columns, geometry, tuple(spatial[1:]), keys, notes
    )


def _geometry(
    connection: sa.Connection, table: sa.TableClause, column: str, rows: int
) -> tuple[LiveGeometry | None, tuple[str, ...]]:
    """The geometries; None with the reason when they cannot be placed on the Earth."""
    geom: sa.ColumnElement[object] = sa.literal_column("g")
    source = sa.select(sa.cast(table.c[column], _Geometry()).label("g")).where(table.c[column].is_not(None))
    one = source.subquery("s")
    types = connection.execute(
        sa.select(
            sa.func.ST_SRID(geom), sa.func.ST_Dimension(geom), sa.func.GeometryType(geom) == "GEOMETRYCOLLECTION",
            sa.func.count(), sa.func.ST_IsEmpty(geom),
        ).select_from(one).group_by(sa.text("1, 2, 3, 5"))
    ).all()  # fmt: skip
    full = [x for x in types if not x[4]]
    srids = sorted({x[0] for x in full})
    if len(srids) != 1:
        return None, (f"“{table.name}” has geometries in {len(srids)} coordinate systems; it was left out.",)
    counts: dict[int, int] = {}
    for _, dimension, _, count, _ in full:
        counts[dimension] = counts.get(dimension, 0) + count
    main = max(counts, key=lambda x: (counts[x], x))
    srid = srids[0]
    extent = _extent(connection, one, geom, srid)
    if extent is None:
        return None, (f"“{table.name}” has coordinates of no known system (SRID {srid}); it was left out.",)
    assumed = f"“{table.name}” names no coordinate system; degrees on WGS 84 (EPSG:4326) are assumed."
    notes = () if srid else (assumed,)
    other, collections = sum(counts.values()) - counts[main], sum(x[3] for x in full if x[2])
    return LiveGeometry(
        column, _KIND[main], srid, counts[main], extent, other, collections, rows - sum(x[3] for x in full)
    ), notes


class _Geometry(sa.types.UserDefinedType[object]):
    cache_ok = True

    def get_col_spec(self, **_: object) -> str:
        """Name of the type."""
        return "geometry"


def _extent(
    connection: sa.Connection, one: sa.Subquery, geom: sa.ColumnElement[object], srid: int
) -> Extent | None:
    """Box in degrees; None when the coordinates cannot be degrees or cannot be transformed."""
    box = sa.func.ST_Extent(geom if srid in (0, 4326) else sa.func.ST_Transform(geom, 4326)).label("b")
    inner = sa.select(box).select_from(one).subquery()
    sides = [getattr(sa.func, f"ST_{x}")(inner.c.b) for x in ("XMin", "YMin", "XMax", "YMax")]
    try:
        with connection.begin_nested():
            west, south, east, north = (float(x) for x in connection.execute(sa.select(*sides)).one())
    except (sa.exc.DBAPIError, TypeError):
        return None
    inside = -180.0 <= west <= east <= 180.0 and -90.0 <= south <= north <= 90.0
    return (west, south, east, north) if inside else None


def _column(connection: sa.Connection, table: sa.TableClause, listed: tuple[Any, ...], rows: int) -> LiveColumn:
    name, type_, _, comment, unique, primary = listed
    column: sa.ColumnClause[object] = table.c[str(name)]
    base = str(type_).partition("(")[0].strip()
    found: dict[str, int] | None = None
    filled = distinct = 0
    sample: tuple[str, ...] = ()
    if rows and base not in ("bytea", "json", "jsonb", "xml", "raster"):
        text = sa.cast(column, sa.Text).label("v")
        grouped = (
            sa.select(text, sa.func.count().label("n")).where(column.is_not(None))
            .group_by(sa.text("1")).order_by(sa.text("2 DESC, 1")).limit(VALUES + 1)
        )  # fmt: skip
        values = {str(v): int(n) for v, n in connection.execute(grouped)}
        found = values if len(values) <= VALUES else None
        sample = tuple(list(values)[:SAMPLE])
        counted = sa.select(sa.func.count(column), sa.func.count(sa.distinct(text))).select_from(table)
        filled, distinct = (int(x) for x in connection.execute(counted).one())
    return LiveColumn(
        str(name), base, str(comment or ""), bool(unique), bool(primary), found, filled, distinct, sample
    )

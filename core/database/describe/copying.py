"""Prepared copies: foreign tables as layers of OreSight's own schema, with the indexes that distances need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import psycopg
import sqlalchemy as sa
from geoalchemy2 import Geometry
from psycopg import sql

from core.database.describe.edges import longest_edge_m
from core.database.describe.live import LiveGeometry, LiveRelation
from core.database.engine import LAYERS_SCHEMA, Database
from core.database.findings import Finding
from core.database.registry import LAYER, LayerRecord, prepare, record_layer
from core.database.relation import Foreign, earth
from core.errors import DatabaseError
from core.vocabulary.card import GeometryKind, Source

INVENTORY = 2_000
MARK = "prepared copy"
_KINDS: Mapping[GeometryKind, str] = {"line": "MULTILINESTRING", "polygon": "MULTIPOLYGON"}
_TYPES: Mapping[str, type[sa.types.TypeEngine[Any]]] = {
    "bigint": sa.BigInteger,
    "integer": sa.Integer,
    "smallint": sa.SmallInteger,
    "double precision": sa.Double,
    "real": sa.REAL,
    "numeric": sa.Numeric,
}


@dataclass(frozen=True)
class Copy:
    """A foreign table and the layer it becomes."""

    table: str
    title: str
    relation: LiveRelation
    source: Source
    geometry: LiveGeometry
    types: Mapping[str, str]
    """Columns to copy with their types; other types than numbers are copied as text."""


def copy_layer(db: Database, copy: Copy) -> LayerRecord:
    """Copy a foreign table into the schema of layers and register it, in one transaction; replaces an older copy.

    Raises:
        DatabaseError: a table of that name is there and is no prepared copy.
    """
    prepare(db)
    with db.owner.begin() as connection:
        _refuse_other(connection, copy.table)
        kind = _type(connection, copy.source, copy.geometry.kind)
        made = _table(copy.table, kind, copy.types)
        made.drop(connection, checkfirst=True)
        made.create(connection)
        rows = _rows(copy.source, kind, copy.types)
        connection.execute(sa.insert(made).from_select([x.name for x in made.columns], rows))
        _open(connection, copy.table, db.reader_role)
        return record_layer(connection, _record(connection, made, copy, kind))


def _refuse_other(connection: sa.Connection, table: str) -> None:
    decisions = connection.execute(sa.select(LAYER.c.decisions).where(LAYER.c.table_name == table)).scalar()
    exists = sa.inspect(connection).has_table(table, schema=LAYERS_SCHEMA)
    if exists and (decisions is None or MARK not in decisions):
        raise DatabaseError(
            f"There is a layer “{table}” that is no prepared copy.",
            "Rename it, or describe without preparing copies.",
            sentence_zh=f"已有名为“{table}”的图层，且它不是准备好的副本。",
            hint_zh="请改名，或不准备副本。",
        )


def _type(connection: sa.Connection, source: Source, kind: GeometryKind) -> str:
    if kind != "point":
        return _KINDS[kind]
    name = sa.func.GeometryType(sa.column("geom")) == "MULTIPOINT"
    foreign = Foreign(source, kind)
    inner = foreign.select((), (foreign.shape().label("geom"),)).subquery()
    several = connection.execute(sa.select(sa.func.bool_or(name)).select_from(inner)).scalar()
    return "MULTIPOINT" if several else "POINT"


def _table(name: str, kind: str, types: Mapping[str, str]) -> sa.Table:
    own = [sa.Column(x, _TYPES.get(t, sa.Text)()) for x, t in types.items()]
    geom = sa.Column("geom", Geometry(kind, 4326, spatial_index=False), nullable=False)
    ecef = sa.Column("geom_ecef", Geometry("GEOMETRYZ", 4978, dimension=3, spatial_index=False), nullable=False)
    fid = sa.Column("fid", sa.BigInteger, primary_key=True, autoincrement=False)
    near = {"geom_ecef": "gist_geometry_ops_nd"}
    return sa.Table(
        name, sa.MetaData(schema=LAYERS_SCHEMA), fid, *own, geom, ecef,
        sa.Index(None, "geom", postgresql_using="gist"),
        sa.Index(None, "geom_ecef", postgresql_using="gist", postgresql_ops=near),
    )  # fmt: skip


def _rows(source: Source, kind: str, types: Mapping[str, str]) -> sa.Select[Any]:
    plain: GeometryKind = "point" if "POINT" in kind else "line" if "LINE" in kind else "polygon"
    foreign = Foreign(source, plain)
    rows = foreign.select(types, (sa.func.ST_Force2D(foreign.shape()).label("geom"),)).subquery()
    number = sa.func.row_number().over(order_by=rows.c.fid)
    cells = [sa.cast(rows.c[x], _TYPES.get(t, sa.Text)()).label(x) for x, t in types.items()]
    shaped = sa.func.ST_Multi(rows.c.geom) if kind.startswith("MULTI") else rows.c.geom
    wanted = sa.not_(sa.func.ST_IsEmpty(rows.c.geom))
    return sa.select(number, *cells, shaped, earth(shaped, plain)).where(wanted)


def _open(connection: sa.Connection, table: str, role: str) -> None:
    """Let questions read the copy, and gather statistics."""
    raw = connection.connection.driver_connection
    if not isinstance(raw, psycopg.Connection):
        raise DatabaseError("The database driver is not psycopg 3.")
    name = sql.Identifier(LAYERS_SCHEMA, table)
    raw.execute(sql.SQL("GRANT SELECT ON {} TO {}").format(name, sql.Identifier(role)))
    raw.execute(sql.SQL("ANALYZE {}").format(name))


def _record(connection: sa.Connection, made: sa.Table, copy: Copy, kind: str) -> LayerRecord:
    relation = copy.relation
    geom: sa.ColumnElement[Any] = made.c.geom
    box = sa.select(sa.func.ST_Extent(geom).label("b"), sa.func.count().label("n")).select_from(made).subquery()
    sides = [getattr(sa.func, f"ST_{x}")(box.c.b) for x in ("XMin", "YMin", "XMax", "YMax")]
    count, *extent = connection.execute(sa.select(box.c.n, *sides)).one()
    west, south, east, north = (float(x or 0.0) for x in extent)
    address = f"{relation.schema}.{relation.name}"
    names = {"POINT": "Point", "MULTIPOINT": "MultiPoint", "MULTIPOLYGON": "MultiPolygon"}
    return LayerRecord(
        table=made.name,
        title=copy.title,
        source_file=address,
        sha256="",
        rows_in=relation.rows,
        rows_loaded=int(count),
        crs_original=f"EPSG:{copy.geometry.srid or 4326}",
        extent=(west, south, east, north),
        geometry=names.get(kind, "MultiLineString"),  # type: ignore[arg-type]
        report=_lost(relation, int(count)),
        loaded_at=datetime.now(UTC),
        version=1,
        max_edge_m=0.0 if "POINT" in kind else longest_edge_m(connection, made),
        inventories=_inventories(connection, made),
        decisions={MARK: address},
    )


def _lost(relation: LiveRelation, count: int) -> tuple[Finding, ...]:
    lost = relation.rows - count
    if not lost:
        return ()
    text = f"{lost:,} rows without a geometry of the layer's kind were left out."
    return (Finding("copy_rows", "warning", text, f"已略去 {lost:,} 行没有相应几何的记录。", count=lost),)


def _inventories(connection: sa.Connection, made: sa.Table) -> dict[str, tuple[str, ...]]:
    found = {}
    for column in made.columns:
        if isinstance(column.type, sa.Text):
            statement = sa.select(column).where(column.is_not(None)).distinct().limit(INVENTORY + 1)
            values = sorted(str(x) for (x,) in connection.execute(statement))
            if len(values) <= INVENTORY:
                found[column.name] = tuple(values)
    return found

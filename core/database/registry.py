"""The layer registry: what was loaded, from which file, with which decisions and findings.

Tables in the schema of the registry: ``layer`` (one row a layer), ``layer_past`` (its earlier versions, see
:mod:`core.database.versions`) and ``data_version`` (one row).  A load
writes its row and raises the version inside its own transaction, so registry, layer and version always agree.
"""

from __future__ import annotations

import uuid
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

import sqlalchemy as sa
from psycopg.errors import DuplicateTable, UniqueViolation
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, insert

from core.database.engine import LAYERS_SCHEMA, META_SCHEMA, Database
from core.database.findings import Finding
from core.errors import DatabaseError

__all__ = ["Finding", "LayerRecord", "data_version", "drop_layer", "list_layers", "prepare", "record_layer"]

GeometryType = Literal["Point", "MultiPoint", "MultiLineString", "MultiPolygon"]
Extent = tuple[float, float, float, float]

ATTEMPTS = 5

_metadata = sa.MetaData(schema=META_SCHEMA)
LAYER = sa.Table(
    "layer",
    _metadata,
    sa.Column("table_name", sa.Text, primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("source_file", sa.Text, nullable=False),
    sa.Column("source_layer", sa.Text, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("rows_in", sa.BigInteger, nullable=False),
    sa.Column("rows_loaded", sa.BigInteger, nullable=False),
    sa.Column("crs_original", sa.Text, nullable=False),
    sa.Column("encoding", sa.Text, nullable=False),
    sa.Column("extent", ARRAY(sa.Float), nullable=False),
    sa.Column("geometry", sa.Text, nullable=False),
    sa.Column("max_edge_m", sa.Float, nullable=False),
    sa.Column("inventories", JSONB, nullable=False),
    sa.Column("decisions", JSONB, nullable=False),
    sa.Column("report", JSONB, nullable=False),
    sa.Column("loaded_at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
)
DATA_VERSION = sa.Table(
    "data_version",
    _metadata,
    sa.Column("one", sa.Boolean, sa.CheckConstraint("one"), primary_key=True),
    sa.Column("epoch", sa.Text, nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
)

PAST = sa.Table(
    "layer_past",
    _metadata,
    sa.Column("number", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("table_name", sa.Text, nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("relation", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("entry", JSONB, nullable=False),
    sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
)
"""Versions that were replaced or deleted: where their rows are and what their entry was."""

_prepared: weakref.WeakSet[sa.Engine] = weakref.WeakSet()
_made: weakref.WeakKeyDictionary[sa.Engine, list[sa.MetaData]] = weakref.WeakKeyDictionary()


@dataclass(frozen=True)
class LayerRecord:
    """The registry entry of one layer."""

    table: str
    title: str
    source_file: str
    """Name of the file as the user knows it, without its directory."""
    sha256: str
    rows_in: int
    """Records in the source."""
    rows_loaded: int
    crs_original: str
    """Authority code where there is one (``EPSG:4490``), else the name of the coordinate system."""
    extent: Extent
    """West, south, east, north in degrees, EPSG:4326."""
    geometry: GeometryType
    report: tuple[Finding, ...]
    loaded_at: datetime
    version: int
    """1 for a new layer, one more than any version before each time it is replaced or added to."""
    source_layer: str = ""
    """Layer or worksheet of the source, "" when it has only one."""
    encoding: str = ""
    max_edge_m: float = 0.0
    """Longest edge of a line or polygon, geodesic metres on WGS 84."""
    inventories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Text column → its distinct values, for columns that have few enough to hold."""
    decisions: Mapping[str, Any] = field(default_factory=dict)
    """What the loader was told, as plain values."""


def prepare(db: Database) -> None:
    """Create the registry when it is not there; safe to repeat and under concurrency."""
    if db.owner not in _prepared:
        create_once(db, _create)
        _prepared.add(db.owner)


def tables_ready(db: Database, metadata: sa.MetaData) -> None:
    """Make the tables of `metadata` that are not there; the database is asked once in the life of this process."""
    made = _made.setdefault(db.owner, [])
    if metadata not in made:
        create_once(db, lambda c: metadata.create_all(c, checkfirst=True))
        made.append(metadata)


def create_once(db: Database, create: Callable[[sa.Connection], None]) -> None:
    """Run `create`, which makes tables that are not there, however many processes do the same at the moment."""
    for attempt in range(ATTEMPTS):
        try:
            with db.owner.begin() as connection:
                create(connection)
            return
        except (sa.exc.IntegrityError, sa.exc.ProgrammingError) as error:
            # Somebody else creates the same table in the same moment; "if not exists" does not help then.
            if attempt + 1 == ATTEMPTS or not isinstance(error.orig, DuplicateTable | UniqueViolation):
                raise


def list_layers(db: Database) -> tuple[LayerRecord, ...]:
    """All registered layers in the order of their table names; none in a database that is only read."""
    if db.attached:
        return ()
    prepare(db)
    with db.owner.connect() as connection:
        rows = connection.execute(sa.select(LAYER).order_by(LAYER.c.table_name)).mappings()
        return tuple(record_of(row) for row in rows)


def entry_of(connection: sa.Connection, table: str) -> LayerRecord | None:
    """The entry of one layer as the caller's transaction sees it."""
    row = connection.execute(sa.select(LAYER).where(LAYER.c.table_name == table)).mappings().one_or_none()
    return None if row is None else record_of(row)


def record_layer(connection: sa.Connection, record: LayerRecord) -> LayerRecord:
    """Write the entry of a layer inside the caller's transaction and raise the data version.

    Returns the record with its version and time filled in by the registry.
    """
    values: dict[str, Any] = {
        "table_name": record.table,
        "title": record.title,
        "source_file": record.source_file,
        "source_layer": record.source_layer,
        "sha256": record.sha256,
        "rows_in": record.rows_in,
        "rows_loaded": record.rows_loaded,
        "crs_original": record.crs_original,
        "encoding": record.encoding,
        "extent": list(record.extent),
        "geometry": record.geometry,
        "max_edge_m": record.max_edge_m,
        "inventories": {k: list(v) for k, v in record.inventories.items()},
        "decisions": dict(record.decisions),
        "report": [x.to_json() for x in record.report],
        "loaded_at": datetime.now(UTC),
    }
    past = sa.select(sa.func.max(PAST.c.version)).where(PAST.c.table_name == record.table)
    known = connection.execute(past).scalar() or 0
    statement = insert(LAYER).values(**values, version=known + 1)
    statement = statement.on_conflict_do_update(
        index_elements=[LAYER.c.table_name],
        set_=values | {"version": sa.func.greatest(LAYER.c.version, known) + 1},
    )
    row = connection.execute(statement.returning(*LAYER.c)).mappings().one()
    raise_version(connection)
    return record_of(row)


def drop_layer(db: Database, table: str) -> None:
    """Remove a layer and its entry for good (:func:`core.database.versions.delete_layer` keeps it).

    Raises:
        DatabaseError: no layer of that name is registered.
    """
    prepare(db)
    with db.owner.begin() as connection:
        gone = connection.execute(sa.delete(LAYER).where(LAYER.c.table_name == table))
        if not gone.rowcount:
            raise DatabaseError(f"There is no layer “{table}”.", sentence_zh=f"没有名为“{table}”的图层。")
        sa.Table(table, sa.MetaData(schema=LAYERS_SCHEMA)).drop(connection, checkfirst=True)
        raise_version(connection)


def data_version(db: Database) -> str:
    """A token that differs after every load, replacement or drop; later tokens of one database sort higher.

    A database that is only read has no registry: its token never changes.
    """
    if db.attached:
        return "attached"
    prepare(db)
    with db.owner.connect() as connection:
        row = connection.execute(sa.select(DATA_VERSION.c.epoch, DATA_VERSION.c.number)).one()
        return f"{row.epoch}-{row.number:09d}"


def _create(connection: sa.Connection) -> None:
    if not sa.inspect(connection).has_table("layer_past", schema=META_SCHEMA):
        for table in (LAYER, DATA_VERSION, PAST):
            connection.execute(sa.schema.CreateTable(table, if_not_exists=True))
        connection.execute(
            insert(DATA_VERSION).values(one=True, epoch=uuid.uuid4().hex[:8], number=0).on_conflict_do_nothing()
        )


def raise_version(connection: sa.Connection) -> None:
    """Make answers given so far older than the data, inside the caller's transaction."""
    connection.execute(sa.update(DATA_VERSION).values(number=DATA_VERSION.c.number + 1))


def record_of(row: sa.RowMapping) -> LayerRecord:
    """The entry of a row of the registry."""
    west, south, east, north = row["extent"]
    return LayerRecord(
        table=row["table_name"],
        title=row["title"],
        source_file=row["source_file"],
        source_layer=row["source_layer"],
        sha256=row["sha256"],
        rows_in=row["rows_in"],
        rows_loaded=row["rows_loaded"],
        crs_original=row["crs_original"],
        encoding=row["encoding"],
        extent=(west, south, east, north),
        geometry=row["geometry"],
        max_edge_m=row["max_edge_m"],
        inventories={k: tuple(v) for k, v in row["inventories"].items()},
        decisions=row["decisions"],
        report=tuple(Finding.from_json(x) for x in row["report"]),
        loaded_at=row["loaded_at"],
        version=row["version"],
    )

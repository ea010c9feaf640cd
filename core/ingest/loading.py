"""Load a checked file into the database: one transaction, so a failure at any point leaves nothing behind."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime

import psycopg
import sqlalchemy as sa
from psycopg import sql

from core.database.engine import LAYERS_SCHEMA, Database
from core.database.findings import Finding
from core.database.holding import claim, raw
from core.database.registry import LayerRecord, entry_of, list_layers, prepare, record_layer
from core.database.versions import set_aside
from core.ingest.appending import Base, base_of, joined, keep_rows
from core.ingest.cancelling import Cancel, cancellable, cancelled
from core.ingest.feed import Feed, Loaded, Opened, Shape
from core.ingest.layout import LONG_EDGE_M, POINTS, Target, create, indexes, parted
from core.ingest.model import LoadDecisions, Progress
from core.ingest.wording import finding, refusal

POSTGIS = sa.text(
    "SELECT n.nspname FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace "
    "WHERE e.extname = 'postgis'"
)


def store(
    db: Database, feed: Feed, decisions: LoadDecisions, progress: Progress | None, cancel: Cancel | None = None
) -> LayerRecord:
    """Load what a feed brings.

    Args:
        cancel: also ends a statement that runs for long, such as that of an index.

    Raises:
        IngestError: see :func:`core.ingest.load`.
    """
    opened, notes = feed.opened, list[Finding]()
    prepare(db)
    _refuse_existing(db, opened, decisions, notes)  # soon, before the long work; once more when the layer is held
    shape = feed.plan()
    try:
        with db.owner.begin() as connection, cancellable(connection, cancel):
            postgis = sql.Identifier(connection.execute(POSTGIS).scalar_one())
            target = Target(uuid.uuid4().hex[:12], postgis)
            return _write(db, connection, Load(feed, decisions, progress, target, notes), shape)
    except (psycopg.Error, sa.exc.DBAPIError) as error:
        if cancel is not None and cancel.cancelled:
            raise cancelled(opened.file) from error
        raise _failure(opened, error) from error


def _refuse_existing(db: Database, opened: Opened, decisions: LoadDecisions, notes: list[Finding]) -> None:
    layers = {x.table: x for x in list_layers(db)}
    with db.owner.connect() as connection:
        _check_name(connection, opened, decisions, layers.get(opened.table))
    for other in layers.values():
        same = (other.sha256, other.source_layer) == (opened.sha256, opened.sheet)
        if same and (other.table != opened.table or decisions.mode == "append"):
            notes.append(finding("same_file", table=other.table))


def _check_name(
    connection: sa.Connection, opened: Opened, decisions: LoadDecisions, present: LayerRecord | None
) -> None:
    """Refuse a mode that does not go with what is there under the name."""
    mode = decisions.mode
    if present is None and sa.inspect(connection).has_table(opened.table, schema=LAYERS_SCHEMA):
        raise refusal("table_exists" if mode == "new" else "table_foreign", table=opened.table)
    if present is not None and mode == "new":
        raise refusal("table_exists", table=opened.table)
    if present is None and mode == "append":
        raise refusal("append_nothing", table=opened.table)


@dataclass(frozen=True)
class Load:
    """One load at work."""

    feed: Feed
    decisions: LoadDecisions
    progress: Progress | None
    target: Target
    notes: list[Finding] = field(default_factory=list)
    """What this side found."""

    def waiting(self) -> None:
        """Tell that somebody else is at work on the layer, and let the person cancel."""
        if self.progress:
            self.progress(0, 0, "waiting")

    def step(self, loaded: Loaded, name: str) -> None:
        """Tell that all rows have been read and what comes now."""
        if self.progress:
            self.progress(loaded.rows_in, loaded.rows_in, name)


def _write(db: Database, connection: sa.Connection, load: Load, shape: Shape) -> LayerRecord:
    opened, base = load.feed.opened, None
    with raw(connection).cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        claim(connection, opened.table, load.waiting)
        present = entry_of(connection, opened.table)
        _check_name(connection, opened, load.decisions, present)
        if load.decisions.mode == "append" and present:
            base, shape = base_of(connection, present, shape, opened)
            load.notes.extend(base.findings)
        columns = [*shape.columns, *(base.others if base else ())]
        edge = max(shape.some_edge_m, base.record.max_edge_m if base else 0.0)
        cursor.execute(create(load.target, columns, shape.geometry, edge))
        loaded = _copy(cursor, load, shape, base.offset if base else 0)
        _finish(cursor, load, shape, loaded, base)
    load.step(loaded, "finishing")
    _swap(connection, load, present, db.reader_role)
    return record_layer(connection, joined(_record(load, shape, loaded), base))


def _copy(cursor: psycopg.Cursor, load: Load, shape: Shape, offset: int) -> Loaded:
    """Stream all rows into the table, numbered from `offset` + 1."""
    fields = sql.SQL(", ").join(map(sql.Identifier, shape.fields))
    statement = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT binary, FREEZE)").format(load.target.table, fields)
    with cursor.copy(statement) as copy:
        return load.feed.stream(shape, offset, copy.write)


def _finish(cursor: psycopg.Cursor, load: Load, shape: Shape, loaded: Loaded, base: Base | None) -> None:
    """The rows that were there, indexes, statistics."""
    target = load.target
    if base is not None:
        load.step(loaded, "joining")
        keep_rows(cursor, target, base, shape.geometry)
    load.step(loaded, "indexing")
    expected = max(shape.some_edge_m, base.record.max_edge_m if base else 0.0)
    unforeseen = shape.geometry not in POINTS and expected <= LONG_EDGE_M < loaded.max_edge_m
    for statement in (*(parted(target) if unforeseen else ()), *indexes(target)):
        cursor.execute(statement)


def _swap(connection: sa.Connection, load: Load, present: LayerRecord | None, reader: str) -> None:
    """Put the new table in the place of the old one; readers see the old one until the transaction ends."""
    name, table = load.feed.opened.table, load.target.table
    if present is not None:
        for version in set_aside(connection, name, "replaced", load.waiting):
            load.notes.append(finding("version_gone", version=version, table=name))
    with raw(connection).cursor() as cursor:
        cursor.execute(sql.SQL("GRANT SELECT ON {} TO {}").format(table, sql.Identifier(reader)))
        cursor.execute(sql.SQL("ALTER TABLE {} RENAME TO {}").format(table, sql.Identifier(name)))


def _record(load: Load, shape: Shape, loaded: Loaded) -> LayerRecord:
    opened, extent = load.feed.opened, loaded.extent
    assert extent is not None  # noqa: S101  # there is at least one row
    return LayerRecord(
        table=opened.table,
        title=opened.title,
        source_file=opened.file,
        source_layer=opened.sheet,
        sha256=opened.sha256,
        rows_in=loaded.rows_in,
        rows_loaded=loaded.rows_out,
        crs_original=shape.crs,
        encoding=opened.encoding,
        extent=extent,
        geometry=shape.geometry,
        max_edge_m=loaded.max_edge_m,
        inventories=loaded.inventories,
        decisions=load.decisions.to_json(),
        report=(*loaded.findings, *load.notes),
        loaded_at=datetime.now(UTC),
        version=1,
    )


def _failure(opened: Opened, error: Exception) -> Exception:
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    if isinstance(cause, psycopg.errors.DuplicateTable | psycopg.errors.UniqueViolation):
        return refusal("table_exists", table=opened.table)
    why = str(cause).splitlines()[0] if str(cause) else type(cause).__name__
    if isinstance(cause, psycopg.Error) and cause.diag.message_primary:
        why = cause.diag.message_primary
    return refusal("write_failed", file=opened.file, why=why.rstrip("."))

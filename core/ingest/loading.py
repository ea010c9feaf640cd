"""Load a checked file into the database: one transaction, so a failure at any point leaves nothing behind."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
import psycopg
import pyarrow as pa
import sqlalchemy as sa
from psycopg import sql

from core.database.engine import LAYERS_SCHEMA, Database
from core.database.registry import LayerRecord, list_layers, prepare, record_layer
from core.ingest.columns import StoredColumn
from core.ingest.copy import HEADER, TRAILER, encode, field_order
from core.ingest.inspecting import Import
from core.ingest.model import Limits, LoadDecisions, Progress
from core.ingest.plan import Plan
from core.ingest.rows import Outcome, run
from core.ingest.staging import Staged
from core.ingest.wording import as_error, finding, refusal

# Earth-centred coordinates for exact distances: of points and lines themselves, of polygons the boundary.  Edges
# longer than 1 km are parted along the great circle; below, chord and ellipsoid differ by less than 2 cm.
ECEF = "{s}.ST_Transform({s}.ST_Force3D({parted}), 4978)"
SHAPE = "{s}.ST_Force2D(CASE WHEN {s}.ST_Dimension(geom) = 2 THEN {s}.ST_Boundary(geom) ELSE geom END)"
PARTED = "{s}.ST_Segmentize({shape}::{s}.geography, 1000)::{s}.geometry"
LONG_EDGE_M = 999.0
POINTS = ("Point", "MultiPoint")
POSTGIS = sa.text(
    "SELECT n.nspname FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace "
    "WHERE e.extname = 'postgis'"
)


@dataclass(frozen=True)
class Target:
    """The table being filled, under a name that nobody else uses."""

    mark: str
    postgis: sql.Identifier
    """Schema of PostGIS."""

    @property
    def table(self) -> sql.Identifier:
        """The table, with its schema."""
        return sql.Identifier(LAYERS_SCHEMA, f"load_{self.mark}")


def store(
    db: Database, staged: Staged, decisions: LoadDecisions, limits: Limits, progress: Progress | None
) -> LayerRecord:
    """Check and load a staged file.

    Raises:
        IngestError: see :func:`core.ingest.load`.
    """
    job = Import(staged, decisions, limits)
    prepare(db)
    _refuse_existing(db, job)
    plan = job.plan(progress)
    if job.error is not None:
        raise as_error(job.error)
    try:
        with db.owner.begin() as connection:
            return _write(db, connection, job, plan, progress)
    except (psycopg.Error, sa.exc.DBAPIError) as error:
        raise _failure(job, error) from error


def _refuse_existing(db: Database, job: Import) -> None:
    layers = {x.table: x for x in list_layers(db)}
    with db.owner.connect() as connection:
        exists = job.table in layers or sa.inspect(connection).has_table(job.table, schema=LAYERS_SCHEMA)
    if exists and job.decisions.mode != "replace":
        raise refusal("table_exists", table=job.table)
    sheet = job.source.description.sheet
    for other in layers.values():
        if other.table != job.table and (other.sha256, other.source_layer) == (job.staged.sha256, sheet):
            job.findings.append(finding("same_file", table=other.table))


def _write(
    db: Database, connection: sa.Connection, job: Import, plan: Plan, progress: Progress | None
) -> LayerRecord:
    raw = connection.connection.driver_connection
    assert isinstance(raw, psycopg.Connection)  # noqa: S101  # the engine's driver is psycopg 3
    target = Target(uuid.uuid4().hex[:12], sql.Identifier(connection.execute(POSTGIS).scalar_one()))
    with raw.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        cursor.execute(_create(target, [x for task in plan.tasks for x in task.stored], plan.geometry))
        outcome = _copy(cursor, target, job, plan, progress)
        job.conclude(outcome)
        if job.error is not None:
            raise as_error(job.error)
        _step(progress, outcome, "indexing")
        if plan.geometry not in POINTS:
            column = _ecef(target, outcome.work.max_edge_m)
            cursor.execute(sql.SQL("ALTER TABLE {} ADD COLUMN {}").format(target.table, column))
        for statement in _indexes(target):
            cursor.execute(statement)
        _step(progress, outcome, "finishing")
        _swap(cursor, target, job.table, db.reader_role)
    return record_layer(connection, _record(job, plan, outcome))


def _create(target: Target, columns: list[StoredColumn], geometry: str) -> sql.Composed:
    lines: list[sql.Composable] = [sql.SQL("fid bigint NOT NULL")]
    lines += [sql.SQL("{} {}").format(sql.Identifier(x.name), sql.SQL(x.sql_type)) for x in columns]
    kind = sql.SQL(geometry)
    lines.append(sql.SQL("geom {s}.geometry({kind}, 4326) NOT NULL").format(s=target.postgis, kind=kind))
    if geometry in POINTS:  # nothing to part; other kinds get the column when their longest edge is known
        lines.append(_ecef(target, 0.0))
    return sql.SQL("CREATE TABLE {} ({})").format(target.table, sql.SQL(", ").join(lines))


def _ecef(target: Target, max_edge_m: float) -> sql.Composed:
    """The column for distances.  Parting edges costs most of the time, so it is left out where no edge is long."""
    shape = sql.SQL(SHAPE).format(s=target.postgis)
    parted = sql.SQL(PARTED).format(s=target.postgis, shape=shape) if max_edge_m > LONG_EDGE_M else shape
    return sql.SQL("geom_ecef {s}.geometry(GeometryZ, 4978) GENERATED ALWAYS AS ({ecef}) STORED").format(
        s=target.postgis, ecef=sql.SQL(ECEF).format(s=target.postgis, parted=parted)
    )


def _copy(cursor: psycopg.Cursor, target: Target, job: Import, plan: Plan, progress: Progress | None) -> Outcome:
    """Stream all rows into the table."""
    columns = [x for task in plan.tasks for x in task.stored]
    points = plan.geometry == "Point"
    names = ["fid", *(x.name for x in columns)]
    order = field_order([pa.int64(), *(x.type for x in columns)], points)
    fields = sql.SQL(", ").join([sql.Identifier("geom" if i < 0 else names[i]) for i in order])
    statement = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT binary, FREEZE)").format(target.table, fields)
    with cursor.copy(statement) as copy:
        copy.write(HEADER)

        def sink(batch: list[pa.Array], geometry: np.ndarray) -> None:
            copy.write(encode(batch, geometry, points))

        outcome = run(job.source, job.found, plan, sink, progress)
        copy.write(TRAILER)
    return outcome


def _indexes(target: Target) -> Iterator[sql.Composed]:
    def name(suffix: str) -> sql.Identifier:
        return sql.Identifier(f"ix_{target.mark}_{suffix}")

    table = target.table
    yield sql.SQL("ALTER TABLE {} ADD CONSTRAINT {} PRIMARY KEY (fid)").format(table, name("pk"))
    yield sql.SQL("CREATE INDEX {} ON {} USING gist (geom)").format(name("geom"), table)
    yield sql.SQL("CREATE INDEX {} ON {} USING gist (geom_ecef {}.gist_geometry_ops_nd)").format(
        name("ecef"), table, target.postgis
    )
    yield sql.SQL("ANALYZE {}").format(table)


def _swap(cursor: psycopg.Cursor, target: Target, name: str, reader: str) -> None:
    """Put the new table in the place of the old one; readers see the old one until the transaction ends."""
    cursor.execute(sql.SQL("GRANT SELECT ON {} TO {}").format(target.table, sql.Identifier(reader)))
    cursor.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(sql.Identifier(LAYERS_SCHEMA, name)))
    cursor.execute(sql.SQL("ALTER TABLE {} RENAME TO {}").format(target.table, sql.Identifier(name)))


def _record(job: Import, plan: Plan, outcome: Outcome) -> LayerRecord:
    described, extent = job.source.description, outcome.work.extent
    assert extent is not None  # noqa: S101  # there is at least one row
    return LayerRecord(
        table=job.table,
        title=job.title,
        source_file=job.staged.file,
        source_layer=described.sheet,
        sha256=job.staged.sha256,
        rows_in=outcome.rows_in,
        rows_loaded=outcome.rows_out,
        crs_original=plan.conversion.name,
        encoding=described.encoding,
        extent=extent,
        geometry=plan.geometry,
        max_edge_m=outcome.work.max_edge_m,
        inventories={
            x.stored[0].name: tuple(sorted(x.inventory))
            for x in plan.tasks
            if x.inventory and x.stored[0].type == pa.string()
        },
        decisions=job.decisions.to_json(),
        report=tuple(job.findings),
        loaded_at=datetime.now(UTC),
        version=1,
    )


def _step(progress: Progress | None, outcome: Outcome, step: str) -> None:
    if progress:
        progress(outcome.rows_in, outcome.rows_in, step)


def _failure(job: Import, error: Exception) -> Exception:
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    if isinstance(cause, psycopg.errors.DuplicateTable | psycopg.errors.UniqueViolation):
        return refusal("table_exists", table=job.table)
    why = str(cause).splitlines()[0] if str(cause) else type(cause).__name__
    if isinstance(cause, psycopg.Error) and cause.diag.message_primary:
        why = cause.diag.message_primary
    return refusal("write_failed", file=job.staged.file, why=why.rstrip("."))

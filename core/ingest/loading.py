"""Load a checked file into the database: one transaction, so a failure at any point leaves nothing behind."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
import psycopg
import pyarrow as pa
import pyarrow.compute as pc
import sqlalchemy as sa
from psycopg import sql

from core.database.engine import LAYERS_SCHEMA, Database
from core.database.holding import claim, raw
from core.database.registry import LayerRecord, entry_of, list_layers, prepare, record_layer
from core.database.versions import set_aside
from core.ingest.appending import Base, base_of, joined, keep_rows
from core.ingest.copy import HEADER, TRAILER, encode, field_order
from core.ingest.inspecting import Import
from core.ingest.layout import POINTS, Target, create, ecef, indexes
from core.ingest.model import Limits, LoadDecisions, Progress
from core.ingest.plan import Plan
from core.ingest.rows import Outcome, run
from core.ingest.staging import Staged
from core.ingest.wording import as_error, finding, refusal

POSTGIS = sa.text(
    "SELECT n.nspname FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace "
    "WHERE e.extname = 'postgis'"
)


def store(
    db: Database, staged: Staged, decisions: LoadDecisions, limits: Limits, progress: Progress | None
) -> LayerRecord:
    """Check and load a staged file.

    Raises:
        IngestError: see :func:`core.ingest.load`.
    """
    job = Import(staged, decisions, limits)
    prepare(db)
    _refuse_existing(db, job)  # soon, before the long work; once more when the layer is held
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
        _check_name(connection, job, layers.get(job.table))
    sheet = job.source.description.sheet
    for other in layers.values():
        same = (other.sha256, other.source_layer) == (job.staged.sha256, sheet)
        if same and (other.table != job.table or job.decisions.mode == "append"):
            job.findings.append(finding("same_file", table=other.table))


def _check_name(connection: sa.Connection, job: Import, present: LayerRecord | None) -> None:
    """Refuse a mode that does not go with what is there under the name."""
    mode = job.decisions.mode
    if present is None and sa.inspect(connection).has_table(job.table, schema=LAYERS_SCHEMA):
        raise refusal("table_exists" if mode == "new" else "table_foreign", table=job.table)
    if present is not None and mode == "new":
        raise refusal("table_exists", table=job.table)
    if present is None and mode == "append":
        raise refusal("append_nothing", table=job.table)


@dataclass(frozen=True)
class Load:
    """One load at work."""

    job: Import
    plan: Plan
    progress: Progress | None
    target: Target

    def waiting(self) -> None:
        """Tell that somebody else is at work on the layer, and let the person cancel."""
        if self.progress:
            self.progress(0, 0, "waiting")

    def step(self, outcome: Outcome, name: str) -> None:
        """Tell that all rows have been read and what comes now."""
        if self.progress:
            self.progress(outcome.rows_in, outcome.rows_in, name)


def _write(
    db: Database, connection: sa.Connection, job: Import, plan: Plan, progress: Progress | None
) -> LayerRecord:
    postgis = sql.Identifier(connection.execute(POSTGIS).scalar_one())
    load = Load(job, plan, progress, Target(uuid.uuid4().hex[:12], postgis))
    with raw(connection).cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        claim(connection, job.table, load.waiting)
        present = entry_of(connection, job.table)
        _check_name(connection, job, present)
        base = base_of(connection, present, plan, job) if job.decisions.mode == "append" and present else None
        columns = [x for task in plan.tasks for x in task.stored]
        cursor.execute(create(load.target, [*columns, *(base.others if base else ())], plan.geometry))
        outcome = _copy(cursor, load, base.offset if base else 0)
        job.conclude(outcome)
        if job.error is not None:
            raise as_error(job.error)
        _finish(cursor, load, outcome, base)
    load.step(outcome, "finishing")
    _swap(connection, load, present, db.reader_role)
    return record_layer(connection, joined(_record(job, plan, outcome), base))


def _copy(cursor: psycopg.Cursor, load: Load, offset: int) -> Outcome:
    """Stream all rows into the table, numbered from `offset` + 1."""
    plan, job = load.plan, load.job
    columns = [x for task in plan.tasks for x in task.stored]
    points = plan.geometry == "Point"
    names = ["fid", *(x.name for x in columns)]
    order = field_order([pa.int64(), *(x.type for x in columns)], points)
    fields = sql.SQL(", ").join([sql.Identifier("geom" if i < 0 else names[i]) for i in order])
    statement = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT binary, FREEZE)").format(load.target.table, fields)
    with cursor.copy(statement) as copy:
        copy.write(HEADER)

        def sink(batch: list[pa.Array], geometry: np.ndarray) -> None:
            numbered = [pc.add(batch[0], offset), *batch[1:]] if offset else batch
            copy.write(encode(numbered, geometry, points))

        outcome = run(job.source, job.found, plan, sink, load.progress)
        copy.write(TRAILER)
    return outcome


def _finish(cursor: psycopg.Cursor, load: Load, outcome: Outcome, base: Base | None) -> None:
    """The rows that were there, coordinates for distances, indexes, statistics."""
    target = load.target
    if base is not None:
        load.step(outcome, "joining")
        keep_rows(cursor, target, base, load.plan.geometry)
    load.step(outcome, "indexing")
    if load.plan.geometry not in POINTS:
        longest = max(outcome.work.max_edge_m, base.record.max_edge_m if base else 0.0)
        cursor.execute(sql.SQL("ALTER TABLE {} ADD COLUMN {}").format(target.table, ecef(target, longest)))
    for statement in indexes(target):
        cursor.execute(statement)


def _swap(connection: sa.Connection, load: Load, present: LayerRecord | None, reader: str) -> None:
    """Put the new table in the place of the old one; readers see the old one until the transaction ends."""
    job, table = load.job, load.target.table
    if present is not None:
        for version in set_aside(connection, job.table, "replaced", load.waiting):
            job.findings.append(finding("version_gone", version=version, table=job.table))
    with raw(connection).cursor() as cursor:
        cursor.execute(sql.SQL("GRANT SELECT ON {} TO {}").format(table, sql.Identifier(reader)))
        cursor.execute(sql.SQL("ALTER TABLE {} RENAME TO {}").format(table, sql.Identifier(job.table)))


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


def _failure(job: Import, error: Exception) -> Exception:
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    if isinstance(cause, psycopg.errors.DuplicateTable | psycopg.errors.UniqueViolation):
        return refusal("table_exists", table=job.table)
    why = str(cause).splitlines()[0] if str(cause) else type(cause).__name__
    if isinstance(cause, psycopg.Error) and cause.diag.message_primary:
        why = cause.diag.message_primary
    return refusal("write_failed", file=job.staged.file, why=why.rstrip("."))

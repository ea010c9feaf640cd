"""Rows added to a layer that is there: which columns meet which, and the version they make together."""

from __future__ import annotations

from dataclasses import dataclass, replace

import psycopg
import pyarrow as pa
import sqlalchemy as sa
from psycopg import sql

from core.database.engine import LAYERS_SCHEMA
from core.database.registry import LayerRecord
from core.ingest.columns import INVENTORY, SQL_TYPES, StoredColumn
from core.ingest.inspecting import Import
from core.ingest.layout import Target
from core.ingest.naming import RESERVED
from core.ingest.plan import Plan
from core.ingest.wording import finding, refusal

TYPES = {text: type_ for type_, text in SQL_TYPES.items()}
NUMBERS = ("bigint", "double precision")
_COLUMNS = sa.text(
    "SELECT a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_catalog.pg_attribute a "
    "JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
    "WHERE n.nspname = :schema AND c.relname = :table AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum"
)


@dataclass(frozen=True)
class Base:
    """The version that rows are added to."""

    record: LayerRecord
    columns: tuple[str, ...]
    """Its own columns, all of which the new version has, too."""
    others: tuple[StoredColumn, ...]
    """Those that the file does not have."""
    offset: int
    """Its highest number of a row."""


def base_of(connection: sa.Connection, present: LayerRecord, plan: Plan, job: Import) -> Base:
    """Match the columns of the file with those of the layer; `plan` is changed to the types they share.

    Raises:
        IngestError: geometries or the types of a column do not go together.
    """
    kinds = {plan.geometry, present.geometry}
    if len(kinds) > 1 and kinds != {"Point", "MultiPoint"}:
        raise refusal(
            "append_geometry", file=job.staged.file, table=job.table, new=plan.geometry, old=present.geometry
        )
    if len(kinds) > 1:
        plan.geometry = "MultiPoint"
    there = connection.execute(_COLUMNS, {"schema": LAYERS_SCHEMA, "table": job.table})
    own: dict[str, str] = {name: type_ for name, type_ in there if name not in RESERVED}
    for task in plan.tasks:
        task.stored = tuple(_meet(x, own.get(x.name), job) for x in task.stored)
        if task.stored[0].type == pa.string():
            task.stored = task.stored[:1]
    found = {x.name for task in plan.tasks for x in task.stored}
    others = tuple(_stored(name, type_, job) for name, type_ in own.items() if name not in found)
    _tell(job, [x.name for x in others], [x for x in found if x not in own], present)
    last = sa.select(sa.func.max(sa.column("fid", sa.BigInteger)))
    last = last.select_from(sa.table(job.table, schema=LAYERS_SCHEMA))
    return Base(present, tuple(own), others, int(connection.execute(last).scalar() or 0))


def _meet(new: StoredColumn, old: str | None, job: Import) -> StoredColumn:
    """The column that takes the values of both."""
    if old is None or old == new.sql_type:
        return new
    if {old, new.sql_type} == set(NUMBERS):
        return StoredColumn(new.name, pa.float64())
    if old == "text":
        job.findings.append(finding("append_text", column=new.name, table=job.table))
        return StoredColumn(new.name, pa.string())
    values = {"file": job.staged.file, "table": job.table, "new": new.sql_type, "old": old}
    raise refusal("append_type", column=new.name, **values)


def _stored(name: str, type_: str, job: Import) -> StoredColumn:
    if type_ not in TYPES:  # a prepared copy may hold others; such a column cannot be carried over
        raise refusal("append_type", column=name, file=job.staged.file, table=job.table, new="–", old=type_)
    return StoredColumn(name, TYPES[type_])


def _tell(job: Import, missing: list[str], added: list[str], present: LayerRecord) -> None:
    if missing:
        job.findings.append(finding("append_missing", file=job.staged.file, columns=_listing(missing)))
    if added:
        job.findings.append(finding("append_added", columns=_listing(added)))
    before = f"{present.rows_loaded:,}"
    job.findings.append(finding("appended", table=job.table, version=present.version, rows_before=before))


def keep_rows(cursor: psycopg.Cursor, target: Target, base: Base, geometry: str) -> None:
    """Copy the rows that were there, under their numbers."""
    fields = sql.SQL(", ").join(map(sql.Identifier, ("fid", *base.columns)))
    shape: sql.Composable = sql.Identifier("geom")
    if geometry != base.record.geometry:
        shape = sql.SQL("{}.ST_Multi(geom)").format(target.postgis)
    cursor.execute(
        sql.SQL("INSERT INTO {} ({}, geom) SELECT {}, {} FROM {}").format(
            target.table, fields, fields, shape, sql.Identifier(LAYERS_SCHEMA, base.record.table)
        )
    )


def joined(new: LayerRecord, base: Base | None) -> LayerRecord:
    """The entry of both together: counts and extent of all rows, source and report of the file that was added."""
    if base is None:
        return new
    old = base.record
    west, south, east, north = zip(old.extent, new.extent, strict=True)
    return replace(
        new,
        title=old.title,
        rows_in=old.rows_in + new.rows_in,
        rows_loaded=old.rows_loaded + new.rows_loaded,
        extent=(min(west), min(south), max(east), max(north)),
        max_edge_m=max(old.max_edge_m, new.max_edge_m),
        inventories=_inventories(old, new, base),
    )


def _inventories(old: LayerRecord, new: LayerRecord, base: Base) -> dict[str, tuple[str, ...]]:
    """Values of both; a column that had too many on one side has too many."""
    found: dict[str, tuple[str, ...]] = {}
    carried = {x.name for x in base.others}
    for name in {*old.inventories, *new.inventories}:
        if name in carried or name not in base.columns:
            found[name] = tuple(old.inventories.get(name, ()) or new.inventories.get(name, ()))
        elif name in old.inventories and name in new.inventories:
            values = tuple(sorted({*old.inventories[name], *new.inventories[name]}))
            if len(values) <= INVENTORY:
                found[name] = values
    return found


def _listing(names: list[str]) -> str:
    return ", ".join(f"“{x}”" for x in sorted(names))

"""Rows added to a layer that is there: which columns meet which, and the version they make together."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast

import psycopg
import sqlalchemy as sa
from psycopg import sql

from core.database.engine import LAYERS_SCHEMA, Database
from core.database.findings import Finding
from core.database.registry import GeometryType, LayerRecord, entry_of
from core.errors import IngestError
from core.ingest.columns import INVENTORY
from core.ingest.feed import ARROW_TYPES, Column, Opened, Shape
from core.ingest.layout import Target
from core.ingest.model import Report
from core.ingest.naming import RESERVED
from core.ingest.wording import finding, refusal

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
    others: tuple[Column, ...]
    """Those that the file does not have."""
    offset: int
    """Its highest number of a row."""
    findings: list[Finding] = field(default_factory=list)


def base_of(connection: sa.Connection, present: LayerRecord, shape: Shape, opened: Opened) -> tuple[Base, Shape]:
    """Match the columns of the file with those of the layer.

    Returns:
        the version that is there, and the shape with the types that both share.

    Raises:
        IngestError: geometries or the types of a column do not go together.
    """
    geometry = shape.geometry
    kinds = {geometry, present.geometry}
    if len(kinds) > 1 and kinds != {"Point", "MultiPoint"}:
        raise refusal("append_geometry", file=opened.file, table=opened.table, new=geometry, old=present.geometry)
    if len(kinds) > 1:
        geometry = "MultiPoint"
    there = connection.execute(_COLUMNS, {"schema": LAYERS_SCHEMA, "table": opened.table})
    own: dict[str, str] = {name: type_ for name, type_ in there if name not in RESERVED}
    notes: list[Finding] = []
    tasks = []
    for task in shape.tasks:
        stored = tuple(_meet(x, own.get(x.name), opened, notes) for x in task)
        tasks.append(stored[:1] if stored[0].sql_type == "text" else stored)
    found = {x.name for task in tasks for x in task}
    others = tuple(_stored(name, type_, opened) for name, type_ in own.items() if name not in found)
    notes += _told(opened, [x.name for x in others], [x for x in found if x not in own], present)
    last = sa.select(sa.func.max(sa.column("fid", sa.BigInteger)))
    last = last.select_from(sa.table(opened.table, schema=LAYERS_SCHEMA))
    base = Base(present, tuple(own), others, int(connection.execute(last).scalar() or 0), notes)
    return base, replace(shape, tasks=tuple(tasks), geometry=geometry)


def foreseen(db: Database, report: Report, table: str) -> tuple[Finding, ...]:
    """What adding a checked file to the layer `table` will meet: an error where they do not go together."""
    tasks = tuple((Column(x.name, x.sql_type), *(Column(*y) for y in x.companions)) for x in report.columns)
    opened = Opened(report.file, report.sha256, report.sheet, report.encoding, table, "")
    with db.owner.connect() as connection:
        present = entry_of(connection, table)
        if present is None:
            return (finding("append_nothing", table=table),)
        try:
            geometry = cast("GeometryType", report.geometry)
            base, _ = base_of(connection, present, Shape(tasks, geometry, report.crs), opened)
        except IngestError as error:
            return (Finding("append_refused", "error", error.sentence, error.sentence_zh),)
    return tuple(base.findings)


def _meet(new: Column, old: str | None, opened: Opened, notes: list[Finding]) -> Column:
    """The column that takes the values of both."""
    if old is None or old == new.sql_type:
        return new
    if {old, new.sql_type} == set(NUMBERS):
        return Column(new.name, "double precision")
    if old == "text":
        notes.append(finding("append_text", column=new.name, table=opened.table))
        return Column(new.name, "text")
    values = {"file": opened.file, "table": opened.table, "new": new.sql_type, "old": old}
    raise refusal("append_type", column=new.name, **values)


def _stored(name: str, type_: str, opened: Opened) -> Column:
    if type_ not in ARROW_TYPES:  # a prepared copy may hold others; such a column cannot be carried over
        raise refusal("append_type", column=name, file=opened.file, table=opened.table, new="–", old=type_)
    return Column(name, type_)


def _told(opened: Opened, missing: list[str], added: list[str], present: LayerRecord) -> list[Finding]:
    notes = []
    if missing:
        notes.append(finding("append_missing", file=opened.file, columns=_listing(missing)))
    if added:
        notes.append(finding("append_added", columns=_listing(added)))
    before = f"{present.rows_loaded:,}"
    return [*notes, finding("appended", table=opened.table, version=present.version, rows_before=before)]


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

"""Where the rows of a layer are: key, geometry column, joins; and what the layer is called."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import Geometry

from core.database.describe.edges import longest_edge_m
from core.database.describe.joins import joins_of
from core.database.describe.live import LiveColumn, LiveRelation
from core.database.relation import relation
from core.database.roles import LAYERS_SCHEMA
from core.vocabulary.card import Source
from core.vocabulary.mappings import JoinEntry, SourceEntry

MAX_IDENTIFIER = 63
"""Bytes of an identifier in PostgreSQL."""
_TABLES = ("r", "m")
"""Kinds of relations whose rows have a place of their own."""


def source_of(
    connection: sa.Connection, table: LiveRelation, relations: Sequence[LiveRelation]
) -> tuple[Source | None, list[str]]:
    """The source of a table with geometries and sentences about it; None when its rows cannot be told apart."""
    geometry = table.geometry
    if geometry is None:
        return None, []
    key = _key(table)
    if not key and table.relkind not in _TABLES:
        text = "has no column of whole numbers that tells its rows apart"
        return None, [f"“{table.name}” {text}; it was left out."]
    joins, notes = joins_of(table, relations)
    found = list(notes)
    if table.more_geometries:
        others = ", ".join(table.more_geometries)
        found.append(f"“{table.name}”: geometry is “{geometry.column}”; {others} were left aside.")
    invalid = _invalid(connection, table) if geometry.kind != "point" else 0
    if invalid:
        found.append(f"“{table.name}”: {invalid:,} invalid geometries are repaired.")
    if geometry.mixed:
        found.append(f"“{table.name}”: {geometry.mixed:,} geometries that are no {geometry.kind}s are left out.")
    mixed = 1 if geometry.mixed or geometry.collections else None
    source = Source(table.schema, table.name, key, geometry.column, geometry.srid, joins, mixed, bool(invalid))
    return source, found


def source_entry(connection: sa.Connection, source: Source, found: LiveRelation) -> SourceEntry:
    """The source as the card file holds it; the longest edge is measured."""
    kind = found.geometry.kind if found.geometry else "point"
    rows = relation(found.name, kind, source, ())
    longest = longest_edge_m(connection, rows) if kind != "point" else 0.0
    joins = tuple(
        JoinEntry(name=x.name, schema_=x.schema, table=x.table, column=x.column, key=x.key, columns=x.columns)
        for x in source.joins
    )
    return SourceEntry(
        schema_=source.schema, table=source.table, key=source.key, geometry=source.geometry,
        kind=kind, srid=source.srid, joins=joins, max_edge_m=longest,
        where_dimension=source.where_dimension, repair=source.repair,
    )  # fmt: skip


def layer_name(schema: str, table: str) -> str:
    """A name for the layer that no other schema's table has."""
    name = table if schema in ("public", LAYERS_SCHEMA) else f"{schema}_{table}"
    if len(name.encode()) <= MAX_IDENTIFIER:
        return name
    mark = hashlib.sha256(name.encode()).hexdigest()[:8]
    return name.encode()[: MAX_IDENTIFIER - 9].decode(errors="ignore") + "_" + mark


def _key(relation: LiveRelation) -> str:
    """A column of whole numbers that tells the rows apart: by constraint, for views by its values."""
    whole = [x for x in relation.columns if _whole(x)]
    declared = [x for x in whole if x.primary] + [x for x in whole if x.unique and x.filled == relation.rows]
    if not declared and relation.relkind not in _TABLES:
        declared = [x for x in whole if x.filled == x.distinct == relation.rows]
    return declared[0].name if declared else ""


def _whole(column: LiveColumn) -> bool:
    return column.type in ("bigint", "integer", "smallint")


def _invalid(connection: sa.Connection, relation: LiveRelation) -> int:
    geometry = relation.geometry
    if geometry is None:
        return 0
    shape: sa.ColumnClause[Any] = sa.column(geometry.column)
    bad = sa.not_(sa.func.ST_IsValid(sa.cast(shape, Geometry(geometry_type=None, srid=-1))))
    table = sa.table(relation.name, shape, schema=relation.schema)
    return int(connection.execute(sa.select(sa.func.count()).select_from(table).where(bad)).scalar_one())

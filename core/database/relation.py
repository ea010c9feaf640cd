"""The rows of a layer as an element of FROM: its own table, or somebody else's in the same form.

Every layer looks alike to a statement: ``fid``, ``geom`` (EPSG:4326, 2-D), ``geom_ecef`` (EPSG:4978, boundary of
polygons) and its columns.  A foreign table gets this form from a plain SELECT, which the planner merges into the
statement, so an index on its geometry is used where the coordinates need no change.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import Geography, Geometry
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import FromClause, Select

from core.database.roles import LAYERS_SCHEMA
from core.vocabulary.card import GeometryKind, Layer, Source

STANDARD = ("fid", "geom", "geom_ecef")
PART_M = 1000
"""Longest edge of an earth-centred line: longer ones are parted along the great circle."""
_DIMENSION = {"point": 0, "line": 1, "polygon": 2}


def rows_of(layer: Layer, columns: Iterable[str]) -> FromClause:
    """The rows of `layer` with the standard columns and `columns` (identifiers of the layer's columns)."""
    return relation(layer.table, layer.geometry, layer.source, columns)


def relation(table: str, kind: GeometryKind, source: Source | None, columns: Iterable[str]) -> FromClause:
    """Like :func:`rows_of`, for a table that is no layer yet."""
    names = sorted({*columns} - set(STANDARD))
    if source is None:
        return sa.table(table, *(sa.column(x) for x in (*STANDARD, *names)), schema=LAYERS_SCHEMA)
    foreign = Foreign(source, kind)
    geom = foreign.shape()
    # Without a type of their own, so that no conversion is put around them where they are selected.
    plain = sa.types.NullType()
    more = (
        sa.type_coerce(geom, plain).label("geom"),
        sa.type_coerce(earth(geom, kind), plain).label("geom_ecef"),
    )
    return foreign.select(names, more).subquery()


class Foreign:
    """A table of others inside one statement."""

    def __init__(self, source: Source, kind: GeometryKind) -> None:
        self.source, self.kind = source, kind
        self.own: sa.TableClause = sa.table(source.table, schema=source.schema)

    def select(self, names: Iterable[str], more: Iterable[Any]) -> Select[Any]:
        """``fid``, `more` and the columns `names`; rows without a geometry are left out."""
        names, source = tuple(names), self.source
        tables: FromClause = self.own
        cells: dict[str, ColumnElement[Any]] = {}
        for i, join in enumerate(source.joins):
            columns: list[sa.ColumnClause[Any]] = [sa.column(x) for x in (join.key, *join.columns)]
            alias = sa.table(join.table, *columns, schema=join.schema).alias(f"j{i}")
            cells |= {f"{join.name}.{x}": alias.c[x] for x in join.columns}
            if any(f"{join.name}.{x}" in names for x in join.columns):
                tables = tables.outerjoin(alias, self._column(join.column) == alias.c[join.key])
        found = [(cells[x] if x in cells else self._column(x)).label(x) for x in names]
        geometry = self._raw()
        wanted: list[ColumnElement[bool]] = [geometry.is_not(None)]
        if source.where_dimension is not None:
            number: ColumnElement[Any] = sa.literal_column(str(_DIMENSION[self.kind]))
            wanted.append(sa.func.ST_Dimension(geometry) == number)
        return sa.select(self._key().label("fid"), *more, *found).select_from(tables).where(*wanted)

    def shape(self) -> ColumnElement[Any]:
        """The geometry in EPSG:4326, valid."""
        geom, source = self._raw(), self.source
        if source.srid == 0:
            geom = sa.func.ST_SetSRID(geom, sa.literal_column("4326"))
        elif source.srid != 4326:
            geom = sa.func.ST_Transform(geom, sa.literal_column("4326"))
        if source.repair:
            shape: ColumnElement[Any] = sa.literal_column(str(_DIMENSION[self.kind] + 1))
            geom = sa.func.ST_CollectionExtract(sa.func.ST_MakeValid(geom), shape)
        return geom

    def _column(self, name: str) -> ColumnElement[Any]:
        return sa.column(name, _selectable=self.own)

    def _raw(self) -> ColumnElement[Any]:
        return sa.cast(self._column(self.source.geometry), Geometry(geometry_type=None, srid=-1))

    def _key(self) -> ColumnElement[Any]:
        """A number for each row: its key, or page and line of the row in its table."""
        if self.source.key:
            return sa.cast(self._column(self.source.key), sa.BigInteger)
        text = sa.func.btrim(sa.cast(self._column("ctid"), sa.Text), sa.literal_column("'()'"))
        page, line = (
            sa.cast(sa.func.split_part(text, sa.literal_column("','"), sa.literal_column(x)), sa.BigInteger)
            for x in ("1", "2")
        )
        return page * sa.literal_column("65536") + line


def earth(geom: ColumnElement[Any], kind: GeometryKind) -> ColumnElement[Any]:
    """Earth-centred coordinates of points and lines themselves, of polygons the boundary."""
    flat: ColumnElement[Any] = sa.func.ST_Force2D(sa.func.ST_Boundary(geom) if kind == "polygon" else geom)
    if kind != "point":
        sphere = sa.cast(flat, Geography(geometry_type=None, srid=-1))
        flat = sa.cast(sa.func.ST_Segmentize(sphere, sa.literal_column(str(PART_M))), Geometry(None, srid=-1))
    return sa.func.ST_Transform(sa.func.ST_Force3D(flat), sa.literal_column("4978"))

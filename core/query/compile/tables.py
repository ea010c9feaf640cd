"""The pieces every statement is made of: layers under an alias, bound values, the functions that may be used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import Geography
from geoalchemy2 import functions as geo
from sqlalchemy.dialects import postgresql
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import FromClause, Select

from core.database.relation import rows_of
from core.errors import QueryError
from core.query.compile.allowed import check_elements
from core.query.grounded import PointNode
from core.query.result import Statement
from core.vocabulary.card import GeometryKind, Layer

DIALECT = postgresql.psycopg.dialect()

FUNCTIONS = frozenset(
    {
        *("count", "sum", "min", "max", "coalesce", "any", "array_agg", "percentile_cont", "unnest"),
        "hashint8",
        *("avg", "stddev_samp", "jsonb_build_array", "jsonb_array_elements_text"),
        *("lower", "btrim", "strpos", "starts_with", "regexp_split_to_array", "regexp_match"),
        *("st_3dclosestpoint", "st_3dshortestline", "st_3ddistance", "st_3ddwithin", "st_distance", "st_length"),
        *(
            "st_intersects",
            "st_covers",
            "st_crosses",
            "st_touches",
            "st_overlaps",
            "st_pointonsurface",
            "st_union",
        ),
        *("st_force2d", "st_force3d", "st_transform", "st_setsrid", "st_makepoint", "st_x", "st_y", "st_asbinary"),
        *("st_xmin", "st_ymin", "st_xmax", "st_ymax", "st_makeenvelope", "st_expand"),
        *(
            "st_centroid",
            "st_azimuth",
            "st_area",
            "st_perimeter",
            "st_intersection",
            "st_boundary",
            "st_convexhull",
        ),
        *("st_collect", "st_collectionextract", "st_buffer", "st_isempty", "st_segmentize", "st_geomfromwkb"),
        *("st_startpoint", "st_endpoint", "st_geometryn", "st_numgeometries"),
        *("st_makevalid", "split_part", "st_clipbybox2d"),
        *("st_dimension", "degrees", "abs", "nullif", "greatest", "least", "avg", "stddev_samp"),
    }
)
"""Lower-case names of all functions a statement may call; each of them can be cancelled."""


@dataclass(frozen=True)
class Place:
    """Something with a geometry inside a statement: a layer under an alias, or a fixed point."""

    kind: GeometryKind
    geom: ColumnElement[Any]
    """EPSG:4326."""
    ecef: ColumnElement[Any]
    """Earth-centred metres, EPSG:4978; the boundary of polygons."""
    layer: Layer | None = None
    source: FromClause | None = None

    @property
    def fid(self) -> ColumnElement[Any]:
        """The row identifier (layers only)."""
        return self.cell("fid")

    @property
    def key(self) -> ColumnElement[Any] | None:
        """The column whose equal values mark parts of one feature, where the layer declares one."""
        if self.layer is None or self.layer.feature_key is None:
            return None
        column = self.layer.columns.get(self.layer.feature_key)
        return self.cell(column.name) if column else None

    @property
    def rows(self) -> FromClause:
        """The layer as an element of FROM.

        Raises:
            QueryError: it is a fixed point.
        """
        if self.source is None:
            raise QueryError("A fixed point has no rows.")
        return self.source

    def cell(self, name: str) -> ColumnElement[Any]:
        """The column `name` of the layer."""
        return self.rows.c[name]


class Scope:
    """Hands out aliases that are unique within one statement."""

    def __init__(self) -> None:
        self._counter = count(1)
        self.shared: dict[tuple[Any, ...], tuple[Any, Any]] = {}
        """What is computed once in the statement, by what it is made from (and that itself, to keep it alive)."""

    def place(self, layer: Layer, prefix: str = "r") -> Place:
        """`layer` under a fresh alias."""
        names = {x for c in layer.columns.values() for x in (c.name, c.qualifier, c.limit) if x}
        alias = rows_of(layer, names).alias(f"{prefix}{next(self._counter)}")
        return Place(layer.geometry, alias.c.geom, alias.c.geom_ecef, layer, alias)

    def name(self, prefix: str) -> str:
        """A fresh name for a common table expression or derived table."""
        return f"{prefix}{next(self._counter)}"


def bound(name: str, value: Any, type_: Any) -> ColumnElement[Any]:
    """A bound parameter; `name` is only for the reader of the statement."""
    return sa.bindparam(name, value, type_=type_, unique=True)


def number(name: str, value: float) -> ColumnElement[Any]:
    """A bound double precision number."""
    return bound(name, float(value), sa.Double)


def any_text(cell: ColumnElement[Any], name: str, values: Sequence[str]) -> ColumnElement[Any]:
    """`cell` equals one of `values`."""
    return cell == sa.any_(bound(name, list(values), sa.ARRAY(sa.Text)))


def any_id(cell: ColumnElement[Any], name: str, values: Iterable[int]) -> ColumnElement[Any]:
    """`cell` equals one of the row identifiers `values`."""
    return cell == sa.any_(bound(name, list(values), sa.ARRAY(sa.BigInteger)))


def geography(value: ColumnElement[Any]) -> ColumnElement[Any]:
    """`value` cast to geography (any geometry type)."""
    return sa.cast(value, Geography(geometry_type=None, srid=-1))


def point_place(point: PointNode) -> Place:
    """A fixed point as a place."""
    geom = geo.ST_SetSRID(
        geo.ST_MakePoint(number("lon", point.lon), number("lat", point.lat)), sa.literal_column("4326")
    )
    return Place("point", geom, geo.ST_Transform(geo.ST_Force3D(geom), sa.literal_column("4978")))


def subselect(*columns: Any, source: FromClause, own: Sequence[FromClause]) -> Select[Any]:
    """A SELECT whose only own tables are `own`; all others belong to an enclosing statement."""
    return sa.select(*columns).select_from(source).correlate_except(*own)


def fenced(select: Select[Any]) -> Select[Any]:
    """`select` as the planner must run it by itself.

    Estimates for spatial conditions are wrong by orders of magnitude, so the order of the steps (study area and
    attributes, then relations on the map, then distances) is not left to them.
    """
    return select.offset(sa.literal_column("0"))


def materialised(select: Any, name: str) -> Any:
    """`select` as a common table expression that is computed once and planned by itself."""
    return select.cte(name).prefix_with("MATERIALIZED")


def either(parts: Sequence[ColumnElement[Any]]) -> ColumnElement[Any]:
    """At least one of `parts`; false when there are none."""
    return sa.or_(*parts) if parts else sa.false()


def render(select: Any) -> Statement:
    """The statement as it is sent.

    Raises:
        QueryError: something outside the allow-lists occurs (a programming error, never a user's).
    """
    check_elements(select, FUNCTIONS)
    compiled = select.compile(dialect=DIALECT)
    return Statement(sql=str(compiled), params=dict(compiled.params))

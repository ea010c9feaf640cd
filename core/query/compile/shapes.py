"""Anchors that are one shape: points, shapes of the map, and shapes made from others.

A made shape is computed once in a statement, as a materialised common table expression of at most one row; an
empty shape has no row, so that nothing relates to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import shapely
import sqlalchemy as sa
from geoalchemy2 import Geometry
from geoalchemy2 import functions as geo
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import Select

from core.query.compile.relations import Branch, ConditionOf, member, reference
from core.query.compile.tables import Place, bound, fenced, geography, materialised, number, point_place
from core.query.grounded import AnchorNode, DerivedNode, PointNode, SetNode, ShapeNode
from core.query.legal import kinds_of
from core.vocabulary.card import GeometryKind

_LONGEST_EDGE_M: ColumnElement[Any] = sa.literal_column("1000")
_SEGMENTS: ColumnElement[Any] = sa.literal_column("32")
"""Edges of a quarter circle of a buffer: its area is 0.04 % small."""
Geometries = Select[Any]


def fixed_place(condition: ConditionOf, node: AnchorNode) -> Place:
    """A point, shape or derived shape as a place; a place with `rows` has one row, or none when it is empty."""
    if isinstance(node, PointNode):
        return point_place(node)
    scope = condition.scope
    key = ("shape", id(node))
    if key not in scope.shared:
        scope.shared[key] = (_shape_table(condition, node), node)
    table = scope.shared[key][0].alias(scope.name("s"))
    return Place(kind_of(node), table.c.geom, table.c.geom_ecef, None, table)


def kind_of(node: AnchorNode) -> GeometryKind:
    """The kind of a fixed place as far as it is known beforehand; the widest that it can be."""
    kinds = kinds_of(node)
    return "polygon" if "polygon" in kinds else "line" if "line" in kinds else "point"


def _shape_table(condition: ConditionOf, node: AnchorNode) -> Any:
    scope = condition.scope
    made = fenced(sa.select(_shape(condition, node).label("geom"))).subquery(scope.name("made"))
    measured = geo.ST_Union(
        geo.ST_Union(geo.ST_Boundary(_only(made.c.geom, 3)), _only(made.c.geom, 2)), _only(made.c.geom, 1)
    )
    fine = sa.cast(geo.ST_Segmentize(geography(measured), _LONGEST_EDGE_M), Geometry(srid=-1))
    ecef = geo.ST_Transform(geo.ST_Force3D(fine), sa.literal_column("4978"))
    found = sa.select(made.c.geom.label("geom"), ecef.label("geom_ecef"))
    return materialised(found.where(sa.not_(geo.ST_IsEmpty(made.c.geom))), scope.name("shape"))


def _shape(condition: ConditionOf, node: AnchorNode) -> ColumnElement[Any]:
    """The shape as one value; NULL or empty when there is nothing."""
    if isinstance(node, ShapeNode):
        data = bound("shape", shapely.to_wkb(node.geometry), sa.LargeBinary)
        return geo.ST_SetSRID(geo.ST_GeomFromWKB(data), sa.literal_column("4326"))
    if not isinstance(node, DerivedNode):
        return union_of(condition, (node,))
    if node.op == "intersection":
        return _common(condition, node.of[0], node.of[-1])
    if node.op == "shared_boundary":
        one, other = (geo.ST_Boundary(union_of(condition, (x,))) for x in (node.of[0], node.of[-1]))
        return _only(geo.ST_Intersection(one, other), 2)
    if node.op == "buffer_union":
        return _buffers(condition, node)
    whole = union_of(condition, node.of)
    made = {"centroid": geo.ST_Centroid, "hull": geo.ST_ConvexHull, "boundary": geo.ST_Boundary}[node.op]
    return _plain(made(whole))


def geometries(condition: ConditionOf, node: AnchorNode) -> list[Geometries]:
    """The geometries of an anchor (column ``geom``), one select a layer."""
    if isinstance(node, SetNode):
        found = []
        for layer in node.layers:
            if node.ids is None or layer.table in node.ids:
                ref = reference(condition.scope, node, layer)
                found.append(_rows(condition, node, ref))
        return found
    place = fixed_place(condition, node)
    one = sa.select(place.geom.label("geom"))
    return [one if place.source is None else one.select_from(place.rows)]


def _rows(condition: ConditionOf, node: SetNode, ref: Branch, *more: ColumnElement[Any]) -> Geometries:
    """The geometries of one layer of a set, with further columns."""
    chosen = sa.select(ref.place.geom.label("geom"), *more).select_from(ref.place.rows)
    return chosen.where(*member(condition, ref, node))


def union_of(condition: ConditionOf, nodes: tuple[AnchorNode, ...]) -> ColumnElement[Any]:
    """Everything of some anchors as one geometry; NULL when there is nothing."""
    selects = [x for node in nodes for x in geometries(condition, node)]
    if not selects:
        return sa.cast(sa.null(), Geometry(srid=-1))
    rows = (selects[0] if len(selects) == 1 else sa.union_all(*selects)).subquery(condition.scope.name("members"))
    return sa.select(_plain(geo.ST_Union(rows.c.geom))).scalar_subquery()


def area_of(
    condition: ConditionOf, node: AnchorNode, area: Callable[[ColumnElement[Any]], ColumnElement[Any]]
) -> ColumnElement[Any]:
    """The `area` of an anchor, 0 when there is nothing.

    Of a single row it is exactly that of the row, so that a feature can be compared with itself.
    """
    zero: ColumnElement[Any] = sa.literal_column("0.0")
    if not isinstance(node, SetNode):
        return sa.func.coalesce(area(union_of(condition, (node,))), zero, type_=sa.Double)
    selects = geometries(condition, node)
    if not selects:
        return zero
    rows = (selects[0] if len(selects) == 1 else sa.union_all(*selects)).subquery(condition.scope.name("members"))
    alone = sa.func.count() == sa.literal_column("1")
    whole = area(_plain(geo.ST_Union(rows.c.geom)))
    found = sa.case((alone, sa.func.max(area(rows.c.geom), type_=sa.Double)), else_=whole)
    known = sa.func.coalesce(found, zero, type_=sa.Double)
    return sa.select(known).select_from(rows).scalar_subquery()


def _common(condition: ConditionOf, one: AnchorNode, other: AnchorNode) -> ColumnElement[Any]:
    """The common parts of all pairs of two features, by the index of the second set; none with itself."""
    arms = []
    for left, table in _sides(condition, one):
        a = fenced(left).subquery(condition.scope.name("one"))
        for right, other_table in _sides(condition, other):
            b = right.subquery(condition.scope.name("other"))
            apart = _two_features(a, b) if table is not None and table == other_table else []
            joined = sa.join(a, b, sa.and_(geo.ST_Intersects(a.c.geom, b.c.geom), *apart))
            arms.append(sa.select(geo.ST_Intersection(a.c.geom, b.c.geom).label("geom")).select_from(joined))
    if not arms:
        return sa.cast(sa.null(), Geometry(srid=-1))
    rows = (arms[0] if len(arms) == 1 else sa.union_all(*arms)).subquery(condition.scope.name("common"))
    return sa.select(_plain(geo.ST_Union(rows.c.geom))).scalar_subquery()


def _sides(condition: ConditionOf, node: AnchorNode) -> list[tuple[Geometries, str | None]]:
    """The geometries of an anchor with what tells its features apart (``fid``, ``key``), and their table."""
    if not isinstance(node, SetNode):
        return [(x, None) for x in geometries(condition, node)]
    found: list[tuple[Geometries, str | None]] = []
    for layer in node.layers:
        if node.ids is None or layer.table in node.ids:
            ref = reference(condition.scope, node, layer)
            key = ref.place.key if ref.place.key is not None else sa.null()
            own = (ref.place.fid.label("fid"), key.label("key"))
            found.append((_rows(condition, node, ref, *own), layer.table))
    return found


def _two_features(a: Any, b: Any) -> list[ColumnElement[bool]]:
    """Neither the same row nor two parts of one feature; see :func:`different`."""
    return [a.c.fid != b.c.fid, (a.c.key != b.c.key).is_not(sa.false())]


def _buffers(condition: ConditionOf, node: DerivedNode) -> ColumnElement[Any]:
    metres = number("buffer_m", node.distance_m or 0.0)
    arms = []
    for select in (x for of in node.of for x in geometries(condition, of)):
        rows = select.subquery(condition.scope.name("around"))
        round_ = sa.cast(geo.ST_Buffer(geography(rows.c.geom), metres, _SEGMENTS), Geometry(srid=-1))
        arms.append(sa.select(round_.label("geom")))
    if not arms:
        return sa.cast(sa.null(), Geometry(srid=-1))
    rows = (arms[0] if len(arms) == 1 else sa.union_all(*arms)).subquery(condition.scope.name("buffers"))
    return sa.select(_plain(geo.ST_Union(rows.c.geom))).scalar_subquery()


def _only(geom: ColumnElement[Any], dimension: int) -> ColumnElement[Any]:
    """The points (1), lines (2) or polygons (3) of a geometry."""
    return geo.ST_CollectionExtract(geom, sa.literal_column(str(dimension)))


def _plain(geom: ColumnElement[Any]) -> ColumnElement[Any]:
    """Without the wrapping that GeoAlchemy puts around geometries that are selected."""
    return sa.type_coerce(geom, sa.types.NullType())

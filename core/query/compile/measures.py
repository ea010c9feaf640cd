"""Sizes, positions, distances and common parts of target features.

Areas and lengths are geodesic (PostGIS geography on WGS 84).  Common parts are cut on the map, as it shows them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import functions as geo
from sqlalchemy.sql.elements import ColumnElement

from core.query.compile import distance as dist
from core.query.compile.pairs import nearest
from core.query.compile.parts import feature, same_feature
from core.query.compile.predicates import azimuth, centre
from core.query.compile.relations import Branch, ConditionOf, different, keyed_layer, member, reference
from core.query.compile.shapes import fixed_place
from core.query.compile.tables import Place, geography, materialised, number, subselect
from core.query.grounded import AnchorNode, DerivedNode, PointNode, SetNode
from core.query.grounded_expr import Measured, OverlapNode

_ZERO: ColumnElement[Any] = sa.literal_column("0.0")
_180: ColumnElement[Any] = sa.literal_column("180.0")
_FITS: dict[str, str] = {"area": "polygon", "perimeter": "polygon", "length": "line", "azimuth": "line"}
RowValue = Callable[[Branch], ColumnElement[Any]]


def area_m2(geom: ColumnElement[Any]) -> ColumnElement[Any]:
    """Geodesic area of the polygons of a geometry."""
    return geo.ST_Area(geography(geo.ST_CollectionExtract(geom, sa.literal_column("3"))), type_=sa.Double)


def length_m(geom: ColumnElement[Any]) -> ColumnElement[Any]:
    """Geodesic length of the lines of a geometry."""
    return geo.ST_Length(geography(geo.ST_CollectionExtract(geom, sa.literal_column("2"))), type_=sa.Double)


def of_feature(condition: ConditionOf, branch: Branch, value: RowValue, total: Any) -> ColumnElement[Any]:
    """The value of the row, or `total` of the values of all parts of its feature."""
    if not keyed_layer(branch.layer):
        return value(branch)
    part = Branch(condition.scope.place(branch.layer, "p"), branch.layer, of=branch.of)
    rows = part.place.rows
    found = subselect(total(value(part)), source=rows, own=[rows])
    return found.where(same_feature(part.place, branch.place)).scalar_subquery()


def size(condition: ConditionOf, branch: Branch, measure: Measured) -> ColumnElement[Any]:
    """A measure of the feature itself; NULL where its kind of geometry has none."""
    if _FITS.get(measure, branch.layer.geometry) != branch.layer.geometry:
        return sa.cast(sa.null(), sa.Double)
    if measure == "azimuth":
        return _strike(condition, branch)
    if measure in ("x", "y"):
        function = geo.ST_X if measure == "x" else geo.ST_Y
        return function(_centre(condition, branch), type_=sa.Double)
    functions: dict[str, Any] = {"area": geo.ST_Area, "length": geo.ST_Length, "perimeter": geo.ST_Perimeter}
    function = functions[measure]
    if keyed_layer(branch.layer) and (branch.of is None or branch.of.ids is None):
        return _of_all_features(condition, branch, measure, function)
    return of_feature(condition, branch, lambda x: function(geography(x.place.geom), type_=sa.Double), sa.func.sum)


def _of_all_features(condition: ConditionOf, branch: Branch, measure: str, function: Any) -> ColumnElement[Any]:
    """The total over the parts, worked out for all features of the layer once and looked up for each row."""
    scope, key = condition.scope, ("size", branch.layer.table, measure)
    if key not in scope.shared:
        part = scope.place(branch.layer, "p")
        total = sa.func.sum(function(geography(part.geom), type_=sa.Double), type_=sa.Double)
        sums = sa.select(feature(part).label("feature"), total.label("size")).select_from(part.rows)
        table = sums.group_by(sa.literal_column("1"))
        scope.shared[key] = (materialised(table, scope.name("sizes")), branch.layer)
    sizes = scope.shared[key][0].alias(scope.name("z"))
    found = subselect(sizes.c.size, source=sizes, own=[sizes])
    return found.where(sizes.c.feature == feature(branch.place)).scalar_subquery()


def _centre(condition: ConditionOf, branch: Branch) -> ColumnElement[Any]:
    if not keyed_layer(branch.layer):
        return centre(branch.place)
    part = condition.scope.place(branch.layer, "p")
    whole = sa.type_coerce(geo.ST_Centroid(geo.ST_Collect(part.geom)), sa.types.NullType())
    return (
        subselect(whole, source=part.rows, own=[part.rows])
        .where(same_feature(part, branch.place))
        .scalar_subquery()
    )


def _strike(condition: ConditionOf, branch: Branch) -> ColumnElement[Any]:
    """The direction of a line from its first to its last vertex, whichever way it was drawn."""
    if keyed_layer(branch.layer):
        part = Branch(condition.scope.place(branch.layer, "p"), branch.layer)
        rows = part.place.rows
        first = subselect(_row_strike(part), source=rows, own=[rows])
        first = first.where(same_feature(part.place, branch.place)).order_by(part.place.fid)
        return first.limit(1).scalar_subquery()
    return _row_strike(branch)


def _row_strike(branch: Branch) -> ColumnElement[Any]:
    geom = branch.place.geom
    start = geo.ST_StartPoint(geo.ST_GeometryN(geom, sa.literal_column("1")))
    end = geo.ST_EndPoint(geo.ST_GeometryN(geom, geo.ST_NumGeometries(geom)))
    degrees = azimuth(start, end)
    return sa.case((degrees >= _180, degrees - _180), else_=degrees)


def nearest_m(condition: ConditionOf, branch: Branch, to: AnchorNode) -> ColumnElement[Any]:
    """Exact distance from the row to the nearest feature of the anchor; NULL when there is none."""
    if isinstance(to, PointNode):
        return dist.distance_m(branch.place, fixed_place(condition, to))
    if isinstance(to, SetNode):
        found = nearest(condition, branch, to)
        return subselect(sa.func.min(found.c.metres), source=found, own=[found]).scalar_subquery()
    if isinstance(to, DerivedNode) and to.op == "buffer_union":
        near = [nearest_m(condition, branch, x) for x in to.of]
        least = near[0] if len(near) == 1 else sa.func.least(*near)
        beyond = least - number("buffer_m", to.distance_m or 0.0)
        return sa.case((beyond.is_not(None), sa.func.greatest(beyond, _ZERO, type_=sa.Double)))
    place = fixed_place(condition, to)
    return subselect(dist.distance_m(branch.place, place), source=place.rows, own=[place.rows]).scalar_subquery()


def overlap(condition: ConditionOf, branch: Branch, node: OverlapNode) -> ColumnElement[Any]:
    """The part of the feature that lies in the anchor, its own other parts left out."""
    lines = node.overlap == "length" or branch.layer.geometry == "line"
    measure = length_m if lines else area_m2
    common = of_feature(condition, branch, lambda x: _common(condition, x, node.with_, measure), sa.func.sum)
    if node.overlap != "ratio":
        return common
    own = size(condition, branch, "length" if lines else "area")
    return common / sa.func.nullif(own, _ZERO, type_=sa.Double)


def _common(condition: ConditionOf, branch: Branch, to: AnchorNode, measure: Any) -> ColumnElement[Any]:
    """What the row has in common with all members together.

    Members are united first: pieces of a line cut at different borders would not lie on each other exactly.
    """
    here, scope, arms = branch.place, condition.scope, []
    column = _piece if _alone(to) else _whole
    if isinstance(to, SetNode):
        for layer in to.layers:
            if to.ids is None or layer.table in to.ids:
                ref = reference(scope, to, layer)
                arm = subselect(column(here, ref.place), source=ref.place.rows, own=[ref.place.rows])
                meets = dist.meets(ref.place, here)
                arms.append(arm.where(meets, *member(condition, ref, to), *different(ref.place, here)))
    else:
        place = fixed_place(condition, to)
        if place.source is not None:
            arm = subselect(column(here, place), source=place.rows, own=[place.rows])
            arms.append(arm.where(dist.meets(place, here)))
    if not arms:
        return _ZERO
    members = (arms[0] if len(arms) == 1 else sa.union_all(*arms)).subquery(scope.name("members"))
    cut = sa.func.sum(measure(members.c.geom), type_=sa.Double)
    if not _alone(to):
        cut = measure(geo.ST_Intersection(here.geom, geo.ST_Union(members.c.geom)))
    found = subselect(sa.func.coalesce(cut, _ZERO), source=members, own=[members])
    return found.scalar_subquery()


def _alone(to: AnchorNode) -> bool:
    """Whether the anchor is one row at most."""
    if isinstance(to, SetNode):
        return (
            to.ids is not None
            and sum(len(x) for x in to.ids.values()) <= 1
            and not any(keyed_layer(x) for x in to.layers)
        )
    return True


def _whole(_here: Place, member: Place) -> ColumnElement[Any]:
    return member.geom.label("geom")


def _piece(here: Place, member: Place) -> ColumnElement[Any]:
    """The common part of two; all of a line that a polygon of a layer covers, which is quickly seen."""
    common: ColumnElement[Any] = geo.ST_Intersection(here.geom, member.geom)
    if (here.kind, member.kind) == ("line", "polygon") and member.layer is not None:
        inside = geo.ST_Covers(member.geom, here.geom)
        common = sa.case((inside, here.geom), else_=common)
    return sa.type_coerce(common, sa.types.NullType()).label("geom")

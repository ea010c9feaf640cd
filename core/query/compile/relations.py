"""Spatial relations as SQL conditions on one target row.

Conditions never join the references into the target rows, so a target stays one row however many references it
has.  Two shapes are used: EXISTS, where the index of the reference layer is asked once per target, and
``fid IN (references joined with targets)``, where polygons drive, because PostGIS keeps the prepared form of a
polygon only while the same polygon comes again in the next call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import functions as geo
from sqlalchemy.sql.elements import ColumnElement

from core.query.compile import distance as dist
from core.query.compile.attributes import test_sql
from core.query.compile.tables import Place, Scope, any_id, either, number, point_place, subselect
from core.query.grounded import AndNode, AttrNode, GroundNode, PointNode, RelNode, SetNode
from core.query.legal import legal
from core.question.ir import RelName
from core.vocabulary.card import Layer

ConditionOf = Callable[["Branch", GroundNode], ColumnElement[Any]]
"""Compiles any condition for the rows of a branch."""


@dataclass(frozen=True)
class Branch:
    """The rows of one layer under test, with the cheap conditions that are known to hold for them."""

    place: Place
    layer: Layer
    cheap: tuple[AttrNode, ...] = ()

    def again(self, scope: Scope) -> Branch:
        """The same rows under another alias."""
        return Branch(scope.place(self.layer, "d"), self.layer, self.cheap)


def cheap_parts(conditions: Sequence[GroundNode]) -> tuple[AttrNode, ...]:
    """The attribute conditions among conditions that must all hold."""
    found: list[AttrNode] = []
    for node in conditions:
        if isinstance(node, AttrNode):
            found.append(node)
        elif isinstance(node, AndNode):
            found.extend(cheap_parts(node.parts))
    return tuple(found)


def reference(scope: Scope, layer: Layer, where: GroundNode | None) -> Branch:
    """The features of a reference layer, with the cheap part of their own condition."""
    return Branch(scope.place(layer), layer, cheap_parts((where,) if where else ()))


def member(condition: ConditionOf, ref: Branch, to: SetNode) -> list[ColumnElement[Any]]:
    """The conditions that make a row of a reference layer a member of the anchor set."""
    found: list[ColumnElement[Any]] = []
    if to.ids is not None:
        found.append(any_id(ref.place.fid, "ids", to.ids.get(ref.layer.table, ())))
    if to.where is not None:
        found.append(condition(ref, to.where))
    return found


def different(a: Place, b: Place) -> list[ColumnElement[Any]]:
    """A feature is never its own reference: neither the row itself nor another part of the same feature."""
    if a.layer is None or b.layer is None or a.layer.table != b.layer.table:
        return []
    found = [a.fid != b.fid]
    if a.key is not None and b.key is not None:
        found.append((a.key != b.key).is_not(sa.false()))
    return found


def relation_sql(scope: Scope, condition: ConditionOf, target: Branch, node: RelNode) -> ColumnElement[Any]:
    """True for target rows that stand in the relation."""
    if isinstance(node.to, PointNode):
        return _point_sql(target.place, node, point_place(node.to))
    if target.layer.table in node.to.whole:
        return sa.true()
    if node.count is not None:
        return _count_sql(scope, condition, target, node, node.to)
    parts: list[ColumnElement[Any]] = []
    if not node.distance:
        return either([_topology(scope, condition, target, node, x) for x in _usable(node, target, node.to)])
    if node.max_m is not None:
        parts.append(_any_within(scope, condition, target, node.to, node.max_m, "<="))
    if node.min_m is not None:
        parts.append(sa.not_(_any_within(scope, condition, target, node.to, node.min_m, "<")))
    return sa.and_(*parts)


def _usable(node: RelNode, target: Branch, to: SetNode) -> list[Layer]:
    layers = [x for x in to.layers if to.ids is None or x.table in to.ids]
    return [x for x in layers if legal(node.rel, target.layer.geometry, x.geometry)]


def _point_sql(target: Place, node: RelNode, point: Place) -> ColumnElement[Any]:
    if not node.distance:
        return predicate(node.rel, target, point)
    parts: list[ColumnElement[Any]] = []
    if node.max_m is not None:
        parts.append(_within_point(target, point, node.max_m, "<="))
    if node.min_m is not None:
        parts.append(sa.not_(_within_point(target, point, node.min_m, "<")))
    return sa.and_(*parts)


def _within_point(target: Place, point: Place, radius_m: float, op: str) -> ColumnElement[Any]:
    near = sa.and_(dist.candidates(target, point, radius_m), _radius(dist.apart_m(target, point), op, radius_m))
    return sa.or_(near, dist.meets(target, point)) if dist.touching_possible(target, point) else near


def _radius(metres: ColumnElement[Any], op: str, radius_m: float) -> ColumnElement[Any]:
    limit = number("metres", radius_m)
    return metres <= limit if op == "<=" else metres < limit


def _any_within(
    scope: Scope, condition: ConditionOf, target: Branch, to: SetNode, radius_m: float, op: str
) -> ColumnElement[Any]:
    """At least one member of the set lies within the radius."""
    arms: list[ColumnElement[Any]] = []
    for layer in to.layers:
        if to.ids is not None and layer.table not in to.ids:
            continue
        ref = reference(scope, layer, to.where)
        near = [dist.candidates(ref.place, target.place, radius_m)]
        near.append(_radius(dist.apart_m(target.place, ref.place), op, radius_m))
        arms.append(_exists(condition, target, ref, to, near))
        if dist.touching_possible(target.place, ref.place):
            ref = reference(scope, layer, to.where)
            arms.append(_exists(condition, target, ref, to, [dist.meets(ref.place, target.place)]))
    return either(arms)


def _exists(
    condition: ConditionOf, target: Branch, ref: Branch, to: SetNode, conditions: list[ColumnElement[Any]]
) -> ColumnElement[Any]:
    source = ref.place.source
    assert source is not None
    found = subselect(sa.literal_column("1"), source=source, own=[source])
    return sa.exists(found.where(*conditions, *member(condition, ref, to), *different(ref.place, target.place)))


def _topology(
    scope: Scope, condition: ConditionOf, target: Branch, node: RelNode, layer: Layer
) -> ColumnElement[Any]:
    to = node.to
    assert isinstance(to, SetNode)
    ref = reference(scope, layer, to.where)
    if layer.geometry != "polygon" or target.layer.geometry == "polygon":
        return _exists(condition, target, ref, to, [predicate(node.rel, target.place, ref.place, node.region)])
    inner = target.again(scope)
    assert ref.place.source is not None
    assert inner.place.source is not None
    own = [ref.place.source, inner.place.source]
    joined = sa.join(*own, predicate(node.rel, inner.place, ref.place, node.region))
    found = subselect(inner.place.fid, source=joined, own=own).where(
        *member(condition, ref, to), *different(ref.place, inner.place), *cheap_sql(inner)
    )
    return target.place.fid.in_(found)


def cheap_sql(branch: Branch) -> list[ColumnElement[Any]]:
    """The cheap conditions of a branch."""
    return [
        test_sql(branch.place, x.tests[branch.layer.table]) for x in branch.cheap if branch.layer.table in x.tests
    ]


def predicate(rel: RelName, target: Place, ref: Place, region: bool = False) -> ColumnElement[Any]:
    """The relation between one target and one reference geometry, as seen on the map.

    A point on the border is inside.  A polygon is inside another one when a representative point of it is, because
    borders of neighbouring maps never match exactly.  A line is inside when it is covered; a study area also
    holds the lines that only enter it.
    """
    if rel == "contains":
        return predicate("within", ref, target)
    if rel == "within" and target.kind == "polygon":
        inside = geo.ST_Intersects(ref.geom, geo.ST_PointOnSurface(target.geom))
        return sa.and_(ref.geom.op("&&", return_type=sa.Boolean())(target.geom), inside)
    if rel == "within" and target.kind == "line" and not region:
        return geo.ST_Covers(ref.geom, target.geom)
    function = {"crosses": geo.ST_Crosses, "touches": geo.ST_Touches, "overlaps": geo.ST_Overlaps}
    return function.get(rel, geo.ST_Intersects)(ref.geom, target.geom)


def _count_sql(
    scope: Scope, condition: ConditionOf, target: Branch, node: RelNode, to: SetNode
) -> ColumnElement[Any]:
    from core.query.compile.pairs import pairs  # noqa: PLC0415  (pairs builds on this module)

    assert node.count is not None
    found = pairs(scope, condition, target, node, to).subquery(scope.name("pairs"))
    counted = subselect(sa.func.count(), source=found, own=[found]).scalar_subquery()
    operator = "<>" if node.count.op == "!=" else node.count.op
    return counted.op(operator, is_comparison=True, return_type=sa.Boolean())(
        sa.bindparam("references", node.count.value, type_=sa.BigInteger, unique=True)
    )

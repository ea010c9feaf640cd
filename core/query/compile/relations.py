"""Spatial relations as SQL conditions on one target row.

Conditions never join the references into the target rows, so a target stays one row however many references it
has.  Two shapes are used: EXISTS, where the index of the reference layer is asked once per target, and
``fid IN (references joined with targets)``, where polygons drive, because PostGIS keeps the prepared form of a
polygon only while the same polygon comes again in the next call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import Select

from core.query.compile import distance as dist
from core.query.compile.areas import area_shape
from core.query.compile.attributes import test_sql
from core.query.compile.predicates import predicate, towards
from core.query.compile.reach import within_reach
from core.query.compile.tables import Place, Scope, either, fenced, number, point_place, subselect
from core.query.grounded import AndNode, AttrNode, GroundNode, PointNode, RelNode, SetNode
from core.query.legal import legal
from core.vocabulary.card import Layer


@dataclass(frozen=True)
class Branch:
    """The rows of one layer under test, with the cheap conditions that are known to hold for them."""

    place: Place
    layer: Layer
    cheap: tuple[AttrNode, ...] = ()
    area: SetNode | None = None
    """The study area that all rows lie in."""
    of: SetNode | None = None
    """The whole set that the rows are of, when it is known."""

    def again(self, scope: Scope) -> Branch:
        """The same rows under another alias."""
        return Branch(scope.place(self.layer, "d"), self.layer, self.cheap, self.area, self.of)


class ConditionOf(Protocol):
    """Compiles any condition for the rows of a branch, within one statement."""

    scope: Scope

    def __call__(self, branch: Branch, node: GroundNode) -> ColumnElement[Any]:
        """The condition as SQL."""
        ...

    def named(self, branch: Branch, of: SetNode) -> ColumnElement[Any]:
        """The row is one of those that the set lists, or part of such a feature."""
        ...


def keyed_layer(layer: Layer) -> bool:
    """True when rows of the layer may be parts of one feature."""
    return layer.feature_key is not None and layer.feature_key in layer.columns


def cheap_parts(conditions: Sequence[GroundNode], layer: Layer) -> tuple[AttrNode, ...]:
    """The attribute conditions among conditions that must all hold for every single row."""
    return () if keyed_layer(layer) else _attributes(conditions)


def _attributes(conditions: Sequence[GroundNode]) -> tuple[AttrNode, ...]:
    found: list[AttrNode] = []
    for node in conditions:
        if isinstance(node, AttrNode):
            found.append(node)
        elif isinstance(node, AndNode):
            found.extend(_attributes(node.parts))
    return tuple(found)


def reference(scope: Scope, to: SetNode, layer: Layer) -> Branch:
    """The features of a reference layer, with the cheap part of their own condition."""
    return Branch(scope.place(layer), layer, cheap_parts((to.where,) if to.where else (), layer), of=to)


def member(condition: ConditionOf, ref: Branch, to: SetNode) -> list[ColumnElement[Any]]:
    """The conditions that make a row of a reference layer a member of the anchor set."""
    found: list[ColumnElement[Any]] = []
    if to.ids is not None:
        found.append(condition.named(ref, to))
    if to.where is not None:
        found.append(condition(ref if ref.of is not None else replace(ref, of=to), to.where))
    return found


def different(a: Place, b: Place) -> list[ColumnElement[Any]]:
    """A feature is never its own reference: neither the row itself nor another part of the same feature."""
    if a.layer is None or b.layer is None or a.layer.table != b.layer.table:
        return []
    found = [a.fid != b.fid]
    if a.key is not None and b.key is not None:
        found.append((a.key != b.key).is_not(sa.false()))
    return found


def relation_sql(condition: ConditionOf, target: Branch, node: RelNode) -> ColumnElement[Any]:
    """True for target rows that stand in the relation to a set or point (numbers of references apart)."""
    if isinstance(node.to, PointNode):
        return _point_sql(target.place, node, point_place(node.to))
    to = node.features
    if target.layer.table in to.whole:
        return sa.true()
    if node.rel == "direction":
        return _directed(condition, target, to, node)
    if not node.distance:
        layers = [x for x in to.layers if to.ids is None or x.table in to.ids]
        usable = [x for x in layers if legal(node.rel, target.layer.geometry, x.geometry)]
        usable = [x for x in usable if within_reach(target.layer, x, 0.0)]
        return either([_topology(condition, target, node, x) for x in usable])
    parts: list[ColumnElement[Any]] = []
    if node.max_m is not None:
        parts.append(_any_within(condition, target, to, Radius(node.max_m)))
    if node.min_m is not None:
        parts.append(sa.not_(_any_within(condition, target, to, Radius(node.min_m, inclusive=False))))
    return sa.and_(*parts)


def _directed(condition: ConditionOf, target: Branch, to: SetNode, node: RelNode) -> ColumnElement[Any]:
    """At least one member sees the target in the sector."""
    arms = []
    for layer in (x for x in to.layers if to.ids is None or x.table in to.ids):
        ref = reference(condition.scope, to, layer)
        arms.append(_exists(condition, target, ref, to, towards(target.place, ref.place, node)))
    return either(arms)


@dataclass(frozen=True)
class Radius:
    """A distance that points, lines and boundaries may have; `inclusive` of itself or not."""

    metres: float
    inclusive: bool = True

    def holds(self, a: Place, b: Place) -> list[ColumnElement[Any]]:
        """Points, lines and boundaries lie within the radius: by the index first, then exactly."""
        exact, limit = dist.apart_m(a, b), number("metres", self.metres)
        return [dist.candidates(b, a, self.metres), exact <= limit if self.inclusive else exact < limit]


def _point_sql(target: Place, node: RelNode, point: Place) -> ColumnElement[Any]:
    if node.rel == "direction":
        return sa.and_(*towards(target, point, node))
    if not node.distance:
        return predicate(node.rel, target, point, strict=node.strict)
    parts: list[ColumnElement[Any]] = []
    if node.max_m is not None:
        parts.append(_within_point(target, point, Radius(node.max_m)))
    if node.min_m is not None:
        parts.append(sa.not_(_within_point(target, point, Radius(node.min_m, inclusive=False))))
    return sa.and_(*parts)


def _within_point(target: Place, point: Place, radius: Radius) -> ColumnElement[Any]:
    near = sa.and_(*radius.holds(target, point))
    return sa.or_(near, dist.meets(target, point)) if dist.touching_possible(target, point) else near


def _any_within(condition: ConditionOf, target: Branch, to: SetNode, radius: Radius) -> ColumnElement[Any]:
    """At least one member of the set lies within the radius."""
    if to.ids is not None:
        named = [x for x in to.layers if x.table in to.ids and within_reach(target.layer, x, radius.metres)]
        return either([_near_named(condition, target, to, radius, x) for x in named])
    arms: list[ColumnElement[Any]] = []
    for layer in to.layers:
        if not within_reach(target.layer, layer, radius.metres):
            continue
        ref = reference(condition.scope, to, layer)
        arms.append(_exists(condition, target, ref, to, radius.holds(target.place, ref.place)))
        if dist.touching_possible(target.place, ref.place):
            ref = reference(condition.scope, to, layer)
            arms.append(_exists(condition, target, ref, to, [dist.meets(ref.place, target.place)]))
    return either(arms)


def _near_named(
    condition: ConditionOf, target: Branch, to: SetNode, radius: Radius, layer: Layer
) -> ColumnElement[Any]:
    """Named references are few: they drive, and the index of the targets is asked once for each."""
    inner = target.again(condition.scope)
    arms = [_driven(condition, inner, layer, to, lambda a, b: sa.and_(*radius.holds(b, a)), near=True)]
    if dist.touching_possible(inner.place, reference(condition.scope, to, layer).place):
        arms.append(_driven(condition, target.again(condition.scope), layer, to, dist.meets))
    return either([target.place.fid.in_(x) for x in arms])


def _driven(
    condition: ConditionOf,
    inner: Branch,
    layer: Layer,
    to: SetNode,
    holds: Callable[[Place, Place], ColumnElement[Any]],
    *,
    near: bool = False,
) -> Select[Any]:
    """The target rows in a relation, found reference by reference through the index of the targets."""
    scope, ref = condition.scope, reference(condition.scope, to, layer)
    chosen = sa.select(*ref.place.rows.c).where(*member(condition, ref, to))
    if inner.area is not None and inner.layer.geometry == "point" and not near:
        # What holds a point of the study area meets the study area.
        shape = area_shape(scope, inner.area)
        chosen = chosen.where(ref.place.geom.op("&&", return_type=sa.Boolean())(shape))
    drivers = fenced(chosen).subquery(scope.name("driver"))
    place = Place(ref.place.kind, drivers.c.geom, drivers.c.geom_ecef, layer, drivers)
    return found_by(scope, inner, place, holds)


def found_by(
    scope: Scope, inner: Branch, drivers: Place, holds: Callable[[Place, Place], ColumnElement[Any]]
) -> Select[Any]:
    """The rows of `inner` in a relation to a row of `drivers`, through the index of the rows."""
    each = subselect(inner.place.fid, source=inner.place.rows, own=[inner.place.rows])
    each = each.where(holds(drivers, inner.place), *different(drivers, inner.place), *_cheap_sql(inner))
    found = fenced(each).lateral(scope.name("found"))
    return fenced(sa.select(found.c.fid).select_from(sa.join(drivers.rows, found, sa.true())))


def _exists(
    condition: ConditionOf, target: Branch, ref: Branch, to: SetNode, conditions: list[ColumnElement[Any]]
) -> ColumnElement[Any]:
    found = subselect(sa.literal_column("1"), source=ref.place.rows, own=[ref.place.rows])
    return sa.exists(found.where(*conditions, *member(condition, ref, to), *different(ref.place, target.place)))


def _topology(condition: ConditionOf, target: Branch, node: RelNode, layer: Layer) -> ColumnElement[Any]:
    to = node.features
    drives = layer.geometry == "polygon" and target.layer.geometry == "point"
    if to.ids is None and not drives:
        ref = reference(condition.scope, to, layer)
        return _exists(
            condition, target, ref, to, [predicate(node.rel, target.place, ref.place, node.region, node.strict)]
        )

    def holds(ref: Place, inner: Place) -> ColumnElement[Any]:
        return predicate(node.rel, inner, ref, node.region, node.strict)

    return target.place.fid.in_(_driven(condition, target.again(condition.scope), layer, to, holds))


def _cheap_sql(branch: Branch) -> list[ColumnElement[Any]]:
    tests = [x.tests[branch.layer.table] for x in branch.cheap if branch.layer.table in x.tests]
    return [test_sql(branch.place, x) for x in tests]

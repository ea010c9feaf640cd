"""Relations to one shape: of the map, or made from others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import functions as geo
from sqlalchemy.sql.elements import ColumnElement

from core.query.compile import distance as dist
from core.query.compile.attributes import compare
from core.query.compile.predicates import predicate, towards
from core.query.compile.relations import Branch, ConditionOf, Radius, found_by
from core.query.compile.shapes import fixed_place
from core.query.compile.tables import Place, either
from core.query.grounded import RelNode

Holds = Callable[[Place, Place], ColumnElement[Any]]


def fixed_sql(condition: ConditionOf, target: Branch, node: RelNode) -> ColumnElement[Any]:
    """True for target rows that stand in the relation to the shape; the index of the targets is asked once."""
    if node.rel == "direction":
        return _driven(condition, target, node, lambda a, b: sa.and_(*towards(b, a, node)))
    if not node.distance:
        return _driven(condition, target, node, lambda a, b: _related(node, a, b))
    parts: list[ColumnElement[Any]] = []
    if node.max_m is not None:
        parts.append(_within(condition, target, node, Radius(node.max_m)))
    if node.min_m is not None:
        parts.append(sa.not_(_within(condition, target, node, Radius(node.min_m, inclusive=False))))
    return sa.and_(*parts)


def fixed_number(condition: ConditionOf, target: Branch, node: RelNode) -> ColumnElement[Any]:
    """1 where the relation holds, else 0: the shape is one reference."""
    holds = condition(target, node)
    return sa.case((holds, sa.literal_column("1")), else_=sa.literal_column("0"))


def fixed_count(condition: ConditionOf, target: Branch, node: RelNode, op: str, value: int) -> ColumnElement[Any]:
    """True where the number of references, which is 1 or 0, is as asked."""
    wanted = sa.bindparam("references", value, type_=sa.BigInteger, unique=True)
    return compare(fixed_number(condition, target, node), op, wanted)


def _related(node: RelNode, shape: Place, row: Place) -> ColumnElement[Any]:
    holds = predicate(node.rel, row, shape, strict=node.strict)
    if node.rel != "within":
        return holds
    area = geo.ST_Dimension(shape.geom, type_=sa.Integer) == sa.literal_column("2")
    return sa.and_(holds, area)


def _within(condition: ConditionOf, target: Branch, node: RelNode, radius: Radius) -> ColumnElement[Any]:
    near = _driven(condition, target, node, lambda a, b: sa.and_(*radius.holds(b, a)))
    return either([near, _driven(condition, target, node, dist.meets)])


def _driven(condition: ConditionOf, target: Branch, node: RelNode, holds: Holds) -> ColumnElement[Any]:
    place = fixed_place(condition, node.to)
    if place.source is None:
        return holds(place, target.place)
    return target.place.fid.in_(found_by(condition.scope, target.again(condition.scope), place, holds))

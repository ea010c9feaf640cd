"""A short cut for "the five nearest to this": ask the index for the closest rows instead of measuring all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import Select

from core.query.compile import distance as dist
from core.query.compile.branches import Rowset, only_attributes
from core.query.compile.conditions import Conditions
from core.query.compile.relations import Branch, different, member, reference
from core.query.compile.tables import Place, Scope, either, fenced, point_place, subselect
from core.query.grounded import DerivedNode, DistanceOrder, GroundedQuery, PointNode, SetNode, ShapeNode

MANY_ROWS = 5_000
"""Smaller layers are measured as a whole."""
FEW_ANCHORS = 50
SURPLUS = 16
"""Rows beyond the limit that are measured exactly: the index knows straight lines, and ties need their order."""


def closest_only(grounded: GroundedQuery) -> bool:
    """True when the question asks for the few rows nearest to something fixed, under plain conditions."""
    if grounded.limit is None or len(grounded.order) != 1 or grounded.target.ids is not None:
        return False
    order = grounded.order[0]
    if not isinstance(order, DistanceOrder) or order.dir != "asc":
        return False
    if isinstance(order.to, ShapeNode | DerivedNode):
        return False
    if isinstance(order.to, SetNode):
        anchors = sum(len(x) for x in order.to.ids.values()) if order.to.ids is not None else 0
        if not 0 < anchors <= FEW_ANCHORS:
            return False
    plain = all(only_attributes(x) for x in grounded.conditions)
    return plain and max((x.rows for x in grounded.target.layers), default=0) > MANY_ROWS


def closest_candidates(scope: Scope, rows: Rowset, grounded: GroundedQuery) -> Rowset:
    """The rows that can be among the nearest `grounded.limit`, of one layer."""
    order = grounded.order[0]
    if not isinstance(order, DistanceOrder) or grounded.limit is None:
        return rows
    count = grounded.limit + SURPLUS
    arms: list[ColumnElement[Any]] = []
    if isinstance(order.to, PointNode):
        arms.extend(_arms(scope, rows.branch, grounded, count, (point_place(order.to), None)))
    elif isinstance(order.to, SetNode):
        for layer in order.to.layers:
            if layer.table in (order.to.ids or {}):
                ref = reference(scope, order.to, layer)
                arms.extend(_arms(scope, rows.branch, grounded, count, (ref.place, _among(scope, ref, order.to))))
    return replace(rows, where=(*rows.where, either(arms)))


def _among(scope: Scope, ref: Branch, to: SetNode) -> Select[Any]:
    """The anchors of one layer."""
    return sa.select(*ref.place.rows.c).where(*member(Conditions(scope), ref, to))


def _arms(
    scope: Scope, branch: Branch, grounded: GroundedQuery, count: int, anchor: tuple[Place, Select[Any] | None]
) -> list[ColumnElement[Any]]:
    place, anchors = anchor
    if anchors is not None:
        listed = fenced(anchors).subquery(scope.name("anchor"))
        place = Place(place.kind, listed.c.geom, listed.c.geom_ecef, place.layer, listed)
    inner = branch.again(scope)
    condition = Conditions(scope)
    wanted = [*(condition(inner, x) for x in grounded.conditions), *different(inner.place, place)]
    near = subselect(inner.place.fid.label("fid"), source=inner.place.rows, own=[inner.place.rows]).where(*wanted)
    first = near.order_by(dist.nearness(inner.place, place)).limit(count)
    selects = [first]
    if dist.touching_possible(inner.place, place):
        selects.append(near.where(dist.meets(inner.place, place)))
    return [branch.place.fid.in_(_for_each(scope, x, place)) for x in selects]


def _for_each(scope: Scope, select: Select[Any], anchor: Place) -> Any:
    """`select` for every anchor, or once for a fixed point."""
    if anchor.source is None:
        inner = select.subquery(scope.name("closest"))
        return sa.select(inner.c.fid)
    each = select.lateral(scope.name("closest"))
    return sa.select(each.c.fid).select_from(sa.join(anchor.rows, each, sa.true()))

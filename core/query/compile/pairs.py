"""The references that stand in a relation to one target row, as a correlated sub-select.

Columns: ``layer_no`` (position in the anchor's layers), ``fid``, ``straight`` (metres through the Earth, 0 where
the two meet), ``geom``, ``ecef``.  The straight line is three times cheaper than the exact distance and decides
all pairs that are not within centimetres of the radius; only those are measured exactly to be counted.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import CompoundSelect, Select

from core.query.compile import distance as dist
from core.query.compile.relations import Branch, ConditionOf, different, member, predicate, reference
from core.query.compile.tables import Place, Scope, number, subselect
from core.query.grounded import RelNode, SetNode
from core.query.legal import legal
from core.vocabulary.card import Layer

_ZERO = sa.literal_column("0.0")


def pairs(
    scope: Scope, condition: ConditionOf, target: Branch, node: RelNode, to: SetNode
) -> CompoundSelect[Any] | Select[Any]:
    """All references of the anchor set that satisfy the relation to the target row, one row each feature part."""
    arms: list[Select[Any]] = []
    for no, layer in enumerate(to.layers):
        if to.ids is not None and layer.table not in to.ids:
            continue
        if node.distance:
            arms.extend(_distance_arms(scope, condition, target, node, to, no, layer))
        elif legal(node.rel, target.layer.geometry, layer.geometry):
            ref = reference(scope, layer, to.where)
            related = predicate(node.rel, target.place, ref.place, node.region)
            arms.append(_arm(condition, target, ref, to, no, _ZERO, [related]))
    if not arms:
        ref = reference(scope, to.layers[0], None)
        arms.append(_arm(condition, target, ref, SetNode(to.entity_type, to.layers), 0, _ZERO, [sa.false()]))
    return arms[0] if len(arms) == 1 else sa.union_all(*arms)


def _arm(
    condition: ConditionOf,
    target: Branch,
    ref: Branch,
    to: SetNode,
    no: int,
    straight: ColumnElement[Any],
    conditions: list[ColumnElement[Any]],
) -> Select[Any]:
    place = ref.place
    assert place.source is not None
    found = subselect(
        sa.literal_column(str(no)).label("layer_no"),
        place.fid.label("fid"),
        straight.label("straight"),
        feature(place).label("feature"),
        place.geom.label("geom"),
        place.ecef.label("ecef"),
        source=place.source,
        own=[place.source],
    )
    return found.where(*conditions, *member(condition, ref, to), *different(place, target.place))


def feature(place: Place) -> ColumnElement[Any]:
    """Text that is equal for the parts of one feature and different for different features of one layer."""
    row = sa.literal_column("'row '").op("||", return_type=sa.Text())(sa.cast(place.fid, sa.Text))
    if place.key is None:
        return row
    named = sa.literal_column("'key '").op("||", return_type=sa.Text())(sa.cast(place.key, sa.Text))
    return sa.func.coalesce(named, row)


def _distance_arms(
    scope: Scope, condition: ConditionOf, target: Branch, node: RelNode, to: SetNode, no: int, layer: Layer
) -> list[Select[Any]]:
    assert node.max_m is not None
    ref = reference(scope, layer, to.where)
    straight = dist.straight_m(ref.place, target.place)
    inside = [dist.candidates(ref.place, target.place, node.max_m), *_bounds(ref.place, target.place, node)]
    if not dist.touching_possible(target.place, ref.place):
        return [_arm(condition, target, ref, to, no, straight, inside)]
    inside.append(sa.not_(dist.meets(ref.place, target.place)))
    arms = [_arm(condition, target, ref, to, no, straight, inside)]
    if node.min_m is None:
        ref = reference(scope, layer, to.where)
        arms.append(_arm(condition, target, ref, to, no, _ZERO, [dist.meets(ref.place, target.place)]))
    return arms


def _bounds(ref: Place, target: Place, node: RelNode) -> list[ColumnElement[Any]]:
    """Exact bounds, measured exactly only where the straight line does not decide them."""
    assert node.max_m is not None
    straight, exact = dist.straight_m(ref, target), dist.apart_m(target, ref)
    found = [
        sa.or_(straight <= number("certain_m", dist.certain_m(node.max_m)), exact <= number("metres", node.max_m))
    ]
    if node.min_m is not None:
        sure = number("certain_m", dist.prefilter_m(node.min_m))
        found.append(sa.or_(straight >= sure, exact >= number("metres", node.min_m)))
    return found


def nearest(
    scope: Scope, condition: ConditionOf, target: Branch, to: SetNode
) -> CompoundSelect[Any] | Select[Any]:
    """The few references closest to the target row in each layer; the exact order is for the caller."""
    arms: list[Select[Any]] = []
    for no, layer in enumerate(to.layers):
        if to.ids is not None and layer.table not in to.ids:
            continue
        ref = reference(scope, layer, to.where)
        straight = dist.straight_m(ref.place, target.place)
        closest = _arm(condition, target, ref, to, no, straight, [])
        closest = closest.order_by(dist.nearness(ref.place, target.place)).limit(dist.NEIGHBOURS)
        arms.append(_nested(scope, closest))
        if dist.touching_possible(target.place, ref.place):
            ref = reference(scope, layer, to.where)
            meeting = _arm(condition, target, ref, to, no, _ZERO, [dist.meets(ref.place, target.place)])
            arms.append(_nested(scope, meeting.order_by(ref.place.fid).limit(1)))
    return arms[0] if len(arms) == 1 else sa.union_all(*arms)


def _nested(scope: Scope, select: Select[Any]) -> Select[Any]:
    inner = select.subquery(scope.name("near"))
    return subselect(*inner.c, source=inner, own=[inner])

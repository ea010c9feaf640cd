"""The references that stand in a relation to one target row, as a correlated sub-select.

Columns: ``layer_no`` (position in the anchor's layers), ``fid``, ``straight`` (metres through the Earth, 0 where
the two meet), ``feature``, ``geom``, ``ecef``.  The straight line is three times cheaper than the exact distance
and decides all pairs that are not within centimetres of the radius; only those are measured exactly to be counted.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import CompoundSelect, Select

from core.query.compile import distance as dist
from core.query.compile.attributes import compare
from core.query.compile.relations import Branch, ConditionOf, different, member, predicate, reference
from core.query.compile.tables import Place, fenced, number, subselect
from core.query.grounded import RelNode, SetNode
from core.query.legal import legal
from core.question import ir

ZERO: ColumnElement[Any] = sa.literal_column("0.0")


def pairs(condition: ConditionOf, target: Branch, node: RelNode) -> CompoundSelect[Any] | Select[Any]:
    """All references of the anchor set that satisfy the relation to the target row, one row each feature part."""
    builder = _Pairs(condition, target, node.features)
    arms: list[Select[Any]] = []
    for no in builder.usable():
        if node.distance:
            arms.extend(builder.near(no, node))
        elif legal(node.rel, target.layer.geometry, builder.to.layers[no].geometry):
            arms.append(builder.related(no, node))
    return builder.union(arms)


def nearest(condition: ConditionOf, target: Branch, to: SetNode) -> CompoundSelect[Any] | Select[Any]:
    """The few references closest to the target row in each layer; the exact order is for the caller."""
    builder = _Pairs(condition, target, to)
    return builder.union([arm for no in builder.usable() for arm in builder.closest(no)])


class _Pairs:
    def __init__(self, condition: ConditionOf, target: Branch, to: SetNode) -> None:
        self.condition, self.target, self.to = condition, target, to
        self.scope = condition.scope

    def usable(self) -> list[int]:
        """Positions of the layers that hold members of the anchor set."""
        return [no for no, x in enumerate(self.to.layers) if self.to.ids is None or x.table in self.to.ids]

    def union(self, arms: list[Select[Any]]) -> CompoundSelect[Any] | Select[Any]:
        """All arms; without any, the columns and no rows."""
        if not arms:
            arms = [self._arm(0, self._reference(0), ZERO, [sa.false()])]
        return arms[0] if len(arms) == 1 else sa.union_all(*arms)

    def related(self, no: int, node: RelNode) -> Select[Any]:
        """References in a relation that is not measured."""
        ref = self._reference(no)
        return self._arm(no, ref, ZERO, [predicate(node.rel, self.target.place, ref.place, node.region)])

    def near(self, no: int, node: RelNode) -> list[Select[Any]]:
        """References between the bounds of a distance relation."""
        ref, here = self._reference(no), self.target.place
        boxed = dist.boxes_meet(ref.place, here, node.reach_m)
        # The straight distance is computed once for each candidate: reading a line costs more than measuring it.
        inner = fenced(self._arm(no, ref, dist.straight_m(ref.place, here), [boxed])).subquery(
            self.scope.name("box")
        )
        there = Place(ref.place.kind, inner.c.geom, inner.c.ecef)
        found = subselect(*inner.c, source=inner, own=[inner]).where(*_bounds(there, here, inner.c.straight, node))
        if not dist.touching_possible(here, there):
            return [found]
        found = found.where(sa.not_(dist.meets(there, here)))
        return [found] if node.min_m is not None else [found, self._meeting(no)]

    def closest(self, no: int) -> list[Select[Any]]:
        """The closest references, and one that meets the target where there is one."""
        ref, here = self._reference(no), self.target.place
        first = self._arm(no, ref, dist.straight_m(ref.place, here), [])
        first = first.order_by(dist.nearness(ref.place, here)).limit(dist.NEIGHBOURS)
        if not dist.touching_possible(here, ref.place):
            return [self._nested(first)]
        return [self._nested(first), self._nested(self._meeting(no).order_by(sa.literal_column("2")).limit(1))]

    def _meeting(self, no: int) -> Select[Any]:
        ref = self._reference(no)
        return self._arm(no, ref, ZERO, [dist.meets(ref.place, self.target.place)])

    def _reference(self, no: int) -> Branch:
        return reference(self.scope, self.to.layers[no], self.to.where)

    def _arm(
        self, no: int, ref: Branch, straight: ColumnElement[Any], conditions: list[ColumnElement[Any]]
    ) -> Select[Any]:
        place = ref.place
        found = subselect(
            sa.literal_column(str(no)).label("layer_no"),
            place.fid.label("fid"),
            straight.label("straight"),
            feature(place).label("feature"),
            place.geom.label("geom"),
            place.ecef.label("ecef"),
            source=place.rows,
            own=[place.rows],
        )
        return found.where(
            *conditions, *member(self.condition, ref, self.to), *different(place, self.target.place)
        )

    def _nested(self, select: Select[Any]) -> Select[Any]:
        inner = select.subquery(self.scope.name("near"))
        return subselect(*inner.c, source=inner, own=[inner])


def feature(place: Place) -> ColumnElement[Any]:
    """Text that is equal for the parts of one feature and different for different features of one layer."""
    row = sa.literal_column("'row '").op("||", return_type=sa.Text())(sa.cast(place.fid, sa.Text))
    if place.key is None:
        return row
    named = sa.literal_column("'key '").op("||", return_type=sa.Text())(sa.cast(place.key, sa.Text))
    return sa.func.coalesce(named, row)


def _bounds(ref: Place, target: Place, straight: ColumnElement[Any], node: RelNode) -> list[ColumnElement[Any]]:
    """Exact bounds, measured exactly only where the straight line does not decide them."""
    exact = dist.apart_m(target, ref)
    sure, possible = dist.certain_m(node.reach_m), dist.prefilter_m(node.reach_m)
    open_ = sa.and_(straight <= number("possible_m", possible), exact <= number("metres", node.reach_m))
    found: list[ColumnElement[Any]] = [sa.or_(straight <= number("certain_m", sure), open_)]
    if node.min_m is not None:
        sure_m = number("certain_m", dist.prefilter_m(node.min_m))
        found.append(sa.or_(straight >= sure_m, exact >= number("metres", node.min_m)))
    return found


def count_sql(condition: ConditionOf, target: Branch, node: RelNode, wanted: ir.CountCond) -> ColumnElement[Any]:
    """True for target rows with the wanted number of references (features, not parts)."""
    found = pairs(condition, target, node).subquery(condition.scope.name("pairs"))
    features = sa.select(found.c.layer_no, found.c.feature).distinct().subquery(condition.scope.name("features"))
    counted = subselect(sa.func.count(), source=features, own=[features]).scalar_subquery()
    limit = sa.bindparam("references", wanted.value, type_=sa.BigInteger, unique=True)
    return compare(counted, wanted.op, limit)

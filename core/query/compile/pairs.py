"""The references that stand in a relation to one target row, as a correlated sub-select.

Columns: ``layer_no`` (position in the anchor's layers), ``fid``, ``feature`` (equal for the parts of one feature)
and ``metres``, the exact geodesic distance (0 for relations that are not measured, and where the two meet).
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import CompoundSelect, FromClause, Select

from core.query.compile import distance as dist
from core.query.compile.attributes import compare
from core.query.compile.mutual import is_mutual, is_whole, mutual
from core.query.compile.parts import feature, same_feature
from core.query.compile.predicates import predicate, towards
from core.query.compile.reach import within_reach
from core.query.compile.relations import Branch, ConditionOf, different, keyed_layer, member, reference
from core.query.compile.tables import Place, Scope, fenced, number, subselect
from core.query.grounded import RelNode, SetNode
from core.query.legal import legal
from core.question import ir

ZERO: ColumnElement[Any] = sa.literal_column("0.0")


def pairs(condition: ConditionOf, target: Branch, node: RelNode) -> FromClause:
    """The references of the anchor set that satisfy the relation to the target row, one row a feature."""
    builder = _Pairs(condition, target, node.features)
    arms: list[Select[Any]] = []
    for no in builder.usable():
        open_ = node.max_m is None and (node.distance or node.rel == "direction")
        if not open_ and not within_reach(target.layer, builder.to.layers[no], node.max_m or 0.0):
            continue
        if node.distance:
            arms.extend(builder.near(no, node))
        elif legal(node.rel, target.layer.geometry, builder.to.layers[no].geometry):
            arms.append(builder.related(no, node))
    found = builder.union(arms).subquery(condition.scope.name("pairs"))
    if not any(x.feature_key in x.columns for x in builder.to.layers if x.feature_key):
        return found
    one = sa.select(found).ext(distinct_on(found.c.layer_no, found.c.feature))
    one = one.order_by(found.c.layer_no, found.c.feature, found.c.metres, found.c.fid)
    return one.subquery(condition.scope.name("features"))


def nearest(condition: ConditionOf, target: Branch, to: SetNode, few: int = dist.NEIGHBOURS) -> FromClause:
    """The `few` references closest to the target row in each layer, measured exactly, in no order.

    Those that meet the target come beside them (as many as are asked for beyond the usual few, at least one), so a
    reference may occur twice.
    """
    builder = _Pairs(condition, target, to)
    arms = [arm for no in builder.usable() for arm in builder.closest(no, few)]
    return builder.union(arms).subquery(condition.scope.name("closest"))


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
            arms = [self._arm(0, self._reference(0), ZERO).where(sa.false())]
        return arms[0] if len(arms) == 1 else sa.union_all(*arms)

    def related(self, no: int, node: RelNode) -> Select[Any]:
        """References in a relation that is not measured."""
        ref = self._reference(no)
        here = self.target.place
        if node.rel == "direction":
            return self._arm(no, ref, ZERO).where(*towards(here, ref.place, node))
        return self._arm(no, ref, ZERO).where(predicate(node.rel, here, ref.place, node.region, node.strict))

    def near(self, no: int, node: RelNode) -> list[Select[Any]]:
        """References between the bounds of a distance relation."""
        ref, here = self._reference(no), self.target.place
        inside = self._arm(no, ref, dist.apart_m(here, ref.place))
        if node.max_m is not None:
            inside = inside.where(dist.candidates(ref.place, here, node.max_m))
        meeting = dist.touching_possible(here, ref.place)
        if meeting:
            inside = inside.where(sa.not_(dist.meets(ref.place, here)))
        measured = fenced(inside).subquery(self.scope.name("measured"))  # each distance is computed once
        found = subselect(*measured.c, source=measured, own=[measured])
        if node.max_m is not None:
            found = found.where(measured.c.metres <= number("metres", node.max_m))
        if node.min_m is not None:
            return [found.where(measured.c.metres >= number("metres", node.min_m))]
        return [found, self._meeting(no)] if meeting else [found]

    def closest(self, no: int, few: int) -> list[Select[Any]]:
        """The closest references, and one that meets the target where there is one."""
        ref, here = self._reference(no), self.target.place
        first = self._arm(no, ref, ZERO, ref.place.geom.label("geom"), ref.place.ecef.label("ecef"))
        first = first.order_by(dist.nearness(ref.place, here)).limit(few)
        some = first.subquery(self.scope.name("few"))
        metres = dist.distance_m(here, Place(ref.place.kind, some.c.geom, some.c.ecef)).label("metres")
        found = subselect(some.c.layer_no, some.c.fid, some.c.feature, metres, source=some, own=[some])
        if not dist.touching_possible(here, ref.place):
            return [found]
        most = 1 if few == dist.NEIGHBOURS else few
        one = self._meeting(no).order_by(sa.literal_column("2")).limit(most).subquery(self.scope.name("meeting"))
        return [found, subselect(*one.c, source=one, own=[one])]

    def _meeting(self, no: int) -> Select[Any]:
        ref = self._reference(no)
        return self._arm(no, ref, ZERO).where(dist.meets(ref.place, self.target.place))

    def _reference(self, no: int) -> Branch:
        return reference(self.scope, self.to, self.to.layers[no])

    def _arm(self, no: int, ref: Branch, metres: ColumnElement[Any], *more: Any) -> Select[Any]:
        place = ref.place
        columns: tuple[Any, ...] = (
            sa.literal_column(str(no)).label("layer_no"),
            place.fid.label("fid"),
            feature(place).label("feature"),
        )
        found = subselect(*columns, metres.label("metres"), *more, source=place.rows, own=[place.rows])
        return found.where(*member(self.condition, ref, self.to), *different(place, self.target.place))


def _mutual(target: Branch, node: RelNode) -> bool:
    layer = node.features.layers[0]
    return not node.strict and is_mutual(node.rel, target.layer, layer, node.features)


def count_sql(condition: ConditionOf, target: Branch, node: RelNode, wanted: ir.CountCond) -> ColumnElement[Any]:
    """True for target rows with the wanted number of references (features, not parts)."""
    limit = sa.bindparam("references", wanted.value, type_=sa.BigInteger, unique=True)
    return compare(related_number(condition, target, node, few=not is_whole(target)), wanted.op, limit)


def related_number(condition: ConditionOf, target: Branch, node: RelNode, few: bool = True) -> ColumnElement[Any]:
    """The number of references (features, not parts) that the target feature stands in the relation to.

    With `few` only some features of the target's layer are asked.
    """
    if not few and len(node.features.layers) == 1 and _mutual(target, node):
        return _mutual_number(condition.scope, target, node)
    if not keyed_layer(target.layer):
        found = pairs(condition, target, node)
        return subselect(sa.func.count(), source=found, own=[found]).scalar_subquery()
    scope = condition.scope
    part = Branch(scope.place(target.layer, "p"), target.layer, of=target.of)
    found = pairs(condition, part, node)
    each = subselect(found.c.layer_no, found.c.feature, source=found, own=[found]).lateral(scope.name("each"))
    rows = sa.join(part.place.rows, each, sa.true())
    all_ = subselect(*each.c, source=rows, own=[part.place.rows, each])
    once = all_.where(same_feature(part.place, target.place)).distinct().subquery(scope.name("once"))
    return subselect(sa.func.count(), source=once, own=[once]).scalar_subquery()


def _mutual_number(scope: Scope, target: Branch, node: RelNode) -> ColumnElement[Any]:
    """The number of features of the same layer, from the pairs of the whole layer."""
    both = mutual(scope, target.layer, node.rel)
    if not keyed_layer(target.layer):
        found = subselect(sa.func.count(), source=both, own=[both])
        return found.where(both.c.one == target.place.fid).scalar_subquery()
    part, ref = scope.place(target.layer, "p"), scope.place(target.layer, "r")
    source = sa.join(sa.join(part.rows, both, both.c.one == part.fid), ref.rows, ref.fid == both.c.other)
    found = subselect(sa.func.count(feature(ref).distinct()), source=source, own=[part.rows, both, ref.rows])
    return found.where(same_feature(part, target.place)).scalar_subquery()

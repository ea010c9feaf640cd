"""Counts that explain an answer: the funnel, rows that cannot be decided, and what a change would give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement

from core.query.compile.attributes import censored
from core.query.compile.branches import identity, keyed, rowset
from core.query.compile.order import order_value
from core.query.compile.relations import Branch
from core.query.compile.select import stacked
from core.query.compile.tables import Scope, either, number
from core.query.grounded import (
    AndNode,
    AttrNode,
    DistanceOrder,
    GroundNode,
    NotNode,
    NumberTest,
    OrNode,
    RelNode,
    SetNode,
)

Conditions = Sequence[GroundNode]


def count_rows(target: SetNode, variants: Sequence[Conditions]) -> Any:
    """One row (step, count) for each list of conditions, in order: how many features meet all of them."""
    scope = Scope()
    selects = [_counted(scope, target, no, x) for no, x in enumerate(variants)]
    stack = stacked(selects).subquery("counts")
    return sa.select(stack).order_by(stack.c.step)


def _counted(scope: Scope, target: SetNode, step: int, conditions: Conditions) -> Any:
    branches = []
    for no in range(len(target.layers)):
        rows = rowset(scope, target, no, conditions)
        columns: list[Any] = [sa.literal_column("1").label("one")]
        if keyed(target):
            columns = [x for x in identity(rows, no) if x.key != "fid"]
        branches.append(rows.select(*columns))
    found = stacked(branches).subquery(scope.name("step"))
    source: Any = found
    if keyed(target):
        source = sa.select(found).distinct().subquery(scope.name("features"))
    return sa.select(sa.literal_column(str(step)).label("step"), sa.func.count().label("count")).select_from(
        source
    )


def has_limits(target: SetNode, conditions: Conditions) -> bool:
    """True when a numeric condition meets a column that has values reported only as limits."""
    return any(
        isinstance(t, NumberTest) and t.column.qualifier is not None
        for x in _attribute_nodes(conditions)
        for table, t in x.tests.items()
        if any(layer.table == table for layer in target.layers)
    )


def count_undetermined(target: SetNode, conditions: Conditions) -> Any:
    """One number: rows that meet every condition but for values reported only as limits."""
    scope = Scope()
    branches = []
    for no, layer in enumerate(target.layers):
        rows = rowset(scope, target, no, conditions, undecided=True)
        limits = _limit_flags(rows.branch, layer.table, conditions)
        if limits:
            branches.append(rows.select(sa.literal_column("1").label("one")).where(either(limits)))
    found = stacked(branches).subquery("undetermined")
    return sa.select(sa.func.count().label("count")).select_from(found)


def _limit_flags(branch: Branch, table: str, conditions: Conditions) -> list[ColumnElement[Any]]:
    flags = []
    for node in _attribute_nodes(conditions):
        test = node.tests.get(table)
        if isinstance(test, NumberTest):
            flag = censored(branch.place, test.column)
            if flag is not None:
                flags.append(flag)
    return flags


def _attribute_nodes(conditions: Conditions) -> list[AttrNode]:
    found: list[AttrNode] = []
    for node in conditions:
        if isinstance(node, AttrNode):
            found.append(node)
        elif isinstance(node, AndNode | OrNode):
            found.extend(_attribute_nodes(node.parts))
        elif isinstance(node, NotNode):
            found.extend(_attribute_nodes((node.part,)))
    return found


def closest_miss(target: SetNode, others: Conditions, missed: RelNode, cap: int) -> Any:
    """Distances (``metres``), smallest first, from features that meet all `others` to the anchor of `missed`.

    At most `cap` features are measured, the first by table and row; the column ``total`` says how many there are.
    """
    scope = Scope()
    order = DistanceOrder(missed.source.to, missed.to, "asc")
    branches = []
    for no in range(len(target.layers)):
        rows = rowset(scope, target, no, others)
        some = rows.select(*identity(rows, no)[:2], sa.func.count().over().label("total"))
        some = some.order_by(rows.branch.place.fid).limit(
            sa.bindparam("measured", cap, type_=sa.BigInteger, unique=True)
        )
        listed = some.subquery(scope.name("listed"))
        again = Branch(scope.place(target.layers[no], "t"), target.layers[no])
        metres = order_value(scope, again, order).label("metres")
        joined = sa.join(listed, again.place.rows, listed.c.fid == again.place.fid)
        branches.append(sa.select(metres, listed.c.total).select_from(joined))
    found = stacked(branches).subquery("misses")
    return (
        sa.select(found.c.metres, found.c.total)
        .where(found.c.metres.is_not(None), found.c.metres >= number("at_least", missed.min_m or 0.0))
        .order_by(found.c.metres)
        .limit(sa.bindparam("rows", cap, type_=sa.BigInteger, unique=True))
    )

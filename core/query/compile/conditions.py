"""Conditions of a grounded query as SQL conditions on one branch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement

from core.query.compile.attributes import compare, test_sql
from core.query.compile.expressions import expression
from core.query.compile.fixed import fixed_count, fixed_sql
from core.query.compile.pairs import count_sql
from core.query.compile.parts import any_part, of_set
from core.query.compile.relations import Branch, keyed_layer, relation_sql
from core.query.compile.tables import Scope
from core.query.compile.top import top_sql
from core.query.grounded import (
    AndNode,
    AttrNode,
    CmpNode,
    GroundNode,
    NotNode,
    OrNode,
    PointNode,
    RelNode,
    SetNode,
    TopNode,
)


class Conditions:
    """Compiles conditions within one statement; call it with a branch and a condition.

    In a layer whose rows may be parts of one feature, a condition is that of the feature: it is met when any part
    meets it.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def __call__(self, branch: Branch, node: GroundNode) -> ColumnElement[Any]:
        """A three-valued SQL expression; NULL where the layer lacks the attribute or the cell does not decide."""
        if isinstance(node, AndNode):
            found = self.all_of(branch, node.parts)
        elif isinstance(node, OrNode):
            found = sa.or_(*(self(branch, x) for x in node.parts))
        elif isinstance(node, NotNode):
            found = sa.not_(self(branch, node.part))
        elif isinstance(node, TopNode):
            found = top_sql(self, branch, node, ())
        elif isinstance(node, CmpNode):
            left, right = (expression(self, branch, x) for x in (node.left, node.right))
            found = compare(left, node.op, right)
        elif isinstance(node, RelNode):
            found = self._relation(branch, node)
        else:
            found = self._attribute(branch, node)
        return found

    def _attribute(self, branch: Branch, node: AttrNode) -> ColumnElement[Any]:
        test = node.tests.get(branch.layer.table)
        if test is None:
            return sa.cast(sa.null(), sa.Boolean)
        if keyed_layer(branch.layer):
            return any_part(self.scope, branch, lambda x: test_sql(x.place, test), decided=False)
        return test_sql(branch.place, test)

    def named(self, branch: Branch, of: SetNode) -> ColumnElement[Any]:
        """The row is one of those that the set lists, or part of such a feature."""
        return of_set(self.scope, branch, of)

    def all_of(self, branch: Branch, nodes: Sequence[GroundNode]) -> ColumnElement[Any]:
        """All conditions; a superlative among them ranks what meets the others."""
        others = [x for x in nodes if not isinstance(x, TopNode)]
        tops = [x for x in nodes if isinstance(x, TopNode)]
        return sa.and_(*(self(branch, x) for x in others), *(top_sql(self, branch, x, others) for x in tops))

    def _relation(self, branch: Branch, node: RelNode) -> ColumnElement[Any]:
        if node.count is not None:
            if isinstance(node.to, SetNode):
                return count_sql(self, branch, node, node.count)
            return fixed_count(self, branch, replace(node, count=None), node.count.op, node.count.value)
        if not keyed_layer(branch.layer):
            return self.of_row(branch, node)
        if node.min_m is None or node.rel == "direction":
            return any_part(self.scope, branch, lambda x: self.of_row(x, node), decided=True)
        far = replace(node, max_m=None)
        parts = [sa.not_(any_part(self.scope, branch, lambda x: sa.not_(self.of_row(x, far)), decided=True))]
        if node.max_m is not None:
            near = replace(node, min_m=None)
            parts.append(any_part(self.scope, branch, lambda x: self.of_row(x, near), decided=True))
        return sa.and_(*parts)

    def of_row(self, branch: Branch, node: RelNode) -> ColumnElement[Any]:
        """A relation of the row alone, other parts of its feature left aside."""
        if isinstance(node.to, SetNode | PointNode):
            return relation_sql(self, branch, node)
        return fixed_sql(self, branch, node)


def of_row(condition: Conditions, branch: Branch, node: GroundNode) -> ColumnElement[Any]:
    """A condition as far as the row itself meets it, for choosing the part that stands for a feature."""
    if isinstance(node, AndNode | OrNode):
        joined = sa.and_ if isinstance(node, AndNode) else sa.or_
        return joined(*(of_row(condition, branch, x) for x in node.parts))
    if isinstance(node, AttrNode):
        test = node.tests.get(branch.layer.table)
        return sa.true() if test is None else test_sql(branch.place, test)
    if isinstance(node, RelNode) and node.count is None:
        return condition.of_row(branch, node)
    return sa.true()

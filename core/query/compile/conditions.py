"""Conditions of a grounded query as SQL conditions on one branch."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement

from core.query.compile.attributes import test_sql
from core.query.compile.pairs import count_sql
from core.query.compile.relations import Branch, relation_sql
from core.query.compile.tables import Scope
from core.query.grounded import AndNode, AttrNode, GroundNode, NotNode, OrNode, SetNode


class Conditions:
    """Compiles conditions within one statement; call it with a branch and a condition."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def __call__(self, branch: Branch, node: GroundNode) -> ColumnElement[Any]:
        """A three-valued SQL expression; NULL where the layer lacks the attribute or the cell does not decide."""
        if isinstance(node, AttrNode):
            test = node.tests.get(branch.layer.table)
            return test_sql(branch.place, test) if test is not None else sa.cast(sa.null(), sa.Boolean)
        if isinstance(node, AndNode):
            return sa.and_(*(self(branch, x) for x in node.parts))
        if isinstance(node, OrNode):
            return sa.or_(*(self(branch, x) for x in node.parts))
        if isinstance(node, NotNode):
            return sa.not_(self(branch, node.part))
        if node.count is not None and isinstance(node.to, SetNode):
            return count_sql(self, branch, node, node.count)
        return relation_sql(self, branch, node)

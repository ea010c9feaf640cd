"""Expressions as SQL values of one target row."""

from __future__ import annotations

from typing import Any

from sqlalchemy.sql.elements import ColumnElement

from core.errors import QueryError
from core.query.compile.relations import Branch, ConditionOf
from core.query.grounded_expr import ExprNode


def expression(condition: ConditionOf, branch: Branch, node: ExprNode) -> ColumnElement[Any]:
    """The value of `node` for the feature of a row, in ``node.unit``; NULL where it has none.

    Numbers are double precision, texts text, comparisons boolean.  In a layer whose rows may be parts of one
    feature, the value is that of the whole feature and the same for each of its rows.
    """
    raise QueryError(f"{type(node).__name__} cannot be compiled for {branch.layer.table} ({condition.scope}).")

"""Expressions as SQL values of one target row."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement

from core.errors import QueryError
from core.query.compile.aggregates import aggregate
from core.query.compile.attributes import compare, number_cell, scaled, text_cell
from core.query.compile.measures import area_m2, nearest_m, of_feature, overlap, size
from core.query.compile.parts import same_feature
from core.query.compile.relations import Branch, ConditionOf, keyed_layer
from core.query.compile.shapes import area_of
from core.query.compile.tables import any_text, number, subselect
from core.query.grounded import OrderColumn
from core.query.grounded_expr import (
    AggNode,
    AreaOfNode,
    ConstNode,
    ConvertNode,
    DistanceNode,
    ExprNode,
    FieldNode,
    MeasureNode,
    OpNode,
    OverlapNode,
)

_HUNDRED: ColumnElement[Any] = sa.literal_column("100.0")


def expression(condition: ConditionOf, branch: Branch, node: ExprNode) -> ColumnElement[Any]:
    """The value of `node` for the feature of a row, in ``node.unit``; NULL where it has none.

    Numbers are double precision, texts text, comparisons boolean.  In a layer whose rows may be parts of one
    feature, the value is that of the whole feature and the same for each of its rows.
    """
    if isinstance(node, FieldNode):
        found = _field(condition, branch, node)
    elif isinstance(node, MeasureNode):
        found = size(condition, branch, node.measure)
    elif isinstance(node, DistanceNode):
        found = of_feature(condition, branch, lambda x: nearest_m(condition, x, node.to), sa.func.min)
    elif isinstance(node, OverlapNode):
        found = overlap(condition, branch, node)
    elif isinstance(node, ConvertNode):
        found = expression(condition, branch, node.arg) * number("factor", node.factor)
    elif isinstance(node, OpNode):
        found = _operation(node, [expression(condition, branch, x) for x in node.args])
    else:
        found = scalar(condition, node)
    return found


def scalar(condition: ConditionOf, node: ExprNode) -> ColumnElement[Any]:
    """The value of an expression that is the same for every feature.

    Raises:
        QueryError: it depends on the feature.
    """
    if isinstance(node, ConstNode):
        return _constant(node)
    if isinstance(node, AggNode):
        return aggregate(condition, node, expression)
    if isinstance(node, AreaOfNode):
        return area_of(condition, node.of, area_m2)
    if isinstance(node, ConvertNode):
        return scalar(condition, node.arg) * number("factor", node.factor)
    if isinstance(node, OpNode):
        return _operation(node, [scalar(condition, x) for x in node.args])
    raise QueryError(f"{type(node).__name__} has no value without a feature.")


def _constant(node: ConstNode) -> ColumnElement[Any]:
    if isinstance(node.value, bool):
        return sa.true() if node.value else sa.false()
    if isinstance(node.value, int | float):
        return number("constant", node.value)
    return sa.bindparam("constant", str(node.value), type_=sa.Text, unique=True)


def _field(condition: ConditionOf, branch: Branch, node: FieldNode) -> ColumnElement[Any]:
    found = node.columns.get(branch.layer.table)
    if found is None or (node.ranked and not found.ranks):
        return sa.cast(sa.null(), sa.Double if node.numeric else sa.Text)
    if not keyed_layer(branch.layer):
        return _cell(branch, node, found)
    part = Branch(condition.scope.place(branch.layer, "p"), branch.layer, of=branch.of)
    cell = _cell(part, node, found)
    first = subselect(cell, source=part.place.rows, own=[part.place.rows])
    first = first.where(same_feature(part.place, branch.place), cell.is_not(None))
    return first.order_by(part.place.fid).limit(1).scalar_subquery()


def _cell(branch: Branch, node: FieldNode, found: OrderColumn) -> ColumnElement[Any]:
    if found.ranks and node.ranked:
        return ranked(branch, found)
    if node.numeric:
        return scaled(number_cell(branch.place, found.column), found.factor)
    return text_cell(branch.place, found.column)


def ranked(branch: Branch, found: OrderColumn) -> ColumnElement[Any]:
    """The rank of a text cell; NULL for a text without one."""
    by_rank: dict[float, list[str]] = {}
    for raw, rank in (found.ranks or {}).items():
        by_rank.setdefault(rank, []).append(raw)
    cell = text_cell(branch.place, found.column)
    return sa.case(
        *((any_text(cell, "values", raws), sa.literal(rank, sa.Double)) for rank, raws in sorted(by_rank.items()))
    )


def _operation(node: OpNode, args: list[ColumnElement[Any]]) -> ColumnElement[Any]:
    if node.op == "abs":
        return sa.func.abs(args[0], type_=sa.Double)
    a, b = args
    if node.op in (">", "<", ">=", "<="):
        return compare(a, node.op, b)
    if node.op in ("/", "pct"):
        ratio = a / sa.func.nullif(b, sa.literal_column("0.0"), type_=sa.Double)
        return ratio * _HUNDRED if node.op == "pct" else ratio
    return {"+": a + b, "-": a - b, "*": a * b}[node.op]

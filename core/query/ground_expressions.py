"""Grounding of expressions: mentions are bound, and both sides of a comparison or sum come to one unit."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.query.grounded import CmpNode, SetNode
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
    is_numeric_expr,
)
from core.query.labels import Labels
from core.query.result import Binding
from core.query.unbound import UnboundError
from core.query.values import columns_of
from core.query.words import say
from core.question import ir

if TYPE_CHECKING:
    from core.query.ground_conditions import ConditionGrounder

_ALIKE = ("+", "-", ">", "<", ">=", "<=", "pct")
_WORDS = {
    "units": ("{a} and {b} have different kinds of unit.", "{a}与{b}的单位类型不同，不能一起运算。"),
    "constant": ("“{value}” is not a number that {b} can be compared with.", "“{value}”不是可与{b}比较的数值。"),
}


def ground_expr(grounder: ConditionGrounder, node: ir.Expr, target: SetNode) -> ExprNode:
    """An expression on the features of `target`, bound and converted to common units.

    Raises:
        UnboundError: a mention cannot be bound, or the units do not fit together.
    """
    found: ExprNode
    if isinstance(node, ir.FieldExpr):
        found = _field(grounder, node, target)
    elif isinstance(node, ir.OpExpr):
        found = _operation(grounder, node, target)
    elif isinstance(node, ir.AggExpr):
        over = grounder.anchor_set(node.over)
        expr = ground_expr(grounder, node.expr, replace(over, where=None)) if node.expr is not None else None
        found = AggNode(node.agg, node.p, expr, over)
    elif isinstance(node, ir.DistanceExpr):
        found = DistanceNode(grounder.anchor(node.distance_to, target))
    elif isinstance(node, ir.OverlapExpr):
        found = OverlapNode(node.overlap, grounder.anchor(node.with_, target))
    elif isinstance(node, ir.AreaOfExpr):
        found = AreaOfNode(grounder.anchor(node.area_of, target))
    elif isinstance(node, ir.MeasureExpr):
        found = MeasureNode(node.measure)
    else:
        found = ConstNode(node.const)
    return found


def compared(grounder: ConditionGrounder, node: ir.CmpCond, target: SetNode) -> CmpNode:
    """A comparison of two expressions; the unit of the condition is that of a constant on the right.

    Raises:
        UnboundError: as :func:`ground_expr`.
    """
    left, right = ground_expr(grounder, node.cmp[0], target), ground_expr(grounder, node.cmp[2], target)
    if isinstance(right, ConstNode):
        right = _constant(grounder, node, left, right)
    else:
        right = _in_unit(grounder, right, left)
    return CmpNode(node, left, node.cmp[1], right)


def _field(grounder: ConditionGrounder, node: ir.FieldExpr, target: SetNode) -> FieldNode:
    attribute = grounder.attribute(node.field, target, node.span)
    words = grounder.words(node.span, attribute.id)
    grounder.bind(Binding(words, node.span, "attribute", attribute.id, "exact"))
    columns = columns_of(target.layers, attribute.id)
    known = {t: c for t, c in columns.items() if c.unit is not None or attribute.dimension is None}
    return FieldNode(attribute, {t: grounder.values.order_column(attribute, c) for t, c in known.items()})


def _operation(grounder: ConditionGrounder, node: ir.OpExpr, target: SetNode) -> OpNode:
    args = [ground_expr(grounder, x, target) for x in node.args]
    if len(args) == 2 and (node.op in _ALIKE or (node.op == "/" and _alike(grounder, args[0], args[1]))):
        args[1] = _in_unit(grounder, args[1], args[0])
    return OpNode(node.op, tuple(args))


def _alike(grounder: ConditionGrounder, a: ExprNode, b: ExprNode) -> bool:
    """Both have a unit, of one dimension."""
    one, other = (grounder.units.find(x.unit) if x.unit else None for x in (a, b))
    return one is not None and other is not None and one[0] == other[0]


def _in_unit(grounder: ConditionGrounder, node: ExprNode, like: ExprNode) -> ExprNode:
    """`node` in the unit of `like`; constants are taken to be in it already."""
    if node.unit == like.unit or isinstance(like, ConstNode):
        return node
    if isinstance(node, ConstNode):
        return ConstNode(node.value, like.unit)
    if {node.unit, like.unit} == {None, "%"} or not (is_numeric_expr(node) and is_numeric_expr(like)):
        return node  # pure numbers, one of them a percentage; what is no number has no unit
    if node.unit is None or like.unit is None or not _alike(grounder, node, like):
        labels = Labels(grounder.language, grounder.units)
        raise UnboundError(
            "unsupported", _say(grounder, "units", a=labels.expression(like), b=labels.expression(node))
        )
    factor = float(f"{grounder.units.convert(1.0, node.unit, like.unit):.15g}")
    return node if factor == 1.0 else ConvertNode(node, factor, like.unit)


def _constant(grounder: ConditionGrounder, node: ir.CmpCond, left: ExprNode, right: ConstNode) -> ConstNode:
    """The constant of a comparison in the unit of the other side, rounded to 15 digits."""
    value: Any = right.value
    if node.unit is None:
        return ConstNode(value, left.unit)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        name = Labels(grounder.language, grounder.units).expression(left)
        raise UnboundError("unsupported", _say(grounder, "constant", value=value, b=name))
    asked = grounder.units.find(node.unit)
    if left.unit is None and asked is not None and asked[1] == "%" and _is_share(left):
        return ConstNode(value / 100, None)
    own = grounder.units.find(left.unit) if left.unit else None
    if asked is None or own is None or asked[0] != own[0] or left.unit is None:
        name = Labels(grounder.language, grounder.units).expression(left)
        raise UnboundError("unsupported", say("bad_unit", grounder.language, unit=node.unit, attribute=name))
    grounder.bind(Binding(node.unit, node.span, "unit", asked[1], "exact"))
    return ConstNode(float(f"{grounder.units.convert(float(value), node.unit, left.unit):.15g}"), left.unit)


def _is_share(node: ExprNode) -> bool:
    return isinstance(node, OverlapNode) or (isinstance(node, OpNode) and node.op == "/")


def _say(grounder: ConditionGrounder, name: str, **values: object) -> str:
    return _WORDS[name][1 if grounder.language == "zh" else 0].format(**values)

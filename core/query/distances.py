"""The distances that a question speaks of outside its relations: in orders, comparisons and computed values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.query.grounded import (
    AnchorNode,
    AndNode,
    CmpNode,
    DerivedNode,
    DistanceOrder,
    ExprOrder,
    GroundedQuery,
    GroundNode,
    NotNode,
    OrNode,
    TopNode,
)
from core.query.grounded_expr import DistanceNode, ExprNode, parts
from core.question import ir

Asked = tuple[AnchorNode, ir.Anchor]
"""An anchor and the node of the query it comes from."""


def asked_distances(grounded: GroundedQuery) -> Iterator[Asked]:
    """Every anchor that a distance is measured to, in the order of the query; some may come twice."""
    for expr, source in _expressions(grounded):
        yield from _distances(expr, source)
    for order in grounded.order:
        if isinstance(order, DistanceOrder):
            yield from _unwrapped(order.to, order.source)


def _expressions(grounded: GroundedQuery) -> Iterator[tuple[ExprNode, ir.Expr]]:
    yield from _compared(grounded.conditions)
    for order, key in zip(grounded.order, grounded.query.order or (), strict=False):
        if isinstance(order, ExprOrder) and key.expr is not None:
            yield order.expr, key.expr
    for column in grounded.computed:
        yield column.expr, column.source


def _compared(nodes: Sequence[GroundNode]) -> Iterator[tuple[ExprNode, ir.Expr]]:
    for node in nodes:
        if isinstance(node, AndNode | OrNode):
            yield from _compared(node.parts)
        elif isinstance(node, NotNode):
            yield from _compared((node.part,))
        elif isinstance(node, CmpNode):
            yield node.left, node.source.cmp[0]
            yield node.right, node.source.cmp[2]
        elif isinstance(node, TopNode) and node.by is not None and node.source.top.by is not None:
            yield node.by, node.source.top.by


def _distances(node: ExprNode, source: ir.Expr) -> Iterator[Asked]:
    """The distances of an expression with the nodes of the query they come from, both in reading order."""
    anchors = [x.to for x in parts(node) if isinstance(x, DistanceNode)]
    for anchor, written in zip(anchors, _written(source), strict=False):
        yield from _unwrapped(anchor, written)


def _written(node: ir.Expr) -> Iterator[ir.Anchor]:
    if isinstance(node, ir.DistanceExpr):
        yield node.distance_to
    elif isinstance(node, ir.OpExpr):
        for arg in node.args:
            yield from _written(arg)


def _unwrapped(to: AnchorNode, source: ir.Anchor) -> Iterator[Asked]:
    """A buffer is told by the distance from what it surrounds."""
    if not (isinstance(to, DerivedNode) and to.op == "buffer_union"):
        yield to, source
    elif isinstance(source, ir.DeriveAnchor):
        for part, written in zip(to.of, source.derive.of, strict=True):
            yield from _unwrapped(part, written)

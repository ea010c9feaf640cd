"""Grounding of conditions."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from core.query.ground_expressions import compared, ground_expr
from core.query.ground_sets import SetGrounder
from core.query.grounded import (
    AnchorNode,
    AndNode,
    DerivedNode,
    GroundNode,
    NotNode,
    OrNode,
    RelNode,
    SetNode,
    TopNode,
)
from core.query.grounded_expr import ConstNode, DistanceNode
from core.query.unbound import UnboundError
from core.query.words import unsupported
from core.question import ir

_MIRROR: dict[str, ir.CmpOp] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_BY_DISTANCE = ("near", "along", "within", "intersects")


class ConditionGrounder(SetGrounder):
    """Grounds the sets and conditions of one query."""

    _denied = 0
    """Depth of negations around the condition at hand."""

    def condition(self, node: ir.Cond, target: SetNode) -> GroundNode:
        """Any condition on the features of `target`."""
        if isinstance(node, ir.And):
            return AndNode(tuple(self.condition(x, target) for x in node.and_))
        if isinstance(node, ir.Or):
            return OrNode(tuple(self.condition(x, target) for x in node.or_))
        if isinstance(node, ir.Not):
            return self._opposite(node, target)
        if isinstance(node, ir.AttrCond):
            return self.attribute_condition(node, target)
        if isinstance(node, ir.RelCond):
            return self._relation(node, target)
        return self._comparison(node, target) if isinstance(node, ir.CmpCond) else self._top(node, target)

    def _opposite(self, node: ir.Not, target: SetNode) -> GroundNode:
        self._denied += 1
        try:
            return NotNode(self.condition(node.not_, target))
        finally:
            self._denied -= 1

    # --- relations --------------------------------------------------------------------------------------------

    def _relation(self, node: ir.RelCond, target: SetNode) -> GroundNode:
        to = self.anchor(node.to, target)
        max_m = node.max_m
        if node.rel in ("near", "along") and node.max_m is None and node.min_m is None:
            # A reader states the default on the node; this only guards against one that did not.
            max_m = to.entity_type.near_m if isinstance(to, SetNode) else target.entity_type.near_m
        found = RelNode(node, node.rel, to, node.min_m, max_m, node.count, node.dir, bool(node.strict))
        if isinstance(to, DerivedNode) and to.op == "buffer_union" and node.rel in _BY_DISTANCE:
            return self._by_distance(found, to)
        return found

    def _by_distance(self, node: RelNode, to: DerivedNode) -> GroundNode:
        """Whether something lies in or near a buffer is decided by its distance from what the buffer surrounds."""
        if node.strict or not _positive(to.distance_m):
            return node
        reach = to.distance_m or 0.0
        farthest = node.max_m if node.distance else 0.0
        max_m = None if farthest is None else farthest + reach
        min_m = None if node.min_m is None else node.min_m + reach
        near = [replace(node, rel="near", to=x, min_m=min_m, max_m=max_m) for x in to.of]
        if len(near) == 1:
            inner = near[0].to
            nested = isinstance(inner, DerivedNode) and inner.op == "buffer_union"
            return self._by_distance(near[0], inner) if nested and isinstance(inner, DerivedNode) else near[0]
        if node.count is not None:
            raise UnboundError("unsupported", unsupported("derived", self.language))
        inside: list[GroundNode] = [replace(x, min_m=None) for x in near] if max_m is not None else []
        outside: list[GroundNode] = [replace(x, max_m=None) for x in near] if min_m is not None else []
        parts = (*((OrNode(tuple(inside)),) if inside else ()), *outside)
        return parts[0] if len(parts) == 1 else AndNode(parts)

    # --- comparisons ------------------------------------------------------------------------------------------

    def _comparison(self, node: ir.CmpCond, target: SetNode) -> GroundNode:
        left, op, right = node.cmp
        if isinstance(left, ir.ConstExpr) and not isinstance(right, ir.ConstExpr):
            node = node.model_copy(update={"cmp": (right, _MIRROR[op], left)})
            left, op, right = node.cmp
        if isinstance(left, ir.FieldExpr) and isinstance(right, ir.ConstExpr):
            plain = ir.AttrCond(
                attr=left.field, op=op, value=right.const, unit=node.unit, span=node.span, assumed=node.assumed
            )
            return self.attribute_condition(plain, target)
        found = compared(self, node, target)
        if isinstance(found.left, DistanceNode) and isinstance(found.right, ConstNode) and op in ("<", "<="):
            return self._as_near(node, found.left.to, found.right.value) or found
        return found

    def _as_near(self, node: ir.CmpCond, to: AnchorNode, metres: Any) -> RelNode | None:
        """A distance below a constant is a relation that the index can answer, where unknown counts as false."""
        left = node.cmp[0]
        if self._denied or not _positive(metres) or not isinstance(left, ir.DistanceExpr):
            return None
        if isinstance(to, DerivedNode) and to.op == "buffer_union":
            return None
        source = ir.RelCond(rel="near", to=left.distance_to, max_m=metres, span=node.span, assumed=node.assumed)
        return RelNode(source, "near", to, None, float(metres))

    # --- superlatives -----------------------------------------------------------------------------------------

    def _top(self, node: ir.TopCond, target: SetNode) -> TopNode:
        top = node.top
        by = ground_expr(self, top.by, target) if top.by is not None else None
        of = self.anchor_set(top.by_count_of, target) if top.by_count_of is not None else None
        max_m = top.max_m
        if of is not None and top.rel in ("near", "along") and max_m is None:
            max_m = of.entity_type.near_m
        return TopNode(node, by, of, top.rel, max_m, top.dir, top.k)


def _positive(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return math.isfinite(value) and value > 0

"""The referee before the compiler: is every condition meaningful?  What it does not know it refuses."""

from __future__ import annotations

import math
from collections.abc import Sequence

from core.query.grounded import (
    AnchorNode,
    AndNode,
    AttrNode,
    CmpNode,
    DerivedNode,
    DistanceOrder,
    ExprOrder,
    GroundedQuery,
    GroundNode,
    NotNode,
    OrNode,
    PointNode,
    RelNode,
    SetNode,
    ShapeNode,
    TopNode,
)
from core.query.grounded_measures import AggregateNode, BucketKeyNode, LayerKeyNode, ReturnNode
from core.query.labels import relation_name
from core.query.legal import LEGAL, kinds_of, legal
from core.query.result import Refusal
from core.query.unbound import UnboundError
from core.query.verify_expressions import HALF_EARTH_M, ExpressionCheck
from core.query.verify_measures import verify_measuring
from core.query.words import metres, say, unsupported
from core.question.reading import Language

MAX_DEPTH = 3
"""Sets inside sets: deposits near faults (1) that cross granites (2) that touch limestone (3)."""
MAX_CONDITIONS = 40


def verify(grounded: GroundedQuery) -> Refusal | None:
    """None when the query may be compiled, else why not."""
    check = _Check(grounded.language)
    try:
        check.conditions(grounded.conditions, grounded.target, 0)
        for order in grounded.order:
            if isinstance(order, DistanceOrder):
                check.anchor(order.to, 1)
            elif isinstance(order, ExprOrder):
                check.expression(order.expr, grounded.target, 0)
        _computed(check, grounded)
        verify_measuring(grounded)
    except UnboundError as error:
        return error.refusal
    return None


def _computed(check: _Check, grounded: GroundedQuery) -> None:
    """What the question wants computed, and the sets it groups by or looks for neighbours in."""
    measuring = grounded.measuring
    if measuring is None:
        return
    asked = (measuring.value, *measuring.columns, *measuring.measures, *measuring.group_by)
    for node in asked:
        if isinstance(node, LayerKeyNode):
            check.anchor(node.to, 1)
        elif isinstance(node, ReturnNode | AggregateNode | BucketKeyNode) and node.expr is not None:
            check.expression(node.expr, grounded.target, 0)
    if measuring.per_entity is not None:
        check.anchor(measuring.per_entity.nearest, 1)


class _Check(ExpressionCheck):
    def __init__(self, language: Language) -> None:
        super().__init__(language)
        self.seen = 0

    def conditions(self, nodes: Sequence[GroundNode], target: SetNode, depth: int) -> None:
        """All conditions on one set."""
        for node in nodes:
            self.seen += 1
            if self.seen > MAX_CONDITIONS or depth > MAX_DEPTH:
                raise UnboundError("unsupported", say("too_deep", self.language))
            if isinstance(node, AndNode | OrNode):
                self.conditions(node.parts, target, depth)
            elif isinstance(node, NotNode):
                self.conditions((node.part,), target, depth)
            elif isinstance(node, RelNode):
                self._relation(node, target, depth)
            elif isinstance(node, CmpNode):
                self.comparison(node, target, depth)
            elif isinstance(node, TopNode):
                self.superlative(node, target, depth)
            else:
                self._attribute(node)

    def anchor(self, to: AnchorNode, depth: int) -> None:
        """The reference side of a relation or distance."""
        if depth > MAX_DEPTH + 1:
            raise UnboundError("unsupported", say("too_deep", self.language))
        if isinstance(to, PointNode):
            if not (-180 <= to.lon <= 180 and -90 <= to.lat <= 90):
                raise UnboundError("unsupported", say("bad_point", self.language, lon=to.lon, lat=to.lat))
        elif isinstance(to, ShapeNode | DerivedNode):
            self.shape(to, depth)
        elif to.where is not None:
            self.conditions((to.where,), to, depth)

    def _attribute(self, node: AttrNode) -> None:
        if not node.attribute.labels.en:
            raise UnboundError("unsupported", unsupported("expression", self.language))

    def _relation(self, node: RelNode, target: SetNode, depth: int) -> None:
        if node.rel not in LEGAL or (node.rel == "direction") != (node.dir is not None):
            raise UnboundError("unsupported", unsupported("direction", self.language))
        self.anchor(node.to, depth + 1)
        whole = isinstance(node.to, SetNode) and bool(node.to.whole)
        if not whole and not any(legal(node.rel, t.geometry, k) for t in target.layers for k in kinds_of(node.to)):
            self._illegal(node, target)
        if node.distance or node.rel == "direction":
            self._distances(node)
        elif node.min_m is not None or node.max_m is not None:
            raise UnboundError("unsupported", unsupported("expression", self.language))
        if node.strict and node.rel not in ("within", "contains"):
            raise UnboundError("unsupported", unsupported("expression", self.language))

    def _illegal(self, node: RelNode, target: SetNode) -> None:
        anchor = self.labels.anchor(node.to)
        if isinstance(node.to, SetNode):
            anchor = node.to.entity_type.plural.in_(self.language)
        noun = target.entity_type.plural.in_(self.language)
        name = relation_name(node, self.language)
        raise UnboundError("unsupported", say("illegal", self.language, relation=name, target=noun, anchor=anchor))

    def _distances(self, node: RelNode) -> None:
        for value in (node.min_m, node.max_m):
            if value is None:
                continue
            if not math.isfinite(value) or value <= 0:
                raise UnboundError("unsupported", say("bad_distance", self.language, value=f"{value:g}"))
            if value > HALF_EARTH_M:
                raise UnboundError("unsupported", say("far_distance", self.language, value=metres(value)))
        if node.min_m is not None and node.max_m is not None and node.min_m > node.max_m:
            low, high = metres(node.min_m), metres(node.max_m)
            raise UnboundError("unsupported", say("empty_ring", self.language, min=low, max=high))

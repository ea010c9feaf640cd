"""The referee before the compiler: is every condition meaningful?  What it does not know it refuses."""

from __future__ import annotations

import math
from collections.abc import Sequence

from core.query.grounded import (
    AndNode,
    AttrNode,
    DistanceOrder,
    GroundedQuery,
    GroundNode,
    NotNode,
    OrNode,
    PointNode,
    RelNode,
    SetNode,
)
from core.query.labels import relation_name
from core.query.legal import LEGAL, legal
from core.query.result import Refusal
from core.query.unbound import UnboundError
from core.query.verify_measures import verify_measuring
from core.query.words import metres, say, unsupported
from core.question.reading import Language

MAX_DEPTH = 3
"""Sets inside sets: deposits near faults (1) that cross granites (2) that touch limestone (3)."""
MAX_CONDITIONS = 40
HALF_EARTH_M = 20_004_000.0


def verify(grounded: GroundedQuery) -> Refusal | None:
    """None when the query may be compiled, else why not."""
    check = _Check(grounded.language)
    try:
        check.conditions(grounded.conditions, grounded.target, 0)
        for order in grounded.order:
            if isinstance(order, DistanceOrder):
                check.anchor(order.to, 1)
        verify_measuring(grounded)
    except UnboundError as error:
        return error.refusal
    return None


class _Check:
    def __init__(self, language: Language) -> None:
        self.language = language
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
            else:
                self._attribute(node)

    def anchor(self, to: SetNode | PointNode, depth: int) -> None:
        """The reference side of a relation or distance."""
        if isinstance(to, PointNode):
            if not (-180 <= to.lon <= 180 and -90 <= to.lat <= 90):
                raise UnboundError("unsupported", say("bad_point", self.language, lon=to.lon, lat=to.lat))
        elif to.where is not None:
            self.conditions((to.where,), to, depth)

    def _attribute(self, node: AttrNode) -> None:
        if not node.attribute.labels.en:
            raise UnboundError("unsupported", unsupported("expression", self.language))

    def _relation(self, node: RelNode, target: SetNode, depth: int) -> None:
        if node.rel not in LEGAL:
            raise UnboundError("unsupported", unsupported("direction", self.language))
        self.anchor(node.to, depth + 1)
        kinds = {x.geometry for x in node.to.layers} if isinstance(node.to, SetNode) else {"point"}
        whole = isinstance(node.to, SetNode) and bool(node.to.whole)
        if not whole and not any(legal(node.rel, t.geometry, k) for t in target.layers for k in kinds):  # type: ignore[arg-type]
            self._illegal(node, target)
        if node.distance:
            self._distances(node)
        elif node.min_m is not None or node.max_m is not None:
            raise UnboundError("unsupported", unsupported("expression", self.language))
        if node.count is not None and (not isinstance(node.to, SetNode) or node.min_m is not None):
            raise UnboundError("unsupported", unsupported("aggregate", self.language))

    def _illegal(self, node: RelNode, target: SetNode) -> None:
        anchor = (
            node.to.entity_type.plural.in_(self.language)
            if isinstance(node.to, SetNode)
            else say("point", self.language, lon=node.to.lon, lat=node.to.lat)
        )
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
                raise UnboundError(
                    "unsupported", say("far_distance", self.language, value=metres(value, self.language))
                )
        if node.min_m is not None and node.max_m is not None and node.min_m > node.max_m:
            low, high = metres(node.min_m, self.language), metres(node.max_m, self.language)
            raise UnboundError("unsupported", say("empty_ring", self.language, min=low, max=high))

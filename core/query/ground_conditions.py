"""Grounding of sets, anchors and conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from core.query.ground_attributes import AttributeGrounder
from core.query.grounded import (
    AndNode,
    GroundNode,
    NotNode,
    OrNode,
    PointNode,
    RelNode,
    SetNode,
)
from core.query.matching import key
from core.query.names import index_of
from core.query.result import Binding, FeatureRef
from core.query.unbound import UnboundError, offers
from core.query.values import SHOWN_VALUES
from core.query.words import listed, say, unsupported
from core.question import ir
from core.vocabulary.card import EntityType

_MIRROR: dict[str, ir.CmpOp] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


class ConditionGrounder(AttributeGrounder):
    """Grounds the sets and conditions of one query."""

    # --- sets and anchors -------------------------------------------------------------------------------------

    def anchor_set(self, node: ir.Set, target: SetNode | None = None) -> SetNode:
        """A set of features; with `target`, region words that mean a whole target layer are recognised."""
        if node.prev:
            raise UnboundError("unsupported", unsupported("previous", self.language))
        entity = self.card.entity_types.get(node.layer)
        if entity is None or not self.card.layers_of(node.layer):
            noun = entity.plural.in_(self.language) if entity else node.layer
            raise UnboundError("missing", say("no_layer", self.language, set=noun))
        self.bind(Binding(self.words(node.span, node.layer), node.span, "entity_type", entity.id, "exact"))
        bare = SetNode(entity, self.card.layers_of(node.layer))
        where = self.condition(node.where, bare) if node.where is not None else None
        if not node.names:
            return SetNode(entity, bare.layers, None, where)
        rows: dict[str, set[int]] = {}
        whole: set[str] = set()
        names = []
        for mention in node.names:
            covered = _whole(mention, target) if entity.region and target is not None else set()
            found = self._named(mention, node, entity, optional=bool(covered))
            names.append(found[0])
            whole |= covered
            for table, fids in found[1].items():
                rows.setdefault(table, set()).update(fids)
        ids = {table: tuple(sorted(fids)) for table, fids in rows.items()}
        return SetNode(entity, bare.layers, ids, where, tuple(names), frozenset(whole))

    def _named(
        self, mention: str, node: ir.Set, entity: EntityType, *, optional: bool
    ) -> tuple[str, Mapping[str, tuple[int, ...]]]:
        index = index_of(self.card, entity.id)
        found = index.find(mention)
        expected: Literal["region", "feature"] = "region" if entity.region else "feature"
        if found is None and optional:
            self.bind(Binding(mention, node.span, expected, mention, "alias"))
            return mention, {}
        noun = entity.labels.in_(self.language)
        if found is None:
            near = index.suggest(mention)
            name = "no_name" if near else "no_name_at_all"
            message = say(name, self.language, set=noun, value=mention, choices=listed(near, self.language))
            raise UnboundError("missing", message, offers(self.question, mention, near))
        if len(found.canonical) > 1:
            labels = [self._counted(x, found.rows(x)) for x in found.canonical]
            message = say("which_value", self.language, value=mention, choices=listed(labels, self.language))
            raise UnboundError("ambiguous", message, offers(self.question, mention, found.canonical, labels))
        canonical = found.canonical[0]
        rows = found.rows(canonical)
        refs = tuple(FeatureRef(table, fid) for table, fids in rows.items() for fid in fids)
        table = next(iter(rows)) if len(rows) == 1 else None
        binding = Binding(mention, node.span, expected, canonical, found.strategy, found.score, table)
        self.bind(replace(binding, refs=refs[:SHOWN_VALUES]))
        shown = canonical if found.strategy == "fuzzy" else mention
        return shown, rows

    def _counted(self, name: str, rows: Mapping[str, tuple[int, ...]]) -> str:
        titles = [self.card.layer(x).title.in_(self.language) for x in rows]
        count = sum(len(x) for x in rows.values())
        return say("rows", self.language, called=name, count=count, layer=listed(titles, self.language))

    def anchor(self, node: ir.Anchor, target: SetNode) -> SetNode | PointNode:
        """What a relation or distance refers to."""
        if isinstance(node, ir.Set):
            return self.anchor_set(node, target)
        if isinstance(node, ir.PointAnchor):
            return PointNode(*node.point)
        what = "map" if isinstance(node, ir.MapAnchor) else "derived"
        raise UnboundError("unsupported", unsupported(what, self.language))

    # --- conditions -------------------------------------------------------------------------------------------

    def condition(self, node: ir.Cond, target: SetNode) -> GroundNode:
        """Any condition on the features of `target`."""
        if isinstance(node, ir.And):
            return AndNode(tuple(self.condition(x, target) for x in node.and_))
        if isinstance(node, ir.Or):
            return OrNode(tuple(self.condition(x, target) for x in node.or_))
        if isinstance(node, ir.Not):
            return NotNode(self.condition(node.not_, target))
        if isinstance(node, ir.AttrCond):
            return self.attribute_condition(node, target)
        if isinstance(node, ir.RelCond):
            return self._relation(node, target)
        if isinstance(node, ir.CmpCond):
            return self._comparison(node, target)
        raise UnboundError("unsupported", unsupported("top", self.language))

    def _relation(self, node: ir.RelCond, target: SetNode) -> RelNode:
        if node.rel == "direction" or node.dir is not None:
            raise UnboundError("unsupported", unsupported("direction", self.language))
        to = self.anchor(node.to, target)
        max_m = node.max_m
        if node.rel in ("near", "along") and node.max_m is None and node.min_m is None:
            # A reader states the default on the node; this only guards against one that did not.
            max_m = to.entity_type.near_m if isinstance(to, SetNode) else target.entity_type.near_m
        return RelNode(node, node.rel, to, node.min_m, max_m, node.count)

    def _comparison(self, node: ir.CmpCond, target: SetNode) -> GroundNode:
        left, op, right = node.cmp
        if isinstance(left, ir.ConstExpr):
            left, op, right = right, _MIRROR[op], left
        if isinstance(left, ir.FieldExpr) and isinstance(right, ir.ConstExpr):
            plain = ir.AttrCond(
                attr=left.field, op=op, value=right.const, unit=node.unit, span=node.span, assumed=node.assumed
            )
            return self.attribute_condition(plain, target)
        if isinstance(left, ir.DistanceExpr) and isinstance(right, ir.ConstExpr) and op not in ("=", "!="):
            bounds: dict[str, Any] = {"max_m" if op in ("<", "<=") else "min_m": right.const}
            return self._relation(ir.RelCond(rel="near", to=left.distance_to, span=node.span, **bounds), target)
        what = "measure" if isinstance(left, ir.MeasureExpr) else "expression"
        raise UnboundError("unsupported", unsupported(what, self.language))


def _whole(mention: str, target: SetNode | None) -> set[str]:
    """Tables of the target for which the mention means "everything in it"."""
    letters = key(mention)
    layers = target.layers if target is not None else ()
    return {x.table for x in layers if letters and letters in {key(w) for w in x.extent_words}}

"""Grounding of sets and anchors: named features, the previous answer, the map, derived shapes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import shapely

from core.query.expression_words import ExpressionWords
from core.query.ground_attributes import AttributeGrounder
from core.query.grounded import AnchorNode, DerivedNode, GroundNode, PointNode, SetNode, ShapeNode
from core.query.matching import key
from core.query.names import index_of
from core.query.result import Binding, FeatureRef
from core.query.selection import Selection
from core.query.unbound import UnboundError, no_name, offers
from core.query.values import SHOWN_VALUES
from core.query.words import listed, say
from core.question import ir
from core.vocabulary.card import EntityType

Box = tuple[float, float, float, float]
"""West, south, east, north in degrees."""

_WORDS: dict[str, tuple[str, str]] = {
    "selection": ("the selection on the map", "地图上的选择"),
    "view": ("the view of the map", "当前地图视图"),
    "no_selection": ("Nothing is selected on the map.", "地图上没有选择任何内容。"),
    "no_view": ("The view of the map is not known here.", "此处没有地图视图。"),
    "mixed": (
        "The selection on the map holds features of several kinds; select one kind or an area.",
        "地图选择中包含多种要素，请只选择一种要素或一个范围。",
    ),
    "no_previous": ("There is no previous answer to refer to.", "没有可引用的上一个回答。"),
    "previous_other": ("The previous answer lists no {set}.", "上一个回答中没有{set}。"),
}


@dataclass(frozen=True)
class Around:
    """What stands around a question: the map and the previous answer."""

    selection: Selection | None = None
    view: Box | None = None
    previous: tuple[FeatureRef, ...] = ()


class SetGrounder(AttributeGrounder):
    """Grounds the sets and anchors of one query."""

    around = Around()

    def condition(self, node: ir.Cond, target: SetNode) -> GroundNode:
        """Any condition on the features of `target`."""
        raise NotImplementedError

    def tell(self, name: str, **values: object) -> str:
        """The phrase `name` in the language of the question."""
        return _WORDS[name][1 if self.language == "zh" else 0].format(**values)

    # --- sets -------------------------------------------------------------------------------------------------

    def anchor_set(self, node: ir.Set, target: SetNode | None = None) -> SetNode:
        """A set of features; with `target`, region words that mean a whole target layer are recognised."""
        entity = self.card.entity_types.get(node.layer)
        if entity is None or not self.card.layers_of(node.layer):
            noun = entity.plural.in_(self.language) if entity else node.layer
            raise UnboundError("missing", say("no_layer", self.language, set=noun))
        self.bind(Binding(self.words(node.span, node.layer), node.span, "entity_type", entity.id, "exact"))
        bare = SetNode(entity, self.card.layers_of(node.layer))
        where = self.condition(node.where, bare) if node.where is not None else None
        if not node.names:
            return self._among_previous(node, replace(bare, where=where))
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
        made = SetNode(entity, bare.layers, ids, where, tuple(names), frozenset(whole))
        return self._among_previous(node, made)

    def _among_previous(self, node: ir.Set, found: SetNode) -> SetNode:
        """Only the features of the previous answer, when the set refers to it."""
        if not node.prev:
            return found
        if not self.around.previous:
            raise UnboundError("missing", self.tell("no_previous"))
        rows = _by_table(self.around.previous)
        tables = [x.table for x in found.layers]
        ids = {t: tuple(x for x in rows[t] if self._kept(found, t, x)) for t in tables if t in rows}
        if not ids:
            noun = found.entity_type.plural.in_(self.language)
            raise UnboundError("missing", self.tell("previous_other", set=noun))
        names = found.names or (ExpressionWords(self.language, self.units).tell("previous"),)
        return replace(found, ids=ids, names=names, whole=frozenset())

    @staticmethod
    def _kept(found: SetNode, table: str, fid: int) -> bool:
        return found.ids is None or fid in found.ids.get(table, ())

    def _named(
        self, mention: str, node: ir.Set, entity: EntityType, *, optional: bool
    ) -> tuple[str, Mapping[str, tuple[int, ...]]]:
        index = index_of(self.card, entity.id)
        found = index.find(mention)
        expected: Literal["region", "feature"] = "region" if entity.region else "feature"
        if found is None and optional:
            self.bind(Binding(mention, node.span, expected, mention, "alias"))
            return mention, {}
        if found is None:
            refusal = no_name(self.card, entity, mention, self.question, self.language)
            raise UnboundError(refusal.kind, refusal.message, refusal.choices)
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

    # --- anchors ----------------------------------------------------------------------------------------------

    def anchor(self, node: ir.Anchor, target: SetNode) -> AnchorNode:
        """What a relation or distance refers to."""
        if isinstance(node, ir.Set):
            return self.anchor_set(node, target)
        if isinstance(node, ir.PointAnchor):
            return PointNode(*node.point)
        if isinstance(node, ir.MapAnchor):
            return self._map(node)
        of = tuple(self.anchor(x, target) for x in node.derive.of)
        return DerivedNode(node.derive.op, of, node.derive.distance_m)

    def _map(self, node: ir.MapAnchor) -> AnchorNode:
        if node.map == "view":
            if self.around.view is None:
                raise UnboundError("missing", self.tell("no_view"))
            return ShapeNode(shapely.box(*self.around.view), self.tell("view"))
        chosen = self.around.selection
        if chosen is None or (chosen.geometry is None and not chosen.refs):
            raise UnboundError("missing", self.tell("no_selection"))
        label = chosen.label or self.tell("selection")
        if chosen.geometry is not None:
            return ShapeNode(chosen.geometry, label)
        rows = _by_table(chosen.refs)
        kinds = {x.entity_type for x in self.card.layers if x.table in rows}
        if len(kinds) != 1:
            raise UnboundError("missing", self.tell("mixed" if kinds else "no_selection"))
        entity = self.card.entity_types[kinds.pop()]
        return SetNode(entity, self.card.layers_of(entity.id), rows, None, (label,))


def _by_table(refs: tuple[FeatureRef, ...]) -> dict[str, tuple[int, ...]]:
    rows: dict[str, list[int]] = {}
    for ref in sorted(set(refs)):
        rows.setdefault(ref.table, []).append(ref.fid)
    return {table: tuple(fids) for table, fids in rows.items()}


def _whole(mention: str, target: SetNode | None) -> set[str]:
    """Tables of the target for which the mention means "everything in it"."""
    letters = key(mention)
    layers = target.layers if target is not None else ()
    return {x.table for x in layers if letters and letters in {key(w) for w in x.extent_words}}

"""Which layers take part: those away from the study area are left out, those that lack an attribute reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.query.grounded import (
    AndNode,
    AttrNode,
    CmpNode,
    FieldOrder,
    GroundedQuery,
    GroundNode,
    NotNode,
    OrNode,
    RelNode,
    SetNode,
    TopNode,
)
from core.query.grounded_expr import FieldNode, parts
from core.query.grounded_measures import FieldKey, Measuring
from core.query.result import Refusal
from core.query.words import say
from core.question.reading import Language
from core.vocabulary.card import Attribute, Layer

Box = tuple[float, float, float, float]
"""West, south, east, north in degrees."""


def study_areas(grounded: GroundedQuery) -> tuple[RelNode, ...]:
    """The conditions that confine the whole question to named study areas."""
    return tuple(
        x
        for x in grounded.conditions
        if isinstance(x, RelNode) and x.region and isinstance(x.to, SetNode) and (x.to.ids is not None)
    )


def settle(grounded: GroundedQuery, boxes: Mapping[int, Box]) -> GroundedQuery | Refusal:
    """The query over the layers that can take part.

    `boxes` holds the extent of the study area by the position of its condition in :func:`study_areas`.  A layer
    apart from a study area is left out silently; a layer without an attribute the question needs is put on record.
    A refusal says that no layer is left.
    """
    ids = grounded.target.ids
    there = _in_areas(grounded, boxes, grounded.target.layers)
    named = [x for x in grounded.target.layers if ids is None or ids.get(x.table)]
    layers = _in_areas(grounded, boxes, named)
    kept, skipped, missing = [], dict(_reference_gaps(grounded)), None
    for layer in layers:
        lack = _lacking(grounded, layer)
        if lack is None:
            kept.append(layer)
        else:
            missing = lack[0]
            skipped[layer.table] = lack[1]
    missing = missing if not kept else _unordered(grounded, kept)
    if missing is not None:
        noun = grounded.target.entity_type.plural.in_(grounded.language)
        name = missing.labels.in_(grounded.language)
        return Refusal("missing", say("no_attribute", grounded.language, set=noun, attribute=name))
    if _ranks_all(grounded.conditions):
        kept = list(grounded.target.layers)
    target = replace(grounded.target, layers=tuple(kept))
    measuring = _valued(grounded.measuring, replace(grounded.target, layers=tuple(there), ids=None))
    return replace(grounded, target=target, skipped=skipped, measuring=measuring)


def _in_areas(grounded: GroundedQuery, boxes: Mapping[int, Box], layers: Sequence[Layer]) -> Sequence[Layer]:
    """The layers that may hold something in the study areas."""
    for no, area in enumerate(study_areas(grounded)):
        to, box = area.features, boxes.get(no)
        layers = [
            x for x in layers if x.table in to.whole or (box is not None and _overlap(x.extent, box))
        ] or layers
    return layers


def _valued(measuring: Measuring | None, every: SetNode) -> Measuring | None:
    """Empty groups of an attribute are the values in all layers of the kind around the study area.

    So also in those that the question leaves out because it names features or needs another attribute.
    """
    if measuring is None or not measuring.zeros:
        return measuring
    keys = tuple(replace(x, every=every) if isinstance(x, FieldKey) else x for x in measuring.group_by)
    return replace(measuring, group_by=keys)


def _ranks_all(conditions: Sequence[GroundNode], *, nested: bool = False) -> bool:
    """True when a superlative below `or` or `not` ranks features that other conditions leave out."""
    for node in conditions:
        if isinstance(node, TopNode) and nested:
            return True
        if isinstance(node, AndNode | OrNode) and _ranks_all(node.parts, nested=True):
            return True
        if isinstance(node, NotNode) and _ranks_all((node.part,), nested=True):
            return True
    return False


def _overlap(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _lacking(grounded: GroundedQuery, layer: Layer) -> tuple[Attribute, str] | None:
    for node in grounded.conditions:
        gap = _gap(node, layer, grounded.language)
        if gap is not None:
            return gap
    needed = [x.attribute for x in grounded.percentiles if layer.table not in x.columns]
    return _lack(needed[0], layer, grounded.language) if needed else None


def _unordered(grounded: GroundedQuery, layers: Sequence[Layer]) -> Attribute | None:
    """The attribute of an order that none of the layers has; where some have it, the others come last."""
    orders = [x for x in grounded.order if isinstance(x, FieldOrder)]
    return next((x.attribute for x in orders if not any(y.table in x.columns for y in layers)), None)


def _gap(
    node: GroundNode, layer: Layer, language: Language, *, denied: bool = False
) -> tuple[Attribute, str] | None:
    """The attribute without which the condition is true for no row of the layer; `denied`: false for no row."""
    if isinstance(node, AttrNode):
        return None if layer.table in node.tests else _lack(node.attribute, layer, language)
    if isinstance(node, NotNode):
        return _gap(node.part, layer, language, denied=not denied)
    if isinstance(node, AndNode | OrNode):
        gaps = [_gap(x, layer, language, denied=denied) for x in node.parts]
        found = [x for x in gaps if x is not None]
        one_is_enough = isinstance(node, AndNode) == denied
        if one_is_enough:
            return found[0] if len(found) == len(gaps) else None
        return found[0] if found else None
    return _expression_gap(node, layer, language) if isinstance(node, CmpNode) else None


def _expression_gap(node: CmpNode, layer: Layer, language: Language) -> tuple[Attribute, str] | None:
    for side in (node.left, node.right):
        for part in parts(side):
            if isinstance(part, FieldNode) and layer.table not in part.columns:
                return _lack(part.attribute, layer, language)
    return None


def _lack(attribute: Attribute, layer: Layer, language: Language) -> tuple[Attribute, str]:
    word = "unit_unknown" if attribute.id in layer.columns else "lacks"
    return attribute, say(word, language, attribute=attribute.labels.in_(language))


def _reference_gaps(grounded: GroundedQuery) -> list[tuple[str, str]]:
    """Reference layers that lack an attribute of the references' own condition."""
    found: list[tuple[str, str]] = []
    for node in relations(grounded.conditions):
        if isinstance(node.to, SetNode) and node.to.where is not None:
            for layer in node.to.layers:
                gap = _gap(node.to.where, layer, grounded.language)
                if gap is not None:
                    found.append((layer.table, gap[1]))
    return found


def relations(conditions: Sequence[GroundNode]) -> list[RelNode]:
    """All relations of the target, at any depth of and, or, not (not those of the references)."""
    found: list[RelNode] = []
    for node in conditions:
        if isinstance(node, RelNode):
            found.append(node)
        elif isinstance(node, AndNode | OrNode):
            found.extend(relations(node.parts))
        elif isinstance(node, NotNode):
            found.extend(relations((node.part,)))
    return found

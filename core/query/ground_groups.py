"""Grounding of what groups are made by: an attribute, the features of a layer, ranges of a number."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from core.query.ground_expressions import ground_expr
from core.query.grounded import SetNode
from core.query.grounded_measures import BucketKeyNode, FieldKey, KeyNode, LayerKeyNode
from core.query.headings import Headings
from core.query.values import columns_of, items
from core.query.values_numbers import factor
from core.question import ir
from core.vocabulary.card import Attribute, Column
from core.vocabulary.matching import ConceptIndex, match_value

if TYPE_CHECKING:
    from core.query.ground_conditions import ConditionGrounder

_SIZES = ("area", "length", "perimeter", "x", "y", "azimuth")


def group_key(grounder: ConditionGrounder, node: ir.GroupKey, target: SetNode) -> KeyNode:
    """One key of a grouped question.

    Raises:
        UnboundError: no layer has the attribute, or there is no such kind of feature.
    """
    if isinstance(node, ir.FieldExpr):
        return _field(grounder, node, target)
    if isinstance(node, ir.BucketKey):
        value = ground_expr(grounder, _ranged(grounder, node), target)
        label = Headings(grounder.language, grounder.units).expression(value)
        return BucketKeyNode(node, value, tuple(float(x) for x in node.edges), value.unit, label)
    to = grounder.anchor_set(_members(node))
    max_m = node.max_m
    if node.rel in ("near", "along") and max_m is None:
        max_m = to.entity_type.near_m
    field = None
    if node.key is not None and node.key != to.entity_type.name_attribute:
        field = _field(grounder, ir.FieldExpr(field=node.key, span=node.span, assumed=node.assumed), to)
    return LayerKeyNode(node, to, node.rel, max_m, field)


def _ranged(grounder: ConditionGrounder, node: ir.BucketKey) -> ir.Expr:
    """The number whose ranges are groups."""
    if not isinstance(node.bucket, str):
        return node.bucket
    if node.bucket in _SIZES and node.bucket not in grounder.card.attributes:
        return ir.MeasureExpr(measure=node.bucket, span=node.span, assumed=node.assumed)
    return ir.FieldExpr(field=node.bucket, span=node.span, assumed=node.assumed)


def _members(node: ir.LayerKey) -> ir.Set:
    """The features that are groups."""
    return ir.Set(layer=node.layer, names=node.names, where=node.where, span=node.span, assumed=node.assumed)


def _field(grounder: ConditionGrounder, node: ir.FieldExpr, target: SetNode) -> FieldKey:
    attribute = grounder.attribute(node.field, target, node.span)
    columns = columns_of(target.layers, attribute.id)
    if attribute.kind in ("number", "year"):
        factors = {t: factor(grounder.units, attribute, c) for t, c in columns.items()}
        return FieldKey(node, attribute, columns, factors, {}, {}, {})
    vocabulary = _Vocabulary(grounder, attribute)
    meanings = {t: vocabulary.meanings(c) for t, c in columns.items() if c.inventory is not None}
    spellings = vocabulary.spellings if len(meanings) < len(columns) else {}
    named = {g for cells in meanings.values() for groups in cells.values() for g in groups} | set(
        spellings.values()
    )
    labels = {x: grounder.values.label(x) for x in sorted(named)}
    return FieldKey(node, attribute, columns, {}, meanings, spellings, labels)


class _Vocabulary:
    """Which group a stored text belongs to."""

    def __init__(self, grounder: ConditionGrounder, attribute: Attribute) -> None:
        self.attribute = attribute
        self.concepts = [c for c in grounder.card.concepts.values() if attribute.id in c.attributes]

    @cached_property
    def index(self) -> ConceptIndex:
        """Spellings of the concepts of the attribute."""
        return ConceptIndex.of(self.concepts, self.attribute.id)

    @cached_property
    def spellings(self) -> Mapping[str, str]:
        """Lower-case spelling → concept, where it names just one."""
        found: dict[str, set[str]] = {}
        for concept in self.concepts:
            for word in (concept.labels.en, concept.labels.zh, *concept.synonyms):
                found.setdefault(word.strip().lower(), set()).add(concept.id)
        return {word: next(iter(x)) for word, x in found.items() if len(x) == 1 and word}

    def meanings(self, column: Column) -> dict[str, tuple[str, ...]]:
        """Raw cell → groups.

        A list cell counts for each of its items.  A text counts for the one concept it names; one that names none
        or several is a group of its own.
        """
        bound: dict[str, list[str]] = {}
        for concept, cells in column.concepts.items():
            for cell in cells:
                bound.setdefault(cell, []).append(concept)
        many = self.attribute.kind == "list"
        return {
            cell: self._items(cell, column, bound.get(cell, [])) if many else _one(cell, bound.get(cell, []))
            for cell in column.inventory or ()
            if cell.strip()
        }

    def _items(self, cell: str, column: Column, bound: list[str]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        seen = False
        for item in items(cell, column):
            concepts = [x for x in match_value(item, "list", self.index, column.separators) if x in bound]
            seen = seen or bool(concepts)
            found.update(dict.fromkeys(concepts or [item]))
        if bound and not seen:  # only the mapping of the table knows what the cell means
            return tuple(dict.fromkeys(bound))
        return tuple(dict.fromkeys([*found, *(x for x in bound if x not in found)]))


def _one(cell: str, bound: list[str]) -> tuple[str, ...]:
    return (bound[0],) if len(bound) == 1 else (cell.strip(),)

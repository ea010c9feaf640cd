"""Grounding of conditions on attributes."""

from __future__ import annotations

from collections.abc import Mapping

from core.query.grounded import (
    AttrNode,
    ColumnTest,
    GroundNode,
    NotNode,
    OrNode,
    PresenceTest,
    SetNode,
    TextMode,
)
from core.query.result import Binding
from core.query.unbound import UnboundError, offers
from core.query.values import SHOWN_VALUES, TextMatch, columns_of, part_tests, text_tests
from core.query.values_numbers import Values, number_tests
from core.query.words import listed, say
from core.question import ir
from core.question.reading import Language
from core.vocabulary.card import Attribute, Column, SchemaCard
from core.vocabulary.units import Units

_TEXT_OPS = ("=", "!=", "in", "contains", "starts_with")


class AttributeGrounder:
    """Grounds parts of one query and keeps a record of every binding."""

    def __init__(self, card: SchemaCard, units: Units, question: str, language: Language) -> None:
        self.card, self.units, self.question, self.language = card, units, question, language
        self.values = Values(card, units, question, language)
        self.bindings: list[Binding] = []

    # --- attributes -------------------------------------------------------------------------------------------

    def attribute(self, name: str, target: SetNode, span: ir.Span | None) -> Attribute:
        """An attribute that at least one layer of the target has."""
        attribute = self.card.attributes.get(name)
        has = [x for x in target.layers if any(v in x.columns for v in self._variants(name, target))]
        if attribute is None or not has:
            shown = attribute.labels.in_(self.language) if attribute else name
            existing = sorted(self.card.attributes_of(target.entity_type.id))
            labels = [
                self.card.attributes[x].labels.in_(self.language) for x in existing if x in self.card.attributes
            ]
            noun = target.entity_type.plural.in_(self.language)
            message = say("no_attribute", self.language, set=noun, attribute=shown)
            raise UnboundError("missing", message, offers(self.question, self.words(span, ""), labels[:6]))
        return attribute

    def _variants(self, name: str, target: SetNode) -> tuple[str, ...]:
        """The attribute, and for the name of a feature also its names in other languages."""
        if name != target.entity_type.name_attribute:
            return (name,)
        return (name, *(f"{name}_{x}" for x in ("en", "zh") if f"{name}_{x}" in self.card.attributes))

    def attribute_condition(self, node: ir.AttrCond, target: SetNode) -> GroundNode:
        """A condition on one attribute."""
        self.attribute(node.attr, target, node.span)
        variants = [x for x in self._variants(node.attr, target) if columns_of(target.layers, x)]
        parts = [self._one_attribute(node, self.card.attributes[x], target) for x in variants]
        whole = parts[0] if len(parts) == 1 else OrNode(tuple(parts))
        return NotNode(whole) if node.op == "!=" and parts[0].attribute.kind in ("text", "list") else whole

    def _one_attribute(self, node: ir.AttrCond, attribute: Attribute, target: SetNode) -> AttrNode:
        columns = columns_of(target.layers, attribute.id)
        name = attribute.labels.in_(self.language)
        words = self.words(node.span, attribute.id)
        self.bind(Binding(words, node.span, "attribute", attribute.id, "exact"))
        if node.op in ("is_null", "not_null"):
            tests: dict[str, ColumnTest] = {t: PresenceTest(c, node.op == "not_null") for t, c in columns.items()}
            return AttrNode(node, attribute, tests)
        if attribute.kind in ("number", "year"):
            return self._number(node, attribute, columns)
        if node.op not in _TEXT_OPS and not isinstance(node.value, str):
            raise UnboundError("unsupported", say("bad_order", self.language, attribute=name, op=node.op))
        noun = target.entity_type.plural.in_(self.language)
        return self._text(node, attribute, columns, noun)

    def _number(self, node: ir.AttrCond, attribute: Attribute, columns: Mapping[str, Column]) -> AttrNode:
        raw = node.value if isinstance(node.value, list | tuple) else [node.value]
        numbers = [self.values.number(attribute, x) for x in raw]
        wanted = {"between": 2, "in": None}.get(node.op, 1)
        if (wanted is not None and len(numbers) != wanted) or node.op in ("contains", "starts_with"):
            name = attribute.labels.in_(self.language)
            raise UnboundError("unsupported", say("bad_number", self.language, value=node.value, attribute=name))
        if node.op == "between":
            numbers.sort()
        if node.unit is not None:
            unit = (self.units.find(node.unit) or ("", node.unit))[1]
            self.bind(Binding(node.unit, node.span, "unit", unit, "exact"))
        known = {t: c for t, c in columns.items() if c.unit is not None or attribute.dimension is None}
        stored = {t: self.values.convert(attribute, c, node.unit, numbers) for t, c in known.items()}
        return AttrNode(node, attribute, number_tests(known, node.op, stored))

    def _text(self, node: ir.AttrCond, attribute: Attribute, columns: Mapping[str, Column], noun: str) -> AttrNode:
        values = [str(x) for x in (node.value if isinstance(node.value, list | tuple) else [node.value])]
        if not values or not all(x.strip() for x in values):
            name = attribute.labels.in_(self.language)
            raise UnboundError("unsupported", say("bad_number", self.language, value="", attribute=name))
        shown = listed([self.values.label(x) for x in values], self.language)
        if node.op in ("contains", "starts_with"):
            mode: TextMode = "contains" if node.op == "contains" else "starts_with"
            return AttrNode(node, attribute, part_tests(columns, values[0], mode), shown, tuple(values))
        if node.op in ("<", "<=", ">", ">="):
            found = [self.values.beyond(attribute, columns, node.op, values[0])]
        else:
            found = [self.values.match(attribute, columns, x, noun) for x in values]
        for value, match in zip(values, found, strict=True):
            self._bind_value(node, value, match)
        return AttrNode(
            node, attribute, text_tests(columns, _union(found)), shown, tuple(x.canonical for x in found)
        )

    # --- bindings ---------------------------------------------------------------------------------------------

    def words(self, span: ir.Span | None, otherwise: str) -> str:
        """The words of the question a node explains."""
        return self.question[span[0] : span[1]] if span is not None else otherwise

    def bind(self, binding: Binding) -> None:
        """Keep a binding, once."""
        if binding not in self.bindings:
            self.bindings.append(binding)

    def _bind_value(self, node: ir.AttrCond, value: str, match: TextMatch) -> None:
        values = tuple(dict.fromkeys(x for cells in match.cells.values() for x in cells))[:SHOWN_VALUES]
        tables = [t for t, cells in match.cells.items() if cells]
        self.bind(
            Binding(
                mention=self.words(node.span, value),
                span=node.span,
                expected="value",
                canonical=match.canonical,
                strategy=match.strategy,
                score=match.score,
                table=tables[0] if len(tables) == 1 else None,
                values=values,
            )
        )


def _union(found: list[TextMatch]) -> TextMatch:
    tables = dict.fromkeys(t for x in found for t in x.cells)
    cells = {t: tuple(dict.fromkeys(c for x in found for c in x.cells.get(t, ()))) for t in tables}
    texts = tuple(dict.fromkeys(t for x in found for t in x.texts))
    return TextMatch(found[0].canonical, found[0].strategy, found[0].score, cells, texts)

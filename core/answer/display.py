"""How a stored value reads in an answer: numbers with units, censored values, concepts in the asker's language."""

from __future__ import annotations

import re

from core.answer.material import suits
from core.answer.numbers import integer, quantity
from core.errors import Language
from core.query.result import Value
from core.vocabulary.card import Column, Concept, Layer, SchemaCard
from core.vocabulary.units import Units


def value_text(value: Value, layer: Layer | None, card: SchemaCard, units: Units, language: Language) -> str:
    """The value as an answer shows it, "" for NULL.

    Numbers carry their unit; censored values read ``<0.5 ppb``; texts that mean exactly one concept read as its
    label in `language`; items of a list are parted by commas.
    """
    if value.qualifier and value.limit is not None:
        return f"{value.qualifier}{number_text(value.limit, value.unit, units, language)}"
    if value.value is None:
        return ""
    attribute = card.attributes.get(value.attribute)
    kind = attribute.kind if attribute is not None else "text"
    if isinstance(value.value, int | float):
        return str(int(value.value)) if kind == "year" else number_text(value.value, value.unit, units, language)
    column = layer.columns.get(value.attribute) if layer is not None else None
    if kind == "list" and column is not None:
        items = [item_text(x, value.attribute, card, language) for x in split(str(value.value), column)]
        return ("、" if language == "zh" else ", ").join(dict.fromkeys(items))
    return text_value(str(value.value), value.attribute, column, card, language)


def number_text(value: float, unit: str | None, units: Units, language: Language) -> str:
    """A number with its unit label; a degree sign stands close."""
    text = quantity(value, language) if isinstance(value, float) else integer(value, language)
    if not unit:
        return text
    label = units.label(unit, language)
    return f"{text}{label}" if label in ("°", "度") else f"{text} {label}"


def text_value(raw: str, attribute: str, column: Column | None, card: SchemaCard, language: Language) -> str:
    """The label of the one concept `raw` means, else `raw` as stored."""
    if column is not None:
        meant = [c for c, raws in column.concepts.items() if raw in raws and c in card.concepts]
        if len(meant) == 1:
            return card.concepts[meant[0]].labels.in_(language)
        if meant and not suits(raw, language):
            return ("、" if language == "zh" else ", ").join(
                card.concepts[c].labels.in_(language) for c in sorted(meant)
            )
    return item_text(raw, attribute, card, language)


def item_text(item: str, attribute: str, card: SchemaCard, language: Language) -> str:
    """The label of the concept whose spelling is exactly `item`, else `item` as stored."""
    concept = spelled(item, attribute, card)
    return concept.labels.in_(language) if concept is not None else item


def spelled(item: str, attribute: str, card: SchemaCard) -> Concept | None:
    """The concept of `attribute` that `item` spells, regardless of case."""
    folded = item.strip().casefold()
    for concept in card.concepts.values():
        if attribute in concept.attributes and any(folded == s.casefold() for s in concept.synonyms):
            return concept
    return None


def split(cell: str, column: Column) -> tuple[str, ...]:
    """The items of a list cell, in their order; brackets part them as well (``Au(Ag)``)."""
    separators = column.separators or ";,，；、/"
    items = re.split(f"[{re.escape(separators)}()（）]", cell)
    return tuple(x for x in (item.strip() for item in items) if x)

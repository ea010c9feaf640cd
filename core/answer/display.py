"""How a stored value reads in an answer: numbers with units, censored values, concepts in the asker's language."""

from __future__ import annotations

from core.answer.concepts import Memory, coded, label_of, meant, spelled, split
from core.answer.numbers import integer, quantity
from core.errors import Language
from core.query.result import Value
from core.script import suits
from core.vocabulary.card import Column, Layer, SchemaCard
from core.vocabulary.units import Units

_texts: Memory[tuple[str, ...]] = Memory()


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
    texts = value_texts(str(value.value), value.attribute, column, card, language)
    return ("、" if language == "zh" else ", ").join(texts)


def number_text(value: float, unit: str | None, units: Units, language: Language) -> str:
    """A number with its unit label; a degree sign stands close, in Chinese also a per cent sign."""
    text = quantity(value, language) if isinstance(value, float) else integer(value, language)
    if not unit:
        return text
    label = units.label(unit, language)
    close = label in ("°", "度") or (label == "%" and language == "zh")
    return f"{text}{label}" if close else f"{text} {label}"


def value_texts(
    raw: str, attribute: str, column: Column | None, card: SchemaCard, language: Language
) -> tuple[str, ...]:
    """A stored text in the language of the answer, one text for each item of a list.

    A value or item that names one concept as a whole reads as its label.  Other texts stay as stored when they are
    in the script of the answer and no code of the provider; else the labels of the concepts they mean stand for
    them.
    """
    key = (raw, attribute, language)
    return _texts.get(card, column, key, lambda: _value_texts(raw, attribute, column, card, language))


def _value_texts(
    raw: str, attribute: str, column: Column | None, card: SchemaCard, language: Language
) -> tuple[str, ...]:
    listed = attribute in card.attributes and card.attributes[attribute].kind == "list"
    items = split(raw, column) if listed else (raw,)
    whole = [spelled(item, attribute, card) for item in items]
    concepts = meant(raw, attribute, column, card)
    if all(whole) or not concepts or (suits(raw, language) and not coded(raw, attribute, column, card)):
        texts = [label_of(c, language) if c is not None else item for c, item in zip(whole, items, strict=True)]
        return tuple(dict.fromkeys(texts))
    return tuple(label_of(c, language) for c in concepts)

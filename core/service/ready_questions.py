"""A question that a layer which was just loaded answers with its own rows, tried before it is shown."""

from __future__ import annotations

from collections.abc import Iterator

from core.answer.model import Answer
from core.errors import Language, OreSightError
from core.script import suits
from core.service.app import MineralApp
from core.vocabulary.card import Layer

TRIES = 5
NAMES = 2
"""Names tried."""
_TEMPLATES = {
    "highest": ("Which 5 {targets} have the highest {attribute}?", "{attribute}含量最高的5个{targets}是哪些？"),
    "value": ("Which {value} {targets} are there?", "{value}{targets}有哪些？"),
    "where": ("Where is {name}?", "{name}在哪里？"),
    "list": ("Which {targets} are there?", "有哪些{targets}？"),
    "count": ("How many {targets} are there?", "有多少个{targets}？"),
}


def ready_question(app: MineralApp, table: str, language: Language) -> str:
    """The most telling question about `table` that is answered with at least one of its rows; "" when none is."""
    app.refresh()
    layer = next((x for x in app.card.layers if x.table == table), None)
    if layer is None or layer.entity_type not in app.card.entity_types:
        return ""
    fallback = ""
    for number, question in enumerate(_candidates(app, layer, language)):
        if number >= TRIES:
            break
        try:
            found = app.ask(question, language=language)
        except OreSightError:
            continue
        if _sound(found) and any(x.row.ref.table == table for x in found.evidence):
            return question
        if not fallback and _sound(found):
            fallback = question
    return fallback


def _sound(found: Answer) -> bool:
    reading = found.reading
    told = found.status == "answered" and found.result is not None and found.result.total > 0
    return told and reading is not None and not reading.unexplained and not reading.corrections


def _candidates(app: MineralApp, layer: Layer, language: Language) -> Iterator[str]:
    card = app.card
    kind = card.entity_types[layer.entity_type]
    which = 1 if language == "zh" else 0
    targets = kind.plural.in_(language)
    for attribute in layer.columns:
        entry = card.attributes.get(attribute)
        if entry is not None and entry.element:
            yield _TEMPLATES["highest"][which].format(targets=targets, attribute=entry.element)
    others = [x for x in card.layers_of(kind.id) if x.table != layer.table]
    values: list[tuple[int, int, str]] = []
    for place, attribute in enumerate(kind.key_attributes):
        for concept in _concepts(layer, attribute):
            elsewhere = sum(concept in _concepts(x, attribute) for x in others)
            values.append((elsewhere, place, concept))
    values.sort()
    for elsewhere, _, concept in values:
        if not elsewhere and concept in card.concepts:  # only this layer has the value
            value = card.concepts[concept].labels.in_(language)
            yield _TEMPLATES["value"][which].format(targets=targets, value=value)
    own = [x for x in card.names if x.table == layer.table and not x.alias and len(x.fids) == 1]
    for name in [x for x in own if suits(x.text, language)][:NAMES]:
        yield _TEMPLATES["where"][which].format(name=name.text)
    for elsewhere, _, concept in values:
        if elsewhere and concept in card.concepts:
            value = card.concepts[concept].labels.in_(language)
            yield _TEMPLATES["value"][which].format(targets=targets, value=value)
    yield _TEMPLATES["list"][which].format(targets=targets)
    yield _TEMPLATES["count"][which].format(targets=targets)


def _concepts(layer: Layer, attribute: str) -> frozenset[str]:
    """Concepts that occur in a column of a layer."""
    column = layer.columns.get(attribute)
    return frozenset(column.concepts if column is not None else ())

"""Values that a sentence gives one feature: a number with its unit, or a class that has an order.

"Sample A holds 25 ppb Au", "The deposit was discovered in 1958", "B is a large deposit", "B为大型金矿床".  A
number counts when the sentence holds one feature, one attribute of it and one number; a class when it follows the
name with nothing between them but the kind of feature and a word such as "is".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.answer.concepts import meant
from core.answer.figures import Figure, figures
from core.knowledge.links import folded
from core.query.result import Value
from core.question.mentions import Mentions
from core.vocabulary.card import Attribute, Concept, EntityType, Layer, SchemaCard
from core.vocabulary.units import Units

_IS = r"(?:is|was|are|were|ranks as|classed as|ranked as|[,，]|为|是|属于?|系|达到?|规模[为达]?)"
_ARTICLE = r"(?:an?|the|one of the|of|一处|一个|一座)"
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")


@dataclass(frozen=True)
class StatedValue:
    """What a sentence says of one attribute of one feature."""

    sentence: str
    attribute: str
    text: str
    """The value as it stands there."""
    figure: Figure | None = None
    concept: str | None = None

    def agrees(self, value: Value, layer: Layer, card: SchemaCard, units: Units) -> bool | None:
        """Whether a stored value is what was stated; None where the two cannot be compared."""
        if self.concept is not None:
            column = layer.columns.get(self.attribute)
            stored = {x.id for x in meant(str(value.raw), self.attribute, column, card)}
            if not stored:
                return None
            wider = {y for x in stored for y in card.expand(x)}
            return self.concept in wider or bool(stored & set(card.expand(self.concept)))
        if self.figure is None or not isinstance(value.value, int | float):
            return None  # a value below the limit of detection is compared with nothing
        if self.figure.unit and value.unit:
            return self.figure.agrees(units.convert(float(value.value), value.unit, self.figure.unit))
        if card.attributes[self.attribute].kind == "year":
            return self.figure.value == value.value
        return self.figure.agrees(float(value.value))


def stated_values(
    sentence: str, said: Mentions, names: Iterable[str], *, layer: Layer, card: SchemaCard, units: Units
) -> Iterator[StatedValue]:
    """What `sentence` says of the feature called `names`, the only one it names; `said` is all it mentions."""
    found = figures(sentence, units.find)
    attributes = [card.attributes[a] for a in said.attributes if a in layer.columns and a in card.attributes]
    numbers = [a for a in attributes if a.kind in ("number", "year")]
    if len(found) == 1 and len(numbers) == 1 and _fits(found[0], numbers[0], units):
        yield StatedValue(sentence, numbers[0].id, found[0].text, figure=found[0])
    entity = card.entity_types[layer.entity_type]
    for concept in (card.concepts[c] for c in said.concepts):
        attribute = next((a for a in concept.attributes if a in layer.columns), None)
        spelling = _follows(sentence, tuple(names), concept, entity) if concept.rank is not None else None
        if attribute is not None and spelling is not None:
            yield StatedValue(sentence, attribute, spelling, concept=concept.id)


def _fits(figure: Figure, attribute: Attribute, units: Units) -> bool:
    """Whether the number can be a value of the attribute."""
    if attribute.kind == "year":
        return not figure.unit and not figure.bound and _YEAR.fullmatch(figure.text) is not None
    unit = units.find(figure.unit) if figure.unit else None
    return unit is not None and unit[0] == attribute.dimension


def _follows(sentence: str, names: tuple[str, ...], concept: Concept, entity: EntityType) -> str | None:
    """The spelling of `concept` right behind a name: "B is a large deposit"; None where it stands elsewhere."""
    text = folded(sentence)
    kinds = [entity.labels.en, entity.labels.zh, entity.plural.en, entity.plural.zh, *entity.synonyms]
    kind = "|".join(sorted({re.escape(folded(x)) for x in kinds if x}, key=len, reverse=True)) or "(?!)"
    for name in sorted({folded(x) for x in names}, key=len, reverse=True):
        for spelling in sorted(concept.synonyms, key=len, reverse=True):
            between = rf"\s*(?:{kind})?\s*(?:{_IS})?\s*(?:{_ARTICLE})?\s*"
            edge = r"(?![a-z0-9])" if spelling.isascii() else ""
            if re.search(rf"{re.escape(name)}{between}{re.escape(folded(spelling))}{edge}", text):
                written = re.search(re.escape(spelling), sentence, re.IGNORECASE)
                return written.group() if written else None
    return None

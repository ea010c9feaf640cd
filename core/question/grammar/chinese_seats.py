"""Chinese areas: those that hold what is named before them (X所在的区), those that are asked for (公园中…的)."""

from __future__ import annotations

from collections.abc import Sequence

from core.question.grammar.parts import Part, Phrase, RegionPart, RelationPart
from core.question.grammar.typing import entity_of
from core.vocabulary.card import SchemaCard


def seat(card: SchemaCard, first: Phrase, second: Phrase) -> RelationPart | None:
    """``X公园所在的区``, ``X站是哪个区的``: an area that is asked for holds the feature named before."""
    areas = {x.id for x in card.entity_types.values() if x.region}
    named = first.names and not first.parts and entity_of(card, first) not in areas
    if not named or second.names or second.parts or entity_of(card, second) not in areas:
        return None
    place = Phrase(first.entity, first.implied, first.names, [], first.uses, first.head)
    return RelationPart("contains", (place,), tuple(sorted({*first.uses, *first.head})))


def among(parts: Sequence[Part]) -> Phrase | None:
    """``公园中离X超过2公里的有哪些``: with no other noun, the areas themselves are what is asked for."""
    if len(parts) < 2 or not all(isinstance(x, RelationPart | RegionPart) for x in parts):
        return None
    for part in parts:
        if not isinstance(part, RelationPart) or part.rel != "within" or part.negated or len(part.anchors) != 1:
            continue
        one = part.anchors[0]
        if isinstance(one, Phrase) and one.head and not one.names:
            return one
    return None

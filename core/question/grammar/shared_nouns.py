"""Values that share the noun behind the last of them: ``77 and 88 universities`` are two kinds of universities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.question.grammar.parts import AnchorPart, Phrase
from core.question.grammar.typing import entity_of, fits
from core.vocabulary.card import SchemaCard


def with_shared_noun(card: SchemaCard, anchors: Sequence[AnchorPart]) -> tuple[AnchorPart, ...]:
    """References that are values alone take the noun of the last one where all of them can be said of it."""
    last = anchors[-1]
    if len(anchors) < 2 or not isinstance(last, Phrase) or last.entity is None or last.names:
        return tuple(anchors)
    return tuple(_completed(card, x, last) for x in anchors)


def _completed(card: SchemaCard, anchor: AnchorPart, last: Phrase) -> AnchorPart:
    if not isinstance(anchor, Phrase) or anchor.head or not anchor.parts:
        return anchor
    if entity_of(card, anchor) not in (None, last.entity):
        return anchor
    own = replace(anchor, entity=last.entity, implied=last.implied, head=list(last.head))
    return own if all(fits(card, own, x) for _, x in anchor.parts) else anchor

"""Distances that a sentence gives from one feature to the nearest of a kind: "12.5 km from the nearest fault".

Only a sentence with one distance counts, in which the kind follows "nearest" with nothing between them: the
nearest normal fault is another thing than the nearest fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from core.answer.stated import Stated, only_distance
from core.answer.stated_bounds import is_of, is_straight
from core.vocabulary.card import EntityType, SchemaCard

_MOST = r"(?:\b(?:nearest|closest)\s+|最近的?|最邻近的?)(?:mapped\s+|known\s+|已知)?"


@dataclass(frozen=True)
class StatedNearest(Stated):
    """A distance of one feature to the nearest of a kind."""

    entity_type: str


def stated_nearest(
    sentence: str, names: Iterable[str], kinds: Iterable[str], card: SchemaCard
) -> StatedNearest | None:
    """What `sentence` says of the distance between the one feature it names and the nearest of one of `kinds`."""
    found = only_distance(sentence)
    if found is None or not is_straight(sentence, found.figure.span) or not is_of(sentence, names):
        return None
    near = [k for k in kinds if re.search(_MOST + _spelled(card.entity_types[k]), sentence, re.IGNORECASE)]
    return StatedNearest(**vars(found), entity_type=near[0]) if len(near) == 1 else None


def _spelled(entity: EntityType) -> str:
    labels = (entity.labels.en, entity.labels.zh, entity.plural.en, entity.plural.zh, *entity.synonyms)
    spelled = sorted({x for x in labels if x}, key=len, reverse=True)
    return "(?:" + "|".join(re.escape(x) + (r"\b" if x.isascii() else "") for x in spelled) + ")"

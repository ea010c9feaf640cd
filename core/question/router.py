"""Routing by weighted keywords: which of the five branches a question belongs to, with the reasons.

A keyword of Latin letters counts where it stands as whole words, a Chinese one wherever it stands; the length of a
question and the place of a keyword in it mean nothing.  Within one intent the longest keywords win and overlapping
shorter ones do not count again, and a keyword counts once however often it occurs.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.question.normalise import Normalised, fold, normalise, normalised_text
from core.question.reading import Intent, KeywordHit, Routing
from core.vocabulary.mappings import KeywordEntry

ORDER: tuple[Intent, ...] = (
    "spatial_relation", "geochemical_anomaly", "prospectivity", "knowledge", "entity_list",
)  # fmt: skip
"""Decides between equal scores: the more specific branch first."""
_DEFAULT: Intent = "entity_list"


def route(
    question: str, intents: Mapping[Intent, tuple[KeywordEntry, ...]], *, override: Intent | None = None
) -> Routing:
    """The branch for a question.

    Args:
        question: the text as typed.
        intents: routing keywords with weights (``intents.json``).
        override: the branch the user chose; scores and hits are still reported.
    """
    normalised = normalise(question)
    text = fold(normalised.text)
    hits: list[KeywordHit] = []
    scores: dict[Intent, float] = {}
    for intent in ORDER:
        found = _hits(intent, intents.get(intent, ()), text, normalised)
        hits.extend(found)
        scores[intent] = round(sum({x.keyword: x.weight for x in found}.values()), 6)
    best = max(ORDER, key=lambda x: (scores[x], -ORDER.index(x)))
    chosen = override or (best if scores[best] > 0 else _DEFAULT)
    return Routing(chosen, scores, tuple(sorted(hits, key=lambda x: (x.span, x.intent))), override is not None)


def _hits(
    intent: Intent, keywords: tuple[KeywordEntry, ...], text: str, normalised: Normalised
) -> list[KeywordHit]:
    """Non-overlapping hits of one intent, longest keywords first."""
    taken: list[tuple[int, int]] = []
    found: list[KeywordHit] = []
    for entry in sorted(keywords, key=lambda x: (-len(x.keyword), x.keyword)):
        keyword = fold(normalised_text(entry.keyword)).strip()
        start = text.find(keyword) if keyword else -1
        while start >= 0:
            end = start + len(keyword)
            free = all(end <= a or start >= b for a, b in taken)
            if free and _whole(text, start, end):
                taken.append((start, end))
                found.append(KeywordHit(intent, entry.keyword, normalised.span(start, end), entry.weight))
            start = text.find(keyword, end)
    return found


def _whole(text: str, start: int, end: int) -> bool:
    """True when no Latin word or number is cut at either end."""
    before = start == 0 or not (_latin(text[start]) and _latin(text[start - 1]))
    return before and (end == len(text) or not (_latin(text[end - 1]) and _latin(text[end])))


def _latin(char: str) -> bool:
    return char.isalnum() and char < "\u2e80"

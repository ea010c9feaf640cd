"""Comparing a mention with what exists: as written, by the letters alone, or nearly."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rapidfuzz import fuzz, process

from core.question.normalise import fold, normalised_text

_IGNORED = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d+")
MIN_FUZZY_LETTERS = 4
"""Shorter mentions are never matched nearly: too many short words differ by one letter."""
MIN_FUZZY_SCORE = 0.85
SUGGESTIONS = 5


def clean(text: str) -> str:
    """`text` without characters that the database cannot store."""
    return text.replace("\x00", "").encode("utf-8", "ignore").decode("utf-8")


def key(text: str) -> str:
    """The letters and digits of `text`: no case, accents, spaces, punctuation or traditional characters."""
    return _IGNORED.sub("", fold(normalised_text(text)))


def nearly(mention: str, candidates: Iterable[str]) -> list[tuple[str, float]]:
    """The candidates (keys) that differ from the key `mention` by a typing error, best first, with scores 0–1.

    Numbers must agree exactly: "F12" is never read as "F13".
    """
    if len(mention) < MIN_FUZZY_LETTERS:
        return []
    numbers = _DIGITS.findall(mention)
    same = [x for x in candidates if _DIGITS.findall(x) == numbers] if numbers else list(candidates)
    found = process.extract(
        mention, same, scorer=fuzz.ratio, score_cutoff=MIN_FUZZY_SCORE * 100, limit=SUGGESTIONS
    )
    scored = [(text, score / 100) for text, score, _ in found if _DIGITS.findall(text) == numbers]
    return sorted(scored, key=lambda x: (-x[1], x[0]))


def closest(mention: str, candidates: Iterable[str], limit: int = SUGGESTIONS) -> list[str]:
    """The candidates most like `mention`, however unlike, for an offer."""
    pool = list(dict.fromkeys(candidates))
    found = process.extract(mention, pool, scorer=fuzz.WRatio, processor=key, limit=limit)
    return [text for text, _, _ in sorted(found, key=lambda x: (-x[1], pool.index(x[0])))]

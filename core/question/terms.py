"""Terms of somebody's own: a word of the card that stands for a phrase, such as *key schools* for two kinds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from core.question.rewriting import Rewritten, rewrite
from core.vocabulary.card import Term


class Terms:
    """The terms of one card."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self._means = {word.casefold(): term.means for term in terms for word in term.words if word.strip()}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = sorted(self._means, key=len, reverse=True)
        return re.compile("|".join(_bounded(x) for x in words), re.IGNORECASE)

    def said_out(self, question: str) -> Rewritten | None:
        """The question with each term replaced by what it stands for; None when it has none."""
        if not self._means:
            return None
        changes = [(x.span(), self._means[x.group().casefold()]) for x in self._pattern.finditer(question)]
        return rewrite(question, changes) if changes else None


def _bounded(word: str) -> str:
    """The word, not as a part of a longer Latin word."""
    start, end = (r"\b" if x.isascii() and x.isalnum() else "" for x in (word[0], word[-1]))
    return f"{start}{re.escape(word)}{end}"

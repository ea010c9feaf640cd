"""Values that have a rank: older than the Permian, medium or larger, 中型及以上."""

from __future__ import annotations

from abc import abstractmethod

from core.question.grammar.parts import ValueItem
from core.question.grammar.points import Points
from core.question.meanings import Lexeme

_RANK_WORDS = (
    ("GE", ">="),
    ("LE", "<="),
    ("OLDER", "<"),
    ("BEFORE", "<"),
    ("YOUNGER", ">"),
    ("AFTER", ">"),
    ("LARGER", ">"),
    ("SMALLER", "<"),
)
_BEHIND_AGE = (("OR_OLDER", "<="), ("OR_YOUNGER", ">="), ("BEFORE", "<"), ("AFTER", ">"), ("SINCE", ">="))
"""Ranks grow towards the bigger and the younger."""


class Ranks(Points):
    """Productions for the operators of ranks."""

    @abstractmethod
    def at_after_filler(self) -> Lexeme:
        """The next lexeme that is no filler."""

    def rank_before(self) -> str | None:
        """``older than``, ``larger than``, ``at least`` before a value that has a rank."""
        for name, operator in _RANK_WORDS:
            if self.take(name):
                return operator
        return None

    def ranked_item(self, item: ValueItem) -> bool:
        """True for a value that has a rank."""
        concepts = [self.card.concepts[c] for _, c in item.readings if c in self.card.concepts]
        return any(x.rank is not None for x in concepts)

    def rank_operator(self) -> str | None:
        """``or larger``, ``及以上`` behind a value."""
        mark = self.mark()
        self.take_all("TYPE")
        if self.take("OR_MORE"):
            return ">="
        if self.take("OR_LESS"):
            return "<="
        self.reset(mark)
        return None

    def age_operator(self, item: ValueItem) -> str | None:
        """``or younger``, ``以前`` behind a value that has a rank."""
        mark = self.mark()
        if self.ranked_item(item):
            for name, operator in _BEHIND_AGE:
                word = self.take(name)
                if word is not None and not (word.key == "from" and self.at_after_filler().entry.content):
                    return operator
        self.reset(mark)
        return None

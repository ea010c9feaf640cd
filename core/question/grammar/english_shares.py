"""English shares: what percentage of the deposits are gold, X as a percentage of all of them."""

from __future__ import annotations

from core.question.grammar.asked import Shared
from core.question.grammar.english_own_values import EnglishOwnValues
from core.question.grammar.parts import Phrase

_LIE = ("lie", "lies", "fall", "falls", "occur", "occurs", "are", "is", "have", "has", "contain", "contains", "do")
"""Verbs that part the whole of a share from the part."""
_OF_ALL = ("of", "out of", "among", "amongst", "from", "for")
_VERBS = (
    "COP",
    "AUX",
    "WITHIN",
    "INSIDE",
    "NEAR",
    "WITH",
    "CONTAIN",
    "CROSS",
    "INTERSECT",
    "LT",
    "LE",
    "GT",
    "GE",
    "LIE",
)


class EnglishShares(EnglishOwnValues):
    """Productions for a part of a set against the whole of it."""

    def share(self) -> bool | None:
        """``what percentage of the deposits (in X) are gold``; the whole or the part may stand before it."""
        mark = self.mark()
        if self.target.head:
            return self._share_of_target(mark)
        if not self.take("PERCENTAGE"):
            return None
        self.take_all("OF", "EACH", "ALL", "STOP", "PERCENTAGE")
        phrase = self.phrase()
        if phrase is None or not phrase.head or phrase.names:
            return None
        self.become(phrase)
        self.frame.asked.shared = Shared(self.since(mark), -1)
        self.frame.listed = True
        return True

    def _share_of_target(self, mark: tuple[int, int]) -> bool | None:
        """``of the deposits in X, how many percent are gold``, ``X make up what percentage of all deposits``."""
        asked = self.frame.asked
        if self.target.names or not asked.empty:
            return None
        opens, behind = self.lexemes[0].key in _OF_ALL, self.at(-1).is_("STOP", "HYPHEN") and self.i > 0
        self.take_all("MAKEUP", "COP", "COMMA")
        if not self.take("PERCENTAGE"):
            return None
        whole = self.attempt(self._whole)
        if whole is not None:
            asked.shared = Shared(self.since(mark), 0, whole)
        elif (opens or behind) and self.at_after_filler().is_(*_VERBS):
            asked.shared = Shared(self.since(mark), len(self.target.parts))
        else:
            return None
        self.frame.listed = True
        return True

    def _whole(self) -> Phrase | None:
        """``(of) all gold deposits``: the kind of the target, without what is said of the part alone."""
        self.take_all("OF", "EACH", "ALL")
        phrase = self.phrase()
        alike = phrase is not None and bool(phrase.head) and not phrase.names
        return phrase if alike and phrase is not None and phrase.entity == self.target.entity else None

    def split_share(self) -> None:
        """The verb of a share parts the whole from the part that is asked for."""
        shared = self.frame.asked.shared
        if shared is None or shared.split >= 0:
            return
        if self.at().key.split(" ")[0] in _LIE and not self.lexemes[self.i - 1].is_("WH", "WHICH"):
            self.frame.asked.shared = Shared(shared.uses, len(self.target.parts))

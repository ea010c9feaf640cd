"""Chinese borders that are measured (A与B的交界线长度) and centres of a study area named before (省中心)."""

from __future__ import annotations

from core.question.grammar.borders import Borders
from core.question.grammar.chinese_compared import ChineseCompared
from core.question.grammar.parts import AnchorPart, DerivedPart, Phrase


class ChineseBorders(ChineseCompared, Borders):
    """Productions for borders and centres."""

    def border_length(self) -> bool:
        """``A与B的交界线有多长``, ``A和B边界的长度``."""
        said = any(x.is_("SHARED", "EDGE") for x in self.lexemes[self.i :])
        return bool(said and not self.target.head and self.attempt(self._border_length))

    def _border_length(self) -> bool | None:
        mark = self.mark()
        of: list[Phrase] = []
        for _ in range(2):
            if of and not self.take("AND", "AWAY_FROM"):
                return None
            phrase = self.attempt(self.phrase)
            if phrase is None or not phrase.names:
                return None
            of.append(phrase)
        self.take_all("DE")
        if not self.take("SHARED", "EDGE"):
            return None
        self.take_all("DE", "SUM")
        if not self.take("LENGTH", "HOWLONG", "HOWMANY"):
            return None
        self._how_much_behind()
        uses = self.since(mark)
        return self.measured_border(DerivedPart("shared_boundary", tuple(of), uses), uses) or None

    def made_from(self, first: AnchorPart) -> AnchorPart:
        """The geometry made from a reference, or the reference itself."""
        parts = (*(x.part for x in self.waiting), *(x for _, x in self.target.parts))
        return self.centre_of_named(super().made_from(first), parts)

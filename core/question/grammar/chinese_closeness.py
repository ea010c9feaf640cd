"""Chinese comparisons of distances: 比X离Y更近, 比X更靠近Y, 离X比离Y近."""

from __future__ import annotations

from core.question import ir
from core.question.grammar.asked import ComparedPart, Valued
from core.question.grammar.chinese_own_values import ChineseOwnValues
from core.question.grammar.parts import Phrase


class ChineseCloseness(ChineseOwnValues):
    """Productions that compare distances from features."""

    def nearer_than(self, mark: tuple[int, int], other: Phrase) -> ComparedPart | None:
        """``比X离Y更近``, ``比X更靠近Y``."""
        if nearer := self.attempt(lambda: self._nearer_to(mark, other)):
            return nearer
        if not self.take("AWAY_FROM"):
            return None
        anchors = self.anchors()
        self.take_all("DE")
        word = self.take("CLOSER", "FARTHER", "VAGUE_NEAR") if anchors else None
        if anchors is None or word is None:
            return None
        operator: ir.CmpOp = ">" if word.is_("FARTHER") else "<"
        value = Valued("distance", self.since(mark), anchor=anchors[0][0])
        return ComparedPart(value, operator, self.since(mark), other=other)

    def _nearer_to(self, mark: tuple[int, int], other: Phrase) -> ComparedPart | None:
        if self.at().key == "更":
            self.advance()
        word = self.take("CLOSE_TO", "FARFROM")
        anchors = self.anchors() if word else None
        if word is None or anchors is None:
            return None
        value = Valued("distance", self.since(mark), anchor=anchors[0][0])
        return ComparedPart(value, ">" if word.is_("FARFROM") else "<", self.since(mark), other=other)

    def closer(self) -> ComparedPart | None:
        """``离X比离Y近的``, ``离X比Y近的``."""
        mark = self.mark()
        if not self.take("AWAY_FROM"):
            return None
        anchors = self.anchors()
        if anchors is None or not self.take("THAN"):
            return None
        referred = bool(self.take("AWAY_FROM"))
        second = self.phrase()
        if second is None or not second.head:
            return None
        self.take_all("DE")
        word = self.take("CLOSER", "FARTHER", "VAGUE_NEAR")
        if word is None:
            return None
        operator: ir.CmpOp = ">" if word.is_("FARTHER") else "<"
        value = Valued("distance", (), anchor=anchors[0][0])
        if referred:
            return ComparedPart(value, operator, self.since(mark), against=Valued("distance", (), anchor=second))
        return ComparedPart(value, operator, self.since(mark), other=second)

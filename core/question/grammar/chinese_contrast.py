"""Chinese differences and shares: A比B大多少, 之差, 占…的比例."""

from __future__ import annotations

from core.question.grammar.asked import Contrasted, Shared, Valued
from core.question.grammar.chinese_ranking import ChineseRanking
from core.question.grammar.parts import Phrase, RelationPart
from core.question.grammar.typing import entity_of

_DIFFERENCES = ("DIFFERENCE", "RATIO", "AREADIFF", "LENGTHDIFF")


class ChineseContrast(ChineseRanking):
    """Productions for one number of two sets."""

    def _contrast(self) -> bool | None:
        """``A比B大多少``, ``A的面积比B大多少``, ``A的面积是B的几倍``."""
        if self.target.head or not any(x.is_("THAN", "TIMES") for x in self.lexemes):
            return None
        mark = self.mark()
        first = self.phrase()
        if first is None or not first.head:
            return None
        self.take_all("DE")
        value = self.valued()
        than = self.take("THAN")
        if than is None and not self.take("COP"):
            return None
        second = self.phrase()
        if second is None or not second.head:
            return None
        self.take_all("DE")
        value = self.valued() or value
        self.take_all("DE")
        word = self.take("MUCHMORE", "TIMES")
        if word is None or (than is None and not word.is_("TIMES")):
            return None
        unit = self.unit_word()
        if unit:
            self.frame.asked.unit = (unit, ())
        if value is None:
            value = self._size_of(word.key)
        if word.is_("LESSER", "SHORTER", "LOWER"):
            first, second = second, first
        return self._contrasted("/" if word.is_("TIMES") else "-", first, second, value, mark)

    def _size_of(self, key: str) -> Valued | None:
        if key.startswith(("长", "短")):
            return Valued("measure", (self.used[-1],), measure="length")
        return Valued("size", (self.used[-1],)) if key.startswith(("大", "小")) else None

    def _contrasted(
        self, op: str, first: Phrase, second: Phrase, value: Valued | None, mark: tuple[int, int]
    ) -> bool | None:
        if value is None:
            return None
        self.frame.asked.contrasted = Contrasted(op, first, second, self.since(mark), value)  # type: ignore[arg-type]
        self.become(Phrase(first.entity, first.implied, list(first.names), [], list(first.uses), list(first.head)))
        self.frame.listed = True
        return True

    def _difference(self) -> bool | None:
        """``A与B的面积差``, ``A和B的长度之比``, ``A和B面积相差多少``."""
        if self.target.head or not any(x.is_(*_DIFFERENCES) for x in self.lexemes):
            return None
        mark = self.mark()
        first = self.phrase()
        if first is None or not first.head or not self.take("AND", "AWAY_FROM"):
            return None
        second = self.phrase()
        if second is None or not second.head:
            return None
        self.take_all("DE")
        value = self.valued()
        self.take_all("DE")
        word = self.take(*_DIFFERENCES)
        if word is None:
            return None
        if word.is_("AREADIFF", "LENGTHDIFF"):
            value = Valued("measure", (self.used[-1],), measure="area" if word.is_("AREADIFF") else "length")
        found = self._contrasted("/" if word.is_("RATIO") else "-", first, second, value, mark)
        self._how_much_behind()
        return found

    def _share(self) -> bool | None:
        """``金矿占全部矿床的比例``, ``矿床中金矿的占比``."""
        mark = self.mark()
        if not self.target.head or self.target.names:
            return None
        self.take_all("DE")
        taken = self.take("SHAREOF", "LOCATED")
        base: Phrase | None = None
        if taken:
            self.take_all("ALL", "EACH", "SUM")
            base = self.attempt(self.phrase)
            self.take_all("INSIDE", "DE", "COUNTED", "SUM")
        if not self.take("PERCENTAGE"):
            return None
        if base is None or not base.head:
            base = self._base_before()
        if base is None:
            return None
        self.flush()
        self.take_all("COP", "HOWMANY")
        self.frame.asked.shared = Shared(self.since(mark), 0, base)
        self.frame.intent, self.frame.listed = "select", True
        return True

    def _base_before(self) -> Phrase | None:
        """``矿床中…``: the whole of a share stood before as if it were a place."""
        every = [*((x.part, x) for x in self.waiting), *((p, None) for _, p in self.target.parts)]
        for part, _ in every:
            if not isinstance(part, RelationPart) or part.rel != "within" or len(part.anchors) != 1:
                continue
            anchor = part.anchors[0]
            if isinstance(anchor, Phrase) and entity_of(self.card, anchor) == self.target.entity:
                self.waiting = [x for x in self.waiting if x.part is not part]
                self.target.parts = [x for x in self.target.parts if x[1] is not part]
                anchor.uses = sorted({*anchor.uses, *part.uses})
                return anchor
        return None

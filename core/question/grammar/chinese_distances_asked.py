"""Chinese questions for a distance: 有多远, 之间的距离是多少, 到…的平均距离."""

from __future__ import annotations

from core.question.grammar.asked import Valued
from core.question.grammar.asking import Statistic
from core.question.grammar.asking_sets import AskingSets
from core.question.grammar.chinese_groups import ChineseGroups
from core.question.grammar.parts import AnchorPart, OrderPart, Phrase

_MAX_VALUES = 4


class ChineseDistancesAsked(ChineseGroups, AskingSets):
    """Productions for distances that are the answer, not a condition."""

    def _how_much_behind(self) -> None:
        """``是多少``, ``分别是多少`` behind what is asked for."""
        mark = self.mark()
        self.take_all("COP", "DE", "EACH")
        here = self.mark()
        word = self.take("HOWMANY", "HOWFAR")
        if word is None or (word.is_("HOWFAR") and not word.key.startswith("多少")):
            self.reset(mark)
            return
        unit = self.units.find(word.key.removeprefix("多少")) if word.is_("HOWFAR") else None
        name = unit[1] if unit else self.unit_word()
        if name:
            self.frame.asked.unit = (name, ())
        self.frame.uses.extend(self.since(here))

    def _distance_asked(self) -> bool | None:
        """``到断裂的平均距离``, ``距断裂有多远``, ``与X之间的距离是多少``, ``，距离是多少``."""
        mark = self.mark()
        opener = self.take("AWAY_FROM", "AND", "APART", "TO")
        anchor = self._distance_anchor() if opener is not None else None
        if opener is not None and anchor is None:
            self.reset(mark)
        self.take_all("DE", "BETWEEN_END")
        statistics = self.statistics() or self._farthest_of(anchor)
        self.take_all("DE")
        nearest = self.take_all("NEAREST") if anchor is not None else 0
        far = self.take("HOWFAR", "APART")
        if far is None or (nearest and not far.is_("HOWFAR")):
            return None
        if self.tail() is not None or (anchor is None and not (self._asked_behind() or statistics)):
            return None
        if anchor is None and not (self.target.head or self.waiting):
            return None
        value = Valued("distance", self.since(mark), anchor=anchor)
        self._distance_found(value, statistics)
        return True

    def _farthest_of(self, anchor: AnchorPart | None) -> list[Statistic]:
        """``到断裂的最大距离`` of many features."""
        if anchor is None or self.target.names:
            return []
        word = self.take("MAX", "MIN")
        if word is None or not self.next_is("APART"):
            return []
        return [("max" if word.is_("MAX") else "min", None)]

    def _distance_anchor(self) -> AnchorPart | None:
        """What the distance is to; 每个 makes it another question."""
        if self.next_is("EACH"):
            return None
        mark = self.mark()
        anchors = self.anchors()
        if self.lexemes[self.used[-1]].is_("MAX", "MIN") and self.next_is("APART"):
            self.reset(mark)  # 到X的最大距离: not the largest X
            return self._described()
        return anchors[0][0] if anchors and len(anchors[0]) == 1 else None

    def _described(self) -> Phrase | None:
        """Values and a noun, without anything behind them."""
        mark = self.mark()
        phrase = Phrase()
        found = self.head(phrase)
        while not found and len(phrase.parts) < _MAX_VALUES and (part := self.values()) is not None:
            phrase.parts.append(("and", part))
            found = self.head(phrase)
        phrase.uses = list(self.since(mark))
        return phrase if found or phrase.parts else None

    def _asked_behind(self) -> bool:
        """True when a bare 距离 is asked for: at the end, or before 是多少."""
        word = self.lexemes[self.used[-1]]
        if word.is_("HOWFAR"):
            return True
        before = self.words_before(2)
        joined = len(before) > 1 and before[1].is_("AND", "COMMA")
        if joined and (self.done or self.at().is_("STOP")):
            return True
        mark = self.mark()
        self.take_all("COP", "EACH")
        found = self.next_is("HOWMANY", "HOWFAR")
        self.reset(mark)
        return found

    def _distance_found(self, value: Valued, statistics: list[Statistic]) -> None:
        if statistics:
            self.frame.listed = True
            self.frame.asked.aggregates.extend(self.aggregated(statistics, [value], value.uses))
        else:
            self.frame.asked.values.append(value)
            if value.anchor is not None:
                order = OrderPart("distance", "asc", value.uses, (), value.anchor, listing=True)
                self.target.parts.append(("", order))
        word = self.lexemes[self.used[-1]]
        if word.is_("HOWFAR") and any(x in word.key for x in ("公里", "千米", "米")):
            unit = self.units.find(word.key.removeprefix("多少"))
            self.frame.asked.unit = (unit[1], ()) if unit else None
        elif word.is_("HOWFAR") and word.key.endswith("多少") and (name := self.unit_word()):
            self.frame.asked.unit = (name, (self.used[-1],))
        self._how_much_behind()

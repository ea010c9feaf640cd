"""Chinese differences and ratios of counts and averages: A比B多几个, A是B的几倍, 数量之比, 均值比…高多少."""

from __future__ import annotations

from dataclasses import replace

from core.question.grammar.asked import Shared, Valued
from core.question.grammar.asking import Statistic
from core.question.grammar.chinese_ranking import ChineseRanking
from core.question.grammar.parts import Part, Phrase, RelationPart
from core.question.grammar.typing import entity_of

_WORDS = ("THAN", "TIMES", "DIFFERENCE", "RATIO")
_SIDES = 2


class ChineseSides(ChineseRanking):
    """Productions for one number of two sets, counted or averaged."""

    def counts_compared(self) -> bool | None:
        """Everything counted or averaged on two sides."""
        if self.target.head or not any(x.is_(*_WORDS) for x in self.lexemes):
            return None
        return self.first(
            self._more_of, self._times_of, self._gap_of, self._gap_of_areas, self._averages_compared,
            self._gap_of_averages, self._in_one_area,
        )  # fmt: skip

    def _in_one_area(self) -> bool | None:
        """``X地区金矿与铜矿的数量之比``: the area before the first of two kinds is that of both."""
        mark = self.mark()
        area = self.region_inside() or self.region()
        self.take_all("DE")
        if area is None or len(area.names) != 1:
            return None
        found = self.first(self._more_of, self._times_of, self._gap_of)
        asked = self.frame.asked.contrasted
        if not found or asked is None:
            return None
        first, second = (self.described_by(x, area) for x in (asked.first, asked.second))
        self.frame.asked.contrasted = replace(asked, first=first, second=second, uses=self.since(mark))
        return True

    def _kind_counted(self) -> Phrase | None:
        """A kind of features and the word for their number."""
        noun = self._described()
        self.take_all("DE")
        self.take_all("COUNTED")
        return noun if noun is not None and noun.head and not noun.names else None

    def _more_of(self) -> bool | None:
        """``金矿比铜矿多几个``, ``金矿的数量比铜矿多多少``."""
        mark = self.mark()
        first = self._kind_counted()
        second = self._kind_counted() if first and self.take("THAN") else None
        word = self.take("MUCHMORE") if second else None
        if first is None or second is None or word is None or word.key[0] not in "多少":
            return None
        self.take_all("MEASURE")
        if word.key.startswith("少"):
            first, second = second, first
        return self.set_against("/" if word.is_("TIMES") else "-", (first, second), mark)

    def _times_of(self) -> bool | None:
        """``金矿数量是铜矿的几倍``."""
        mark = self.mark()
        first = self._kind_counted()
        counted = bool(self.used) and self.lexemes[self.used[-1]].is_("COUNTED")
        second = self._kind_counted() if first and counted and self.take("COP") else None
        if first is None or second is None or not self.take("TIMES"):
            return None
        return self.set_against("/", (first, second), mark)

    def _gap_of(self) -> bool | None:
        """``金矿与铜矿的数量之比``, ``金矿和铜矿的数量相差多少``."""
        mark = self.mark()
        first = self._kind_counted()
        second = self._kind_counted() if first and self.take("AND", "AWAY_FROM") else None
        counted = second is not None and self.lexemes[self.used[-1]].is_("COUNTED")
        word = self.take("RATIO", "DIFFERENCE") if counted else None
        if first is None or second is None or word is None:
            return None
        self._how_much_behind()
        return self.set_against("/" if word.is_("RATIO") else "-", (first, second), mark)

    def _gap_of_areas(self) -> bool | None:
        """``A和B的矿床数相差多少``."""
        mark = self.mark()
        area = self.region_inside() or self.region()
        self.take_all("DE")
        noun = self._kind_counted() if area and len(area.names) == _SIDES else None
        counted = noun is not None and self.lexemes[self.used[-1]].is_("COUNTED")
        word = self.take("RATIO", "DIFFERENCE") if counted else None
        if area is None or noun is None or word is None:
            return None
        self._how_much_behind()
        sides = [self.described_by(noun, replace(area, names=(x,))) for x in area.names]
        return self.set_against("/" if word.is_("RATIO") else "-", sides, mark)

    def _averages_compared(self) -> bool | None:
        """``花岗岩中金的均值比砂岩中高多少``."""
        mark = self.mark()
        first = self._inside_place()
        noun = self.attempt(self._samples) if first else None
        found = self._averaged() if first else None
        second = self._inside_place() if found and self.take("THAN", "COP") else None
        if first is None or found is None or second is None:
            return None
        self.attempt(self._samples)
        self.attempt(self._averaged)
        word = self.take("MUCHMORE", "TIMES")
        noun = noun or self.only_kind(found[1])
        if word is None or noun is None or not word.is_("HIGHER", "LOWER", "TIMES"):
            return None
        sides = [self.described_by(noun, x) for x in (first, second)]
        if word.is_("LOWER"):
            sides.reverse()
        return self.set_against("/" if word.is_("TIMES") else "-", sides, mark, found[1], found[0])

    def _gap_of_averages(self) -> bool | None:
        """``A和B的金平均含量之比``, ``A和B的平均金含量相差多少``."""
        mark = self.mark()
        area = self.region_inside() or self.region()
        self.take_all("DE")
        if area is None or len(area.names) != _SIDES:
            return None
        noun = self.attempt(self._samples)
        found = self._averaged()
        self.take_all("DE")
        word = self.take("RATIO", "DIFFERENCE") if found else None
        noun = noun or (self.only_kind(found[1]) if found else None)
        if word is None or found is None or noun is None:
            return None
        self._how_much_behind()
        sides = [self.described_by(noun, replace(area, names=(x,))) for x in area.names]
        return self.set_against("/" if word.is_("RATIO") else "-", sides, mark, found[1], found[0])

    def _samples(self) -> Phrase | None:
        noun = self._described()
        self.take_all("DE")
        return noun if noun is not None and noun.head and not noun.names else None

    def _inside_place(self) -> Part | None:
        """``花岗岩中(的)``: a place."""
        mark = self.mark()
        area = self.region_inside()
        if area is not None:
            self.take_all("DE")
            return area
        phrase = self._described()
        if phrase is None or not self.take("INSIDE"):
            return None
        self.take_all("DE")
        return RelationPart("within", (phrase,), self.since(mark))

    def _averaged(self) -> tuple[Statistic, Valued] | None:
        """``金的均值``, ``平均金含量``."""
        before = self.statistics()
        self.take_all("DE")
        value = self.valued()
        self.take_all("CONTENT", "DE")
        found = before or self.statistics()
        self.take_all("CONTENT", "DE")
        return (found[0], value) if len(found) == 1 and found[0][1] is None and value is not None else None

    # --- shares --------------------------------------------------------------------------------------------

    def share_first(self) -> bool | None:
        """``有多少比例的矿床在断裂2公里内``, ``百分之多少的金矿在花岗岩里``: the whole stands behind the word."""
        if self.target.head or self.waiting:
            return None
        mark = self.mark()
        self.take_all("HAVE")
        if not self.take("PERCENTAGE"):
            return None
        self.take_all("DE")
        whole = self._described()
        if whole is None or not whole.head or whole.names or self.done or self.at().is_("STOP"):
            return None
        self.take_all("COP")
        self.become(whole)
        self.frame.asked.shared = Shared(self.since(mark), len(self.target.parts))
        self.frame.intent, self.frame.listed = "select", True
        return True

    def share_behind(self) -> bool | None:
        """``金矿有多少比例在花岗岩里``: the whole stands before the word, the part behind it."""
        if not self.target.head or self.target.names or self.frame.asked.shared is not None:
            return None
        mark = self.mark()
        self.take_all("DE", "INSIDE", "HAVE", "AMONG")
        if not self.take("PERCENTAGE"):
            return None
        self.take_all("DE", "COP")
        if self.done or self.at().is_("STOP", "COP", "HOWMANY") or not self._says_more():
            return None
        self.flush()
        self.frame.asked.shared = Shared(self.since(mark), len(self.target.parts))
        self.frame.intent, self.frame.listed = "select", True
        return True

    def _says_more(self) -> bool:
        """True when a condition follows."""
        return any(x.entry.entities or x.entry.concepts or x.entry.attributes for x in self.lexemes[self.i :])

    def share_inside(self) -> bool | None:
        """``金矿在花岗岩里的占几成``: a place of another kind is the part, not the whole."""
        if not self.target.head or self.target.names or self.frame.asked.shared is not None:
            return None
        mark = self.mark()
        if not self.take("LOCATED", "BETWEEN"):
            return None
        place = self._described()
        if place is None or not self.take("INSIDE") or entity_of(self.card, place) == self.target.entity:
            return None
        uses = self.since(mark)
        self.take_all("DE", "SHAREOF")
        if not self.take("PERCENTAGE"):
            return None
        self.take_all("COP", "HOWMANY")
        self.flush()
        split = len(self.target.parts)
        self.target.parts.append(("and", RelationPart("within", (place,), uses)))
        self.frame.asked.shared = Shared(self.since(mark), split)
        self.frame.intent, self.frame.listed = "select", True
        return True

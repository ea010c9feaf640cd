"""Chinese differences: A比B大多少, 之差, A和B哪条更长."""

from __future__ import annotations

from dataclasses import replace

from core.question import ir
from core.question.grammar.asked import Contrasted, Valued
from core.question.grammar.chinese_shares import ChineseShares
from core.question.grammar.parts import OrderPart, Phrase
from core.question.grammar.typing import entity_of

_DIFFERENCES = ("DIFFERENCE", "RATIO", "AREADIFF", "LENGTHDIFF")


class ChineseContrast(ChineseShares):
    """Productions for one number of two sets."""

    def _contrast(self) -> bool | None:
        """One number of two sets, or a share said with its whole first."""
        return self.first(
            self.counts_compared, self.share_first, self.share_inside, self.share_behind, self._sizes_compared
        )

    def _sizes_compared(self) -> bool | None:
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

    def which_is_longer(self) -> bool | None:
        """``A和B哪条更长``: the first of the two."""
        if self.target.head or not any(x.is_("WH") for x in self.lexemes):
            return None
        mark = self.mark()
        anchors = self.anchors()
        named = [x for x in anchors[0] if isinstance(x, Phrase) and x.names] if anchors else []
        if len(named) < 2 or not self.take("WH"):
            return None
        self.take_all("DE")
        value = self.valued()
        word = self.take("LONGER", "SHORTER", "BIGGER", "LESSER", "MAX", "MIN", "HIGHER", "LOWER")
        if word is None or len({entity_of(self.card, x) for x in named}) != 1:
            return None
        value = value or self._size_of(word.key.removeprefix("更")) or Valued("size", self.since(mark))
        self.become(named[0])
        for other in named[1:]:
            self.target.names.extend(other.names)
            self.target.head.extend(other.head)
        direction: ir.Direction = "desc" if word.is_("LONGER", "BIGGER", "MAX", "HIGHER") else "asc"
        self.target.uses.extend(self.since(mark))
        self.target.parts.append(("", OrderPart("value", direction, self.since(mark), value=value)))
        self.frame.singular = self.frame.listed = True
        return True

    def more_there(self) -> bool | None:
        """``低林省的矿床比青岭多多少``, ``低林省比青岭多多少个金矿``."""
        if self.target.head or not any(x.is_("MUCHMORE") for x in self.lexemes):
            return None
        mark = self.mark()
        first = self.region_inside()
        self.take_all("DE")
        noun = self._counted_noun() if first else None
        if first is None or not self.take("THAN"):
            return None
        second = self.region_inside()
        self.take_all("DE")
        again = self._counted_noun()
        word = self.take("MUCHMORE") if second else None
        self.take_all("MEASURE", "DE")
        noun = noun or again or self._counted_noun()
        if second is None or word is None or noun is None or word.key[0] not in "多少":
            return None
        sides = [replace(noun, parts=[*noun.parts, ("and", x)]) for x in (first, second)]
        if word.key.startswith("少"):
            sides.reverse()
        self.frame.asked.contrasted = Contrasted("-", sides[0], sides[1], self.since(mark))
        self.become(sides[0])
        self.frame.listed = True
        return True

    def _counted_noun(self) -> Phrase | None:
        noun = self.attempt(self._described)
        self.take_all("COUNTED")
        return noun if noun is not None and noun.head and not noun.names else None

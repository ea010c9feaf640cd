"""Chinese comparisons: 占…的比例, A比B大多少, 高于平均值, 比X长, 每个…最近的, 最北的."""

from __future__ import annotations

from dataclasses import replace

from core.question import ir
from core.question.grammar.asked import ComparedPart, Valued
from core.question.grammar.chinese_closeness import ChineseCloseness
from core.question.grammar.parts import OrderPart, Phrase, RegionPart, RelationPart
from core.question.grammar.typing import entity_of

_SIZES: tuple[tuple[str, str, ir.CmpOp], ...] = (
    ("LONGER", "length", ">"), ("SHORTER", "length", "<"), ("BIGGER", "", ">"), ("LESSER", "", "<"),
    ("HIGHER", "", ">"), ("LOWER", "", "<"), ("FARTHER", "", ">"), ("CLOSER", "", "<"),
)  # fmt: skip
_BARE: dict[str, tuple[bool, ir.CmpOp]] = {
    "大": (True, ">"), "小": (True, "<"), "高": (False, ">"), "低": (False, "<"), "多": (False, ">"),
    "少": (False, "<"),
}  # fmt: skip
"""Adjectives: whether they alone speak of the size, and the sign."""
_COMPASS: tuple[tuple[str, str, ir.Direction], ...] = (
    ("NORTHERNMOST", "y", "desc"), ("SOUTHERNMOST", "y", "asc"), ("EASTERNMOST", "x", "desc"),
    ("WESTERNMOST", "x", "asc"),
)  # fmt: skip


class ChineseCompared(ChineseCloseness):
    """Productions that set one number against another."""

    def ask_measured(self) -> bool:
        """Everything measured, grouped or compared at the cursor; True when something was read."""
        found = self.first(
            self._compass, self._nearest_of_each, self._which_is_nearest, self._contrast, self._difference,
            self.share_of_passed, self.share_of_area, self.more_there, self.which_is_longer, self._share,
            self._against,
        )  # fmt: skip
        if found or self.attempt(self.neighbours_of_each):
            return True
        if placed := self.attempt(self.placed_first):
            self.wait(placed)
            return True
        return self.grouped() or self.ranked() or self.measured_of_target()

    # --- conditions against another value ------------------------------------------------------------------

    def _against(self) -> bool | None:
        """``金含量高于平均值的``, ``比X长的``, ``面积大于X的``."""
        mark = self.mark()
        part = self.first(self.closer, self.times_own, self._longer_than, self._above)
        if part is None or self.i == mark[0]:
            return None
        self.wait(part)
        return True

    def _above(self) -> ComparedPart | None:
        """``金含量高于(全部样品的)平均值``, ``长度大于X``, ``面积超过平均面积的2倍``."""
        mark = self.mark()
        value = self.valued()
        if value is None:
            value, _ = self._peek_size()
        self.take_all("CONTENT", "DE", "ALL")
        operator = self.compare_word()
        if value is None or operator is None:
            return None
        self.take_all("COP")
        other = self.attempt(self._other)
        self.take_all("DE")
        again = self.valued()
        self.take_all("DE", "CONTENT")
        found = self.statistic()
        self.valued()
        self.take_all("CONTENT", "DE") if self.next_is("CONTENT") else ()
        factor = self._times_behind()
        if found is None and (other is None or not other.names):
            return None
        if again is not None and found is None and not (other and other.names):
            return None
        agg, p = found or (None, None)
        return ComparedPart(value, operator, self.since(mark), agg, p, other, factor=factor)

    def _times_behind(self) -> float | None:
        """``…的2倍``."""
        mark = self.mark()
        self.take_all("DE")
        factor = self.factor()
        if factor is None:
            self.reset(mark)
        return factor

    def _other(self) -> Phrase | None:
        self.take_all("ALL")
        area = self.attempt(self._area_of_other)
        self.take_all("ALL")  # 全区所有样品的平均值
        phrase = self.phrase()
        if area is not None and phrase is not None:
            phrase.parts.append(("and", area))
        inside = self.attempt(lambda: self.postposition(phrase)) if phrase is not None else None
        if phrase is not None and isinstance(inside, RelationPart):  # 花岗岩中样品的…
            self.take_all("DE")
            noun = self._described()
            if noun is None or not noun.head:
                return None
            noun.parts.append(("and", replace(inside, anchors=(phrase,))))
            noun.uses.extend((*phrase.uses, *inside.uses))
            return noun
        return phrase if phrase is not None and phrase.head else None

    def _area_of_other(self) -> RegionPart | None:
        """``高于X地区样品的平均值``: the study area of what is compared with."""
        found = self.region_inside()
        mark = self.mark()
        self.take_all("ALL", "DE")
        noun = self.phrase() if found is not None else None
        self.reset(mark)
        return found if noun is not None and noun.head and not noun.names else None

    def _peek_size(self) -> tuple[Valued | None, ir.CmpOp]:
        key = self.at().key
        if key.startswith(("长于", "短于")):
            return Valued("measure", (), measure="length"), ">"
        return (Valued("size", ()), ">") if key in ("大于", "小于") else (None, ">")

    def _longer_than(self) -> ComparedPart | None:
        """``比X长的``, ``比X面积大的``, ``金含量比平均值高的``."""
        mark = self.mark()
        value = self.valued()
        if not self.take("THAN"):
            return None
        other = self.attempt(self._other)
        self.take_all("DE")
        if other is not None and (nearer := self.attempt(lambda: self.nearer_than(mark, other))):
            return nearer
        return self._longer(mark, value, other)

    def _longer(self, mark: tuple[int, int], value: Valued | None, other: Phrase | None) -> ComparedPart | None:
        found = self.statistic()
        value = self.valued() or value
        self.take_all("CONTENT", "ALL", "DE")
        if found is None:
            found = self.statistic()
        if bare := self._bare_size(value):
            agg, p = found or (None, None)
            named = other is not None and bool(other.names)
            return ComparedPart(bare[0], bare[1], self.since(mark), agg, p, other) if found or named else None
        if self.next_is("MUCHMORE"):
            return None  # 多多少 asks for the difference
        for name, measure, sign in _SIZES:
            if self.take(name):
                if value is None:
                    value = Valued("measure" if measure else "size", (), measure=measure or None)  # type: ignore[arg-type]
                if found is None and (other is None or not other.names):
                    return None
                agg, p = found or (None, None)
                return ComparedPart(value, sign, self.since(mark), agg, p, other)
        return None

    def _bare_size(self, value: Valued | None) -> tuple[Valued, ir.CmpOp] | None:
        """``比X长`` and ``比X大`` at the end of a question."""
        if value is not None and value.measure == "length" and self.lexemes[self.used[-1]].key == "长":
            return value, ">"
        found = _BARE.get(self.at().key)
        if found is None or not (self.at(1).kind == "end" or self.at(1).is_("STOP", "DE", "COMMA")):
            return None
        use = self.i
        self.advance()
        if value is None and found[0]:
            value = Valued("size", (use,))
        return (value, found[1]) if value is not None else None

    # --- superlatives, neighbours --------------------------------------------------------------------------

    def _compass(self) -> bool | None:
        """``最北的矿床``."""
        mark = self.mark()
        for name, measure, direction in _COMPASS:
            if self.take(name):
                self.take_all("DE")
                value = Valued("measure", self.since(mark), measure=measure)  # type: ignore[arg-type]
                self.wait(OrderPart("value", direction, self.since(mark), value=value))
                return True
        return None

    def _nearest_of_each(self) -> bool | None:
        """``每个金矿最近的两条断裂``, ``离每个矿床最近的断裂``, ``金矿及其最近的断裂``."""
        mark = self.mark()
        self.take_all("AWAY_FROM", "LIST", "FOR")
        each = self.take("EACH")
        again = bool(each and self.target.head and self.next_is("NEAREST"))  # 汞矿，以及离每处最近的断层
        target = self.phrase() if each and not again else None
        if not each and not self.target.head and (target := self.attempt(self._each_behind)):
            each = self.lexemes[self.used[-1]]
        if each and not again and (target is None or not target.head or target.names):
            return None
        if not each and not (self.target.head and self.take_all("AND", "COMMA")):
            return None
        self.take_all("DE", "LIST", "COMMA", "AND", "AWAY_FROM", "EACH")
        number = self._number_before()
        if not self.take("NEAREST"):
            return None
        self.take_all("DE", "COP", "WH")
        number = number if number is not None else self._number_before()
        other = self.phrase()
        if other is None or not other.head or other.names:
            return None
        if target is None and entity_of(self.card, other) == self.target.entity:
            return None
        if target is not None:
            self.become(target)
        self.take_all("DE", "APART")
        self.frame.asked.nearest = (other, int(number or 1), self.since(mark))
        self.frame.limit = self.frame.limit if target is None else None  # 最高的10个样品及其最近的断裂 keeps it
        self.frame.listed = True
        return True

    def _each_behind(self) -> Phrase | None:
        """``金矿各自最近的断裂``: the word for *each* behind the noun."""
        phrase = self.phrase()
        each = self.take("EACH") if phrase is not None and phrase.head else None
        return phrase if each is not None and self.next_is("NEAREST") else None

    def _which_is_nearest(self) -> bool | None:
        """``每个金矿离哪条断裂最近``: for each the nearest one."""
        mark = self.mark()
        self.take("EACH")
        target = self.phrase() if not self.target.head else self.target
        if target is None or not target.head or target.names:
            return None
        self.take_all("EACH")
        if not (self.take("AWAY_FROM") and self.take("WH")):
            return None
        self.take_all("MEASURE")
        other = self.phrase()
        if other is None or not other.head or other.names or not self.take("NEAREST"):
            return None
        if target is not self.target:
            self.become(target)
        self.frame.asked.nearest = (other, 1, self.since(mark))
        self.frame.listed = True
        return True

    def _number_before(self) -> float | None:
        mark = self.mark()
        number = self.number()
        if number is not None and not self.take("MEASURE"):
            self.reset(mark)
            return None
        return number

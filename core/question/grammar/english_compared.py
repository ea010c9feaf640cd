"""English comparisons: shares, differences, above the average, longer than X."""

from __future__ import annotations

from dataclasses import replace

from core.question import ir
from core.question.grammar.asked import ComparedPart, Contrasted, Valued
from core.question.grammar.english_shares import EnglishShares
from core.question.grammar.parts import Connector, Phrase, RegionPart
from core.question.grammar.typing import entity_of


class EnglishCompared(EnglishShares):
    """Productions that set one number against another."""

    connector: Connector

    def ask_measured(self) -> bool:
        """Everything measured, grouped or compared at the cursor; True when something was read."""
        self.split_share()
        found = self.first(
            self.neighbours_of_each, self.compass, self.nearest_of_each, self.more_than_there,
            self.counts_compared, self._contrast, self._against_value, self.kind_as_value, self.which_is_longer,
            self.subject_contains,
        )  # fmt: skip
        if found:
            return True
        return self.grouped() or self.measured_of_target() or bool(self.attempt(self.share))

    # --- differences ---------------------------------------------------------------------------------------

    def _contrast(self) -> bool | None:
        """``how much larger is A than B``, ``difference in area between A and B``, ``ratio of A to B``."""
        return self.first(self._how_much_more, self._difference)

    def _how_much_more(self) -> bool | None:
        mark = self.mark()
        times = bool(self.take("TIMES"))
        if not times and not self.take("HOWMUCHMORE"):
            return None
        unit = self.unit_word()
        value, sign = self.size_word()
        self.take_all("COP", "AUX")
        named = self.measure_word()
        if named and value is not None:
            value = replace(value, kind="measure", measure=named)
        first = self.anchor_phrase()
        self.take_all("COP")
        if value is None:
            value, sign = self.size_word()
        if value is None or not (self.take_all("THAN") or self._than_used() or self.than_passed()):
            return None
        second = self.anchor_phrase()
        if not (isinstance(first, Phrase) and isinstance(second, Phrase)):
            return None
        if sign == "<":
            first, second = second, first
        if unit:
            self.frame.asked.unit = (unit, ())
        return self._contrasted("/" if times else "-", first, second, value, mark)

    def _than_used(self) -> bool:
        return bool(self.used) and self.lexemes[self.used[-1]].key.endswith("than")

    def _contrasted(
        self, op: str, first: Phrase, second: Phrase, value: Valued | None, mark: tuple[int, int]
    ) -> bool:
        self.frame.asked.contrasted = Contrasted(op, first, second, self.since(mark), value)  # type: ignore[arg-type]
        self.become(Phrase(first.entity, first.implied, list(first.names), [], list(first.uses), list(first.head)))
        self.frame.listed = True
        return True

    def _difference(self) -> bool | None:
        mark = self.mark()
        word = self.take("DIFFERENCE", "RATIO")
        if word is None:
            return None
        self.take_all("IN", "OF", "BETWEEN")
        value = self.valued()
        self.take_all("OF", "BETWEEN", "FROM")
        anchors = self.anchors()
        found = list(anchors[0]) if anchors else []
        if len(found) == 1 and self.take_all("AND", "TO"):
            again = self.valued()
            value = value or again
            self.take_all("OF", "THATOF")
            found.extend(x for x in [self.anchor_phrase()] if x)
        if len(found) != 2 or value is None or not all(isinstance(x, Phrase) for x in found):
            return None
        op = "/" if word.is_("RATIO") else "-"
        return self._contrasted(op, found[0], found[1], value, mark)  # type: ignore[arg-type]

    # --- conditions against another value ------------------------------------------------------------------

    def _against_value(self) -> bool | None:
        """``with Au above the average``, ``longer than X``, ``closer to X than to Y``."""
        mark = self.mark()
        part = self.first(self._closer, self._above_average, self.times_own, self._larger_than)
        if part is None or self.i == mark[0]:
            return None
        self.target.parts.append((self.connector, part))
        self.connector = ""
        return True

    def _above_average(self) -> ComparedPart | None:
        """``Au above the average of all samples``, ``longer than the median``, ``above-average Cu``."""
        mark = self.mark()
        self.take_all("WITH", "THAT", "COP", "AUX")
        before = self.take("ABOVEAVERAGE", "BELOWAVERAGE")
        value = self.valued() or (_size_in(before.key) if before else self._peek_size()[0])
        self.take_all("CONTENT", "COP")
        short = before or self.take("ABOVEAVERAGE", "BELOWAVERAGE")
        operator = _average_sign(short.key) if short else self.compare_word()
        value = value or (_size_in(short.key) if short else None) or (self.valued() if operator else None)
        self.take_all("CONTENT", "THAN")
        factor = self.factor()
        found = ("avg", None) if short else self.statistic()
        if operator is None or found is None:
            return None
        self.take_all("OF", "CONTENT", "LENGTH", "AREA")
        value = self.valued() or value
        noun = None if short or self._used_link() else self.attempt(self._kind_counted)
        if noun is not None and (own := self.valued()) is not None:  # the mean fault length
            value, noun = own, noun if noun.parts else None
        self.take_all("OF", "IN", "FOR")
        other = self.anchor_phrase() if self._used_link() else None
        area = self.area_compared(other)
        if value is None:
            return None
        if noun is not None:
            area = area or next((x for _, x in self.target.parts if isinstance(x, RegionPart)), None)
            other = replace(noun, parts=[*noun.parts, ("and", area)]) if area else noun
        elif area is not None:
            self.target.parts.append(("", area))
            other = None
        return ComparedPart(
            value, operator, self.since(mark), found[0], found[1],
            other if isinstance(other, Phrase) and other.head else None, factor=factor,
        )  # fmt: skip

    def _used_link(self) -> bool:
        return self.lexemes[self.used[-1]].is_("OF", "IN", "FOR") if self.used else False

    def _peek_size(self) -> tuple[Valued | None, ir.CmpOp]:
        """The size that ``longer than`` speaks of; the word stays for the comparison."""
        mark = self.mark()
        found = self.size_word()
        self.reset(mark)
        return found

    def _larger_than(self) -> ComparedPart | None:
        """``longer than the X Fault``, ``larger than X``, ``with higher Au than sample X``."""
        mark = self.mark()
        self.take_all("WITH", "THAT", "COP", "AUX")
        operator: ir.CmpOp | None
        value = self.valued()
        factor = None
        if value is None:
            value, sign = self._peek_size()
            mark_size = self.mark()
            taken, _ = self.size_word()
            operator = sign if taken else None
            if value is None:
                self.reset(mark_size)
                operator = self.compare_word()
                value = self.valued() if operator else None
        else:
            self.take_all("CONTENT", "COP")
            operator = self.compare_word()
            factor = self.factor()
        if value is None or operator is None:
            return None
        self.take_all("THAN", "THATOF", "OF")
        nearest = self.anchor_phrase()
        if not isinstance(nearest, Phrase) or not nearest.names:
            return None
        self.take_all("'S")
        return ComparedPart(value, operator, self.since(mark), other=nearest, factor=factor)

    def _closer(self) -> ComparedPart | None:
        """``closer to X than to Y`` (two references), ``closer to X than Y`` (another feature)."""
        mark = self.mark()
        self.take_all("THAT", "COP", "AUX")
        word = self.take("CLOSER", "FARTHERFROM")
        if word is None:
            return None
        self.take_all("TO", "FROM")
        first = self.anchor_phrase()
        than = first is not None and (self.take("THAN") is not None or self.than_passed())
        referred = bool(than and self.take("TO", "FROM"))
        second = self.anchor_phrase() if than else None
        if second is None:
            return None
        operator: ir.CmpOp = "<" if word.is_("CLOSER") else ">"
        value = Valued("distance", (), anchor=first)
        same = isinstance(second, Phrase) and entity_of(self.card, second) == entity_of(self.card, self.target)
        if referred or not same:
            return ComparedPart(value, operator, self.since(mark), against=Valued("distance", (), anchor=second))
        return ComparedPart(value, operator, self.since(mark), other=second)  # type: ignore[arg-type]


def _size_in(key: str) -> Valued | None:
    """The size that ``longer than average`` speaks of."""
    if key.startswith(("longer", "shorter")):
        return Valued("measure", (), measure="length")
    return Valued("size", ()) if key.startswith(("larger", "bigger", "smaller", "greater")) else None


def _average_sign(key: str) -> ir.CmpOp:
    return "<" if key.startswith(("below", "less", "lower", "smaller", "shorter", "under")) else ">"

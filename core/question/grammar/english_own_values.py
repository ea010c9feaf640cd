"""English comparisons of two values of one feature: twice as much Zn as Pb; and the area of what is compared."""

from __future__ import annotations

from core.question.grammar.asked import ComparedPart
from core.question.grammar.english_contrasts import EnglishContrasts
from core.question.grammar.parts import Phrase, RegionPart
from core.question.grammar.typing import entity_of


class EnglishOwnValues(EnglishContrasts):
    """Productions that set two values of the same feature against each other."""

    def times_own(self) -> ComparedPart | None:
        """``at least twice as much Zn as Pb``, ``Zn more than three times Pb``, ``more Zn than Pb``."""
        mark = self.mark()
        self.take_all("WITH", "THAT", "COP", "AUX")
        first = self.valued()
        self.take_all("CONTENT", "COP", "AUX") if first else ()
        if self.at().is_("MIN", "MAX"):  # minimum year of gold deposits
            return None
        sign = self.compare_word()
        factor = self.factor()
        as_much = self.take("ASMUCH") is not None
        if sign is None and factor is None and not as_much:
            return None
        first = first or self.valued()
        self.take_all("CONTENT", "AS", "ASMUCH", "THAN", "OF", "THATOF", "TIMES")
        second = self.valued()
        self.take_all("CONTENT")
        if first is None or second is None or (first.kind, second.kind) != ("field", "field"):
            return None
        if set(first.attributes) & set(second.attributes):
            return None
        return ComparedPart(first, sign or ">=", self.since(mark), against=second, factor=factor)

    def area_compared(self, other: object) -> RegionPart | None:
        """``above the average in X``: the area of what is compared, no feature that has the value."""
        if (
            not isinstance(other, Phrase)
            or not other.names
            or entity_of(self.card, other) not in self.region_types()
        ):
            return None
        return RegionPart(tuple(x.text for x in other.names), tuple(x.use for x in other.names))

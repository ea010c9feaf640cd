"""How many of a reference: at least 3 faults, two or more deposits, the 3 longest rivers."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Literal

from core.question import ir
from core.question.grammar.english_places import EnglishPlaces
from core.question.grammar.parts import OrderPart, Phrase

_MAX_COUNT = 100_000


class EnglishCounts(EnglishPlaces):
    """Productions for numbers and superlatives before the noun of a reference."""

    @abstractmethod
    def described(self) -> Phrase | None:
        """A noun phrase with the conditions behind it."""

    def counted_features(self) -> Phrase | None:
        """``at least 3 faults``, ``two or more deposits``, ``exactly one lake``."""
        mark = self.mark()
        found = self.how_many()
        if found is None:
            return None
        phrase = self.described()
        if phrase is None or not phrase.head:
            return None
        return replace(phrase, count=found[:2], bare_count=found[2], uses=[*phrase.uses, *self.since(mark)])

    def how_many(self) -> tuple[ir.CmpOp, int, bool] | None:
        """(operator, number, said as a number alone) before a noun that is counted."""
        return self.attempt(self._how_many)

    def _how_many(self) -> tuple[ir.CmpOp, int, bool] | None:
        if self.take("SEVERAL"):
            return (">=", 2, False) if self.next_is_thing() else None
        if self.take("SINGLE"):
            return ("=", 1, False) if self.next_is_thing() else None
        operator = self.operator()
        value = self.number()
        if value is None or value != int(value) or not 0 <= value <= _MAX_COUNT:
            return None
        if operator is None and self.take("OR_MORE"):
            operator = ">="
        if operator is None and self.take("OR_LESS"):
            operator = "<="
        if (self.at().entry.units and not self.at().entry.content) or not self.next_is_thing():
            return None
        return operator or "=", int(value), operator is None  # type: ignore[return-value]

    def next_is_thing(self) -> bool:
        """True when a noun, value or name follows."""
        mark = self.mark()
        self.skip()
        found = bool(self.noun()) or self.is_value(self.at()) or self.is_name(self.at())
        self.reset(mark)
        return found

    def superlative(self) -> tuple[int | None, OrderPart] | None:
        """``the 3 longest`` before the noun of a reference."""
        mark = self.mark()
        self.take("TOP")
        value = self.number()
        limit = int(value) if value is not None and value == int(value) and value >= 1 else None
        word = self.take("MAX", "MIN", "OLDEST", "NEWEST")
        if word is None or (value is not None and limit is None) or not self.next_is_thing():
            return None
        direction: ir.Direction = "desc" if word.is_("MAX", "NEWEST") else "asc"
        kind: Literal["extent", "year"] = "extent" if word.is_("MAX", "MIN") else "year"
        return limit, OrderPart(kind, direction, self.since(mark))

"""How many of a reference: at least 3 faults, two or more deposits, the 3 longest rivers."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Literal

from core.question import ir
from core.question.grammar.asked import Valued
from core.question.grammar.english_places import EnglishPlaces
from core.question.grammar.parts import Mention, OrderPart, Part, Phrase, RegionPart, ValuePart
from core.question.meanings import Lexeme

_MAX_COUNT = 100_000
_RANKS = ("NEAREST", "FARTHEST", "MAX", "MIN", "OLDEST", "NEWEST")


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
        operator, value, bare = found
        if bare and (word := self.take("OR_MORE", "OR_LESS")):  # 4 deposits or more
            operator, bare = (">=" if word.is_("OR_MORE") else "<="), False
        uses = [*phrase.uses, *self.since(mark)]
        if bare and any(isinstance(x, OrderPart) for _, x in phrase.parts):
            return replace(phrase, limit=value, uses=uses)  # the three faults with the most deposits
        return replace(phrase, count=(operator, value), bare_count=bare, uses=uses)

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
        sized = self.attempt(self.in_what) if word is not None and word.is_("MAX", "MIN") else None
        if word is not None and self.at().key == "of":  # the largest of the bodies
            self.take("OF")
            limit = limit or 1
        if word is None or (value is not None and limit is None) or not self.next_is_thing():
            return None
        direction: ir.Direction = "desc" if word.is_("MAX", "NEWEST") else "asc"
        kind: Literal["extent", "year", "value"] = "extent" if word.is_("MAX", "MIN") else "year"
        return limit, OrderPart("value" if sized else kind, direction, self.since(mark), value=sized)

    def in_what(self) -> Valued | None:
        """``the largest (by area) body``, ``the largest-area body``."""
        mark = self.mark()
        self.take_all("STOP", "BY", "HYPHEN", "IN")
        word = self.take("AREA", "LENGTH", "PERIMETER")
        if word is None:
            return None
        name = next(x for x in ("area", "length", "perimeter") if word.is_(x.upper()))
        self.take_all("STOP")
        return Valued("measure", self.since(mark), measure=name)  # type: ignore[arg-type]

    def noun_follows(self, top: Lexeme | None) -> bool:
        """True before a noun or a superlative: the number says how many."""
        if top:
            return True
        for lexeme in self.lexemes[self.i : self.i + 6]:
            if lexeme.entry.entities or lexeme.is_(*_RANKS):
                return True
            if lexeme.kind in ("number", "symbol") or lexeme.is_("STOP"):
                return False
        return False

    def part_of_all(self, start: int) -> bool:
        """``which of the four X is the largest``: the number is that of all, not of those asked for."""
        before = [x.key for x in self.lexemes[max(0, start - 3) : start]]
        return before[-2:] == ["of", "the"] and before[0] in ("which", "which one") and not self.at().is_(*_RANKS)

    def unknown_anchor(self) -> Phrase | None:
        """An unknown name with its noun: ``the Foo gold deposit``, ``Foo``."""
        found = self.unknown_name()
        if found is None:
            return None
        phrase = Phrase(uses=[])
        uses = [*found[1], *self.kind_behind(phrase)]
        self.used.extend(x for x in found[1] if x not in self.used)
        phrase.names.append(Mention(self.words(tuple(uses)), (), found[1][0]))
        phrase.head.extend(uses)
        return phrase

    def area_owning(self) -> RegionPart | None:
        """``X's`` before ``longest fault``: of that area."""
        if not self.is_name(self.at_after_filler()):
            return None
        found = self.region()
        owns = found is not None and self.at().key in ("s", "'s", "’s")
        if not owns:
            return None
        self.advance()
        return found if self.next_is("MAX", "MIN", "OLDEST", "NEWEST", "TOP") else None

    def aged(self) -> ValuePart | None:
        """``strata older than Permian``, ``rocks from before the Permian``."""
        self.take_all("FROM", "OF", "COP")
        if not self.next_is("OLDER", "YOUNGER", "BEFORE", "AFTER", "GE", "LE"):
            return None
        found = self.described_values()
        return found if found is not None and found.op != "=" else None

    def dated(self) -> Part | None:
        """``deposits discovered after 1990``."""
        return None if self.at().is_("AND", "OR", "COMMA") else self.by_year()

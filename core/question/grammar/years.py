"""Years: before 1990, since 1990, in the 1980s, 1950年至1980年, 20世纪80年代."""

from __future__ import annotations

from core.question import ir
from core.question.grammar.differences import Differences
from core.question.grammar.parts import Comparison, NumberPart, Quantity
from core.question.meanings import Lexeme

_YEAR_OPERATORS: tuple[tuple[str, ir.AttrOp], ...] = (
    ("SINCE", ">="), ("AFTER", ">"), ("BEFORE", "<"), ("GE", ">="), ("LE", "<="), ("GT", ">"), ("LT", "<"),
    ("DURING", "="), ("EQ", "="), ("LOCATED", "="),
)  # fmt: skip
_YEAR_CLOSERS: tuple[tuple[str, ir.AttrOp], ...] = (
    ("BEFORE", "<"), ("AFTER", ">"), ("SINCE", ">="), ("OR_MORE", ">="), ("OR_LESS", "<="),
)  # fmt: skip
_OPENERS = ("WITH", "THAT", "OF", "COP", "AUX")


class Years(Differences):
    """Productions for conditions on a year."""

    def by_year(self) -> NumberPart | None:
        """``discovered before 1990``, ``1990年以后发现的``, ``in the 1980s``, ``between 1950 and 1980``."""
        mark = self.mark()
        negated = self.open_condition()
        attributes = self.year_word()
        if attributes:
            self.take_all("BETWEEN_START", "LOCATED", "OF", "COP", "DE")
        comparison = self.year_comparison() or (self._bare_year() if attributes else None)
        if comparison is None:
            return None
        if not attributes:
            self.take_all("DE")
            attributes = self.year_word()
        if not attributes:
            attributes = tuple(x.id for x in self.card.attributes.values() if x.kind == "year")
        if not attributes:
            return None
        return NumberPart(attributes, comparison, self.since(mark), "", negated)

    def open_condition(self) -> bool:
        """Words that may stand before a condition (``with``, ``whose``, ``that do not have``); True: negated."""
        negated = False
        for _ in range(6):
            if self.take("NOT"):
                negated = not negated
            elif not self.take(*_OPENERS):
                break
        return negated

    def year_word(self) -> tuple[str, ...]:
        """The attribute word of a year (``discovered``, ``发现``)."""
        mark = self.mark()
        found = self.attribute() or ()
        years = tuple(x for x in found if x in self.card.attributes and self.card.attributes[x].kind == "year")
        if not years:
            self.reset(mark)
            if self.take("DISCOVER"):
                return tuple(x.id for x in self.card.attributes.values() if x.kind == "year")
        return years

    def year_comparison(self) -> Comparison | None:
        """A comparison with a year, in either word order."""
        return self.first(self._decade, self._year_range, self._year_after_word, self._year_before_word)

    def _decade(self) -> Comparison | None:
        self.take("DURING", "LOCATED")
        lexeme = self.at_after_filler()
        if lexeme.kind != "number" or lexeme.number is None:
            return None
        self.skip()
        self.advance()
        year = lexeme.number
        if self.take("CENTURY"):
            decade = self.number()
            if decade is None or not self.take("DECADE_WORD"):
                return None
            year = (year - 1) * 100 + decade
        elif not (year % 10 == 0 and 1000 <= year <= 2100 and (self.take("DECADE_WORD") or self._plural_s())):
            return None
        return Comparison("between", Quantity(year, year + 9))

    def _bare_year(self) -> Comparison | None:
        """The year right behind the attribute word: ``discovered 1990``."""
        year = self.year()
        return None if year is None else Comparison("=", Quantity(year))

    def _plural_s(self) -> bool:
        if self.at().key in ("s", "'s"):
            self.advance()
            return True
        return False

    def _year_range(self) -> Comparison | None:
        self.take("BETWEEN", "DURING")
        first = self.year()
        if first is None or not self.take("AND", "TO", "HYPHEN"):
            return None
        second = self.year()
        if second is None:
            return None
        self.take("BETWEEN_END")
        return Comparison("between", Quantity(min(first, second), max(first, second)))

    def _year_after_word(self) -> Comparison | None:
        for name, operator in _YEAR_OPERATORS:
            mark = self.mark()
            if self.take(name):
                year = self.year()
                if year is not None:
                    closing = self._year_close() if operator == "=" else None
                    return Comparison(closing or operator, Quantity(year))
            self.reset(mark)
        return None

    def _year_before_word(self) -> Comparison | None:
        year = self.year()
        if year is None:
            return None
        operator = self._year_close()
        if operator is None:
            if not (self.next_is("DISCOVER") or self.lexemes[self.used[-1]].is_("YEAR_WORD")):
                return None
            operator = "="
        return Comparison(operator, Quantity(year))

    def _year_close(self) -> ir.AttrOp | None:
        return next((operator for name, operator in _YEAR_CLOSERS if self.take(name)), None)

    def at_after_filler(self) -> Lexeme:
        """The next lexeme that matters."""
        mark = self.mark()
        self.skip()
        found = self.at()
        self.reset(mark)
        return found

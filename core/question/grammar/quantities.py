"""Numbers, quantities with units, comparisons, years."""

from __future__ import annotations

from core.question import ir
from core.question.grammar.cursor import Cursor
from core.question.grammar.parts import Comparison, Quantity
from core.question.meanings import Lexeme
from core.question.numbers import english

_OPERATORS: tuple[tuple[str, ir.AttrOp], ...] = (
    ("GE", ">="), ("LE", "<="), ("GT", ">"), ("LT", "<"), ("NE", "!="), ("EQ", "="),
)  # fmt: skip
_OPPOSITE: dict[str, ir.AttrOp] = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!=", "!=": "="}
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_MAX_POWER = 12
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
_INCLUDED = ("含", "包括", "包含", "inclusive", "including", "included")


class Quantities(Cursor):
    """Productions for everything that starts from a number."""

    def number(self) -> float | None:
        """Digits, a Chinese numeral or English number words."""
        value = self._plain_number()
        if value is not None and self.at().is_("HALF_MORE"):
            self.advance()
            return value + 0.5
        if value is not None and self.at().key in _SCALES:
            value *= _SCALES[self.advance().key]
        return value if value is None else self._power(value)

    def _power(self, value: float) -> float:
        """``1.2 × 10^3``: the power of ten behind a number."""
        mark = self.mark()
        if self.at().text not in ("×", "x", "*", "·") or self.at(1).number != 10 or self.at(2).text != "^":
            return value
        for _ in range(3):
            self.advance()
        sign = -1 if self.at().text == "-" else 1
        if sign < 0:
            self.advance()
        power = self.at().number
        if self.at().kind != "number" or power is None or power != int(power) or power > _MAX_POWER:
            self.reset(mark)
            return value
        self.advance()
        return value * 10.0 ** (sign * power)

    def _plain_number(self) -> float | None:
        self.skip(("NUMBER",))
        if self.at().kind == "number":
            return self.advance().number
        words: list[str] = []
        mark = self.mark()
        while self.at().is_("NUMBER") and len(words) < 6:
            words.append(self.advance().key)
        if not words:
            return None
        value = english(words[0].split(" ") if len(words) == 1 else words)
        if value is None and len(words) == 1:
            value = english(words)
        if value is None:
            self.reset(mark)
        return value

    def unit(self, dimension: str | None = None) -> tuple[str, str] | None:
        """A unit of the given dimension (any when None)."""
        self.skip()
        for found in self.at().entry.units:
            if dimension in (None, found[0]):
                self.advance()
                return found
        return None

    def quantity(self, dimension: str | None = None) -> Quantity | None:
        """``5 km``, ``5-10 km``, ``5 km to 10 km``, ``百分之五``, ``5``; of one dimension when given."""
        return self.attempt(lambda: self._quantity(dimension))

    def _quantity(self, dimension: str | None) -> Quantity | None:
        if self.take("PERCENT"):
            value, percent = self.number(), self.units.find("%")
            fits = value is not None and (dimension is None or (percent is not None and percent[0] == dimension))
            return Quantity(value, None, *_pair(percent)) if value is not None and fits else None
        low = self.number()
        if low is None:
            return None
        low, unit_low = self._scaled(low, dimension)
        mark = self.mark()
        if self.take("TO", "HYPHEN"):
            high = self.number()
            if high is not None:
                high, unit_high = self._scaled(high, dimension)
                low, high, unit = self._common(low, unit_low, high, unit_high)
                if dimension is None or (unit and unit[0] == dimension):
                    return Quantity(min(low, high), max(low, high), *_pair(unit))
        self.reset(mark)
        if dimension is not None and (unit_low is None or unit_low[0] != dimension):
            return None
        return Quantity(low, None, *_pair(unit_low))

    def _scaled(self, value: float, dimension: str | None) -> tuple[float, tuple[str, str] | None]:
        """A number with what follows it: ``half`` (``两公里半``) and a unit."""
        unit = self.unit(dimension)
        if unit and self.at().kind == "number" and self.at().text == "半":
            self.advance()
            value += 0.5
        return value, unit

    def _common(
        self, low: float, unit_low: tuple[str, str] | None, high: float, unit_high: tuple[str, str] | None
    ) -> tuple[float, float, tuple[str, str] | None]:
        """Both ends of a range in the unit of the second; a missing unit is taken from the other end."""
        if unit_low and unit_high and unit_low != unit_high and unit_low[0] == unit_high[0]:
            low = self.units.convert(low, unit_low[1], unit_high[1])
        return low, high, unit_high or unit_low

    def between(self, dimension: str | None = None) -> Quantity | None:
        """``between 5 and 10 km``, ``from 5 to 10 km``, ``介于5和10公里之间``."""
        return self.attempt(lambda: self._between(dimension))

    def _between(self, dimension: str | None) -> Quantity | None:
        opened = self.take("BETWEEN")
        low = self.number()
        if low is None:
            return None
        low, unit_low = self._scaled(low, None)
        if not self.take("AND", "TO", "HYPHEN", "COMMA"):
            return None
        high = self.number()
        if high is None:
            return None
        high, unit_high = self._scaled(high, None)
        closed = self.take("BETWEEN_END")
        if not (opened or closed):
            return None
        low, high, unit = self._common(low, unit_low, high, unit_high)
        if dimension is not None and (unit is None or unit[0] != dimension):
            return None
        return Quantity(min(low, high), max(low, high), *_pair(unit))

    def comparison(self, dimension: str | None = None) -> Comparison | None:
        """An operator with its number: ``more than 20 ppb``, ``20 ppb以上``, ``between 5 and 10``, ``5-10``."""
        return self.attempt(lambda: self._comparison(dimension))

    def _comparison(self, dimension: str | None) -> Comparison | None:
        negated = bool(self.take("NOT"))
        found = self.between(dimension)
        if found:
            return Comparison("between", found) if not negated else None
        operator = self.operator()
        if operator is None and negated:
            return None
        quantity = self.quantity(dimension)
        if quantity is None:
            return None
        if quantity.high is not None and operator in (None, "="):
            self.take("BETWEEN_END")
            return Comparison("between", quantity)
        if operator is None or operator == "=":
            operator = self._trailing() or operator
        elif self.at().cjk and operator in (">", ">="):
            self.take("OR_MORE")  # 达到30ppm以上
        if operator is None:
            return None
        return Comparison(_OPPOSITE[operator] if negated else operator, quantity)

    def metres(self, comparison: Comparison) -> tuple[float | None, float | None]:
        """(minimum, maximum) distance in metres of a comparison."""
        quantity = comparison.quantity
        base = self.units.dimensions["length"].base

        def convert(value: float) -> float:
            return round(self.units.convert(value, quantity.unit or base, base), 6)

        if comparison.op == "between" and quantity.high is not None:
            return convert(quantity.low), convert(quantity.high)
        if comparison.op in (">", ">="):
            return convert(quantity.low), None
        return None, convert(quantity.low)

    def operator(self) -> ir.AttrOp | None:
        """A comparison word or sign."""
        self.skip([name for name, _ in _OPERATORS])
        for name, operator in _OPERATORS:
            if self.at().is_(name):
                self.advance()
                self.take("EQ")  # "> =", "不大于 等于"
                return operator
        return None

    def _trailing(self) -> ir.AttrOp | None:
        found: ir.AttrOp | None = ">=" if self.take("OR_MORE") else "<=" if self.take("OR_LESS") else None
        if found is not None:
            self.inclusive()
        return found

    def inclusive(self) -> None:
        """The remark of ``四个以上（含四个）``, which says nothing new."""
        mark = self.mark()
        if self.at().text not in ("(", "（") or self.at(1).key not in _INCLUDED:
            return
        for _ in range(5):
            if self.advance().text in (")", "）"):
                return
        self.reset(mark)

    def year(self) -> int | None:
        """A year: a whole number between 1000 and 2100 without unit."""
        return self.attempt(self._year)

    def _year(self) -> int | None:
        self.take("YEAR_WORD")
        self.skip()
        lexeme = self.at()
        if lexeme.kind != "number" or not _is_year(lexeme) or self.at(1).entry.units:
            return None
        self.advance()
        self.take("YEAR_WORD")
        return int(lexeme.number or 0)


def _is_year(lexeme: Lexeme) -> bool:
    value = lexeme.number
    return (
        value is not None
        and value == int(value)
        and _FIRST_YEAR <= value <= _LAST_YEAR
        and "," not in lexeme.text
        and "." not in lexeme.text
    )


def _pair(unit: tuple[str, str] | None) -> tuple[str | None, str | None]:
    return (None, None) if unit is None else (unit[1], unit[0])

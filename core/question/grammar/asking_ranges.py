"""Productions shared by both languages for comparisons, ranges and units of what is measured."""

from __future__ import annotations

from core.question import ir
from core.question.grammar.asked import Grouped, Valued
from core.question.grammar.neighbour_counts import NeighbourCounts

_OPERATORS: tuple[tuple[str, ir.CmpOp], ...] = (
    ("GE", ">="), ("LE", "<="), ("GT", ">"), ("LT", "<"), ("HIGHER", ">"), ("LOWER", "<"),
)  # fmt: skip
_STEPS = 10
"""Equal ranges that are shown."""
_FACTORS = (("TWICE", 2.0), ("THRICE", 3.0), ("HALFOF", 0.5))
MAX_ASKED = 12
_ORDERED = ("MAX", "MIN", "MOST", "FEWEST")


class AskingRanges(NeighbourCounts):
    """Comparisons, limits of ranges, units."""

    def difference_asked(self) -> bool | None:
        """``A minus B`` as what is asked for, not as an order or a condition."""
        found = self.differing()
        if found is None or self.next_is(*_ORDERED, "GT", "LT", "GE", "LE", "HIGHER", "LOWER"):
            return None
        start = found.uses[0]
        if any(x.is_(*_ORDERED, "SORT", "BY") for x in self.lexemes[max(0, start - 2) : start]):
            return None
        self.frame.asked.values.append(found)
        self.frame.listed = True
        return True

    def place_asked(self) -> bool | None:
        """``… and where was it found?``, ``…在哪里？`` behind the highest or lowest value."""
        mark = self.mark()
        if not self.frame.asked.aggregates or self.frame.asked.place or not self.take("WHERE"):
            return None
        while not (self.done or self.at().is_("STOP")):
            lexeme = self.at()
            if lexeme.kind in ("number", "unknown") or lexeme.entry.entities or lexeme.entry.names:
                return None
            self.advance()
        self.frame.asked.place = self.since(mark)
        return True

    def compare_word(self) -> ir.CmpOp | None:
        """``above``, ``higher than``, ``高于``."""
        for name, operator in _OPERATORS:
            if self.take(name):
                return operator
        return None

    def factor(self) -> float | None:
        """``twice``, ``three times``, ``2倍``."""
        for name, factor in _FACTORS:
            if self.take(name):
                return factor
        mark = self.mark()
        value = self.number()
        if value is not None and self.take("TIMES"):
            return value
        self.reset(mark)
        return None

    def edges(self) -> tuple[tuple[float, ...], str | None] | None:
        """(ascending limits, unit) of ``0-10, 10-50 and >50 ppm``, ``0～10、10～50、50以上``."""
        return self.attempt(self._edges)

    def _edges(self) -> tuple[tuple[float, ...], str | None] | None:
        found: set[float] = set()
        unit: str | None = None
        pieces = 0
        while pieces < MAX_ASKED:
            mark = self.mark()
            if pieces:
                self.take_all("COMMA", "AND", "OR", "SLASH")
            comparison = self.comparison()
            quantity = comparison.quantity if comparison else self.quantity()
            if quantity is None:
                self.reset(mark)
                break
            found.update(x for x in (quantity.low, quantity.high) if x is not None)
            unit = quantity.unit or self.unit_behind() or unit
            pieces += 1
        return (tuple(sorted(found)), unit) if len(found) > 1 else None

    def steps(self) -> tuple[tuple[float, ...], str | None] | None:
        """``every 10 ppb``, ``steps of 10 km``, ``每10公里``: equal ranges from zero on; the last one is open."""
        self.take_all("EACH", "OF")
        quantity = self.quantity()
        if quantity is None or quantity.high is not None or quantity.unit is None or quantity.low <= 0:
            return None
        return tuple(round(quantity.low * x, 9) for x in range(_STEPS + 1)), quantity.unit

    def bucket(
        self, limits: tuple[tuple[float, ...], str | None], value: Valued, uses: tuple[int, ...]
    ) -> Grouped:
        """A key by ranges, the limits in the unit in which the value is shown."""
        edges, unit = limits
        known = [self.card.attributes[x].unit for x in value.attributes if x in self.card.attributes]
        found = self.units.find(unit) if unit else None
        target = next((x for x in known if x), None)
        if found and target is None:
            target = self.units.dimensions[found[0]].base
        other = self.units.find(target) if target else None
        if found and other and found[0] == other[0]:
            edges = tuple(round(self.units.convert(x, found[1], other[1]), 9) for x in edges)
        return Grouped("bucket", uses, value=value, edges=edges)

    def unit_behind(self) -> str | None:
        """The unit behind ``50以上``."""
        units = self.at().entry.units
        if not units or self.at().entry.content:
            return None
        self.advance()
        return units[0][1]

    def unit_word(self) -> str | None:
        """A unit that no number stands before."""
        self.skip()
        if not self.at().entry.units or self.at(-1).kind == "number":
            return None
        unit = self.at().entry.units[0][1]
        self.advance()
        return unit

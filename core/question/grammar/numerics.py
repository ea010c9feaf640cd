"""Comparisons of numeric attributes: Au > 20 ppb, more than 20 ppb Au, between two limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from core.question.grammar.parts import Comparison, GroupPart, NumberPart, Quantity
from core.question.grammar.patterns import Patterns
from core.question.grammar.values import LIST, MAX_ITEMS


class Numerics(Patterns):
    """Productions for both languages."""

    def numeric(self) -> NumberPart | GroupPart | None:
        """``Au > 20 ppb``, ``MgO content greater than 5 %``, ``more than 20 ppb Au``, ``20 ppb以上的金``."""
        return self.first(self._both_sides, self._attribute_first, self._number_first)

    def _both_sides(self) -> GroupPart | None:
        """``Au above 5 but below 20 ppb``, ``金大于5且小于20ppb``: two comparisons of one attribute."""
        mark = self.mark()
        first = self._attribute_first()
        if first is None or first.further or first.negated or first.comparison.op == "between":
            return None
        link = self.take("AND", "COMMA", "OR")
        joined = self.at().key.startswith(("and ", "but "))
        second = self.comparison() if link or joined else None
        if second is None or second.op == "between" or self.at().entry.attributes:
            return None
        low, high = first.comparison.quantity, second.quantity
        if (low.unit and high.unit and low.dimension != high.dimension) or not self._compatible(
            first.attributes, high
        ):
            return None
        uses = self.since(mark)
        unit, dimension = low.unit or high.unit, low.dimension or high.dimension
        parts = tuple(
            replace(
                first,
                uses=uses,
                comparison=Comparison(op, replace(x, unit=x.unit or unit, dimension=x.dimension or dimension)),
            )
            for op, x in ((first.comparison.op, low), (second.op, high))
        )
        return GroupPart("or" if link and link.is_("OR") else "and", parts, uses)

    def _attribute_first(self) -> NumberPart | None:
        mark = self.mark()
        negated = self.open_condition()
        self.take("BOTH")
        attributes = self.attribute()
        if attributes is None:
            return None
        text = self.lexemes[self.used[-1]].text
        further, join = self._further_attributes()
        if self._content(attributes):
            self.absent_word()
        self.take_all("CONTENT", "DE", "OF", "COP", "ALL", "BOTH")
        outside = self.attempt(self._not_between)
        negated = negated or outside is not None
        comparison = outside or self.comparison() or self._standing_at() or self._equals()
        if comparison is None or not all(self._compatible(x, comparison.quantity) for x in (attributes, *further)):
            return None
        self.take_all("CONTENT")
        return NumberPart(attributes, comparison, self.since(mark), text, negated, further, join)

    def _further_attributes(self) -> tuple[tuple[tuple[str, ...], ...], Literal["and", "or"]]:
        """``… and Ag``, ``或银``: more attributes under the same comparison."""
        found: list[tuple[str, ...]] = []
        join: Literal["and", "or"] = "and"
        while len(found) < MAX_ITEMS:
            mark = self.mark()
            self.take_all("CONTENT")
            nor = self.at().key == "nor"
            link = self.advance() if nor else self.take(*LIST)
            if link and not link.is_("OR"):
                link = self.take("AND", "OR") or link
            touching = self.at().cjk and self.at(-1).cjk  # 铜锌都大于…
            attributes = self.attribute() if link or touching else None
            if attributes is None:
                self.reset(mark)
                break
            join = "or" if nor or (link and link.is_("OR")) else join
            found.append(attributes)
        return tuple(found), join

    def _standing_at(self) -> Comparison | None:
        """``金在15 ppb以上``."""
        if not (self.at().cjk and self.at().is_("BETWEEN") and self.at(1).kind == "number"):
            return None
        return self.attempt(lambda: (self.advance(), self.comparison())[1])

    def absent_word(self) -> None:
        """``gold grade``: a number word that no layer has only repeats that the content is meant."""
        entry = self.at().entry
        found = () if entry.concepts else entry.attributes
        if found and self._content(found) and not any(x in y.columns for x in found for y in self.card.layers):
            self.advance()

    def _content(self, attributes: tuple[str, ...]) -> bool:
        return any(self.card.attributes[x].dimension == "mass_fraction" for x in attributes)

    def _not_between(self) -> Comparison | None:
        """``不在50到100之间``."""
        found = self.between() if self.take("NOT") else None
        return Comparison("between", found) if found is not None else None

    def _equals(self) -> Comparison | None:
        quantity = self.quantity()
        if quantity is None or quantity.unit is None:
            return None
        return Comparison("=", quantity)

    def _number_first(self) -> NumberPart | None:
        mark = self.mark()
        negated = self.open_condition()
        comparison = self.attempt(self._at_least_having) or self.comparison()
        if comparison is None or comparison.quantity.dimension == "length":
            return None
        self.take_all("OF", "DE", "IN")
        attributes = self.attribute()
        if attributes is None or not self._compatible(attributes, comparison.quantity):
            return None
        text = self.lexemes[self.used[-1]].text
        self.take_all("CONTENT")
        return NumberPart(attributes, comparison, self.since(mark), text, negated)

    def _at_least_having(self) -> Comparison | None:
        """``至少有200张床位``: the verb stands between the limit and the number."""
        operator = self.operator()
        if operator is None or not self.at().cjk or not self.take("HAVE"):
            return None
        quantity = self.quantity()
        return Comparison(operator, quantity) if quantity is not None and quantity.high is None else None

    def _compatible(self, attributes: tuple[str, ...], quantity: Quantity) -> bool:
        """True when at least one reading of the attribute word is numeric and takes this unit."""
        known = [self.card.attributes[x] for x in attributes if x in self.card.attributes]
        numeric = [x for x in known if x.kind in ("number", "year")]
        return any(quantity.dimension is None or x.dimension in (None, quantity.dimension) for x in numeric)

"""Numbers, units and ranks: from the words of a question to numbers in the unit of each column."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from core.query.grounded import ColumnTest, NumberTest, OrderColumn
from core.query.matching import clean
from core.query.unbound import UnboundError
from core.query.values import TextMatch, TextValues, merge
from core.query.words import say
from core.vocabulary.card import Attribute, Column
from core.vocabulary.units import Units


class Values(TextValues):
    """Looks all kinds of values up in the columns of one card."""

    # --- ranks ------------------------------------------------------------------------------------------------

    def ranks(self, attribute: Attribute, column: Column) -> Mapping[str, float] | None:
        """Raw value → rank, when the values of the attribute have an order of their own."""
        found: dict[str, float] = {}
        for concept_id, cells in column.concepts.items():
            concept = self.card.concepts.get(concept_id)
            if concept is not None and concept.rank is not None and attribute.id in concept.attributes:
                for cell in cells:
                    found[cell] = max(found.get(cell, -math.inf), concept.rank)
        return found or None

    def beyond(self, attribute: Attribute, columns: Mapping[str, Column], op: str, value: str) -> TextMatch:
        """The cells whose rank compares to that of `value` as asked ("larger than medium").

        Raises:
            UnboundError: the value has no rank.
        """
        concept = self.concept(attribute, clean(value))
        rank = self.card.concepts[concept].rank if concept else None
        if concept is None or rank is None:
            message = say("bad_order", self.language, attribute=attribute.labels.in_(self.language), op=op)
            raise UnboundError("unsupported", message)
        holds = {"<": rank.__gt__, "<=": rank.__ge__, ">": rank.__lt__, ">=": rank.__le__}[op]
        cells = {
            table: tuple(raw for raw, x in (self.ranks(attribute, c) or {}).items() if holds(x))
            for table, c in columns.items()
        }
        texts = merge(
            *(
                self.spellings(c.id)
                for c in self.card.concepts.values()
                if attribute.id in c.attributes and c.rank is not None and holds(c.rank)
            )
        )
        return TextMatch(concept, "concept", 1.0, cells, texts)

    # --- numbers ----------------------------------------------------------------------------------------------

    def number(self, attribute: Attribute, value: Any) -> float:
        """A finite number.

        Raises:
            UnboundError: it is none.
        """
        try:
            found = float(value) if not isinstance(value, bool) else math.nan
        except (TypeError, ValueError):
            found = math.nan
        if not math.isfinite(found):
            name = attribute.labels.in_(self.language)
            raise UnboundError("unsupported", say("bad_number", self.language, value=value, attribute=name))
        return found

    def convert(
        self, attribute: Attribute, column: Column, unit: str | None, numbers: Sequence[float]
    ) -> list[float]:
        """`numbers` of `unit` (default: the display unit) in the unit of the column, rounded to 15 digits.

        Raises:
            UnboundError: the unit is not one of the attribute.
        """
        source, stored = unit or attribute.unit, column.unit
        if source is None or stored is None:
            return list(numbers)
        a, b = self.units.find(source), self.units.find(stored)
        if a is None or b is None or a[0] != b[0]:
            name = attribute.labels.in_(self.language)
            raise UnboundError("unsupported", say("bad_unit", self.language, unit=source, attribute=name))
        return [float(f"{self.units.convert(x, source, stored):.15g}") for x in numbers]

    def order_column(self, attribute: Attribute, column: Column) -> OrderColumn:
        """How a column gives the value to order by."""
        if attribute.kind in ("number", "year"):
            return OrderColumn(column, factor(self.units, attribute, column))
        return OrderColumn(column, ranks=self.ranks(attribute, column))


def factor(units: Units, attribute: Attribute, column: Column) -> float:
    """From the unit of the column to the display unit; 1 where either is not known."""
    if attribute.unit is None or column.unit is None or units.find(column.unit) is None:
        return 1.0
    return float(f"{units.convert(1.0, column.unit, attribute.unit):.15g}")


def number_tests(
    columns: Mapping[str, Column], op: Any, numbers: Mapping[str, Sequence[float]]
) -> dict[str, ColumnTest]:
    """The test of each table for numbers in its own unit."""
    return {table: NumberTest(column, op, tuple(numbers[table])) for table, column in columns.items()}

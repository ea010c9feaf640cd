"""Cells of result tables as texts: numbers in a unit people read, yes and no, names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.answer.display import number_text
from core.answer.numbers import fixed, integer, quantity
from core.answer.phrases_conditions import measure
from core.answer.phrases_tables import table_phrase
from core.errors import Language
from core.query.result import Table, TableColumn
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units

_LARGER = {"m": ("km", 1_000.0), "m2": ("km2", 100_000.0)}
"""Unit → the one used from a size on, in the small unit."""


@dataclass(frozen=True)
class Cells:
    """Writes the cells of one table."""

    card: SchemaCard
    units: Units
    language: Language

    def text(self, value: Any, column: TableColumn) -> str:
        """A cell with its unit; "" where there is no value."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return table_phrase("yes" if value else "no", self.language)
        if isinstance(value, str):
            return (
                f"{value} {self.unit_label(column.unit)}"
                if self._range(column) and value[:1] in "<≥0123456789-"
                else value
            )
        if self._year(column):
            return str(int(value)) if float(value).is_integer() else quantity(float(value), self.language)
        return self._number(value, column)

    def _number(self, value: float, column: TableColumn) -> str:
        if column.share:
            return number_text(float(value) * 100.0, "%", self.units, self.language)
        if column.unit == "deg":
            return f"{self._degrees(float(value), column)}°"
        unit, factor = self.readable(abs(value), column.unit)
        return number_text(float(value) * factor if factor != 1.0 else value, unit, self.units, self.language)

    def bare(self, value: Any, column: TableColumn, unit: str | None) -> str:
        """A cell without its unit, in `unit`: for columns that name their unit in the heading."""
        if value is None or isinstance(value, bool | str):
            return "" if value is None else self.text(value, TableColumn(column.key, column.label))
        if self._year(column) or column.share:
            return self.text(value, column)
        if column.unit == "deg":
            return self._degrees(float(value), column)
        factor = self._factor(column.unit, unit)
        number = float(value) * factor if factor != 1.0 else value
        return quantity(number, self.language) if isinstance(number, float) else integer(number, self.language)

    def number(self, value: Any, column: TableColumn, unit: str | None) -> Any:
        """A cell as a number in `unit`, or as a text: for tables that can be sorted."""
        if not isinstance(value, int | float) or isinstance(value, bool):
            return value if value is None else self.bare(value, column, unit)
        factor = self._factor(column.unit, unit)
        return float(value) * factor if factor != 1.0 else value

    def readable(self, size: float, unit: str | None) -> tuple[str | None, float]:
        """The unit to show a number in, and what it is multiplied by."""
        if unit == "deg":
            return "°", 1.0
        larger, least = _LARGER.get(unit or "", ("", 0.0))
        if larger and size >= least and self.units.find(larger):
            return larger, self._factor(unit, larger)
        return unit, 1.0

    def column_unit(self, table: Table, i: int) -> str | None:
        """One unit for all cells of a column."""
        numbers = [abs(r.cells[i]) for r in table.rows if isinstance(r.cells[i], int | float)]
        return self.readable(max(numbers, default=0.0), table.columns[i].unit)[0]

    def heading(self, table: Table, i: int) -> str:
        """The heading of a column with its unit."""
        column, unit = table.columns[i], self.column_unit(table, i)
        return f"{column.label} ({self.unit_label(unit)})" if unit else column.label

    def unit_label(self, unit: str | None) -> str:
        """A unit in words."""
        return "" if unit is None else "°" if unit == "deg" else self.units.label(unit, self.language)

    def _degrees(self, value: float, column: TableColumn) -> str:
        """Coordinates with four decimals, directions with one."""
        places = column.label in (measure("x", self.language), measure("y", self.language))
        return fixed(value, 4 if places else 1)

    def _factor(self, source: str | None, target: str | None) -> float:
        if source is None or target is None or source == target or not self.units.find(target):
            return 1.0
        return self.units.convert(1.0, source, target) if self.units.find(source) else 1.0

    def _year(self, column: TableColumn) -> bool:
        known = self.card.attributes.get(column.attribute or "")
        return known is not None and known.kind == "year" and column.agg in (None, "min", "max", "median")

    def _range(self, column: TableColumn) -> bool:
        """True for a column of ranges, whose texts lack their unit."""
        return column.role == "group" and column.unit is not None

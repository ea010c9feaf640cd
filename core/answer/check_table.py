"""Computed values held against the result table, and the table against the features it was computed from."""

from __future__ import annotations

from core.answer.check_values import number_agrees
from core.answer.computed import cells
from core.answer.material import Material
from core.answer.model import Citation
from core.answer.recompute import differences


class TableCheck:
    """Finds the computed values of one answer again."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._differences: tuple[str, ...] | None = None

    @property
    def differences(self) -> tuple[str, ...]:
        """Values that come out differently when they are computed from the listed features."""
        if self._differences is None:
            self._differences = differences(self._material)
        return self._differences

    def supports(self, citation: Citation) -> bool:
        """Whether the table holds the value that `citation` states, and stands up to being computed again.

        Raises:
            KeyError, IndexError, ValueError: the table has no such place.
        """
        result = self._material.result
        if result is None or result.table is None or self.differences:
            return False
        table = result.table
        kind, _, rest = (citation.column or "").partition(":")
        if kind == "table":
            row, column = (int(x) for x in rest.split(":"))
            return self._cell(citation, row, column)
        if kind in ("ref", "head"):
            ref = table.rows[int(rest)].ref if kind == "ref" else None
            return citation.text == (f"#{ref.fid}" if ref is not None else table.columns[int(rest)].label)
        if kind == "note":
            key, _, what = rest.rpartition(":")
            return self._number(citation, getattr(table.notes[key], what))
        if kind == "table.shown":
            return self._number(citation, min(int(rest), len(table.rows)))
        name = kind.removeprefix("table.")
        return name in ("total", "of", "tied", "outside") and self._number(citation, getattr(table, name))

    def _cell(self, citation: Citation, row: int, column: int) -> bool:
        table = self._material.result.table if self._material.result is not None else None
        if table is None:
            return False
        value, head = table.rows[row].cells[column], table.columns[column]
        if isinstance(value, bool | str) or head.role == "group":
            return citation.text == cells(self._material).text(value, head)
        if head.share and value is not None:
            return number_agrees(citation.text, value * 100.0, "%", self._material.units)
        return value is not None and number_agrees(citation.text, value, citation.unit, self._material.units)

    def _number(self, citation: Citation, value: int) -> bool:
        return number_agrees(citation.text, value, None, self._material.units)

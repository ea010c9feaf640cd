"""Units: spellings, dimensions and conversion, read from ``units.json``."""

from __future__ import annotations

from collections.abc import Mapping

from core.errors import SettingsError
from core.vocabulary.mappings import DimensionEntry


class Units:
    """Conversion between the units of one dimension.

    Spellings are matched exactly first (``M`` may differ from ``m``), then without regard to case.
    """

    def __init__(self, dimensions: Mapping[str, DimensionEntry]) -> None:
        self.dimensions = dimensions
        self._exact: dict[str, tuple[str, str]] = {}
        self._folded: dict[str, tuple[str, str]] = {}
        for dimension, entry in dimensions.items():
            for unit, definition in entry.units.items():
                for spelling in (unit, *definition.synonyms):
                    self._exact.setdefault(spelling, (dimension, unit))
                    self._folded.setdefault(spelling.casefold(), (dimension, unit))

    def find(self, spelling: str) -> tuple[str, str] | None:
        """(dimension, unit id) of a spelling, or None."""
        return self._exact.get(spelling) or self._folded.get(spelling.casefold())

    def spellings(self) -> Mapping[str, tuple[str, str]]:
        """Every exact spelling with its (dimension, unit id)."""
        return self._exact

    def convert(self, value: float, source: str, target: str) -> float:
        """`value` of unit `source` expressed in unit `target`.

        Raises:
            SettingsError: a unit is unknown or the dimensions differ.
        """
        a, b = self.find(source), self.find(target)
        if a is None or b is None:
            raise SettingsError(f"The unit “{source if a is None else target}” is not in units.json.")
        if a[0] != b[0]:
            raise SettingsError(f"“{source}” ({a[0]}) cannot be converted to “{target}” ({b[0]}).")
        if a[1] == b[1]:
            return value
        units = self.dimensions[a[0]].units
        return value * units[a[1]].factor / units[b[1]].factor

    def label(self, unit: str, language: str) -> str:
        """Display form of a unit in `language`; unknown units are shown as they are."""
        found = self.find(unit)
        if found is None:
            return unit
        labels = self.dimensions[found[0]].units[found[1]].labels
        return labels.zh if language == "zh" else labels.en

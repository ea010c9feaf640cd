"""What a legend consists of."""

from __future__ import annotations

from dataclasses import dataclass

from core.vocabulary.card import GeometryKind, Labels


@dataclass(frozen=True)
class LegendEntry:
    """One line of the legend."""

    labels: Labels
    swatch: str
    """SVG text, made only of numbers and checked colours."""
    count: int | None = 0
    """Features of the class; None where the line shows a size and stands for no class."""


@dataclass(frozen=True)
class LegendGroup:
    """The classes of one entity type or layer; a type without classes has one entry, itself."""

    labels: Labels
    entries: tuple[LegendEntry, ...]
    geometry: GeometryKind

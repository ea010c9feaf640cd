"""What a style does to a layer, in counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.mapping.style_model import Note, StyleClass
from core.mapping.style_names import Resolved


@dataclass(frozen=True)
class ClassCount:
    """A class of the style and its features in the layer."""

    entry: StyleClass
    count: int
    default: bool = False


@dataclass(frozen=True)
class MatchReport:
    """What a style does to a layer; every feature is in exactly one of the counts."""

    fields: tuple[Resolved, ...]
    total: int
    filtered: int
    """Left out by the definition query."""
    classes: tuple[ClassCount, ...]
    unmatched: int
    """Without a class; drawn only where the style has a default."""
    unmatched_values: tuple[tuple[tuple[str | None, ...], int], ...]
    """The most frequent values without a class, with their features."""
    unmatched_kinds: int
    """How many different values have no class."""
    notes: tuple[Note, ...] = ()

    @property
    def counts(self) -> Mapping[str, int]:
        """Class key → features, as the legend takes them."""
        return {c.entry.key: c.count for c in self.classes}

    @property
    def empty_classes(self) -> tuple[StyleClass, ...]:
        """Classes without any feature."""
        return tuple(c.entry for c in self.classes if not c.count and not c.default)

    @property
    def complete(self) -> bool:
        """Whether every field has its column."""
        return all(f.column is not None for f in self.fields)

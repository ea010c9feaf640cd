"""What a stretch of a question can mean: lexicon entries and the lexemes that segmentation makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.question.ir import Span

Implied = tuple[tuple[str, str], ...]
"""(attribute id, concept id) pairs that an entity word says besides the entity type."""


@dataclass(frozen=True, slots=True)
class Entry:
    """All meanings of one spelling."""

    words: frozenset[str] = frozenset()
    """Grammatical classes of a closed-class word."""
    entities: tuple[tuple[str, Implied], ...] = ()
    attributes: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    """(attribute id, raw database value) for values that no concept covers."""
    units: tuple[tuple[str, str], ...] = ()
    """(dimension, unit id)."""
    names: tuple[int, ...] = ()
    """Positions in the name list of the lexicon."""

    @property
    def content(self) -> bool:
        """True when the spelling says something about the data, not only about the sentence."""
        return bool(self.entities or self.attributes or self.concepts or self.values or self.names)

    def without_content(self) -> Entry:
        """The same spelling as a closed-class word or unit only."""
        return Entry(words=self.words, units=self.units)


NOTHING = Entry()
LexemeKind = Literal["entry", "number", "unknown", "symbol", "end"]


@dataclass(frozen=True, slots=True)
class Lexeme:
    """One unit of the segmented question."""

    kind: LexemeKind
    text: str
    """The characters as typed, invisible ones left out."""
    span: Span
    """Their place in the original question."""
    key: str
    entry: Entry = NOTHING
    number: float | None = None
    cjk: bool = False

    def is_(self, *classes: str) -> bool:
        """True when the lexeme belongs to one of the grammatical classes."""
        return not self.entry.words.isdisjoint(classes)


END = Lexeme("end", "", (0, 0), "")

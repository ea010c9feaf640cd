"""One test question with what it means, and the right answer to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from core.evaluation.gold.world import Ref

Split = Literal["paper", "dev", "test"]
Expected = Literal["answer", "refused", "clarify", "route"]
Meaning = Mapping[str, Any]


@dataclass(frozen=True)
class Record:
    """A question of a test set."""

    id: str
    question: str
    language: Literal["en", "zh"]
    split: Split
    intent: str
    """Kind of question, the rows of the report's table."""
    shape: str
    family: str
    """The phrasing it was made from; a family belongs to one split."""
    region: str
    """Study area it is about; ``all`` for none in particular."""
    features: tuple[str, ...]
    """Parts of the query language it needs."""
    meaning: Meaning
    expects: Expected = "answer"
    accept: tuple[str, ...] = ()
    """Statuses that are right when it is not to be answered."""
    before: tuple[str, ...] = ()
    """Questions asked before it in the same dialogue."""
    box: tuple[float, float, float, float] | None = None
    """Selection on the map that goes with it: west, south, east, north."""


@dataclass(frozen=True)
class Group:
    """One row of a table: keys of its groups (or the names of a feature), numbers."""

    keys: tuple[tuple[str, ...], ...]
    numbers: tuple[float | None, ...]


@dataclass(frozen=True)
class Mentions:
    """What the words of a question must be bound to."""

    features: tuple[frozenset[Ref], ...] = ()
    """For each named feature or study area, its rows (any of several sets of rows: one entry each)."""
    values: tuple[tuple[str, frozenset[str]], ...] = ()
    """For each attribute value: attribute, the cells it may stand for."""
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gold:
    """The right answer."""

    kind: Literal["list", "count", "exists", "value", "values", "table", "pairs", "none"]
    refs: tuple[Ref, ...] = ()
    """Right features; in the order asked for when `keys` are given."""
    keys: tuple[float | None, ...] = ()
    """What an explicit order goes by; equal keys may stand in any order."""
    cut: bool = False
    """True when a limit cut the list; features tied with the last one are as right."""
    tied: frozenset[Ref] = frozenset()
    """Features equal to the last one of a cut list."""
    distances: Mapping[Ref, float] = field(default_factory=dict)
    """Metres to the nearest reference, where the question asks for a distance."""
    gains: Mapping[Ref, float] = field(default_factory=dict)
    """Relevance for NDCG."""
    number: float | None = None
    unit: str | None = None
    values: Mapping[Ref, float | None] = field(default_factory=dict)
    groups: tuple[Group, ...] = ()
    units: tuple[str | None, ...] = ()
    pairs: Mapping[Ref, tuple[Ref, ...]] = field(default_factory=dict)
    also: tuple[Gold, ...] = ()
    mentions: Mentions = Mentions()

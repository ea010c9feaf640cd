"""What an answer must say, as both independent calculations give it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Feature = tuple[str, int]
"""Table and row number."""


@dataclass(frozen=True)
class Near:
    """Distances of one target: nearest reference, and how many satisfy the relation."""

    nearest: Feature
    metres: float
    count: int


@dataclass(frozen=True)
class Expected:
    """Features in order; what was measured for them; the value of a count or yes/no question."""

    features: tuple[Feature, ...]
    near: Mapping[Feature, Near] = field(default_factory=dict)
    ordered: bool = True
    """False when the question leaves the order open."""
    keys: tuple[float, ...] = ()
    """What `features` are ordered by; equal keys may stand in any order of table and row."""

"""Values of a proposal: what is known of a layer, and what its columns probably mean, with reasons."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.vocabulary.card import GeometryKind

_SENTENCES: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("proposal_sentences.json").read_text("utf-8")
)
CERTAIN = 0.8
"""From this confidence on a proposal needs no second look."""
POSSIBLE = 0.35
"""Below this confidence nothing is filled in."""


@dataclass(frozen=True)
class Reason:
    """Why something is proposed, or what speaks against it."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def say(self, language: str = "en") -> str:
        """The sentence in `language`."""
        entry = _SENTENCES[self.code]
        parts = {k: v[0 if language == "en" else 1] if isinstance(v, tuple) else v for k, v in self.values.items()}
        return entry["zh" if language == "zh" else "en"].format(**parts)


@dataclass(frozen=True)
class ColumnFacts:
    """A column as the file or the database has it."""

    name: str
    """Column of the table."""
    numeric: bool
    heading: str = ""
    """Heading in the source; the name where it is the same."""
    unit: str = ""
    """Unit stated beside the heading: by a row of units or by a person."""
    values: tuple[str, ...] = ()
    """Distinct values as text, all of them or a sample."""
    complete: bool = False
    """Whether `values` are all distinct values."""
    many: bool = False
    """Whether there are more distinct values than a vocabulary has: names, numbers of samples, remarks."""
    low: float | None = None
    high: float | None = None
    """Smallest and largest number."""


@dataclass(frozen=True)
class LayerFacts:
    """A loaded or staged layer."""

    table: str
    title: str
    columns: tuple[ColumnFacts, ...]
    geometry: GeometryKind | None = None
    source: str = ""
    """Name of the file, for the words in it."""


@dataclass(frozen=True)
class ValueProposal:
    """A raw value that the vocabulary does not know, and what it may mean."""

    raw: str
    concepts: tuple[str, ...]
    confidence: float
    reason: Reason


@dataclass(frozen=True)
class ColumnProposal:
    """One attribute ← one column."""

    attribute: str
    column: str
    confidence: float
    """0 to 1."""
    reasons: tuple[Reason, ...]
    unit: str | None = None
    """Unit of the stored numbers in the spelling of ``units.json``; None for texts and bare numbers."""
    unit_stated: bool = False
    """False when the unit is an assumption."""
    separators: str = ""
    understood: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Raw value → concept ids that the shared vocabulary finds by itself."""
    values: tuple[ValueProposal, ...] = ()
    """Raw values it does not know, with a proposal."""
    unknown: tuple[str, ...] = ()
    """Raw values for which there is no proposal either."""

    @property
    def certain(self) -> bool:
        """Whether it can be taken without a second look."""
        return self.confidence >= CERTAIN

    def why(self, language: str = "en") -> str:
        """The reasons as one text."""
        return (" " if language == "en" else "").join(x.say(language) for x in self.reasons)


@dataclass(frozen=True)
class KindProposal:
    """A kind of feature the layer may hold."""

    entity_type: str
    confidence: float
    reasons: tuple[Reason, ...]

    def why(self, language: str = "en") -> str:
        """The reasons as one text."""
        return (" " if language == "en" else "").join(x.say(language) for x in self.reasons)


@dataclass(frozen=True)
class Skipped:
    """A column for which nothing is proposed."""

    column: str
    reason: Reason


@dataclass(frozen=True)
class Proposal:
    """What a layer probably is."""

    kinds: tuple[KindProposal, ...]
    """Kinds whose geometry suits, the most probable first."""
    entity_type: str | None
    """The kind the columns are proposed for: the wanted one, else the most probable, else None."""
    columns: tuple[ColumnProposal, ...]
    """At most one for each column and each attribute, in the order of the columns."""
    others: Mapping[str, tuple[ColumnProposal, ...]] = field(default_factory=dict)
    """Column → further meanings it may have."""
    skipped: tuple[Skipped, ...] = ()

    def column(self, attribute: str) -> ColumnProposal | None:
        """The proposal for an attribute."""
        return next((x for x in self.columns if x.attribute == attribute), None)

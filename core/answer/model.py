"""The answer object: one value that the map, the table, the text, the command line and the report share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from core.evidence.types import Evidence
from core.query.result import Binding, FeatureRef, Rows
from core.question import ir
from core.question.reading import Choice, Reading, Routing

Status = Literal["answered", "clarify", "refused"]


@dataclass(frozen=True)
class Citation:
    """What one value of one claim rests on."""

    number: int
    """The number in square brackets; equal sources share it."""
    kind: Literal["cell", "distance", "count", "computed", "passage", "setting", "finding"]
    text: str
    """The value exactly as it stands in the claim, e.g. ``2.84 km``."""
    refs: tuple[FeatureRef, ...] = ()
    """Rows it was read from (cell: one; distance: target and reference; count: empty)."""
    column: str | None = None
    value: Any = None
    unit: str | None = None
    source: str = ""
    """Layer title and file, or document and page."""
    quote: str = ""
    span: tuple[int, int] | None = None
    """Where `text` stands in the text of the claim, ``[start, end)``."""


@dataclass(frozen=True)
class Claim:
    """One sentence (or list item) whose every number, name and unit is cited."""

    kind: Literal["summary", "row", "relation", "zero", "caveat", "passage"]
    text: str
    citations: tuple[Citation, ...] = ()
    target: FeatureRef | None = None
    section: str = ""
    """Heading of an assessment under which it stands: an id of ``core/answer/assessed/sections.py``."""


@dataclass(frozen=True)
class Assumption:
    """Something the question did not say, shown as a chip."""

    label: str
    value: str
    reason: str
    editable: Literal["distance", "region", "intent"] | None = None


EditKind = Literal["distance", "number", "count", "percentile", "choice", "region"]


@dataclass(frozen=True)
class Edit:
    """One value of a query that can be changed in place."""

    path: str
    """Dotted pointer into the query, without a leading ``query.``."""
    kind: EditKind
    label: str
    value: float | str
    """Present value; distances in metres, numbers in `unit`."""
    unit: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    """For choices: (value, label)."""


@dataclass(frozen=True)
class Chip:
    """One element of the interpretation row: what was understood from which words."""

    label: str
    value: str
    span: tuple[int, int] | None
    assumed: bool = False
    carried: bool = False
    """Taken over from the question before."""
    reason: str = ""
    """Why it is assumed."""
    path: str | None = None
    """Where the node stands in the query, without a leading ``query.``; leaving it out removes the node."""
    edits: tuple[Edit, ...] = ()
    """Values of it that can be changed in place."""
    removable: bool = False


@dataclass(frozen=True)
class Overlay:
    """A product of a kept analysis that belongs on the map beside the answer."""

    analysis: str
    """Id of the analysis."""
    product: str
    """Name of its product."""
    title: str
    column: str = ""
    """Property of a geometry product that is shown; "" for a raster or for plain outlines."""
    only: str = ""
    """Value of `column` that alone is shown; "" for all."""


@dataclass(frozen=True)
class Fluent:
    """The text of an answer in the words of a language model, checked sentence by sentence."""

    model: str
    """Name of the model."""
    claims: tuple[Claim, ...]
    """All claims of the answer in their order: accepted sentences, and composed ones in the place of others."""
    kept: int
    """Sentences of the model that were accepted."""
    of: int
    """Sentences the model was asked for."""
    seconds: float = 0.0
    note: str = ""
    """Why the model ended early; "" when it did not."""


@dataclass(frozen=True)
class Answer:
    """The checked answer to one question."""

    id: str
    question: str
    language: Literal["en", "zh"]
    status: Status
    routing: Routing
    reading: Reading | None
    bindings: tuple[Binding, ...] = ()
    chips: tuple[Chip, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    result: Rows | None = None
    evidence: tuple[Evidence, ...] = ()
    claims: tuple[Claim, ...] = ()
    message: str = ""
    """For clarify and refused: the one sentence, in the language of the question."""
    reason: str = ""
    """For clarify and refused: why, as a word for statistics; "" where the reading says it."""
    choices: tuple[Choice, ...] = ()
    citation_coverage: float | None = None
    """Share of the numbers and names in the claims that carry a citation."""
    citation_correct: float | None = None
    """Share of the citations whose value was found again at its source."""
    data_version: str = ""
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    region: str | None = None
    """Study area chosen outside the question, if any."""
    dropped: tuple[str, ...] = ()
    """Why claims were withheld by the citation check; empty in a sound answer."""
    also: tuple[Answer, ...] = ()
    """Answers to further, independent questions of the same text, in order."""
    carried: tuple[str, ...] = ()
    """What was taken over from the question before, in words; empty when the question stands alone."""
    after: Answer | None = None
    """The answer the question could lean on, without its own; asking again needs it."""
    base: tuple[FeatureRef, ...] = ()
    """The features that "those" and "of them" of this question stand for."""
    read_by: str = ""
    """Name of the language model that helped to read the question; "" when none was needed."""
    fluent: Fluent | None = None
    """The answer in the words of a language model, when somebody asked for it."""
    overlays: tuple[Overlay, ...] = ()
    """What kept analyses show on the map beside this answer."""
    edited: tuple[ir.Query, ...] = ()
    """The interpretations before the present one, oldest first; edits of the chips can be taken back."""

"""The phrases a grammar finds, before the schema card decides what each of them can be said of.

A part knows the lexemes it was read from (`uses`), so coverage can be accounted for exactly: the lexemes of parts
that end up in the query are explained, all others are not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from core.question import ir
from core.question.grammar.asked import Asked, ComparedPart, Valued
from core.question.grammar.leaf_parts import (
    AnomalyPart,
    Comparison,
    FieldsPart,
    KnownPart,
    MapPart,
    MeasurePart,
    Mention,
    NumberPart,
    PointPart,
    Quantity,
    RegionPart,
    TextPart,
    Uses,
    ValueItem,
    ValuePart,
)

__all__ = [
    "AnchorPart",
    "AnomalyPart",
    "Asked",
    "ComparedPart",
    "Comparison",
    "Connector",
    "DerivedPart",
    "EitherPart",
    "FieldsPart",
    "Frame",
    "GroupPart",
    "KnownPart",
    "MapPart",
    "MeasurePart",
    "Mention",
    "NumberPart",
    "OrderPart",
    "Parse",
    "Part",
    "Phrase",
    "PointPart",
    "Quantity",
    "RegionPart",
    "RelationPart",
    "TextPart",
    "Uses",
    "ValueItem",
    "ValuePart",
]

Connector = Literal["", "comma", "and", "or"]
"""How a condition is joined to the one before it; "" when it just follows."""


@dataclass
class Phrase:
    """A noun phrase: what kind of feature, which names, and the conditions on it."""

    entity: str | None = None
    implied: tuple[tuple[str, str], ...] = ()
    names: list[Mention] = field(default_factory=list)
    parts: list[tuple[Connector, Part]] = field(default_factory=list)
    uses: list[int] = field(default_factory=list)
    head: list[int] = field(default_factory=list)
    """Lexemes of the noun and the names alone."""
    limit: int | None = None
    plural: bool = False
    count: tuple[ir.CmpOp, int] | None = None
    """``at least 3 faults`` in a relation: how many members must stand in it."""
    bare_count: bool = False
    """The count was a number alone (``3 faults``)."""


@dataclass(frozen=True)
class DerivedPart:
    """A geometry made from others: ``the centre of X``, ``the intersection of A and B``, ``X和Y的交界线``."""

    op: Literal["centroid", "intersection", "shared_boundary", "buffer_union", "boundary", "hull"]
    of: tuple[AnchorPart, ...]
    uses: Uses
    distance_m: float | None = None


AnchorPart = Phrase | PointPart | MapPart | DerivedPart


@dataclass(frozen=True)
class RelationPart:
    """A spatial relation to one anchor or to several joined by and/or."""

    rel: ir.RelName
    anchors: tuple[AnchorPart, ...]
    uses: Uses
    min_m: float | None = None
    max_m: float | None = None
    join: Connector = "and"
    negated: bool = False
    vague: str = ""
    """The word that stood for an undeclared distance (``near``), or ""."""
    tentative: bool = False
    sector: ir.Sector | None = None
    strict: bool = False
    """``completely within``: the whole feature."""
    only: bool = False
    """``containing only gold deposits``: no others of the kind stand in the relation."""
    loose: bool = False
    """Could be said of the features before as well (``samples near faults in granite``)."""


@dataclass(frozen=True)
class OrderPart:
    """``nearest to …``, ``highest Au``, ``oldest``, ``largest``."""

    kind: Literal["distance", "field", "year", "extent", "value", "members"]
    direction: ir.Direction
    uses: Uses
    attributes: tuple[str, ...] = ()
    anchor: AnchorPart | None = None
    listing: bool = False
    """Only the order of a list was asked for, not the first of it."""
    value: Valued | None = None
    """What is compared, for ``value``."""
    counted: Phrase | None = None
    """What is counted, for ``members``: ``the granite with the most deposits``."""
    rel: ir.RelName | None = None
    """The relation of the features to what is counted, where a word says it."""
    max_m: float | None = None


@dataclass(frozen=True)
class EitherPart:
    """``small gold or large copper``: groups of conditions of which one must hold."""

    groups: tuple[tuple[Part, ...], ...]
    uses: Uses
    joined_by_and: bool = False


@dataclass(frozen=True)
class GroupPart:
    """Conditions that belong together: in brackets, behind "either" or under a "not" that governs them all."""

    join: Literal["and", "or"]
    parts: tuple[Part, ...]
    uses: Uses
    negated: bool = False


Part = (
    ValuePart | NumberPart | MeasurePart | AnomalyPart | RegionPart | RelationPart | OrderPart | EitherPart
    | GroupPart | KnownPart | TextPart | FieldsPart | ComparedPart
)  # fmt: skip


@dataclass
class Frame:
    """What kind of answer the question asks for."""

    intent: Literal["select", "count", "exists"] = "select"
    counted: bool = False
    """The number of features is asked for, maybe beside something measured."""
    limit: int | None = None
    plural: bool = False
    singular: bool = False
    listed: bool = False
    """Asked for features ("show", "which", "how many"), not for an explanation."""
    projections: list[tuple[tuple[str, ...], Uses]] = field(default_factory=list)
    """Attributes asked for (their readings) with the lexemes."""
    asked: Asked = field(default_factory=Asked)
    """Everything measured, counted by groups, or compared."""
    uses: list[int] = field(default_factory=list)
    flags: dict[str, list[int]] = field(default_factory=dict)
    """Signals of another kind of question (KNOW, WRITE, AGGREGATE …) with their lexemes."""


@dataclass
class Parse:
    """Everything a grammar understood of one question."""

    frame: Frame
    target: Phrase
    unsaid: list[int] = field(default_factory=list)
    """Lexemes that change the meaning in a way the query does not say; they stay unexplained."""

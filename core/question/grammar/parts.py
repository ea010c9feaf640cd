"""The phrases a grammar finds, before the schema card decides what each of them can be said of.

A part knows the lexemes it was read from (`uses`), so coverage can be accounted for exactly: the lexemes of parts
that end up in the query are explained, all others are not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from core.question import ir

Uses = tuple[int, ...]
Connector = Literal["", "comma", "and", "or"]
"""How a condition is joined to the one before it; "" when it just follows."""


@dataclass(frozen=True)
class Quantity:
    """A number or range with its unit as written (None: no unit)."""

    low: float
    high: float | None = None
    unit: str | None = None
    dimension: str | None = None


@dataclass(frozen=True)
class Comparison:
    """An operator with one number, or ``between`` with two."""

    op: ir.AttrOp
    quantity: Quantity


@dataclass(frozen=True)
class ValueItem:
    """One value word with all its readings as (attribute id, concept id or raw value)."""

    text: str
    use: int
    readings: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ValuePart:
    """One or several values of one attribute: ``copper or gold``, ``lead-zinc``, ``medium or larger``."""

    items: tuple[ValueItem, ...]
    mode: Literal["one", "any", "all"]
    uses: Uses
    joined_by_and: bool = False
    """The values stood with "and", which is read as either; becomes an assumption."""
    op: Literal["=", ">=", "<=", ">", "<"] = "="
    negated: bool = False
    attribute: str | None = None
    """The attribute when the question names it."""


@dataclass(frozen=True)
class NumberPart:
    """A comparison of a numeric or year attribute; `attributes` are the readings of the attribute word."""

    attributes: tuple[str, ...]
    comparison: Comparison
    uses: Uses
    text: str
    negated: bool = False
    further: tuple[tuple[str, ...], ...] = ()
    """Readings of more attribute words under the same comparison: ``Au and Ag above 20 ppb``."""
    join: Literal["and", "or"] = "and"


@dataclass(frozen=True)
class MeasurePart:
    """A comparison of a size on the ground: ``longer than 5 km``, ``面积大于10平方公里``."""

    measure: Literal["area", "length", "perimeter"]
    comparison: Comparison
    uses: Uses


@dataclass(frozen=True)
class AnomalyPart:
    """``Au anomalies``, ``high copper``: values far up in their own distribution."""

    attributes: tuple[tuple[str, ...], ...]
    """For each word its attribute readings; empty when no element was named."""
    uses: Uses
    vague: bool = False
    """Said as "high" instead of "anomaly"."""


@dataclass(frozen=True)
class RegionPart:
    """A study area by name."""

    names: tuple[str, ...]
    uses: Uses
    remark: Uses = ()
    """Lexemes that only explain where the region lies (``…, Inner Mongolia``)."""


@dataclass(frozen=True)
class PointPart:
    """Coordinates as an anchor."""

    lon: float
    lat: float
    uses: Uses


@dataclass(frozen=True)
class Mention:
    """A feature name in the question; it is resolved when the kind of feature is known."""

    text: str
    types: tuple[str, ...]
    """Entity types that have a feature of this name; empty for an unknown name."""
    use: int
    """The lexeme of the name."""


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


@dataclass(frozen=True)
class RelationPart:
    """A spatial relation to one anchor or to several joined by and/or."""

    rel: ir.RelName
    anchors: tuple[Phrase | PointPart, ...]
    uses: Uses
    min_m: float | None = None
    max_m: float | None = None
    join: Connector = "and"
    negated: bool = False
    vague: str = ""
    """The word that stood for an undeclared distance (``near``), or ""."""
    tentative: bool = False


@dataclass(frozen=True)
class OrderPart:
    """``nearest to …``, ``highest Au``, ``oldest``, ``largest``."""

    kind: Literal["distance", "field", "year", "extent"]
    direction: ir.Direction
    uses: Uses
    attributes: tuple[str, ...] = ()
    anchor: Phrase | PointPart | None = None
    listing: bool = False
    """Only the order of a list was asked for, not the first of it."""


@dataclass(frozen=True)
class EitherPart:
    """``small gold or large copper``: groups of conditions of which one must hold."""

    groups: tuple[tuple[Part, ...], ...]
    uses: Uses
    joined_by_and: bool = False


Part = ValuePart | NumberPart | MeasurePart | AnomalyPart | RegionPart | RelationPart | OrderPart | EitherPart


@dataclass
class Frame:
    """What kind of answer the question asks for."""

    intent: Literal["select", "count", "exists"] = "select"
    limit: int | None = None
    plural: bool = False
    singular: bool = False
    listed: bool = False
    """Asked for features ("show", "which", "how many"), not for an explanation."""
    projections: list[tuple[tuple[str, ...], Uses]] = field(default_factory=list)
    """Attributes asked for (their readings) with the lexemes."""
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

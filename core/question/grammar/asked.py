"""What a question wants measured, counted, grouped or compared, before the card decides what it is said of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from core.question import ir
from core.question.grammar.leaf_parts import Uses

if TYPE_CHECKING:
    from core.question.grammar.parts import AnchorPart, Phrase

MeasureName = Literal["area", "length", "perimeter", "x", "y", "azimuth"]
ValuedKind = Literal["field", "difference", "measure", "size", "place", "distance", "overlap"]


@dataclass(frozen=True)
class Valued:
    """A number that each feature has: an attribute, a size on the ground, a distance, a part inside of something.

    ``size`` is area, length or the size class, whatever the features have; ``place`` stands for coordinates.
    """

    kind: ValuedKind
    uses: Uses
    attributes: tuple[str, ...] = ()
    """Readings of the attribute word."""
    measure: MeasureName | None = None
    anchor: AnchorPart | None = None
    """What a distance or an overlap refers to; None: the reference of the order or of the first distance."""
    overlap: Literal["", "area", "length", "ratio"] = ""
    minus: tuple[str, ...] = ()
    """Readings of the attribute that a ``difference`` takes off."""
    absolute: bool = False
    """``the gap between …``: whichever is larger."""


@dataclass(frozen=True)
class Aggregated:
    """``average Au``, ``total length``, ``95th percentile of Cu``, ``how many different rock types``."""

    agg: ir.AggName
    uses: Uses
    value: Valued | None = None
    p: float | None = None
    distinct: bool = False


@dataclass(frozen=True)
class Grouped:
    """One key of a group: an attribute, the features of a layer, or ranges of a number."""

    kind: Literal["field", "type", "layer", "bucket"]
    uses: Uses
    attributes: tuple[str, ...] = ()
    phrase: Phrase | None = None
    rel: ir.RelName | None = None
    max_m: float | None = None
    zeros: bool = False
    edges: tuple[float, ...] = ()
    """Limits in the display unit of the attribute, or in m or m²."""
    value: Valued | None = None
    """What the ranges of a bucket are of."""
    vague: str = ""


@dataclass(frozen=True)
class Limited:
    """``only groups with more than 5``: a condition on the count or on the measure of a group."""

    op: ir.CmpOp
    value: float
    uses: Uses
    counted: bool = True
    unit: str | None = None


@dataclass(frozen=True)
class Ranked:
    """``the most``, ``the highest average``: the order of groups."""

    direction: ir.Direction
    uses: Uses
    counted: bool = True
    """By the number of members, not by the measure."""
    listing: bool = False


@dataclass(frozen=True)
class Shared:
    """``what percentage of the deposits are gold``: a part of the target set against the whole of it."""

    uses: Uses
    split: int
    """Conditions of the target from this position on belong to the part alone."""
    base: Phrase | None = None
    """The whole, where the question names it by itself."""


@dataclass(frozen=True)
class Contrasted:
    """``how much larger is A than B``: one number of two features or sets, subtracted, divided or compared."""

    op: Literal["-", "/", "<", ">"]
    first: Phrase
    second: Phrase
    uses: Uses
    value: Valued | None = None
    """None: features of the target are counted in both."""
    agg: ir.AggName | None = None
    """Set when the two are averages or sums of many features."""


@dataclass(frozen=True)
class ComparedPart:
    """``above the average``, ``longer than X``, ``closer to X than to Y``: a condition against another value."""

    value: Valued
    op: ir.CmpOp
    uses: Uses
    agg: ir.AggName | None = None
    """The statistic compared with; None: the value of `other` itself."""
    p: float | None = None
    other: Phrase | None = None
    """The set the statistic is of, or the other feature; None: all features of the kind."""
    against: Valued | None = None
    """Another number of the same feature."""
    factor: float | None = None
    """``twice the average``."""


@dataclass
class Asked:
    """Everything measured that a question asks for."""

    values: list[Valued] = field(default_factory=list)
    aggregates: list[Aggregated] = field(default_factory=list)
    groups: list[Grouped] = field(default_factory=list)
    ranked: Ranked | None = None
    limited: Limited | None = None
    shared: Shared | None = None
    contrasted: Contrasted | None = None
    nearest: tuple[Phrase, int, Uses] | None = None
    """For each feature of the target the nearest features of this phrase."""
    unit: tuple[str, Uses] | None = None
    each: list[int] = field(default_factory=list)
    """``within 5 km of every fault`` without a count: the word is said, the query means any of them."""
    place: Uses = ()
    """``… and where was it``: the place of the highest value."""
    averaged: Uses = ()
    """``on average``, said beside the value."""

    def fields(self, *, grouped: bool = True) -> list[Valued]:
        """Attributes that the target must have; with `grouped` those of the groups too."""
        counted = [x.value for x in self.aggregates if x.value is not None]
        keys = [Valued("field", x.uses, x.attributes) for x in self.groups if x.attributes and grouped]
        return [x for x in (*counted, *self.values, *keys) if x.attributes]

    def of_region(self) -> bool:
        """True when a study area itself is measured, so its name is no condition."""
        return bool(self.values or self.contrasted or self.nearest)

    @property
    def empty(self) -> bool:
        """True when nothing measured was asked for."""
        found = (self.values, self.aggregates, self.groups, self.shared, self.contrasted, self.nearest)
        return not any(found)

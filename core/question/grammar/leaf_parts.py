"""Phrases that hold no other phrase: quantities, values, comparisons, names, coordinates.

See :mod:`core.question.grammar.parts`, which hands them on together with those that do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.question import ir

Uses = tuple[int, ...]


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
    op: Literal["=", ">=", "<=", ">", "<", "between"] = "="
    negated: bool = False
    attribute: str | None = None
    """The attribute when the question names it."""
    bound: Uses = ()
    """Places of items that belong to the item before them: the zinc of ``gold, lead-zinc and copper``."""


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

    measure: Literal["area", "length", "perimeter", "x", "y"]
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


@dataclass(frozen=True)
class MapPart:
    """What is drawn or seen on the map: ``in the selected area``, ``当前视图``."""

    map: Literal["selection", "view"]
    uses: Uses


@dataclass(frozen=True)
class KnownPart:
    """Whether a value is there at all: ``without a known age``, ``有发现年份的``."""

    attributes: tuple[str, ...]
    present: bool
    uses: Uses


@dataclass(frozen=True)
class TextPart:
    """A pattern in a text: ``whose name contains X``, ``名称以X开头``."""

    attributes: tuple[str, ...]
    op: Literal["contains", "starts_with"]
    text: str
    uses: Uses
    negated: bool = False


@dataclass(frozen=True)
class FieldsPart:
    """Two numeric attributes of one feature compared: ``La greater than Ce``, ``Cu/Zn ratio above 2``."""

    left: tuple[tuple[str, ...], ...]
    """Readings of one attribute word, or of two that are divided."""
    op: ir.CmpOp
    right: tuple[str, ...]
    """Readings of the attribute word on the right; empty when a number stands there."""
    value: float | None
    uses: Uses
    negated: bool = False

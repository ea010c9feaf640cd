"""What the query side hands on: bindings, the statement that ran, rows, funnel, refusals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from shapely.geometry.base import BaseGeometry

from core.question import ir
from core.question.reading import Choice

Strategy = Literal["exact", "alias", "normalised", "fuzzy", "concept", "assumed"]


@dataclass(frozen=True, order=True)
class FeatureRef:
    """A row of a layer: the address that every citation ends at."""

    table: str
    fid: int


@dataclass(frozen=True)
class Binding:
    """A mention of the question, bound to something that exists in the database."""

    mention: str
    span: ir.Span | None
    expected: Literal["entity_type", "attribute", "value", "feature", "region", "unit"]
    canonical: str
    strategy: Strategy
    score: float = 1.0
    table: str | None = None
    column: str | None = None
    refs: tuple[FeatureRef, ...] = ()
    values: tuple[str, ...] = ()
    """Raw database values a value mention stands for (capped for display)."""


@dataclass(frozen=True)
class Refusal:
    """Why a query is not run, with the nearest things that exist."""

    kind: Literal["missing", "ambiguous", "unsupported", "too_expensive", "out_of_scope"]
    message: str
    """In the language of the question; names the culprit."""
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Statement:
    """The one parameterised statement that answers the query."""

    sql: str
    """SQL text with placeholders (``%(name)s``), as it is sent."""
    params: Mapping[str, Any]


@dataclass(frozen=True)
class Value:
    """A cell: what an answer may state, and where it stands."""

    attribute: str
    value: Any
    """Number in `unit`, text, or None when NULL or censored."""
    unit: str | None
    raw: Any
    """The stored value in the stored unit."""
    column: str
    qualifier: str | None = None
    """``<`` or ``>`` when the laboratory reported only a limit."""
    limit: float | None = None
    """The limit of a censored value, in `unit`."""


@dataclass(frozen=True)
class Row:
    """One target feature."""

    ref: FeatureRef
    entity_type: str
    name: str
    """Name in the language of the answer; the feature's address where it has none."""
    names: Mapping[str, str]
    """Names by language (``en``, ``zh``), as far as there are any."""
    lon: float
    lat: float
    """A point on the feature, degrees EPSG:4326."""
    geometry: BaseGeometry
    """EPSG:4326; not part of the JSON form."""
    values: Mapping[str, Value]


@dataclass(frozen=True)
class FunnelStep:
    """How many candidates were left after one more condition."""

    label: str
    """The condition in words, language of the question."""
    count: int
    cond: Mapping[str, Any] | None = None
    """The IR of the condition (bare form)."""


@dataclass(frozen=True)
class Relaxation:
    """A change of one condition that would give rows."""

    label: str
    count: int
    question: str = ""
    """The question text to ask for it, when it can be put as one."""


@dataclass(frozen=True)
class Threshold:
    """A limit taken from the data, such as the 95th percentile of the samples of the study area."""

    attribute: str
    value: float
    unit: str | None
    share: float
    """Share of the samples at or below it, 0–1."""
    samples: int
    """Samples it rests on."""
    limits: int = 0
    """How many of them were reported only as a limit (they enter the ranking with half of it)."""


@dataclass(frozen=True)
class TableColumn:
    """One column of a result table."""

    key: str
    """Unique in the table; of a measure the name that order and having use."""
    label: str
    """Heading, language of the question."""
    unit: str | None = None
    """Unit of the cells: a display unit, ``m``, ``m2``, ``deg``, ``%``."""
    role: Literal["group", "measure"] = "measure"
    attribute: str | None = None
    """The attribute a group column shows or a measure is taken of."""
    entity_type: str | None = None
    """Entity type of the features a group column names."""
    agg: ir.AggName | None = None
    share: bool = False
    """The cells are shares of one, read as percentages."""


@dataclass(frozen=True)
class TableRow:
    """One group, one feature with its computed values, or the single row of totals."""

    cells: tuple[Any, ...]
    """In the order of the columns: texts, numbers in the unit of the column, None where there is no value."""
    ref: FeatureRef | None = None
    """The feature that the row is about, when it is one."""
    members: int = 1
    """Target features in the group; 0 for an empty one."""
    used: tuple[int | None, ...] = ()
    """By column: how many features had a value; None for group columns."""


@dataclass(frozen=True)
class MeasureNote:
    """How many features of the target a measure rests on, and why others did not enter."""

    used: int
    missing: int = 0
    censored: int = 0
    """Reported only as a limit."""


@dataclass(frozen=True)
class Table:
    """Groups, totals or computed values."""

    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]
    total: int
    """Exact number of rows, also when `rows` is capped."""
    truncated: bool = False
    tied: int = 0
    """Rows after the cut that are equal to the last listed one by the order asked for."""
    of: int | None = None
    """Number of rows before the question's own limit, when that cut some off."""
    outside: int = 0
    """Target features that are in no group."""
    notes: Mapping[str, MeasureNote] = field(default_factory=dict)
    """By key of a measure, over all target features that entered."""


@dataclass(frozen=True)
class Rows:
    """The result of running a query."""

    kind: Literal["entities", "count", "exists", "scalar", "table", "values"]
    rows: tuple[Row, ...]
    total: int
    """Exact number of features that meet all conditions, also when `rows` is capped."""
    truncated: bool
    scalar: float | int | bool | None = None
    funnel: tuple[FunnelStep, ...] = ()
    relaxations: tuple[Relaxation, ...] = ()
    undetermined: int = 0
    """Rows whose censored values make a numeric condition undecidable (``<5`` against ``> 2``)."""
    layers: tuple[str, ...] = ()
    """Tables that were searched."""
    skipped: Mapping[str, str] = field(default_factory=dict)
    """Table → reason, for layers of the entity type that could not take part."""
    statement: Statement | None = None
    plan_cost: float | None = None
    thresholds: tuple[Threshold, ...] = ()
    """Limits the question left to the data; features at or above all of them are listed."""
    table: Table | None = None
    """Groups and totals (kind ``table``), computed values (``values``), added columns (``entities``)."""
    unit: str | None = None
    """Unit of `scalar`."""
    groups: tuple[Row, ...] = ()
    """The features that the rows of `table` are about, when they are not the target's own."""

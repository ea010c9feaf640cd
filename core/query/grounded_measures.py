"""What a question wants computed, bound to the database: a value, measures over groups, neighbours of features."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.query.grounded import SetNode
from core.question import ir
from core.vocabulary.card import Attribute, Column

if TYPE_CHECKING:
    from core.query.grounded_expr import ExprNode


@dataclass(frozen=True)
class AggregateNode:
    """An aggregate over the features of the target or of one group; without `expr` features are counted."""

    source: ir.Measure
    key: str
    """Name that order and having use."""
    agg: ir.AggName
    expr: ExprNode | None = None
    p: float | None = None
    """For ``percentile``: 0–100."""
    distinct: bool = False
    unit: str | None = None
    label: str = ""
    """In words, language of the question."""
    items: FieldKey | None = None
    """For the number of different values of a text: which values its cells hold."""


@dataclass(frozen=True)
class FieldKey:
    """Groups by the values of an attribute: concepts where the vocabulary knows them, else raw texts."""

    source: ir.FieldExpr
    attribute: Attribute
    columns: Mapping[str, Column]
    """By table of the target."""
    factors: Mapping[str, float]
    """From the unit of each column to the display unit, for numbers."""
    meanings: Mapping[str, Mapping[str, tuple[str, ...]]]
    """Table → raw cell → the groups it counts in (concept ids or texts), where the cells are known."""
    spellings: Mapping[str, str]
    """Lower-case spelling → group, for columns whose cells are not known beforehand."""
    labels: Mapping[str, str]
    """Group → its name in the language of the question, where it differs."""
    every: SetNode | None = None
    """The features whose values are groups even when empty, where they are more than the target."""


@dataclass(frozen=True)
class LayerKeyNode:
    """Groups by the features of a set that the target stands in a relation to, or by an attribute of them."""

    source: ir.LayerKey
    to: SetNode
    rel: ir.RelName
    max_m: float | None = None
    field: FieldKey | None = None
    """The attribute of the set's features that names the groups; None: each feature is a group."""
    every: SetNode | None = None
    """The features that are groups even when empty, where they are fewer than the set."""


@dataclass(frozen=True)
class BucketKeyNode:
    """Groups by ranges of a number: below the first edge, between edges, from the last edge on."""

    source: ir.BucketKey
    expr: ExprNode
    edges: tuple[float, ...]
    unit: str | None = None
    label: str = ""


KeyNode = FieldKey | LayerKeyNode | BucketKeyNode


@dataclass(frozen=True)
class TableOrder:
    """Order of the rows of a table: by a column of it."""

    key: str
    dir: ir.Direction


@dataclass(frozen=True)
class PerEntityNode:
    """Each target feature with its `k` nearest features of a set."""

    nearest: SetNode
    k: int


@dataclass(frozen=True)
class ReturnNode:
    """A computed column beside the features."""

    source: ir.Expr
    key: str
    expr: ExprNode
    unit: str | None = None
    label: str = ""


@dataclass(frozen=True)
class Measuring:
    """Everything a question wants computed."""

    value: ReturnNode | None = None
    scalar: bool = False
    """The value does not depend on the target: one number."""
    measures: tuple[AggregateNode, ...] = ()
    group_by: tuple[KeyNode, ...] = ()
    having: ir.Having | None = None
    order: tuple[TableOrder, ...] = ()
    zeros: bool = False
    per_entity: PerEntityNode | None = None
    columns: tuple[ReturnNode, ...] = ()

    @property
    def computed(self) -> tuple[ReturnNode, ...]:
        """Columns computed for each feature of the target."""
        own = (self.value,) if self.value is not None and not self.scalar else ()
        return (*own, *self.columns)

    @property
    def tabular(self) -> bool:
        """True when the answer is made of totals or groups, not of features."""
        return bool(self.measures)

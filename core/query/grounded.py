"""A question bound to the database: the IR with every mention replaced by tables, columns, rows and raw values.

Everything the compiler needs stands here, so it never looks anything up: a table or column name can only come
from a :class:`~core.vocabulary.card.Layer` or :class:`~core.vocabulary.card.Column` held by one of these values.
Tests on attributes are kept per table, because every layer has its own columns, units and spellings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from shapely.geometry.base import BaseGeometry

from core.errors import QueryError
from core.query.column_tests import ColumnTest, NumberTest, PresenceTest, TextMode, ValueTest
from core.query.result import Binding
from core.question import ir
from core.question.reading import Language
from core.vocabulary.card import Attribute, Column, EntityType, Layer

if TYPE_CHECKING:
    from core.query.grounded_expr import ExprNode
    from core.query.grounded_measures import Measuring, ReturnNode

__all__ = [
    "AnchorNode", "AndNode", "AttrNode", "CmpNode", "ColumnTest", "DerivedNode", "DistanceOrder", "ExprOrder",
    "FieldOrder", "GroundNode", "GroundedQuery", "NotNode", "NumberTest", "OrNode", "Order", "OrderColumn",
    "PercentileNode", "PointNode", "PresenceTest", "RelNode", "SetNode", "ShapeNode", "TextMode", "TopNode",
    "ValueTest",
]  # fmt: skip


@dataclass(frozen=True)
class AttrNode:
    """A condition on one attribute; layers without a test of their own lack the attribute."""

    source: ir.AttrCond
    attribute: Attribute
    tests: Mapping[str, ColumnTest]
    shown: str = ""
    """The value in words, language of the question."""
    meant: tuple[str, ...] = ()
    """Concept ids or raw texts the value was bound to."""


@dataclass(frozen=True)
class PointNode:
    """A fixed point, degrees EPSG:4326."""

    lon: float
    lat: float


@dataclass(frozen=True)
class ShapeNode:
    """A fixed shape, EPSG:4326: the view or the selection of the map."""

    geometry: BaseGeometry
    label: str


@dataclass(frozen=True)
class SetNode:
    """Features of one entity type in the layers that take part."""

    entity_type: EntityType
    layers: tuple[Layer, ...]
    ids: Mapping[str, tuple[int, ...]] | None = None
    """Rows by table when the features are named; layers without an entry have none."""
    where: GroundNode | None = None
    names: tuple[str, ...] = ()
    """Names as the question says them, for labels."""
    whole: frozenset[str] = frozenset()
    """Target tables that lie in the set as a whole because the mention is one of their extent words."""


@dataclass(frozen=True)
class DerivedNode:
    """One shape made from others: their centre, common part, boundary, hull, or all points near them."""

    op: Literal["centroid", "intersection", "shared_boundary", "buffer_union", "boundary", "hull"]
    of: tuple[AnchorNode, ...]
    distance_m: float | None = None


AnchorNode = SetNode | PointNode | ShapeNode | DerivedNode


@dataclass(frozen=True)
class RelNode:
    """A spatial relation of the target to an anchor; distances are metres, both bounds inclusive."""

    source: ir.RelCond
    rel: ir.RelName
    to: AnchorNode
    min_m: float | None = None
    max_m: float | None = None
    count: ir.CountCond | None = None
    dir: ir.Sector | None = None
    strict: bool = False

    @property
    def features(self) -> SetNode:
        """The anchor as a set of features.

        Raises:
            QueryError: it is a fixed point or shape.
        """
        if not isinstance(self.to, SetNode):
            raise QueryError("A fixed point or shape has no features.")
        return self.to

    @property
    def reach_m(self) -> float:
        """The outer distance; QueryError when there is none."""
        if self.max_m is None:
            raise QueryError("The relation has no outer distance.")
        return self.max_m

    @property
    def distance(self) -> bool:
        """True for the relations that are measured in metres."""
        return self.rel in ("near", "along")

    @property
    def region(self) -> bool:
        """True when the anchor is a study area."""
        return isinstance(self.to, SetNode) and self.to.entity_type.region and self.rel == "within"


@dataclass(frozen=True)
class AndNode:
    """All of several conditions."""

    parts: tuple[GroundNode, ...]


@dataclass(frozen=True)
class OrNode:
    """At least one of several conditions."""

    parts: tuple[GroundNode, ...]


@dataclass(frozen=True)
class NotNode:
    """The opposite of a condition."""

    part: GroundNode


@dataclass(frozen=True)
class CmpNode:
    """A comparison of two expressions, both in the same unit."""

    source: ir.CmpCond
    left: ExprNode
    op: ir.CmpOp
    right: ExprNode


@dataclass(frozen=True)
class TopNode:
    """The first `k` of the features that meet the other conditions, by a value or by a number of relations."""

    source: ir.TopCond
    by: ExprNode | None
    by_count_of: SetNode | None
    rel: ir.RelName | None
    max_m: float | None
    dir: ir.Direction
    k: int


GroundNode = AttrNode | RelNode | CmpNode | TopNode | AndNode | OrNode | NotNode


@dataclass(frozen=True)
class OrderColumn:
    """How one layer gives the value to order by."""

    column: Column
    factor: float = 1.0
    """From the unit of the column to the display unit."""
    ranks: Mapping[str, float] | None = None
    """Raw value → rank, for text attributes whose values have an order of their own."""


@dataclass(frozen=True)
class FieldOrder:
    """Order by an attribute, in its display unit; rows without a value come last."""

    attribute: Attribute
    columns: Mapping[str, OrderColumn]
    dir: ir.Direction


@dataclass(frozen=True)
class DistanceOrder:
    """Order by the distance to the nearest feature of an anchor."""

    source: ir.Anchor
    to: AnchorNode
    dir: ir.Direction


@dataclass(frozen=True)
class ExprOrder:
    """Order by any other value; features without one come last."""

    expr: ExprNode
    dir: ir.Direction


Order = FieldOrder | DistanceOrder | ExprOrder


@dataclass(frozen=True)
class PercentileNode:
    """A threshold taken from the data: the given share (0–1) of the samples lies at or below it."""

    source: ir.Analysis
    attribute: Attribute
    columns: Mapping[str, OrderColumn]
    share: float


@dataclass(frozen=True)
class GroundedQuery:
    """The whole question, ready to be verified and compiled."""

    query: ir.Query
    question: str
    language: Language
    target: SetNode
    conditions: tuple[GroundNode, ...] = ()
    """Top-level conditions, all of which must hold."""
    order: tuple[Order, ...] = ()
    limit: int | None = None
    percentiles: tuple[PercentileNode, ...] = ()
    computed: tuple[ReturnNode, ...] = ()
    """Values shown beside each feature because the question asks for them."""
    bindings: tuple[Binding, ...] = ()
    skipped: Mapping[str, str] = field(default_factory=dict)
    """Tables of the target's entity type that cannot take part, with the reason."""
    measuring: Measuring | None = None
    """Value, measures, groups and neighbours, when the question asks for any."""

"""The query language: a typed intermediate representation (IR) of one question.

The shape is the GeoIR superset described in ``docs/query-language.md``.  Two things are added to every node:
``span`` (the characters of the original question that the node explains) or, for a node that no word stands
for, ``assumed`` (the reason why it was added).  A node has one of the two.

Models are frozen and forbid unknown keys, so a value of type :class:`Answer` is a valid IR by construction.
Serialise with :func:`dump`, read with ``Answer.model_validate``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Span = tuple[int, int]
"""Half-open character range ``[start, end)`` in the question exactly as the user typed it."""

CmpOp = Literal["=", "!=", "<", "<=", ">", ">="]
AttrOp = Literal[
    "=", "!=", "<", "<=", ">", ">=", "between", "in", "contains", "starts_with", "is_null", "not_null"
]
RelName = Literal[
    "within", "contains", "intersects", "crosses", "touches", "overlaps", "near", "along", "direction"
]
AggName = Literal["count", "sum", "avg", "min", "max", "median", "stddev", "percentile"]
Sector = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Direction = Literal["asc", "desc"]


class Node(BaseModel):
    """Base of all IR nodes."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    span: Span | None = None
    assumed: str | None = None


# --- sets, anchors -----------------------------------------------------------------------------------------


class Set(Node):
    """Features of one entity type: all of them, the named ones, or those that meet `where`."""

    layer: str
    """Entity type id of the schema card, for example ``deposit`` (not a table name)."""
    names: tuple[str, ...] | None = None
    """Feature names as written in the question; grounding binds them to rows."""
    where: Cond | None = None
    prev: bool | None = None


class PointAnchor(Node):
    point: tuple[float, float]
    """Longitude, latitude in degrees, EPSG:4326."""


class MapAnchor(Node):
    map: Literal["selection", "view"]


class Derive(Node):
    op: Literal["centroid", "intersection", "shared_boundary", "buffer_union", "boundary", "hull"]
    of: tuple[Anchor, ...]
    distance_m: float | None = None


class DeriveAnchor(Node):
    derive: Derive


Anchor = Set | PointAnchor | MapAnchor | DeriveAnchor


# --- expressions -------------------------------------------------------------------------------------------


class FieldExpr(Node):
    field: str


class MeasureExpr(Node):
    measure: Literal["area", "length", "perimeter", "x", "y", "azimuth"]


class DistanceExpr(Node):
    distance_to: Anchor


class OverlapExpr(Node):
    overlap: Literal["area", "length", "ratio"]
    with_: Anchor = Field(alias="with")


class AggExpr(Node):
    agg: AggName
    p: float | None = None
    """For ``percentile``: 0–100."""
    expr: Expr | None = None
    over: Set


class OpExpr(Node):
    op: Literal["+", "-", "*", "/", "abs", "pct", ">", "<", ">=", "<="]
    args: tuple[Expr, ...]


class AreaOfExpr(Node):
    area_of: Anchor


class ConstExpr(Node):
    const: Any


Expr = FieldExpr | MeasureExpr | DistanceExpr | OverlapExpr | AggExpr | OpExpr | AreaOfExpr | ConstExpr


# --- conditions --------------------------------------------------------------------------------------------


class And(Node):
    and_: Annotated[tuple[Cond, ...], Field(alias="and", min_length=2)]


class Or(Node):
    or_: Annotated[tuple[Cond, ...], Field(alias="or", min_length=2)]


class Not(Node):
    not_: Cond = Field(alias="not")


class AttrCond(Node):
    """A condition on one attribute; `value` is a concept id, a text, a number or a list, `unit` as asked."""

    attr: str
    op: AttrOp
    value: Any = None
    unit: str | None = None


class CmpCond(Node):
    cmp: tuple[Expr, CmpOp, Expr]
    unit: str | None = None


class Top(Node):
    by: Expr | None = None
    by_count_of: Set | None = None
    rel: RelName | None = None
    max_m: float | None = None
    """Outer distance of `rel` when it is ``near`` or ``along``."""
    dir: Direction
    k: int


class TopCond(Node):
    top: Top


class CountCond(Node):
    op: CmpOp
    value: int


class RelCond(Node):
    """A spatial relation to an anchor.  Distances are metres on WGS 84."""

    rel: RelName
    to: Anchor
    min_m: float | None = None
    max_m: float | None = None
    dir: Sector | None = None
    count: CountCond | None = None
    strict: bool | None = None
    """For ``within`` and ``contains``: the whole feature must lie inside, not only its representative point."""


Cond = And | Or | Not | AttrCond | CmpCond | TopCond | RelCond


# --- queries -----------------------------------------------------------------------------------------------


class LayerKey(Node):
    layer: str
    rel: RelName
    max_m: float | None = None
    key: str | None = None
    where: Cond | None = None
    names: tuple[str, ...] | None = None
    """The features that are groups, where the question names them."""


class BucketKey(Node):
    """Ranges of a number: below the first edge, then each edge up to the next."""

    bucket: str | Expr
    """An attribute, a measure of the feature itself (``area``), or any computed number."""
    edges: tuple[float, ...]
    """Rising, in the unit of the number: of an attribute its display unit, else metres, square metres, degrees."""


GroupKey = FieldExpr | LayerKey | BucketKey


class Measure(Node):
    as_: str = Field(alias="as")
    agg: AggName
    p: float | None = None
    """For ``percentile``: 0–100."""
    distinct: bool | None = None
    expr: Expr | None = None


class Having(Node):
    measure: str
    op: CmpOp
    value: float


class OrderKey(Node):
    measure: str | None = None
    expr: Expr | None = None
    dir: Direction


class PerEntity(Node):
    nearest: Set
    k: int


class Analysis(Node):
    op: Literal[
        "correlation", "regression", "kmeans", "dbscan", "pca", "ttest", "hotspot", "kde",
        "zonal_stats", "anomaly_threshold",
    ]  # fmt: skip
    fields: tuple[str, ...] | None = None
    k: int | None = None
    method: str | None = None


class Query(Node):
    intent: Literal["select", "count", "exists", "value", "aggregate", "group"]
    target: Set
    group_by: tuple[GroupKey, ...] | None = None
    measures: tuple[Measure, ...] | None = None
    having: Having | None = None
    zeros: bool | None = None
    """True when groups without a member are asked for too (``each``, ``every``, 各, 每个)."""
    order: tuple[OrderKey, ...] | None = None
    limit: Annotated[int, Field(ge=1)] | None = None
    per_entity: PerEntity | None = None
    return_: tuple[Expr, ...] | None = Field(default=None, alias="return")
    value: Expr | None = None
    analysis: Analysis | None = None
    output: Literal["entity_list", "scalar", "boolean", "table", "geometry"]
    unit: str | None = None


class Refuse(Node):
    kind: Literal["out_of_scope", "missing_data", "unsafe_write", "prompt_injection"]
    missing: str | None = None


class Clarify(Node):
    slots: tuple[Literal["anchor", "distance", "target", "attribute_value", "region"], ...]


class Answer(Node):
    """What a reader makes of one question: a query, a refusal, a question back, or a route elsewhere."""

    action: Literal["query", "refuse", "clarify", "route"]
    context: Literal["none", "previous_result", "previous_query"] | None = None
    query: Query | None = None
    also: tuple[Query, ...] | None = None
    refuse: Refuse | None = None
    clarify: Clarify | None = None
    route: Literal["knowledge", "prospectivity", "analysis", "metadata"] | None = None


for _model in (Set, Derive, And, Or, Not, LayerKey, BucketKey, Query, Answer):
    _model.model_rebuild()


def dump(node: Node, *, spans: bool = True) -> dict[str, Any]:
    """The JSON form of a node; with ``spans=False`` the bare language without spans and assumptions."""
    value = node.model_dump(by_alias=True, exclude_none=True, mode="json")
    return value if spans else _bare(value)


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _bare(v) for k, v in value.items() if k not in ("span", "assumed")}
    if isinstance(value, list):
        return [_bare(v) for v in value]
    return value

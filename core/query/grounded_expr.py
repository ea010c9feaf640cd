"""Expressions bound to the database: what a question computes for each feature, or once for all.

Every node has a `unit`: the display unit of an attribute, ``m``, ``m2``, ``deg``, ``%``, or None for pure numbers,
texts and yes/no.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core.query.grounded import AnchorNode, OrderColumn, SetNode
from core.question import ir
from core.vocabulary.card import Attribute

Measured = Literal["area", "length", "perimeter", "x", "y", "azimuth"]
Overlapped = Literal["area", "length", "ratio"]
Operator = Literal["+", "-", "*", "/", "abs", "pct", ">", "<", ">=", "<="]

_MEASURE_UNITS = {"area": "m2", "length": "m", "perimeter": "m", "x": "deg", "y": "deg", "azimuth": "deg"}
_OVERLAP_UNITS = {"area": "m2", "length": "m", "ratio": None}


@dataclass(frozen=True)
class FieldNode:
    """The value of an attribute; layers without an entry in `columns` have none."""

    attribute: Attribute
    columns: Mapping[str, OrderColumn]

    @property
    def unit(self) -> str | None:
        """Display unit of the attribute."""
        return self.attribute.unit

    @property
    def numeric(self) -> bool:
        """True when the value is a number (years too), or a text whose values have ranks."""
        return self.attribute.kind in ("number", "year") or self.ranked

    @property
    def ranked(self) -> bool:
        """True for texts whose values have an order of their own."""
        return any(x.ranks is not None for x in self.columns.values())


@dataclass(frozen=True)
class MeasureNode:
    """A size or position of the feature itself."""

    measure: Measured

    @property
    def unit(self) -> str | None:
        """Unit of the measure."""
        return _MEASURE_UNITS[self.measure]


@dataclass(frozen=True)
class DistanceNode:
    """Geodesic distance to the nearest member of an anchor."""

    to: AnchorNode

    @property
    def unit(self) -> str | None:
        """Metres."""
        return "m"


@dataclass(frozen=True)
class OverlapNode:
    """The part of the feature that lies in an anchor."""

    overlap: Overlapped
    with_: AnchorNode

    @property
    def unit(self) -> str | None:
        """Square metres, metres, or None for a ratio."""
        return _OVERLAP_UNITS[self.overlap]


@dataclass(frozen=True)
class AggNode:
    """One number over a set of features; it does not depend on the target."""

    agg: ir.AggName
    p: float | None
    expr: ExprNode | None
    over: SetNode

    @property
    def unit(self) -> str | None:
        """Unit of what is summed up; None for a count."""
        return None if self.agg == "count" or self.expr is None else self.expr.unit


@dataclass(frozen=True)
class AreaOfNode:
    """Area of an anchor as a whole; it does not depend on the target."""

    of: AnchorNode

    @property
    def unit(self) -> str | None:
        """Square metres."""
        return "m2"


@dataclass(frozen=True)
class ConstNode:
    """A constant in `unit`."""

    value: Any
    unit: str | None = None


@dataclass(frozen=True)
class ConvertNode:
    """A value in another unit of the same dimension: `arg` times `factor`."""

    arg: ExprNode
    factor: float
    unit: str | None


@dataclass(frozen=True)
class OpNode:
    """Arithmetic; both sides of ``+ - pct > <`` are in the same unit."""

    op: Operator
    args: tuple[ExprNode, ...]

    @property
    def unit(self) -> str | None:
        """Unit of the result as far as it has one."""
        units = [x.unit for x in self.args]
        if self.op in ("+", "-", "abs"):
            return next((x for x in units if x is not None), None)
        if self.op == "pct":
            return "%"
        if self.op == "*" and units[0] is None:
            return units[-1]
        if self.op in ("*", "/") and len(units) == 2:
            return _PRODUCTS.get((units[0], self.op, units[1])) or (units[0] if units[1] is None else None)
        return None


_PRODUCTS: dict[tuple[str | None, str, str | None], str] = {
    ("m", "*", "m"): "m2",
    ("m2", "/", "m"): "m",
}

ExprNode = (
    FieldNode | MeasureNode | DistanceNode | OverlapNode | AggNode | OpNode | AreaOfNode | ConstNode | ConvertNode
)


def parts(node: ExprNode) -> Iterator[ExprNode]:
    """The expression and everything it computes for the same feature (not what it sums up over other sets)."""
    yield node
    if isinstance(node, OpNode):
        for arg in node.args:
            yield from parts(arg)
    elif isinstance(node, ConvertNode):
        yield from parts(node.arg)


def depends_on_target(node: ExprNode) -> bool:
    """False for a value that is the same for every feature: aggregates over sets, areas of anchors, constants."""
    return any(isinstance(x, FieldNode | MeasureNode | DistanceNode | OverlapNode) for x in parts(node))


def is_boolean(node: ExprNode) -> bool:
    """True when the value is true or false."""
    return isinstance(node, OpNode) and node.op in (">", "<", ">=", "<=")


def is_numeric_expr(node: ExprNode) -> bool:
    """True when the value is a number."""
    if isinstance(node, FieldNode):
        return node.numeric
    if isinstance(node, ConstNode):
        return isinstance(node.value, int | float) and not isinstance(node.value, bool)
    return not is_boolean(node)

"""Values of expressions, for one feature or for none."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from core.question import ir
from tests.brute.anchors import resolve, shapes_of
from tests.brute.plane import WGS84, Plane, least
from tests.brute.words import RANKS
from tests.brute.world import Cell, Feature

if TYPE_CHECKING:
    from tests.brute.evaluate import Evaluator

NUMBERS = ("height", "metal", "year", "score")


def value(world: Evaluator, node: ir.Expr, feature: Feature | None, target: str) -> Any:
    """The value of an expression in its unit: metres, square metres, degrees, or the unit of display."""
    if isinstance(node, ir.ConstExpr | ir.AggExpr | ir.AreaOfExpr):
        return _fixed(world, node, target)
    if isinstance(node, ir.OpExpr):
        return operation(node.op, [value(world, x, feature, target) for x in node.args])
    assert feature is not None
    if isinstance(node, ir.FieldExpr):
        return field(world, node.field, feature)
    if isinstance(node, ir.MeasureExpr):
        return measure(world, node.measure, feature)
    if isinstance(node, ir.DistanceExpr):
        return distance(world, node.distance_to, feature, target)
    return overlap(world, node, feature, target)


def _fixed(world: Evaluator, node: ir.ConstExpr | ir.AggExpr | ir.AreaOfExpr, target: str) -> Any:
    if isinstance(node, ir.ConstExpr):
        return node.const
    if isinstance(node, ir.AreaOfExpr):
        return Plane.area(shapely.union_all(shapes_of(world, node.area_of, target)))
    members = world.members(node.over)
    return aggregate(node.agg, node.p, [_of(world, node.expr, x, node.over.layer) for x in members])


def _of(world: Evaluator, node: ir.Expr | None, feature: Feature, target: str) -> Any:
    return True if node is None else value(world, node, feature, target)


def cell_of(world: Evaluator, name: str, feature: Feature) -> Cell | None:
    """The cell of the lowest row that has a value, else the lowest row's; None when the layer lacks it."""
    cells = [world.world.rows[i].cells.get(name) for i in feature.rows]
    number = name in NUMBERS
    full = [x for x in cells if x is not None and (x.number is not None if number else x.items)]
    return full[0] if full else cells[0]


def field(world: Evaluator, name: str, feature: Feature) -> Any:
    """A number in the unit of display, the rank of a ranked text, or a text."""
    cell = cell_of(world, name, feature)
    if cell is None or name in NUMBERS:
        return cell.number if cell is not None else None
    if name == "size":
        return next((RANKS[x] for x in cell.concepts), None)
    return cell.raw


def measure(world: Evaluator, name: str, feature: Feature) -> float | None:
    """A size (sum over the parts) or a position."""
    shapes = [world.plane.shapes[i] for i in feature.rows]
    sums = {"area": Plane.area, "length": Plane.length, "perimeter": Plane.perimeter}
    if name in sums:
        return float(sum(sums[name](x) for x in shapes))
    if name in ("x", "y"):
        centre = shapely.centroid(shapely.GeometryCollection(shapes) if len(shapes) > 1 else shapes[0])
        return float(centre.x if name == "x" else centre.y)
    return strike(shapes[0])


def strike(shape: BaseGeometry) -> float | None:
    """Degrees 0–180 from the first to the last vertex of a line."""
    if shape.geom_type not in ("LineString", "MultiLineString"):
        return None
    ends = shapely.get_coordinates(shape)[[0, -1]]
    if (ends[0] == ends[1]).all():
        return None
    return float(WGS84.inv(*ends[0], *ends[1])[0] % 180)


def distance(world: Evaluator, anchor: ir.Anchor, feature: Feature, target: str) -> float | None:
    """Metres to the nearest member, never itself."""
    to = resolve(world, anchor, target)
    found = [
        max(float(world.plane.metres(no)[row]) - to.grown, 0.0)
        for member in to.members
        if member.feature != feature
        for no in member.shapes
        for row in feature.rows
    ]
    return least(found)


def overlap(world: Evaluator, node: ir.OverlapExpr, feature: Feature, target: str) -> float | None:
    """The part of a feature that lies in the members of an anchor, itself left out."""
    to = resolve(world, node.with_, target)
    others = [world.plane.shapes[i] for m in to.members if m.feature != feature for i in m.shapes]
    union, shapes = shapely.union_all(others), [world.plane.shapes[i] for i in feature.rows]
    size = Plane.length if node.overlap == "length" or shapes[0].geom_type.endswith("LineString") else Plane.area
    common = float(sum(size(shapely.intersection(x, union)) for x in shapes))
    if node.overlap != "ratio":
        return common
    return operation("/", [common, float(sum(size(x) for x in shapes))])


def operation(op: str, args: Sequence[Any]) -> Any:
    """Arithmetic; unknown when an argument is, and when something is divided by zero."""
    if any(x is None for x in args):
        return None
    if op == "abs":
        return abs(args[0])
    a, b = args[0], args[1]
    if op in ("/", "pct"):
        return None if b == 0 else a / b if op == "/" else 100 * a / b
    return {"+": a + b, "-": a - b, "*": a * b, ">": a > b, "<": a < b}[op]


def aggregate(name: str, p: float | None, values: Sequence[Any]) -> float | int | None:
    """One number over the values there are; the sample standard deviation; percentiles interpolate linearly."""
    found = [x for x in values if x is not None]
    if name == "count":
        return len(found)
    if not found or (name == "stddev" and len(found) < 2):
        return None
    numbers = np.array(found, float)
    if name == "percentile":
        return float(np.percentile(numbers, p))
    if name == "stddev":
        return float(np.std(numbers, ddof=1))
    if name == "sum":
        return math.fsum(numbers)
    return float({"avg": np.mean, "min": np.min, "max": np.max, "median": np.median}[name](numbers))

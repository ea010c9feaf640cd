"""Numbers of a feature or of a whole set: fields, measures, distances, statistics, arithmetic.

Concentrations are in ppm, lengths in metres, areas in square metres, angles in degrees, shares in percent.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from core.evaluation.gold import measuring
from core.evaluation.gold.conditions import Selector
from core.evaluation.gold.world import Thing

Expr = Sequence[Any]
MEASURES = {"area": ("area", "m2"), "length": ("length", "m"), "perimeter": ("perimeter", "m")}


class Values:
    """Values of expressions over the sets of a selector."""

    def __init__(self, selector: Selector) -> None:
        self.selector = selector
        selector.value = self.of

    def of(self, expression: Expr, one: Thing | None) -> float | None:
        """The number, or None where it is missing."""
        head, *rest = expression
        if head == "const":
            return float(rest[0])
        if head in MEASURES and one is not None:
            return float(getattr(measuring, MEASURES[head][0])(one.geometry))
        if head in ("+", "-", "*", "/", "pct", "abs"):
            return _arithmetic(head, [self.of(x, one) for x in rest])
        return getattr(self, f"_{head}")(one, *rest)

    @staticmethod
    def _field(one: Thing, attribute: str) -> float | None:
        if attribute == "year":
            return one.cells.get("year")
        reading = one.readings.get(attribute)
        return None if reading is None else reading.value

    @staticmethod
    def _x(one: Thing) -> float:
        return float(shapely.centroid(one.geometry).x)

    @staticmethod
    def _y(one: Thing) -> float:
        return float(shapely.centroid(one.geometry).y)

    @staticmethod
    def _strike(one: Thing) -> float | None:
        return measuring.strike(one.geometry)

    def _distance(self, one: Thing, to: Any) -> float | None:
        anchor = self.selector.anchor(to)
        found = anchor.near.nearest(one.geometry, anchor.place.get(one.ref)) if anchor.shapes else None
        return None if found is None else found[0]

    def _overlap(self, one: Thing, what: str, to: Any) -> float:
        anchor = self.selector.anchor(to)
        near = anchor.near.tree.query(one.geometry)
        whole = shapely.union_all([anchor.shapes[i] for i in near])
        common = shapely.intersection(one.geometry, whole)
        size = measuring.area if shapely.get_dimensions(one.geometry) == 2 else measuring.length
        amount = sum(size(x) for x in shapely.get_parts(common))
        return amount / size(one.geometry) if what == "ratio" else amount

    def _number_of(self, one: Thing, relation: str, to: Any, most: float | None = None) -> float:
        if relation == "near":
            anchor = self.selector.anchor(to)
            skip = anchor.place.get(one.ref)
            return float(sum(i != skip for _, i in anchor.near.within(one.geometry, most or 0.0)))
        tests = {"contains": _holds, "intersects": _meets}
        return float(self.selector.related(one, to, tests[relation]))

    def _agg(
        self, _one: Thing | None, how: str, expression: Expr | None, over: Any, p: float | None = None
    ) -> float | None:
        things = self.selector.things(over)
        if expression is None:
            return float(len(things))
        return statistic(how, [self.of(expression, x) for x in things], p)

    def _between(self, _one: Thing | None, first: Any, second: Any) -> float | None:
        """Least distance between two sets."""
        found = [self._distance(x, second) for x in self.selector.things(first)]
        return min((x for x in found if x is not None), default=None)

    def _bearing(self, _one: Thing | None, first: Any, second: Any) -> float:
        """Direction from one feature to another."""
        (a,), (b,) = self.selector.things(first), self.selector.things(second)
        return measuring.azimuth(a.geometry, b.geometry)


def statistic(how: str, values: Sequence[float | None], p: float | None = None) -> float | None:
    """One statistic of the values that are there."""
    known = [float(x) for x in values if x is not None]
    if how == "count":
        return float(len(known))
    if not known:
        return None
    if how == "percentile":
        return float(np.percentile(known, p or 50.0))
    if how == "stddev":
        return statistics.stdev(known) if len(known) > 1 else None
    functions = {"sum": sum, "avg": statistics.fmean, "min": min, "max": max, "median": statistics.median}
    return float(functions[how](known))  # type: ignore[operator]


def unit(expression: Expr) -> str | None:
    """Unit of an expression's number."""
    head, *rest = expression
    if head in MEASURES:
        return MEASURES[head][1]
    if head == "field":
        return None if rest[0] == "year" else "ppm"
    if head == "overlap":
        return {"area": "m2", "length": "m"}.get(rest[0])
    if head == "agg":
        return None if rest[1] is None or rest[0] == "count" else unit(rest[1])
    if head in ("-", "+", "abs"):
        return unit(rest[0])
    return {
        "distance": "m",
        "between": "m",
        "x": "deg",
        "y": "deg",
        "strike": "deg",
        "bearing": "deg",
        "pct": "%",
    }.get(head)


def _arithmetic(how: str, numbers: Sequence[float | None]) -> float | None:
    if any(x is None for x in numbers):
        return None
    known = [x for x in numbers if x is not None]
    if how == "abs":
        return abs(known[0])
    a, b = known[0], known[1]
    if how in ("/", "pct"):
        return None if b == 0 else (100.0 if how == "pct" else 1.0) * a / b
    return {"+": a + b, "-": a - b, "*": a * b}[how]


def _holds(one: BaseGeometry, other: BaseGeometry) -> bool:
    shape = shapely.point_on_surface(other) if shapely.get_dimensions(other) == 2 else other
    return bool(shapely.intersects(one, shape))


def _meets(one: BaseGeometry, other: BaseGeometry) -> bool:
    return bool(shapely.intersects(one, other))

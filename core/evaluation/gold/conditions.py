"""Which features are meant: sets and conditions of the meanings in the test-set files.

A set is ``{"kind", "in", "named", "where"}``; a condition is a list whose head says what it is.  Truth has three
values: None where a value is missing or a detection limit leaves it open.
"""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from core.evaluation.gold.measuring import Nearby, azimuth
from core.evaluation.gold.shapes import derived, members_shape
from core.evaluation.gold.world import PER_MILLION, Reading, Ref, Thing, World

Truth = bool | None
Cond = Sequence[Any]
Node = Mapping[str, Any]
COMPARE: dict[str, Callable[[float, float], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
SECTORS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


class Anchor:
    """What a relation goes to: features, or one shape."""

    def __init__(self, refs: Sequence[Ref | None], shapes: Sequence[BaseGeometry]) -> None:
        self.refs = list(refs)
        self.shapes = list(shapes)
        self.near = Nearby(self.shapes)
        self.place = {r: i for i, r in enumerate(self.refs) if r is not None}


class Selector:
    """Sets and conditions over one world; `previous` is what "those" stands for."""

    def __init__(self, world: World, previous: Sequence[Thing] = ()) -> None:
        self.world = world
        self.previous = list(previous)
        self._anchors: dict[str, Anchor] = {}
        self._sets: dict[str, list[Thing]] = {}
        self.value: Callable[[Sequence[Any], Thing | None], float | None] = lambda _e, _t: None
        """Values of expressions; set by :class:`core.evaluation.gold.expressions.Values`."""

    # --- sets --------------------------------------------------------------------------------------------

    def things(self, node: Node) -> list[Thing]:
        """The features of a set, by table and row."""
        key = json.dumps(node, sort_keys=True)
        if key not in self._sets:
            self._sets[key] = self._things(node)
        return self._sets[key]

    def _things(self, node: Node) -> list[Thing]:
        found = self.previous if node.get("previous") else self.world.by_kind[node["kind"]]
        if "named" in node:
            found = [x for x in found if node["named"] in x.names]
        if "in" in node:
            found = [x for x in found if inside(x.geometry, self.world.area(node["in"]).geometry)]
        return self.keep(found, node.get("where", ()))

    def keep(self, things: Sequence[Thing], where: Sequence[Cond]) -> list[Thing]:
        """Those that meet all conditions; a ``top`` ranks the ones that meet the others."""
        plain = sorted((c for c in where if c[0] != "top"), key=_cost)
        found = [x for x in things if self.holds(["and", *plain], x) is True]
        for _, expression, way, k in (c for c in where if c[0] == "top"):
            found = ranked(found, [self.value(expression, x) for x in found], way)[:k]
        return sorted(found, key=lambda x: x.ref)

    def anchor(self, node: Node) -> Anchor:
        """Members and shapes of an anchor."""
        key = json.dumps(node, sort_keys=True)
        if key not in self._anchors:
            self._anchors[key] = self._anchor(node)
        return self._anchors[key]

    def _anchor(self, node: Node) -> Anchor:
        if "point" in node:
            return Anchor([None], [shapely.Point(*node["point"])])
        if "box" in node:
            return Anchor([None], [shapely.box(*node["box"])])
        if "derive" in node:
            parts = [members_shape(self.anchor(x).shapes) for x in node["of"]]
            shape = derived(node["derive"], [self.anchor(x).shapes for x in node["of"]], parts)
            return Anchor([None], [shape]) if shape is not None and not shape.is_empty else Anchor([], [])
        things = self.things(node)
        return Anchor([x.ref for x in things], [x.geometry for x in things])

    # --- conditions --------------------------------------------------------------------------------------

    def holds(self, cond: Cond, one: Thing) -> Truth:
        """Whether a feature meets a condition."""
        head, *rest = cond
        if head == "and":
            return _all(self.holds(c, one) for c in rest)
        if head == "or":
            return _any(self.holds(c, one) for c in rest)
        if head == "not":
            found = self.holds(rest[0], one)
            return None if found is None else not found
        return getattr(self, f"_{head}")(one, *rest)

    def _value(self, one: Thing, attribute: str, *concepts: str) -> Truth:
        cell = one.cells.get(attribute)
        if cell is None:
            return None
        wanted = frozenset(x for c in concepts for x in self.world.key.cells(attribute, c))
        items = self.world.key.items(one.ref.table, attribute, cell)
        return bool(wanted & ({cell} | set(items)))

    def _number(self, one: Thing, element: str, op: str, *limits: Any) -> Truth:
        reading = one.readings.get(element)
        if reading is None:
            return None
        *numbers, unit = limits
        bounds = [n * PER_MILLION[unit] for n in numbers]
        if op == "between":
            return _all((_compare(reading, ">=", bounds[0]), _compare(reading, "<=", bounds[1])))
        return _compare(reading, op, bounds[0])

    @staticmethod
    def _year(one: Thing, op: str, *years: int) -> Truth:
        year = one.cells.get("year")
        if year is None:
            return None
        return years[0] <= year <= years[1] if op == "between" else COMPARE[op](year, years[0])

    @staticmethod
    def _missing(one: Thing, attribute: str) -> Truth:
        return not one.names if attribute == "name" else one.cells.get(attribute) is None

    @staticmethod
    def _text(one: Thing, how: str, *texts: str) -> Truth:
        if not one.names:
            return None
        parts = [t.casefold() for t in texts]
        starts = how == "starts"
        return any(n.startswith(p) if starts else p in n for n in map(str.casefold, one.names) for p in parts)

    def _compare(self, one: Thing, left: Sequence[Any], op: str, right: Sequence[Any]) -> Truth:
        a, b = self.value(left, one), self.value(right, one)
        return None if a is None or b is None else COMPARE[op](a, b)

    def _near(
        self, one: Thing, to: Node, most: float | None, least: float | None = None, count: Cond | None = None
    ) -> Truth:
        anchor = self.anchor(to)
        if least is not None and most is None:
            return not [x for x in self._distances(one, anchor, least) if x < least]
        found = self._distances(one, anchor, math.inf if most is None else most)
        if count is not None:
            return COMPARE[count[0]](sum(x >= (least or 0) for x in found), count[1])
        return bool(found) and (least is None or min(found) >= least)

    def _distances(self, one: Thing, anchor: Anchor, most: float) -> list[float]:
        skip = anchor.place.get(one.ref)
        return [m for m, i in anchor.near.within(one.geometry, most) if i != skip]

    def _within(self, one: Thing, to: Node, count: Cond | None = None, strict: bool = False) -> Truth:
        test = shapely.covered_by if strict else inside
        return self._related(one, to, count, lambda a, b: bool(test(a, b)))

    def _contains(self, one: Thing, to: Node, count: Cond | None = None) -> Truth:
        return self._related(one, to, count, lambda a, b: inside(b, a))

    def _intersects(self, one: Thing, to: Node, count: Cond | None = None) -> Truth:
        return self._related(one, to, count, lambda a, b: bool(shapely.intersects(a, b)))

    def _crosses(self, one: Thing, to: Node, count: Cond | None = None) -> Truth:
        return self._related(one, to, count, lambda a, b: bool(shapely.crosses(a, b)))

    def _touches(self, one: Thing, to: Node, count: Cond | None = None) -> Truth:
        return self._related(one, to, count, lambda a, b: bool(shapely.touches(a, b)))

    def _related(
        self, one: Thing, to: Node, count: Cond | None, test: Callable[[BaseGeometry, BaseGeometry], bool]
    ) -> Truth:
        return self.count_holds(self.related(one, to, test), count)

    @staticmethod
    def count_holds(number: int, count: Cond | None) -> bool:
        """Whether a number of related features is enough."""
        return number > 0 if count is None else COMPARE[count[0]](number, count[1])

    def related(self, one: Thing, to: Node, test: Callable[[BaseGeometry, BaseGeometry], bool]) -> int:
        """How many members stand in a relation to a feature, itself left out."""
        anchor = self.anchor(to)
        skip = anchor.place.get(one.ref)
        near = anchor.near.tree.query(one.geometry)
        return sum(i != skip and test(one.geometry, anchor.shapes[i]) for i in near)

    def _direction(self, one: Thing, sector: str, to: Node, most: float | None = None) -> Truth:
        anchor, middle = self.anchor(to), SECTORS.index(sector) * 45.0
        allowed = None if most is None else {i for _, i in anchor.near.within(one.geometry, most)}
        for i, shape in enumerate(anchor.shapes):
            if anchor.refs[i] == one.ref or (allowed is not None and i not in allowed):
                continue
            turn = (azimuth(shape, one.geometry) - middle + 180.0) % 360.0 - 180.0
            if -22.5 <= turn < 22.5 and not shapely.intersects(shape, one.geometry):
                return True
        return False


def ranked(things: Sequence[Thing], values: Sequence[float | None], way: str) -> list[Thing]:
    """By value, missing ones last, ties by table and row."""
    sign = -1.0 if way == "desc" else 1.0
    order = sorted(zip(things, values, strict=True), key=lambda x: (x[1] is None, sign * (x[1] or 0.0), x[0].ref))
    return [x for x, _ in order]


def inside(one: BaseGeometry, polygon: BaseGeometry) -> bool:
    """Points and lines by a shared point, polygons by a point on their surface."""
    shape = shapely.point_on_surface(one) if shapely.get_dimensions(one) == 2 else one
    return bool(shapely.intersects(polygon, shape))


def _compare(reading: Reading, op: str, bound: float) -> Truth:
    if reading.value is not None:
        return COMPARE[op](round(reading.value, 12), round(bound, 12))
    if reading.limit is None:
        return None
    if op in ("<", "<="):  # below the limit: certain when the limit itself is low enough
        return True if reading.limit <= bound else None
    return False if op in (">", ">=") and reading.limit <= bound else None


def _cost(cond: Cond) -> int:
    """Cheap conditions first: what is false already need not be measured."""
    return 0 if cond[0] in ("value", "number", "year", "missing", "text") else 1


def _all(truths: Iterable[Truth]) -> Truth:
    result: Truth = True
    for truth in truths:
        if truth is False:
            return False
        result = result if truth else None
    return result


def _any(truths: Iterable[Truth]) -> Truth:
    result: Truth = False
    for truth in truths:
        if truth:
            return True
        result = None if truth is None else result
    return result

"""The urban pack as plain shapes, and the right answers to its questions, by shapely and PROJ alone."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from core.evaluation.gold.measuring import apart

TABLES = {
    "district": "districts",
    "hospital": "hospitals",
    "park": "parks",
    "river": "rivers",
    "road": "roads",
    "school": "schools",
    "subway_station": "subway_stations",
}
MARGIN_M = 2.0
"""Questions whose answer hangs on less are not asked."""


@dataclass(frozen=True)
class Thing:
    """A named feature, all its parts together."""

    kind: str
    name: str
    shape: BaseGeometry
    cells: Mapping[str, Any] = field(default_factory=dict)


class UndecidedError(Exception):
    """The right answer hangs on centimetres or on a tie."""


class UrbanWorld:
    """All features by kind."""

    def __init__(self, directory: Path) -> None:
        self.kinds = {kind: _read(directory / f"{table}.geojson", kind) for kind, table in TABLES.items()}

    @cached_property
    def districts(self) -> tuple[Thing, ...]:
        """The districts, in the order of the file."""
        return self.kinds["district"]

    def within(self, thing: Thing, district: Thing) -> bool:
        """In a district: points and lines meet it, areas have their representative point in it."""
        shape = thing.shape
        if shapely.get_dimensions(shape) == 2:
            shape = shape.representative_point()
        elif shapely.get_dimensions(shape) == 1 and 0 < shape.intersection(district.shape).length < 1e-4:
            raise UndecidedError
        return bool(shape.intersects(district.shape))

    def where(self, kind: str, *conditions: Callable[[Thing], bool]) -> tuple[Thing, ...]:
        """The features of a kind that meet all conditions."""
        return tuple(x for x in self.kinds[kind] if all(c(x) for c in conditions))

    def near(self, anchor: Thing, metres: float) -> Callable[[Thing], bool]:
        """Within a distance of another feature, itself left out."""
        return lambda x: x.name != anchor.name and self._closer(x, anchor, metres)

    def far(self, anchor: Thing, metres: float) -> Callable[[Thing], bool]:
        """Beyond a distance."""
        return lambda x: x.name != anchor.name and not self._closer(x, anchor, metres)

    def inside(self, district: Thing) -> Callable[[Thing], bool]:
        """In a district."""
        return lambda x: self.within(x, district)

    def ranked(self, found: Iterable[Thing], anchor: Thing, count: int, *, far: bool = False) -> tuple[Thing, ...]:
        """The nearest (or farthest) of some features."""
        bounded = [(*_bounds(x.shape, anchor.shape), x) for x in found if x.name != anchor.name]
        if len(bounded) < count or count == 0:
            raise UndecidedError
        # Only what can be among the first by its bounds is measured exactly, and one more to see a tie.
        if far:
            limit = sorted((low for low, _, _ in bounded), reverse=True)[min(count, len(bounded) - 1)]
            close = [x for _, high, x in bounded if high >= limit]
        else:
            limit = sorted(high for _, high, _ in bounded)[min(count, len(bounded) - 1)]
            close = [x for low, _, x in bounded if low <= limit]
        measured = [(apart(x.shape, anchor.shape), x) for x in close]
        measured.sort(key=lambda x: x[0], reverse=far)
        if len(measured) > count and abs(measured[count - 1][0] - measured[count][0]) < MARGIN_M:
            raise UndecidedError
        return tuple(x for _, x in measured[:count])

    def counts(self, kind: str, *conditions: Callable[[Thing], bool]) -> dict[str, int]:
        """Features of a kind in each district."""
        return {d.name: len(self.where(kind, self.inside(d), *conditions)) for d in self.districts}

    @staticmethod
    def most(counts: Mapping[str, int], count: int, *, least: bool = False) -> tuple[str, ...]:
        """The districts with the most (or fewest) features."""
        sign = 1 if least else -1
        found = sorted(counts.items(), key=lambda x: sign * x[1])
        if found[count - 1][1] == found[count][1]:
            raise UndecidedError
        return tuple(x for x, _ in found[:count])

    def meeting(self, kind: str, thing: Thing) -> tuple[Thing, ...]:
        """Features that share a point with another; those that only graze it leave the answer open."""
        found = []
        for other in self.kinds[kind]:
            if other.name == thing.name or not other.shape.intersects(thing.shape):
                continue
            shared = other.shape.intersection(thing.shape)
            if shapely.get_dimensions(thing.shape) == 1 == shapely.get_dimensions(other.shape):
                found.append(other)
            elif shared.length < 1e-4:
                raise UndecidedError
            else:
                found.append(other)
        return tuple(found)

    @staticmethod
    def _closer(one: Thing, anchor: Thing, metres: float) -> bool:
        low, high = _bounds(one.shape, anchor.shape)
        if low > metres + MARGIN_M or high < metres - MARGIN_M:
            return high < metres
        distance = apart(one.shape, anchor.shape)
        if abs(distance - metres) < MARGIN_M:
            raise UndecidedError
        return distance <= metres


def _bounds(one: BaseGeometry, other: BaseGeometry) -> tuple[float, float]:
    """Least and greatest metres that the distance in degrees can be, at these latitudes."""
    degrees = one.distance(other)
    north = max(abs(one.bounds[3]), abs(other.bounds[3])) + 0.5
    return degrees * 110_000.0 * math.cos(math.radians(north)), degrees * 112_000.0


def _read(path: Path, kind: str) -> tuple[Thing, ...]:
    parts: dict[str, list[Any]] = {}
    cells: dict[str, Mapping[str, Any]] = {}
    features: Sequence[Any] = json.loads(path.read_text(encoding="utf-8"))["features"]
    for feature in features:
        own = feature["properties"]
        parts.setdefault(own["name"], []).append(shapely.from_geojson(json.dumps(feature["geometry"])))
        cells.setdefault(own["name"], own)
    return tuple(
        Thing(kind, name, shapes[0] if len(shapes) == 1 else shapely.union_all(shapes), cells[name])
        for name, shapes in parts.items()
    )

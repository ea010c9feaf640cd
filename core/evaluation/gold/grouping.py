"""Tables of groups: by a field, by the features of a layer, by classes of a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from core.evaluation.gold.conditions import COMPARE, Selector, inside
from core.evaluation.gold.expressions import Values, statistic
from core.evaluation.gold.measuring import Nearby
from core.evaluation.gold.world import PER_MILLION, Thing
from core.evaluation.records import Group, Meaning

Key = tuple[str, ...]
NOT_STATED: Key = ("not_stated",)


class Grouping:
    """Groups over the sets of a selector."""

    def __init__(self, selector: Selector, values: Values) -> None:
        self.selector = selector
        self.values = values

    def numbers(self, things: Sequence[Thing], measures: Sequence[Any]) -> tuple[float | None, ...]:
        """The statistics of some features."""
        found: list[float | None] = []
        for how, expression, *p in measures:
            if expression is None:
                found.append(float(len(things)))
            else:
                found.append(statistic(how, [self.values.of(expression, x) for x in things], *p))
        return tuple(found)

    def table(self, things: Sequence[Thing], meaning: Meaning) -> tuple[Group, ...]:
        """All groups that pass, in the order asked for."""
        members: dict[tuple[Key, ...], list[Thing]] = {}
        if meaning.get("zeros"):
            for keys in product(*(self._all(k) for k in meaning["by"])):
                members[keys] = []
        for one in things:
            for keys in product(*(list(self._keys(k, one)) for k in meaning["by"])):
                members.setdefault(keys, []).append(one)
        groups = [Group(k, self.numbers(m, meaning["measures"])) for k, m in members.items()]
        if "having" in meaning:
            i, op, bound = meaning["having"]
            groups = [g for g in groups if (v := g.numbers[i]) is not None and COMPARE[op](v, bound)]
        if "order" in meaning:
            i, way = meaning["order"]
            sign = -1.0 if way == "desc" else 1.0
            groups.sort(key=lambda g: (g.numbers[i] is None, sign * (g.numbers[i] or 0.0)))
        return tuple(groups[: meaning.get("limit")])

    def _all(self, key: Sequence[Any]) -> list[Key]:
        if key[0] == "layer":
            return [_names(x) for x in self.selector.things(key[1])]
        raise ValueError(key)

    def _keys(self, key: Sequence[Any], one: Thing) -> Iterator[Key]:
        """The groups a feature belongs to."""
        head, *rest = key
        if head == "field":
            yield from self._fields(rest[0], one)
        elif head == "class":
            yield from _classes(one, *rest)
        else:
            layer, relation, *distance = rest
            for other in self.selector.things(layer):
                if _stands(one, other, relation, *distance):
                    yield _names(other)

    def _fields(self, attribute: str, one: Thing) -> Iterator[Key]:
        cell = one.cells.get(attribute)
        if cell is None:
            yield NOT_STATED
        elif attribute == "year":
            yield (str(int(cell)),)
        else:
            for concept in self.selector.world.key.concepts(one.ref.table, attribute, cell):
                yield (concept,)


def _stands(one: Thing, other: Thing, relation: str, most: float = 0.0) -> bool:
    """Whether a feature belongs to the group of another."""
    if relation == "within":
        return inside(one.geometry, other.geometry)
    if relation == "near":
        return bool(Nearby([other.geometry]).within(one.geometry, most))
    return bool(one.geometry.intersects(other.geometry))


def _names(one: Thing) -> Key:
    return one.names or (f"{one.ref.table} {one.ref.fid}",)


def _classes(one: Thing, element: str, edges: Sequence[float], unit: str) -> Iterator[Key]:
    reading = one.readings.get(element)
    value = None if reading is None else reading.value
    if value is None:
        yield NOT_STATED
        return
    number = sum(value >= e * PER_MILLION[unit] - 1e-12 for e in edges)
    yield (f"class {number}",)

"""The right answer to a meaning: lists with order and distances, numbers, tables, neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.evaluation.gold.conditions import Selector, ranked
from core.evaluation.gold.expressions import Expr, Values, unit
from core.evaluation.gold.grouping import Grouping
from core.evaluation.gold.mentions import mentions
from core.evaluation.gold.world import Ref, Thing, World
from core.evaluation.records import Gold, Group, Meaning


class Answers:
    """Right answers over one world."""

    def __init__(self, world: World) -> None:
        self.world = world

    def gold(self, meaning: Meaning, previous: Sequence[Ref] = ()) -> Gold:
        """The right answer; `previous` are the features of the answer before."""
        want = meaning.get("want", "list")
        if want in ("refused", "clarify", "route"):
            return Gold("none")
        selector = Selector(self.world, [self.world.by_ref[r] for r in previous])
        found: Gold = getattr(_One(selector, meaning), "listed" if want == "list" else want)()
        also = tuple(self.gold(x) for x in meaning.get("also", ()))
        return replace(found, also=also, mentions=mentions(self.world, meaning))


class _One:
    """One meaning being worked out."""

    def __init__(self, selector: Selector, meaning: Meaning) -> None:
        self.selector = selector
        self.values_of = Values(selector)
        self.meaning = meaning
        self.things = selector.things(meaning["of"])

    def listed(self) -> Gold:
        """Features, ordered and cut when the question says so."""
        ordered, keys, tied = self._ordered()
        distances = self._distances(ordered)
        return Gold(
            "list", tuple(x.ref for x in ordered), keys, "limit" in self.meaning, tied, distances,
            self._gains(ordered, distances),
        )  # fmt: skip

    def count(self) -> Gold:
        """The number of features."""
        return replace(self.listed(), kind="count", number=float(len(self.things)))

    def exists(self) -> Gold:
        """Whether there are any."""
        return replace(self.listed(), kind="exists", number=float(bool(self.things)))

    def value(self) -> Gold:
        """One number."""
        expression = self.meaning["value"]
        one = self.things[0] if len(self.things) == 1 else None
        number = self.values_of.of(expression, one)
        return Gold("value", tuple(x.ref for x in self.things), number=number, unit=unit(expression))

    def values(self) -> Gold:
        """A number for each feature."""
        expression = self.meaning["value"]
        ordered, keys, tied = self._ordered()
        numbers = {x.ref: self.values_of.of(expression, x) for x in ordered}
        refs = tuple(x.ref for x in ordered)
        return Gold("values", refs, keys, "limit" in self.meaning, tied, values=numbers, unit=unit(expression))

    def aggregate(self) -> Gold:
        """Statistics over the features, one row."""
        grouping = Grouping(self.selector, self.values_of)
        numbers = grouping.numbers(self.things, self.meaning["measures"])
        units = tuple(unit(["agg", m[0], m[1], {}]) for m in self.meaning["measures"])
        single = numbers[0] if len(numbers) == 1 else None
        refs = tuple(x.ref for x in self.things)
        return Gold("value" if single is not None else "table", refs, number=single, unit=units[0],
                    groups=(Group((), numbers),), units=units)  # fmt: skip

    def group(self) -> Gold:
        """A table of groups."""
        grouping = Grouping(self.selector, self.values_of)
        groups = grouping.table(self.things, self.meaning)
        units = tuple(unit(["agg", m[0], m[1], {}]) for m in self.meaning["measures"])
        return Gold("table", tuple(x.ref for x in self.things), groups=groups, units=units,
                    cut="limit" in self.meaning)  # fmt: skip

    def pairs(self) -> Gold:
        """For each feature its nearest ones."""
        other, k = self.meaning["nearest"]
        anchor = self.selector.anchor(other)
        found: dict[Ref, tuple[Ref, ...]] = {}
        metres: dict[Ref, float] = {}
        for one in self.things:
            near = self._nearest(one, anchor, k)
            found[one.ref] = tuple(anchor.refs[i] for _, i in near)  # type: ignore[misc]
            metres[one.ref] = near[0][0]
        return Gold("pairs", tuple(x.ref for x in self.things), pairs=found, distances=metres)

    @staticmethod
    def _nearest(one: Thing, anchor: Any, k: int) -> list[tuple[float, int]]:
        reach = 5_000.0
        while True:
            found = [x for x in anchor.near.within(one.geometry, reach) if x[1] != anchor.place.get(one.ref)]
            if len(found) >= k or reach > 1e7:
                return sorted(found, key=lambda x: (x[0], anchor.refs[x[1]]))[:k]
            reach *= 3

    def _ordered(self) -> tuple[Sequence[Thing], tuple[float | None, ...], frozenset[Ref]]:
        order = self.meaning.get("order")
        if order is None:
            return self.things, (), frozenset()
        expression, way = order
        values = {x.ref: self.values_of.of(expression, x) for x in self.things}
        everything = ranked(self.things, [values[x.ref] for x in self.things], way)
        chosen = everything[: self.meaning.get("limit")]
        last = values[chosen[-1].ref] if chosen else None
        tied = (
            frozenset(x.ref for x in everything if values[x.ref] == last)
            if "limit" in self.meaning
            else frozenset()
        )
        keys = () if self.meaning.get("implied") else tuple(values[x.ref] for x in chosen)
        return chosen, keys, tied

    # --- distances and relevance ----------------------------------------------------------------------------

    def _distances(self, things: Sequence[Thing]) -> dict[Ref, float]:
        target = self._measured()
        if target is None:
            return {}
        found = {x.ref: self.values_of.of(["distance", target], x) for x in things}
        return {k: v for k, v in found.items() if v is not None}

    def _measured(self) -> Any:
        """The anchor of the one distance the question speaks of."""
        asked = [self.meaning.get("order", [[None]])[0], *self.meaning.get("return", ())]
        conditions = list(_flat(self.meaning["of"].get("where", ())))
        found = [c[1] for c in conditions if c[0] == "near" and len(c) < 5]
        found += [e[1] for e in asked if e[0] == "distance"]
        different = {repr(x): x for x in found}
        return next(iter(different.values())) if len(different) == 1 else None

    def _gains(self, things: Sequence[Thing], distances: Mapping[Ref, float]) -> dict[Ref, float]:
        """Relevance: by distance, by value, or 1 for everything."""
        expression, way = self.meaning.get("order", self._threshold() or (None, "desc"))
        if distances and (expression is None or expression[0] == "distance") and way != "desc":
            return {x.ref: 1.0 / (1.0 + distances[x.ref] / 1000.0) for x in things}
        if distances and expression is None:
            return {x.ref: 1.0 / (1.0 + distances[x.ref] / 1000.0) for x in things}
        if expression is None:
            return {x.ref: 1.0 for x in things}
        values = [self.values_of.of(expression, x) for x in things]
        sizes = [abs(v) if v is not None else 0.0 for v in values]
        most = max(sizes, default=0.0) or 1.0
        if way == "asc":
            return {x.ref: 1.0 / (1.0 + v / most) for x, v in zip(things, sizes, strict=True)}
        return {x.ref: v / most for x, v in zip(things, sizes, strict=True)}

    def _threshold(self) -> tuple[Expr, str] | None:
        """The one concentration the question sets a limit to."""
        found = [c for c in self.meaning["of"].get("where", ()) if c[0] == "number"]
        if len(found) != 1 or found[0][2] == "between":
            return None
        return ["field", found[0][1]], "desc" if found[0][2] in (">", ">=") else "asc"


def _flat(conditions: Sequence[Any]) -> Any:
    """Conditions that must hold, those under ``and`` included."""
    for c in conditions:
        if c[0] == "and":
            yield from _flat(c[1:])
        else:
            yield c

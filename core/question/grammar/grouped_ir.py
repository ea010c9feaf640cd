"""The query of a question that counts or computes by groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.question import ir
from core.question.grammar.aim import Aim
from core.question.grammar.asked import Aggregated, Valued

_DEFAULT_TOP = 5
_INSIDE = ("within", "intersects")


@dataclass(frozen=True)
class GroupedAim(Aim):
    """Builds queries with groups."""

    def _groups(self) -> ir.Query:
        """Statistics or counts by groups."""
        asked = self.asked
        keys = tuple(self.expressions.key(x) for x in asked.groups)
        if (inside := self._parts_inside(keys)) is not None:
            return inside
        if not asked.aggregates:
            listed = [Valued("field", uses, readings) for readings, uses in self.frame.projections]
            asked.aggregates.extend(self._assumed(x) for x in (*asked.values, *filter(self._number, listed)))
        measures = self._measures() or (ir.Measure(as_="count", agg="count"),)
        ranked, limited = asked.ranked, asked.limited
        order, limit = None, self.frame.limit
        if ranked is not None:
            self.build.explained.update(ranked.uses)
            if ranked.counted and all(x.agg != "count" for x in measures):
                measures = (*measures, ir.Measure(as_="count", agg="count"))
            name = "count" if ranked.counted and not self._distinct(measures) else measures[0].as_
            order = (ir.OrderKey(measure=name, dir=ranked.direction, span=self.build.span(ranked.uses)),)
            if limit is None and not ranked.listing:
                limit = self._most_limit()
        elif limit is not None:
            order = (ir.OrderKey(measure=measures[0].as_, dir="desc", span=self.span),)
        if len(keys) > 1 and limit == 1 and ranked is not None and any(x.zeros for x in asked.groups):
            self.build.explained.difference_update(ranked.uses)  # the most in each of them is another question
        having = None
        if limited is not None:
            self.build.explained.update(limited.uses)
            name = next((x.as_ for x in measures if (x.agg == "count") == limited.counted), measures[0].as_)
            span = self.build.span(limited.uses)
            having = ir.Having(measure=name, op=limited.op, value=limited.value, span=span)
        fewest = ranked is not None and ranked.counted and ranked.direction == "asc"
        zeros = True if fewest or any(x.zeros for x in asked.groups) else None
        return ir.Query(
            intent="group", target=self._topped(), group_by=keys, measures=measures, having=having, zeros=zeros,
            order=order, limit=limit, output="table", span=self.span,
        )  # fmt: skip

    def _parts_inside(self, keys: Sequence[ir.GroupKey]) -> ir.Query | None:
        """``the total length of the faults in each region``: of each line only what lies in the region.

        The regions are the features then, and the value of each is the length of the lines inside it.
        """
        asked, key = self.asked, keys[0]
        only = asked.aggregates[0] if len(asked.aggregates) == len(keys) == 1 else None
        if (
            only is None
            or only.agg != "sum"
            or only.value is None
            or asked.limited
            or not isinstance(key, ir.LayerKey)
        ):
            return None
        long = only.value.kind == "size" or only.value.measure == "length"
        polygon = "polygon" in self.build.card.entity_types[key.layer].geometry
        counted = asked.ranked is not None and asked.ranked.counted
        if not long or not polygon or counted or self.expressions.geometry() != {"line"}:
            return None
        if key.rel not in _INSIDE or key.key is not None or key.max_m is not None:
            return None
        self.build.explained.update(only.uses, only.value.uses)
        target = ir.Set(layer=key.layer, where=key.where, span=key.span)
        value = ir.OverlapExpr(overlap="length", with_=self._topped(), span=self.build.span(only.uses))
        if asked.ranked is None:
            return ir.Query(intent="value", target=target, value=value, output="table", span=self.span)
        self.build.explained.update(asked.ranked.uses)
        span = self.build.span(asked.ranked.uses)
        limit = self.frame.limit or (None if asked.ranked.listing else self._most_limit())
        order = (ir.OrderKey(expr=value, dir=asked.ranked.direction, span=span),)
        return ir.Query(
            intent="select", target=target, order=order, limit=limit, return_=(value,), output="entity_list",
            span=self.span,
        )  # fmt: skip

    @staticmethod
    def _distinct(measures: Sequence[ir.Measure]) -> bool:
        return any(x.distinct for x in measures)

    def _most_limit(self) -> int:
        if not self.frame.plural or self.frame.singular:
            return 1
        self.build.note("assumed_top", k=_DEFAULT_TOP)
        return _DEFAULT_TOP

    def _number(self, value: Valued) -> bool:
        available = self.build.card.attributes_of(self.target.layer)
        return any(self.build.card.attributes[x].kind == "number" for x in value.attributes if x in available)

    def _assumed(self, value: Valued) -> Aggregated:
        """``the area of each type``: the total of sizes, the average of everything else."""
        sized = value.kind in ("measure", "size", "overlap") and value.measure in (None, "area", "length")
        known = [self.build.card.attributes[x] for x in value.attributes]
        total = sized or any(x.kind == "number" and x.unit is None for x in known)
        self.build.note("assumed_total" if total else "assumed_average")
        return Aggregated("sum" if total else "avg", value.uses, value)

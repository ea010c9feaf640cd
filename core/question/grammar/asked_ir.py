"""The query of a question that measures, counts by groups or compares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.question import ir
from core.question.grammar.asked import Aggregated, Valued
from core.question.grammar.grouped_ir import GroupedAim
from core.question.grammar.typing import entity_of
from core.question.meanings import Lexeme
from core.question.slots import joined

_DEFAULT_TOP = 5
_INSIDE = ("within", "intersects")
_ALTOGETHER = (
    "in total", "altogether", "together", "taken together", "put together", "added together", "added up",
    "combined", "in all", "all told", "add up", "adds up", "sums up", "overall", "summed", "in sum", "total",
    "一共", "总共", "共", "共有", "合计",
)  # fmt: skip


@dataclass(frozen=True)
class AskedAim(GroupedAim):
    """Builds the whole query."""

    def query(self) -> ir.Query:
        """The whole query."""
        self._averaged()
        self._shortest()
        if self.asked.nearest is not None:
            found = self._nearest()
        elif (each := self._of_each()) is not None:
            return each.query()
        elif self.asked.groups:
            found = self._groups()
        elif self.asked.aggregates:
            found = self._aggregates()
        else:
            found = self._values()
        if self.asked.unit is not None:
            unit, uses = self.asked.unit
            self.build.explained.update(uses)
            found = found.model_copy(update={"unit": unit})
        return found

    def _averaged(self) -> None:
        """``on average`` and ``how much area`` of many features: a statistic of the value."""
        asked = self.asked
        if not asked.values:
            return
        total = [x for x in asked.values if not self.target.names and self._amount(x)]
        if asked.averaged:
            asked.aggregates.extend(Aggregated("avg", (*x.uses, *asked.averaged), x) for x in asked.values)
        elif total:
            asked.aggregates.extend(Aggregated("sum", (*x.uses, *self._altogether), x) for x in total)
        else:
            return
        asked.values.clear()
        self.build.explained.update(asked.averaged)

    def _shortest(self) -> None:
        """``the shortest distance between X and Y`` of a named feature is the distance."""
        asked = self.asked
        if len(asked.aggregates) == 1 and self.target.names and not asked.groups:
            only = asked.aggregates[0]
            if only.agg == "min" and only.value is not None and only.value.kind == "distance":
                asked.values.append(replace(only.value, uses=only.uses))
                asked.aggregates.clear()

    def _amount(self, value: Valued) -> bool:
        """True when the sum over all features is meant: said so, or asked by how much, how many hectares."""
        words = [self.build.lexemes[x] for x in value.uses]
        if value.kind in ("measure", "size") and self._altogether:
            return True
        covered = any(x.is_("COVEREDBY") for x in self.build.lexemes)
        amount = value.measure == "area" and (covered or any(x.is_("HOWMANY") for x in words))
        return amount or any(x.is_("HOWBIG") and "much" in x.key for x in words) or self._one_amount(value, words)

    def _one_amount(self, value: Valued, words: Sequence[Lexeme]) -> bool:
        """``the area of granite``, ``the length of the faults``: one number of many features is their sum."""
        alone = len(self.asked.values) == 1 and not (self.asked.groups or self.columns or self._listing())
        one = value.measure in ("area", "length") and any(
            value.measure in x.key.split() for x in words
        )  # not "areas"
        if not (alone and one and value.kind == "measure") or any(x.is_("EACH") for x in self.build.lexemes):
            return False
        self.build.note("assumed_total")
        return True

    @property
    def _altogether(self) -> tuple[int, ...]:
        """The words that say that all features are taken together."""
        return tuple(i for i, x in enumerate(self.build.lexemes) if x.key in _ALTOGETHER and not x.entry.content)

    def _values(self) -> ir.Query:
        """One number of each feature, or columns beside a list."""
        if not self.asked.values:
            return ir.Query(
                intent="select", target=self.target, order=self.order, limit=self.limit, return_=self.columns,
                output="entity_list", span=self.span,
            )  # fmt: skip
        asked = self._distinct_values([self._settled(x) for x in self.asked.values])
        first = asked[0]
        alone = len(asked) == 1 and not self.columns and first.kind != "place" and not self._listing()
        if alone and (clipped := self._clipped(first)):
            return clipped
        made: list[tuple[int, ir.Expr]] = [(x.span[0] if x.span else 0, x) for x in self.columns]
        for value in asked:
            made.extend((min(value.uses, default=0), x) for x in self._columns(value))
        if alone:
            return ir.Query(
                intent="value", target=self.target, value=made[0][1],
                order=None if self.target.names else self.order, limit=self.limit,
                output="scalar" if self.target.names else "table", span=self.span,
            )  # fmt: skip
        columns = tuple(
            x for _, x in sorted(made, key=lambda x: x[0] if isinstance(x[1], ir.FieldExpr) else 10**6)
        )
        return ir.Query(
            intent="select", target=self.target, order=self.order, limit=self.limit,
            return_=columns, output="entity_list", span=self.span,
        )  # fmt: skip

    def _of_each(self) -> AskedAim | None:
        """``the population of each city``: every group is one feature of the target, so its value is meant."""
        asked = self.asked
        only = asked.groups[0] if len(asked.groups) == 1 else None
        if only is None or only.phrase is None or only.phrase.parts or asked.ranked or asked.limited:
            return None
        plain = all(x.value is not None and x.agg == "sum" for x in asked.aggregates)
        if entity_of(self.build.card, only.phrase) != self.target.layer or only.rel not in (None, "within"):
            return None
        listed = [Valued("field", uses, readings) for readings, uses in self.frame.projections if not self.columns]
        if not plain or not (asked.values or asked.aggregates or self.frame.projections):
            return None
        values = [*asked.values, *listed, *(x.value for x in asked.aggregates if x.value is not None)]
        self.build.explained.update(only.uses, *(x.uses for x in asked.aggregates))
        target = self.target.model_copy(update={"span": self.build.span(only.phrase.head), "assumed": None})
        frame = replace(self.frame, asked=replace(asked, values=values, aggregates=[], groups=[]))
        return replace(self, frame=frame, target=target)

    def _distinct_values(self, values: Sequence[Valued]) -> list[Valued]:
        """Each number once: ``how long is X? Give the length``."""
        found: list[Valued] = []
        for value in values:
            self.build.explained.update(value.uses)
            if all(replace(x, uses=()) != replace(value, uses=()) for x in found):
                found.append(value)
        return found

    def _columns(self, value: Valued) -> list[ir.Expr]:
        if value.kind != "place":
            return [self.expressions.value(value)]
        self.build.explained.update(value.uses)
        span = self.build.span(value.uses)
        return [ir.MeasureExpr(measure="x", span=span), ir.MeasureExpr(measure="y", span=span)]

    def _listing(self) -> bool:
        """True when features are asked for and the number stands beside them."""
        first = min((min(x.uses, default=0) for x in self.asked.values), default=0)
        head = min(self.phrase.head, default=10**6)
        ordered = any(not x.listing for x in self.orders) or self.limit is not None
        if ordered or any(x.kind == "distance" and x.anchor is None for x in self.asked.values):
            return True
        if self.target.names:
            return False
        return head < first and (self.build.language == "en" or self.frame.listed)

    def _clipped(self, value: Valued) -> ir.Query | None:
        """``the length of X inside Y``: of a named feature only the part inside is meant."""
        if value.kind not in ("measure", "size") or not self.target.names or self.target.where is None:
            return None
        found = self.expressions.value(value)
        if not isinstance(found, ir.MeasureExpr) or found.measure not in ("area", "length"):
            return None
        where = self.target.where
        conditions = where.and_ if isinstance(where, ir.And) else (where,)
        inside = [x for x in conditions if isinstance(x, ir.RelCond) and x.rel in _INSIDE and x.assumed is None]
        if len(inside) != 1:
            return None
        rest = joined([x for x in conditions if x is not inside[0]])
        kind = "area" if found.measure == "area" else "length"
        part = ir.OverlapExpr(overlap=kind, with_=inside[0].to, span=self.build.span(value.uses))
        target = self.target.model_copy(update={"where": rest})
        return ir.Query(intent="value", target=target, value=part, output="scalar", span=self.span)

    def _aggregates(self) -> ir.Query:
        """Statistics of the whole target; a column beside them has no meaning, so its words stay unexplained."""
        self.build.explained.difference_update(x for _, uses in self.frame.projections for x in uses)
        if self.asked.place and (found := self._place_of_extreme()):
            return found
        measures = self._measures()
        target = self._topped()
        sized = any(isinstance(x.expr, ir.MeasureExpr) for x in measures)
        where = target.where
        conditions = where.and_ if isinstance(where, ir.And) else (where,)
        if sized and any(isinstance(x, ir.RelCond) and x.rel in _INSIDE and not x.strict for x in conditions):
            self.build.note("measured_whole")
        return ir.Query(
            intent="aggregate", target=target, measures=measures,
            output="scalar" if len(measures) == 1 else "table", span=self.span,
        )  # fmt: skip

    def _place_of_extreme(self) -> ir.Query | None:
        """``the highest Au and where it was found``: the feature with the value, and its coordinates."""
        only = self.asked.aggregates[0]
        if len(self.asked.aggregates) > 1 or only.agg not in ("max", "min") or only.value is None:
            return None
        self.build.explained.update(only.uses, self.asked.place)
        expr, span = self.expressions.value(only.value), self.build.span(self.asked.place)
        key = ir.OrderKey(expr=expr, dir="desc" if only.agg == "max" else "asc", span=self.build.span(only.uses))
        columns = (expr, ir.MeasureExpr(measure="x", span=span), ir.MeasureExpr(measure="y", span=span))
        return ir.Query(
            intent="select", target=self.target, order=(key,), limit=1, return_=columns, output="entity_list",
            span=self.span,
        )  # fmt: skip

    def _nearest(self) -> ir.Query:
        """The nearest of one kind for each of another."""
        assert self.asked.nearest is not None  # noqa: S101  # seen by the caller
        phrase, k, uses = self.asked.nearest
        self.build.explained.update(uses)
        found = self.build.anchor(phrase, "near")[0]
        assert isinstance(found, ir.Set)  # noqa: S101  # a phrase gives a set
        nearest = ir.PerEntity(nearest=found, k=k, span=self.build.span(uses))
        for value in self.asked.values:  # the distance to each neighbour is shown anyway
            self.build.explained.update(value.uses)
        return ir.Query(
            intent="select", target=self.target, per_entity=nearest,
            return_=self.columns or None, order=self.order, limit=self.limit, output="table", span=self.span,
        )  # fmt: skip

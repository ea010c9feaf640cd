"""The query of a question that measures, counts by groups or compares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.question import ir
from core.question.grammar.asked import Aggregated, Asked, Valued
from core.question.grammar.measures_ir import Expressions
from core.question.grammar.parts import Frame, OrderPart, Phrase
from core.question.grammar.problems import Problem, ProblemError
from core.question.grammar.relation_ir import RelationBuilder

_DEFAULT_TOP = 5
_INSIDE = ("within", "intersects")


@dataclass(frozen=True)
class Aim:
    """What the rest of the question means, in IR: the target with its conditions, the order, the columns."""

    build: RelationBuilder
    frame: Frame
    phrase: Phrase
    target: ir.Set
    orders: tuple[OrderPart, ...]
    order: tuple[ir.OrderKey, ...] | None
    limit: int | None
    columns: tuple[ir.Expr, ...]
    span: ir.Span | None

    @property
    def asked(self) -> Asked:
        """What is measured."""
        return self.frame.asked

    @property
    def expressions(self) -> Expressions:
        """The builder of expressions of the target."""
        return Expressions(self.build, self.target.layer)

    def query(self) -> ir.Query:
        """The whole query."""
        self._averaged()
        if self.asked.nearest is not None:
            found = self._nearest()
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
            asked.aggregates.extend(Aggregated("sum", x.uses, x) for x in total)
        else:
            return
        asked.values.clear()
        self.build.explained.update(asked.averaged)

    def _amount(self, value: Valued) -> bool:
        words = [self.build.lexemes[x] for x in value.uses]
        return any(x.is_("HOWBIG") and "much" in x.key for x in words)

    # --- values of features --------------------------------------------------------------------------------

    def _values(self) -> ir.Query:
        """One number of each feature, or columns beside a list."""
        asked = [self._settled(x) for x in self.asked.values]
        first = asked[0]
        alone = len(asked) == 1 and not self.columns and first.kind != "place" and not self._listing()
        if alone and (clipped := self._clipped(first)):
            return clipped
        made: list[tuple[int, ir.Expr]] = [(x.span[0] if x.span else 0, x) for x in self.columns]
        for value in asked:
            made.extend((min(value.uses, default=0), x) for x in self._columns(value))
        if alone:
            return ir.Query(
                intent="value", target=self.target, value=made[0][1], order=self.order, limit=self.limit,
                output="scalar" if self.target.names else "table", span=self.span,
            )  # fmt: skip
        columns = tuple(
            x for _, x in sorted(made, key=lambda x: x[0] if isinstance(x[1], ir.FieldExpr) else 10**6)
        )
        return ir.Query(
            intent="select", target=self.target, order=self.order, limit=self.limit,
            return_=columns, output="entity_list", span=self.span,
        )  # fmt: skip

    def _columns(self, value: Valued) -> list[ir.Expr]:
        if value.kind != "place":
            return [self.expressions.value(value)]
        self.build.explained.update(value.uses)
        span = self.build.span(value.uses)
        return [ir.MeasureExpr(measure="x", span=span), ir.MeasureExpr(measure="y", span=span)]

    def _settled(self, value: Valued) -> Valued:
        """``…, and how far``: the distance is to what the order or the first distance condition refers to."""
        if value.kind != "distance" or value.anchor is not None:
            return value
        for part in self.orders:
            if part.kind == "distance" and part.anchor is not None:
                return replace(value, anchor=part.anchor)
        for _, condition in self.phrase.parts:
            anchors = getattr(condition, "anchors", ())
            if anchors and getattr(condition, "rel", "") in ("near", "along", "direction"):
                return replace(value, anchor=anchors[0])
        raise ProblemError(Problem("no_anchor", uses=value.uses))

    def _listing(self) -> bool:
        """True when features are asked for and the number stands beside them."""
        first = min((min(x.uses, default=0) for x in self.asked.values), default=0)
        head = min(self.phrase.head, default=10**6)
        ordered = any(not x.listing for x in self.orders) or self.limit is not None
        if ordered:
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
        rest = self.build.join([x for x in conditions if x is not inside[0]])
        kind = "area" if found.measure == "area" else "length"
        part = ir.OverlapExpr(overlap=kind, with_=inside[0].to, span=self.build.span(value.uses))
        target = self.target.model_copy(update={"where": rest})
        return ir.Query(intent="value", target=target, value=part, output="scalar", span=self.span)

    # --- statistics ----------------------------------------------------------------------------------------

    def _aggregates(self) -> ir.Query:
        """Statistics of the whole target."""
        measures = self._measures()
        target = self._topped()
        return ir.Query(
            intent="aggregate", target=target, measures=measures,
            output="scalar" if len(measures) == 1 else "table", span=self.span,
        )  # fmt: skip

    def _topped(self) -> ir.Set:
        """``the average Au of the 5 samples nearest to X``: the superlative decides what counts."""
        keys = [x for x in self.order or () if x.expr is not None]
        real = [x for x in self.orders if not x.listing]
        if not keys or not real:
            return self.target
        key, k = keys[0], self.limit or self.frame.limit or 1
        top = ir.TopCond(top=ir.Top(by=key.expr, dir=key.dir, k=k, span=key.span), span=key.span)
        where = self.target.where
        conditions = where.and_ if isinstance(where, ir.And) and where.span is None else (where,)
        joined = self.build.join([*(x for x in conditions if x is not None), top])
        return self.target.model_copy(update={"where": joined})

    def _measures(self) -> tuple[ir.Measure, ...]:
        found: dict[str, ir.Measure] = {}
        for item in self.asked.aggregates:
            measure = self._measure(item)
            found.setdefault(measure.as_, measure)
        return tuple(found.values())

    def _measure(self, item: Aggregated) -> ir.Measure:
        self.build.explained.update(item.uses)
        span = self.build.span(item.uses)
        expr: ir.Expr | None = None
        if item.value is not None:
            value = item.value
            if item.distinct and not value.attributes:
                expr = ir.FieldExpr(field=self.expressions.type_attribute(value.uses), span=span)
            else:
                expr = self.expressions.value(self._settled(value))
        agg = f"p{item.p:g}" if item.p is not None else item.agg
        name = f"{agg}_{_name(expr)}" if expr is not None else agg
        return ir.Measure(as_=name, agg=item.agg, p=item.p, distinct=item.distinct or None, expr=expr, span=span)

    # --- groups --------------------------------------------------------------------------------------------

    def _groups(self) -> ir.Query:
        """Statistics or counts by groups."""
        asked = self.asked
        keys = tuple(self.expressions.key(x) for x in asked.groups)
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

    # --- neighbours ----------------------------------------------------------------------------------------

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


def _name(expr: ir.Expr) -> str:
    """A short name of an expression, for the columns of a table."""
    if isinstance(expr, ir.FieldExpr):
        return expr.field
    if isinstance(expr, ir.MeasureExpr):
        return expr.measure
    return "distance" if isinstance(expr, ir.DistanceExpr) else "overlap"

"""What a measuring question is about, in IR: the target, what is measured of it, statistics."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.question import ir
from core.question.grammar.asked import Aggregated, Asked, Valued
from core.question.grammar.measures_ir import Expressions
from core.question.grammar.parts import Frame, OrderPart, Phrase
from core.question.grammar.problems import Problem, ProblemError
from core.question.grammar.relation_ir import RelationBuilder
from core.question.slots import joined

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
        where = joined([*(x for x in conditions if x is not None), top])
        return self.target.model_copy(update={"where": where})

    def _measures(self) -> tuple[ir.Measure, ...]:
        found: dict[str, ir.Measure] = {}
        for item in self.asked.aggregates:
            measure = self._measure(item)
            found.setdefault(measure.as_, measure)
        made = tuple(found.values())
        if made and self.frame.counted and all(x.agg != "count" for x in made):  # how many, and their total length
            return (ir.Measure(as_="count", agg="count"), *made)
        return made

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


def _name(expr: ir.Expr) -> str:
    """A short name of an expression, for the columns of a table."""
    if isinstance(expr, ir.FieldExpr):
        return expr.field
    if isinstance(expr, ir.MeasureExpr):
        return expr.measure
    return "distance" if isinstance(expr, ir.DistanceExpr) else "overlap"

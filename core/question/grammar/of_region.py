"""Numbers of a named region: its own, or of the regions inside it where only they have the number."""

from __future__ import annotations

from core.question import ir
from core.question.grammar.attribute_ir import AttributeBuilder
from core.question.grammar.parts import Frame
from core.question.slots import conjuncts


def of_region(build: AttributeBuilder, query: ir.Query) -> ir.Query:
    """``the population of X``: the value of X itself, not of the regions that lie in it.

    Where regions like X have no such number but those inside it do, a number that adds up is added up.
    """
    target, conds = query.target, conjuncts(query.target.where)
    only = conds[0] if len(conds) == 1 else None
    if target.span is not None or target.names or query.order or query.limit or query.group_by:
        return query
    if not isinstance(only, ir.RelCond) or only.rel != "within" or only.assumed or not isinstance(only.to, ir.Set):
        return query
    region, asked = only.to, _asked(query)
    if not region.names or not build.card.entity_types[target.layer].region or not asked:
        return query
    if region.layer == target.layer:
        own = region.model_copy(update={"span": only.span or region.span})
        shown = {"output": "scalar"} if query.intent == "value" else {}
        return query.model_copy(update={"target": own, **shown})
    if query.intent not in ("select", "value") or not all(_adds_up(build, x) for x in asked):
        return query
    build.note("assumed_total")
    measures = tuple(ir.Measure(as_=f"sum_{_name(x)}", agg="sum", expr=x, span=x.span) for x in asked)
    output = "scalar" if len(measures) == 1 else "table"
    return ir.Query(intent="aggregate", target=target, measures=measures, output=output, span=query.span)


def by_region(build: AttributeBuilder, frame: Frame, entity: str) -> bool:
    """True when study areas themselves are asked for or grouped by: the one chosen beside is not meant then."""
    kinds = build.card.entity_types
    asked = (entity, *(x.phrase.entity for x in frame.asked.groups if x.phrase is not None))
    return any(x is not None and kinds[x].region for x in asked)


def _asked(query: ir.Query) -> tuple[ir.Expr, ...]:
    if query.intent == "aggregate":
        return tuple(x.expr for x in query.measures or () if x.expr is not None)
    if query.intent not in ("select", "value"):
        return ()
    return (query.value,) if query.value is not None else query.return_ or ()


def _adds_up(build: AttributeBuilder, expr: ir.Expr) -> bool:
    """True for numbers without unit, such as inhabitants, and for differences of them."""
    if isinstance(expr, ir.OpExpr):
        return expr.op == "-" and all(_adds_up(build, x) for x in expr.args)
    if not isinstance(expr, ir.FieldExpr):
        return False
    attribute = build.card.attributes[expr.field]
    return attribute.kind == "number" and attribute.unit is None and attribute.dimension is None


def _name(expr: ir.Expr) -> str:
    return expr.field if isinstance(expr, ir.FieldExpr) else "difference"

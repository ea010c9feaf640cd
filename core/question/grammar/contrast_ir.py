"""The query of a share or of a difference: one number from two sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from core.question import ir
from core.question.grammar.asked import ComparedPart, Contrasted, Shared
from core.question.grammar.measures_ir import Expressions
from core.question.grammar.parts import Connector, Frame, Part, Phrase, RegionPart
from core.question.grammar.relation_ir import RelationBuilder

Parts = Sequence[tuple[Connector, Part]]


def share(
    build: RelationBuilder,
    shared: Shared,
    phrase: Phrase,
    entity: str,
    conditions: Callable[[Parts], ir.Cond | None],
) -> ir.Query:
    """``what percentage of the deposits are gold``: 100 · part / whole, both counted."""
    build.explained.update(shared.uses, phrase.uses, phrase.head)
    own = shared.split if shared.split >= 0 else _split(phrase)
    base = list(phrase.parts[:own])
    others = any(not isinstance(x, RegionPart) for _, x in phrase.parts[own:])
    if shared.split < 0 or others:  # an area beside the part is that of the whole too
        base.extend(x for x in phrase.parts[own:] if isinstance(x[1], RegionPart))
    span = build.span(phrase.head)
    whole = ir.Set(layer=entity, where=conditions(base), span=span)
    if shared.base is not None:
        found = build.anchor(_in_area(shared.base, phrase), "within")[0]
        whole = found if isinstance(found, ir.Set) else whole
    part = ir.Set(layer=entity, where=conditions(phrase.parts), span=span)
    counted = tuple(ir.AggExpr(agg="count", over=x, span=x.span) for x in (part, whole))
    value = ir.OpExpr(op="pct", args=counted, span=build.span(shared.uses))
    return ir.Query(intent="value", target=whole, value=value, output="scalar")


def _in_area(base: Phrase, part: Phrase) -> Phrase:
    """The whole lies in the study area of the part, unless it has its own."""
    areas = [x for x in part.parts if isinstance(x[1], RegionPart)]
    own = any(isinstance(x, RegionPart) for _, x in base.parts) or len(areas) == len(part.parts)
    return base if own or base.names else replace(base, parts=[*base.parts, *areas])


def _split(phrase: Phrase) -> int:
    """Without a verb the conditions behind the noun are the part, or those before it when there are no others."""
    first = min(phrase.head, default=0)
    before = [i for i, (_, x) in enumerate(phrase.parts) if min(x.uses, default=0) < first]
    behind = [x for i, (_, x) in enumerate(phrase.parts) if i not in before and not isinstance(x, RegionPart)]
    return len(before) if behind else 0


def contrast(build: RelationBuilder, asked: Contrasted) -> ir.Query:
    """``how much larger is A than B``: a number of each, subtracted or divided."""
    build.explained.update(asked.uses)
    made = [build.anchor(x, "near")[0] for x in (asked.first, asked.second)]
    sets = [x for x in made if isinstance(x, ir.Set)]
    span = build.span(asked.uses)
    value = ir.OpExpr(op=asked.op, args=tuple(_of(build, asked, x) for x in sets), span=span)
    return ir.Query(intent="value", target=sets[0], value=value, output="scalar")


def averages(build: RelationBuilder, frame: Frame, target: Phrase) -> Contrasted | None:
    """``do gold deposits lie closer to faults than copper deposits``: the averages of the two, declared.

    Only of two kinds as a whole: said in front of the noun, or of what exists, each feature is compared.
    """
    found = [(i, x) for i, (_, x) in enumerate(target.parts) if isinstance(x, ComparedPart)]
    if frame.intent != "exists" or len(found) != 1 or target.names or not target.head:
        return None
    place, part = found[0]
    other = part.other
    if other is None or other.names or part.agg or part.value.kind != "distance" or part.op not in ("<", ">"):
        return None
    exist = any("there" in build.lexemes[x].key for x in frame.uses)
    if exist or min(part.uses, default=0) < min(target.head):
        return None
    first = replace(target, parts=[x for i, x in enumerate(target.parts) if i != place])
    build.note("averages_compared")
    op: Literal["<", ">"] = "<" if part.op == "<" else ">"
    value = part.value if part.value.uses else replace(part.value, uses=part.uses)
    return Contrasted(op, first, _in_area(other, first), part.uses, value, "avg")


def _of(build: RelationBuilder, asked: Contrasted, over: ir.Set) -> ir.Expr:
    span = over.span
    if asked.value is None:
        return ir.AggExpr(agg="count", over=over, span=span)
    expr = Expressions(build, over.layer).value(asked.value)
    if isinstance(expr, ir.MeasureExpr) and expr.measure == "area" and asked.agg is None:
        return ir.AreaOfExpr(area_of=over, span=span)
    sized = isinstance(expr, ir.MeasureExpr) and expr.measure in ("length", "perimeter")
    return ir.AggExpr(agg=asked.agg or ("sum" if sized else "avg"), expr=expr, over=over, span=span)

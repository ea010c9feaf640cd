"""A share without its whole: 某地大型矿床占百分之几, where all features of the kind in the same area are meant."""

from __future__ import annotations

import re

from core.question import ir
from core.question.composing.pieces import Composer
from core.question.reading import Reading
from core.question.slots import conjuncts, is_region, joined

_ZH = re.compile(
    r"(?P<x>[^占]+?)(?:数量)?(?:所)?占(?:了)?(?:的)?(?:百分之几|百分之多少|多大比例|多少比例|几成|多大比重|比例(?:是多少|多大|多少|为多少)?|百分比(?:是多少)?)(?:呢)?[?？。]?"
)


def share_of_kind(make: Composer, question: str) -> Reading | None:
    """The described features in per cent of all of their kind in the area named."""
    found = _ZH.fullmatch(question)
    if found is None:
        return None
    plain = make.read(question)
    if plain.ir.action == "query" and not plain.unexplained:
        return None
    reading = make.inner(question, [found.span("x"), ("的数量", (found.end("x"), found.end()))])
    query = reading.ir.query if reading is not None else None
    if reading is None or query is None or query.intent != "count" or query.target.names:
        return None
    conds = conjuncts(query.target.where)
    areas = [x for x in conds if is_region(x, make.card)]
    if len(areas) == len(conds):
        return None
    whole = query.target.model_copy(update={"where": joined(areas)})
    counted = tuple(ir.AggExpr(agg="count", over=x, span=x.span) for x in (query.target, whole))
    return make.value(reading, ir.OpExpr(op="pct", args=counted, span=(found.end("x"), found.end())))

# ruff: noqa: E501  # patterns are easier to keep in long lines
"""A mean over places: ``average number of deposits per region``, 平均每个地区有多少矿床."""

from __future__ import annotations

import re

from core.question import ir
from core.question.composing.pieces import Composer
from core.question.normalise import has_chinese
from core.question.reading import Reading
from core.question.slots import conjuncts, joined

_EN = re.compile(
    r"\b(?:the\s+)?(?:average|mean)\s+(?=(?:number|count)\s+of\b)|,?\s*\bon average\b,?\s*|\bhow many\s+(?P<typical>.+?)\s+does\s+(?:the average|an average|a typical)\s+",
    re.IGNORECASE,
)
_ZH = re.compile(r"平均(?:来看|而言|来说)?[，,]?(?:下来)?(?=每|有多少|有几|各)|(?<=有)平均")


def mean_count(make: Composer, question: str) -> Reading | None:
    """The number of features inside the members of a kind, divided by the number of members."""
    found = (_ZH if has_chinese(question) else _EN).search(question)
    if found is None:
        return None
    if not has_chinese(question) and found["typical"]:
        pieces = [
            (0, found.start()),
            ("how many ", found.span()),
            found.span("typical"),
            (" are in each ", found.span()),
            (found.end(), len(question)),
        ]
    else:
        pieces = [
            (0, found.start()),
            (" " if not has_chinese(question) else "", found.span()),
            (found.end(), len(question)),
        ]
    reading = make.inner(question, pieces)  # type: ignore[arg-type]
    query = reading.ir.query if reading is not None else None
    keys = query.group_by or () if query is not None and query.intent == "group" else ()
    if reading is None or query is None or len(keys) != 1 or query.order or query.having or query.limit:
        return None
    key, measures = keys[0], query.measures or ()
    if not isinstance(key, ir.LayerKey) or key.key is not None or [x.agg for x in measures] != ["count"]:
        return None
    groups = ir.Set(layer=key.layer, names=key.names, where=key.where, span=key.span)
    inside = ir.RelCond(
        rel=key.rel, to=groups, max_m=key.max_m, span=key.span, assumed=key.assumed if key.span is None else None
    )
    over = query.target.model_copy(update={"where": joined([*conjuncts(query.target.where), inside])})
    counts = tuple(ir.AggExpr(agg="count", over=x, span=x.span) for x in (over, groups))
    return make.value(reading, ir.OpExpr(op="/", args=counts, span=found.span()))

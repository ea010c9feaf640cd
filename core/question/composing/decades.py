# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Counts by decades: ``discovered per decade``, 每十年发现了多少."""

from __future__ import annotations

import re
from datetime import date

from core.question import ir
from core.question.composing.pieces import Composer, answered
from core.question.normalise import has_chinese
from core.question.reading import Reading

_EN = re.compile(
    r"\b(?:(?:that\s+)?(?:were|are|was|have been)\s+)?(?:discovered|found)?\s*\b(?:(?:in\s+)?(?:per|by|each|every|for each|for every|by each)\s+decade(?:\s+of\s+discovery)?|decade by decade)\b",
    re.IGNORECASE,
)
_ZH = re.compile(
    r"(?:每个?十年|每10年|每个?年代|各个?年代|各个?十年|按(?:发现)?(?:年代|十年)(?:统计|分组|划分|分)?)(?:发现|探明|找到)?(?:了|的)?(?:有)?(?:多少|几)?(?:个|处)?"
)
_FIRST, _YEARS = 1900, 10


def by_decade(make: Composer, question: str) -> Reading | None:
    """The groups of a year, ten years each."""
    found = (_ZH if has_chinese(question) else _EN).search(question)
    years = [x for x in make.card.attributes.values() if x.kind == "year"]
    if found is None or not years:
        return None
    for year in years:
        label = year.labels.in_("zh" if has_chinese(question) else "en")
        words = f"按{label}统计的" if has_chinese(question) else f"by {label} "
        rest = (found.end(), len(question))
        ways = (
            [(0, found.start()), rest, (f" {words}", found.span())],
            [(0, found.start()), (words, found.span()), rest],
        )
        for pieces in (
            (*ways, [("number of ", found.span()), *ways[0]])
            if not has_chinese(question)
            else ([(0, found.start()), (words, found.span()), rest, ("数量", found.span())], *ways)
        ):
            reading = make.inner(question, pieces)  # type: ignore[arg-type]
            made = _in_tens(reading, year.id, found.span()) if reading is not None else None
            if reading is not None and made is not None:
                return answered(reading, made)
    return None


def _in_tens(reading: Reading, year: str, span: ir.Span) -> ir.Query | None:
    query = reading.ir.query
    keys = query.group_by or () if query is not None and query.intent == "group" else ()
    if query is None or not any(isinstance(x, ir.FieldExpr) and x.field == year for x in keys):
        return None
    edges = tuple(float(x) for x in range(_FIRST, date.today().year + _YEARS, _YEARS))
    tens = ir.BucketKey(bucket=year, edges=edges, span=span)
    made = tuple(tens if isinstance(x, ir.FieldExpr) and x.field == year else x for x in keys)
    return query.model_copy(update={"group_by": made, "zeros": None})

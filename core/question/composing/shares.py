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


_COVERED = re.compile(
    r"(?:的|被|中|内|里|有)*(?P<k>[\u4e00-\u9fff]{2,6}?)(?:(?:所)?(?:覆盖|占据)(?:的)?(?:面积)?|(?:的)?(?:出露|分布)?面积)(?:的|所)?(?:占比|占的?比例|比例|占多大比例|占多少|百分比|占百分之几)(?:是多少|为多少|多大|有多大)?[?？。]?"
)
_AREA = re.compile(r"(?:面积|覆盖|占据).*[占比]")


def share_of_area(make: Composer, question: str) -> Reading | None:
    """``某地花岗岩面积占比``, 某地被花岗岩覆盖的比例: of the area named first."""
    if _AREA.search(question) is None:
        return None
    area = make.area_at(question)
    found = _COVERED.fullmatch(question, len(area)) if area else None
    if found is None:
        return None
    word = (found.end("k"), found.end())
    return make.inner(question, [found.span("k"), ("占", word), (0, len(area)), ("面积的比例", word)])


def share_of_kind(make: Composer, question: str) -> Reading | None:
    """The described features in per cent of all of their kind in the area named."""
    found = _ZH.fullmatch(question)
    if found is None:
        return None
    plain = make.read(question)
    if plain is None or (plain.ir.action == "query" and not plain.unexplained):
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

# patterns are easier to keep in long lines
"""Which features have most around or inside them: 哪3条断层附近1公里的矿床最多, 按3公里内的矿床数给断层排名."""

from __future__ import annotations

import re

from core.question.composing.pieces import Composer, Piece, body
from core.question.normalise import has_chinese
from core.question.reading import Reading
from core.question.wordings.words_zh import KM, MEASURED, N

_ZONE = rf"(?:周围|周边|附近|四周|方圆)?(?:的)?(?P<d>{N}\s*{KM})(?:以内|之内|范围内|内|里|远|范围)?(?:的)?"
_NUMBER = "(?:的)?(?:数量|个数|数目|多少|总数|数)?"
_WHICH = re.compile(
    rf"(?P<a>[^哪，,。]*?)(?:的)?哪(?P<n>\d+|[一两二三四五六七八九十])?(?P<m>{MEASURED})(?P<t>[^，,。]{{2,12}}?)(?:的)?"
    rf"(?:{_ZONE}|(?P<in>里面?|内部?|之内|境内|范围内|当中|中)(?:的)?)(?P<z>[^，,。的最]{{1,14}}?){_NUMBER}(?P<g>最[多少])(?:[，,](?P<b>[^，,。]{{2,12}}?))?"
)
_RANKED = (
    r"(?:来|进行|做)?(?:排一下|排个|排一排|排|做个)(?:名次?|序|列|队|行)?[，,、]?(?:再|然后)?(?:只|仅)?(?:取|要|看|列出?|选|给出|保留|留下?|找出?)?(?:出)?(?:排)?"
    rf"(?:(?P<top>第一名?|头一名?|榜首)|(?:前|头)(?P<n>\d+|[一两二三四五六七八九十])(?P<m>{MEASURED}|位)?|(?P<g>最[多少])的(?:前)?(?P<k>\d+|[一两二三四五六七八九十])(?P<l>{MEASURED}|位))(?:的)?"
)
_COUNT = "(?P<z>[^，,。]{1,14}?)(?:的)?(?:数量|个数|数目|多少|总数|数)(?:来|的多少)?"
_ROW = "(?P<a>(?P<t>[^，,。]{2,18}?))"
_SORTED = (
    re.compile(rf"(?P<at>按照?|依照?|根据|以){_ZONE}{_COUNT}(?:给|对|把|将|为){_ROW}{_RANKED}"),
    re.compile(rf"(?:给|对|把|将|为)?{_ROW}(?P<at>按照?|依照?|根据){_ZONE}{_COUNT}{_RANKED}"),
)
_OF = "的"


def most_around(make: Composer, question: str) -> Reading | None:
    """The first few of a kind by how many features of another kind are near or inside them."""
    if not has_chinese(question):
        return None
    text = question.rstrip(" ？?。.")
    start, end = body(question)
    found = _WHICH.fullmatch(text) or next(
        (x for x in (y.fullmatch(question, start, end) for y in _SORTED) if x), None
    )
    if found is None:
        return None
    groups = found.groupdict()
    start, end = found.span("t")
    place = found.span("a")
    if found.re is not _WHICH:  # the study area stands before the kind
        start += len(make.area_at(question[start:end]))
        place = (found.start("t"), start)
        start += question.startswith(_OF, start)
    elif groups["b"]:
        place = found.span("b")
    word = found.span("g") if groups.get("g") else found.span("z")
    pieces: list[Piece] = [place]
    if groups.get("d"):
        pieces += [("周围", word), found.span("d"), ("内", word)]
    most = groups.get("g") or "最多"
    pieces += [found.span("z"), ("数量", word), (f"{most}的", word), *_how_many(found), (start, end)]
    reading = make.inner(question, pieces)
    query = reading.ir.query if reading is not None else None
    return reading if query is not None and query.intent == "group" else None


def _how_many(found: re.Match[str]) -> list[Piece]:
    groups = found.groupdict()
    if groups.get("top"):
        return [("1条", found.span("top"))]
    name = "n" if groups.get("n") else "k" if groups.get("k") else ""
    if not name:
        return [("1条", found.span("m"))]
    return [found.span(name), ("条", found.span(name))]

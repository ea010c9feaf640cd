# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Two sides: which of them has more, and whether one has more than the other.

Whether it is so is read as how much more it is: the same two numbers, compared instead of subtracted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from core.question import ir
from core.question.composing.each import shared_out
from core.question.composing.pieces import Composer, Piece, answered, arranged, body
from core.question.normalise import has_chinese
from core.question.reading import Reading

_MORE = r"more|fewer|less"
_GRADE = r"higher|lower|larger|smaller|greater|bigger|longer|shorter|richer|poorer"
_LEAST = re.compile(r"few|less|low|small|short|poor|少|低|小|短|穷", re.IGNORECASE)
_HAVE = r"have|has|had|contain|contains|host|hosts|hold|holds|show|shows|own|owns|yield|yields"
_KIND = r"(?:\s+(?:of\s+(?:them|these|the two|the three|these two)|one|(?:the\s+)?[a-z]+))?"

_THERE_EN = re.compile(rf"(?:are|were|is)\s+there\s+(?P<more>{_MORE})\s+(?P<rest>.+?\s+than\s+.+)", re.IGNORECASE)
_HAS_EN = re.compile(
    rf"(?:do|does|did)\s+(?P<a>.+?)\s+(?:{_HAVE})\s+(?P<more>{_MORE})\s+(?P<x>.+?)\s+than\s+(?P<b>.+?)(?:\s+(?:do|does|did))?",
    re.IGNORECASE,
)
_IS_EN = re.compile(
    rf"(?:is|are|was|were)\s+(?P<a>.+?)\s+(?P<more>{_GRADE}|{_MORE})\s+(?P<b>.*?\bthan\s+(?!\d|(?:the\s+)?(?:average|mean|median)\b).+)",
    re.IGNORECASE,
)
_NUMBER_EN = re.compile(
    r"(?:is|are)\s+(?:the\s+)?number\s+of\s+(?P<x>.+?)\s+(?P<where>in\s+.+?|)\s*(?P<more>higher|lower|larger|smaller|greater|bigger)\s+"
    r"(?P<in>in\s+.+?\s+)?than\s+(?:that\s+|the\s+number\s+)?(?P<b>(?:in|of)\s+.+)",
    re.IGNORECASE,
)
_COUNT_EN = re.compile(r"do\s+(?P<a>.+?)\s+outnumber\s+(?P<b>.+)", re.IGNORECASE)
_IF_ZH = re.compile(
    r"(?P<head>.+?)(?P<ask>是否|是不是|有没有)?(?P<than>比|较)(?P<mid>.+?)(?:的)?(?:更|要|还)?(?P<more>多|少|高|低|大|小|长|短)(?P<tail>吗|么|嘛|没有|不|一些吗|些吗)?"
)
_ABOVE_ZH = re.compile(
    r"(?P<head>.+?)(?P<ask>是否|是不是)?(?P<more>多|少|高|低|大|小)于(?P<mid>[^\d\s]+?)(?P<tail>吗|么|嘛|不)?"
)
_WHICH_EN = re.compile(
    rf"(?:which|where|what){_KIND}\s+(?:(?:{_HAVE}|is|are|do|does)\s+)?(?:there\s+)?(?:the\s+)?(?P<more>{_MORE}|most|fewest|highest|lowest|largest|smallest|greatest|{_GRADE})"
    r"\s+(?P<x>.+?)\s*(?:[,:;–—?-]+\s*|\s+(?=in\s))(?:(?:is it|among|between|out of|of|in)\s+)?(?P<a>.+?),?\s+(?:or|and|vs\.?|versus)\s+(?:in\s+)?(?P<b>.+?)",
    re.IGNORECASE,
)
_WHERE_EN = re.compile(
    rf"(?:where|in\s+which{_KIND})\s+(?:is|are)\s+(?:the\s+)?(?P<x>.+?)\s+(?P<more>{_GRADE}|highest|lowest|largest|smallest|greatest)\s*[,:;–-]?\s*(?:in\s+)?(?P<a>[^,:]+?)\s+or\s+(?:in\s+)?(?P<b>[^,:]+?)",
    re.IGNORECASE,
)
_OF_EN = re.compile(
    rf"(?:which|what)(?:\s+one)?\s+(?:of|among|out of)\s+(?P<a>[^?]+?),?\s+(?:and|or)\s+(?P<b>[^?,]+?)\s+(?:{_HAVE}|is|are)\s+(?:the\s+)?(?P<more>{_MORE}|most|fewest|{_GRADE}|highest|lowest|largest|smallest)\s+(?P<x>.+)",
    re.IGNORECASE,
)
_OR_EN = re.compile(
    rf"(?:does|do|did|has|have)\s+(?P<a>.+?)\s+or\s+(?P<b>.+?)\s+(?:(?:{_HAVE})\s+)?(?:the\s+)?(?P<more>{_MORE}|most|fewest|{_GRADE}|highest|lowest|largest|smallest)\s+(?P<x>.+)",
    re.IGNORECASE,
)
_THERE_OR_EN = re.compile(
    rf"are\s+there\s+(?P<more>{_MORE})\s+(?P<x>.+?)\s+in\s+(?P<a>.+?)\s+or\s+(?:in\s+)?(?P<b>.+)", re.IGNORECASE
)
_FIRST_EN = re.compile(
    rf"(?:between\s+|of\s+|out\s+of\s+)?(?P<a>[^,:;]+?)\s+(?:or|and|vs\.?|versus)\s+(?P<b>[^,:;]+?)\s*[,:;–—-]+\s*(?:which|where|who){_KIND}\s+(?:(?:{_HAVE})\s+)?(?:the\s+)?"
    rf"(?P<more>{_MORE}|most|fewest|{_GRADE}|highest|lowest|largest|smallest)\s+(?P<x>.+)",
    re.IGNORECASE,
)
_COMMON_EN = re.compile(
    r"(?:is|are)\s+(?P<a>[\w-]+)\s+(?P<more>more|less)\s+(?:common|frequent|abundant|numerous|widespread|often found)\s+than\s+(?P<b>[\w-]+)(?P<c>\s+in\s+.+)?",
    re.IGNORECASE,
)
_MEAN_EN = re.compile(
    r"(?:is|are)\s+(?:the\s+)?(?P<a>.+?)\s+(?P<more>longer|shorter|larger|smaller|bigger)\s+on average\s+than\s+(?:those\s+)?(?P<b>in\s+.+)",
    re.IGNORECASE,
)
_ASKED_EN = (
    (_COMMON_EN, ("how many {many} <a> {kind} than <b> {kind} are there<c>",)),
    (_MEAN_EN, ("how much {grade} is the average {size} of <a> than <b>",)),
    (_NUMBER_EN, ("how many {many} <x> are <where><in> than <b>",)),
    (_THERE_EN, ("how many {many} <rest>", "how many {many} <rest> are there")),
    (_HAS_EN, ("how many {many} <x> are in <a> than in <b>",)),
    (_COUNT_EN, ("how many more <a> than <b> are there",)),
    (_IS_EN, ("how much {much} is <a> <b>",)),
)
"""Questions for yes or no, and how the difference is asked for in each."""
_ASK_ZH = r"(?:哪个|哪里|哪儿|哪边|哪一个|谁|哪一?[方处]|何处|哪块)(?:地区|区域|省份?|地方|地)?"
_WHICH_ZH = re.compile(
    rf"(?P<list>[^，,？?]+?[和与、跟及][^，,？?]+?)(?:[两二三四五][个]?(?:地区|省份?|区域|[地省者区]))?(?:[，,]|之间|相比|比较|中|里|当中)*(?:的)?{_ASK_ZH}(?:的)?(?P<x>.+?)(?:比较|相对|更|要|最)?(?P<more>多|少|高|低|大|小|长|短)(?:一些|些|一点|点)?"
)
_WHICH_LAST_ZH = re.compile(
    rf"(?P<list>[^，,？?]+?[和与、跟及][^，,？?]+?)(?:[两二三四五][个]?(?:地区|省份?|区域|[地省者区]))?的?(?P<x>[^的，,]+?)[，,]?{_ASK_ZH}(?:的)?(?:比较|相对|更|要|最)?(?P<more>多|少|高|低|大|小|长|短)(?:一些|些|一点|点)?"
)
_LINE = re.compile(r"long|short", re.IGNORECASE)
_TIMES_ZH = re.compile(
    r"(?P<head>.+?)(?:的)?(?:数量|个数|数目|数)?(?P<than>是)(?P<mid>.+?)的?(?:几倍|多少倍|几分之几)"
)
_TIMES_EN = re.compile(
    r"how many times\s+(?P<more>larger|greater|higher|more|bigger|as large|as high|as many)\s+is\s+the\s+number\s+of\s+(?P<x>.+?)\s+(?P<in>in\s+.+?)\s+(?:than|as)\s+(?:that\s+)?(?P<b>in\s+.+)",
    re.IGNORECASE,
)
_STATISTIC = re.compile(
    r"average|mean|median|total|percentile|maximum|minimum|平均|均值|中位|总|最大|最高|最低|长度|面积",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\b(?:number|count)s?\s+of\b|数量?$|个数$|数目$", re.IGNORECASE)


def whether_more(make: Composer, question: str) -> Reading | None:
    """``are there more X in A than in B``, 云南的金矿比四川多吗: yes or no."""
    start, end = body(question)
    for pieces in _differences(make, question, start, end):
        if (made := _instead_of_less(make, question, pieces, ">")) is not None:
            return made
    return None


def times_as_many(make: Composer, question: str) -> Reading | None:
    """``how many times larger is the number of X in A than in B``, A的X数量是B的几倍."""
    start, end = body(question)
    zh = has_chinese(question)
    found = (_TIMES_ZH if zh else _TIMES_EN).fullmatch(question, start, end)
    if found is None:
        return None
    for template in (
        ("<head>比<mid>多多少", "<head>比<mid>高多少") if zh else ("how many more <x> are <in> than <b>",)
    ):
        pieces = arranged(found, template, "than" if zh else "more")
        if (made := _instead_of_less(make, question, pieces, "/")) is not None:
            return made
    return None


def _instead_of_less(make: Composer, question: str, pieces: list[Piece], op: Literal[">", "/"]) -> Reading | None:
    """The two numbers of a question for their difference, compared or divided instead."""
    reading = make.inner(question, pieces)
    query = reading.ir.query if reading is not None else None
    value = query.value if query is not None and query.intent == "value" else None
    if reading is None or not isinstance(value, ir.OpExpr) or value.op != "-":
        return None
    return make.value(reading, value.model_copy(update={"op": op}), truth=op == ">")


def _differences(make: Composer, question: str, start: int, end: int) -> Iterator[list[Piece]]:
    """The question asked as how much more, in each way that it can be said."""
    if has_chinese(question):
        for rule in (_IF_ZH, _ABOVE_ZH):
            found = rule.fullmatch(question, start, end)
            if found is None or not (found["ask"] or found["tail"]):
                continue
            for tail in ("多少", "几个") if found["more"] in "多少" else ("多少",):
                yield arranged(found, f"<head>比<mid><more>{tail}", "more")
        return
    for rule, templates in _ASKED_EN:
        if found := rule.fullmatch(question, start, end):
            word = "" if rule is _COUNT_EN else found["more"]
            many = "fewer" if _LEAST.search(word) else "more"
            for template in templates:
                size = "length" if _LINE.match(word) else "area"
                grade = "lower" if _LEAST.search(word) else "higher"
                for said in make.with_kinds(template):
                    filled = said.format(many=many, much=word, size=size, grade=grade)
                    yield arranged(found, filled, "more" if word else "a")


def which_has_more(make: Composer, question: str) -> Reading | None:
    """``which has more X, A or B``, A和B哪个X多: the two, the one with more first."""
    start, end = body(question)
    zh = has_chinese(question)
    rules = (_WHICH_ZH, _WHICH_LAST_ZH) if zh else (_WHERE_EN, _OF_EN, _WHICH_EN, _OR_EN, _THERE_OR_EN, _FIRST_EN)
    for rule in rules:
        found = rule.fullmatch(question, start, end)
        if found is None:
            continue
        reading = make.inner(question, _plain(found, zh=zh, parted=rule is _WHICH_ZH))
        shared = shared_out(make, reading) if reading is not None else None
        query = shared.ir.query if shared is not None and not shared.ir.also else None
        if shared is None or query is None or query.intent != "group" or not query.measures:
            continue
        direction: ir.Direction = "asc" if _LEAST.search(found["more"]) else "desc"
        order = ir.OrderKey(measure=query.measures[0].as_, dir=direction, span=found.span("more"))
        return answered(shared, query.model_copy(update={"order": (order,), "limit": 1}))
    return None


def _plain(found: re.Match[str], *, zh: bool, parted: bool) -> list[Piece]:
    """The number of X in both, or the statistic of it."""
    counted = not (_STATISTIC.search(found["x"]) or _COUNTED.search(found["x"]))
    if zh:
        return arranged(found, ("<list>的<x>" if parted else "<list><x>") + ("的数量" if counted else ""), "more")
    return arranged(found, ("number of " if counted else "") + "<x> in <a> and <b>", "more")

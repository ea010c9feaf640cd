# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Counts by classes whose limits are said before or behind: 以50和100ppm为界分成三档, 分界值取100和500 ppm, 每级多少."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from core.question import ir
from core.question.composing.pieces import Composer, Piece, answered
from core.question.normalise import has_chinese
from core.question.numbers import chinese as chinese_number
from core.question.reading import Reading
from core.question.unit_words import CONCENTRATION

_N = r"\d+(?:\.\d+)?"
_UNIT = CONCENTRATION
_AND = r"\s*(?:、|,|，|和|与|及|以及|/)\s*"
_LIMITS = rf"(?P<x>{_N}\s*{_UNIT}?(?:{_AND}{_N}\s*{_UNIT}?)*)"
_BORDER = "(?:(?:分[界级档段]|界限?|临界|划分|分割|切分|断|阈)(?:值|点|线|限)?)+"
_LIMIT = tuple(
    re.compile(x, re.IGNORECASE)
    for x in (
        rf"(?:以|用|拿|取|按照?|依)?(?:{_BORDER})(?:情况)?(?:分别|各)?(?:取|为|是|用|在|设为|设在|定为|定在|选|[:：])*\s*{_LIMITS}(?:两个|这两个)?(?:处)?",
        rf"(?:以|用|拿|取|在|按照?|依)?\s*{_LIMITS}\s*(?:处)?(?:这?(?:[一两二三四]|\d)?个?(?:值|数|点)?)?(?:来|为|作为|作|做|当作?|当成)?(?:{_BORDER})(?:来)?",
        rf"(?:以|用|拿|取|在|按照?|依)\s*{_LIMITS}\s*(?:处)?(?=(?:来|进行)?(?:分|划|切|把|将|对|给))",
    )
)
_CLASS = "(?:等级|[级档段类组等])"
_CUT = re.compile(
    rf"(?:进行|来|作|做)?(?:划?分(?:成|为)?|划成|切成|划为)(?:高低|高中低|[^，,。\d]{{0,2}}?)?(?P<k>[两二三四五六]|\d)?个?{_CLASS}(?:别|次)?(?:统计|情况|计数)?|切分|划分"
)
_ASKED = re.compile(
    rf"(?:请|并|再|然后|分别|报出?|给出|列出|数一?下|数一?数|统计一?下?|统计出?|看看|看|问|算一?下)*(?:每一?个?{_CLASS}|各个?{_CLASS}|各自?|分别|每个)(?:别)?(?:里|中|内)?(?:的)?(?:各|都|分别)?(?:有|是)?(?:多少|几)?(?:个|件|块|份)?(?:的)?(?:样品|样点|样本|样)?(?:的)?(?:个数|数量|数目|数)?(?:是|有)?(?:多少|几)?个?"
    r"|(?:统计|数)(?:一下|一数)?(?:个数|数量|数目|样品数)?$"
)
_OPENING = re.compile(
    r"(?:请问|请|麻烦|帮我|帮忙|我?想(?:要)?(?:看一?下?|看看|了解|知道|查)?|给我|看看|查一?下?|统计一?下?|把|将|对|给|针对|就|，|,|：|:|、|\s)+"
)
_SAMPLE = "(?:化探样品?|样品|样点|样本|采样点|测点|样)"
_ELEMENT = r"(?P<e>[A-Z][a-z]?|[\u4e00-\u9fff])"
_LAST = "(?:含量|元素|浓度|品位|值|的|情况|数据|来)*"
_KINDS = (
    re.compile(rf"(?P<a>.*?{_SAMPLE})(?:的|里|中|按照?|以|依|把|将)*{_ELEMENT}{_LAST}"),
    re.compile(rf"(?P<p>.*?){_ELEMENT}(?:含量|元素)?(?:的)?{_SAMPLE}{_LAST}"),
)
_EDGES = _APART = 2


def in_classes(make: Composer, question: str) -> Reading | None:
    """The number of samples in each class of a content."""
    if not has_chinese(question) or (cut := _CUT.search(question)) is None:
        return None
    found = next((x for x in (y.search(question) for y in _LIMIT) if x is not None), None)
    if found is None:
        return None
    said = found["x"]
    numbers, unit = re.findall(_N, said), re.search(_UNIT, said, re.IGNORECASE)
    if unit is None or not numbers or (cut["k"] and _count(cut["k"]) != len(numbers) + 1):
        return None
    rest = _rest(question, [found.span(), cut.span(), *(x.span() for x in _ASKED.finditer(question) if x.group())])
    if len(rest) == _APART:  # the element first, the samples behind
        return _grouped(make, question, (rest[1], rest[0]), numbers, unit.group(), found.span())
    for pattern in _KINDS if len(rest) == 1 else ():
        place = pattern.fullmatch(question, *rest[0])
        if place is None:
            continue
        groups = place.groupdict()
        area = place.span("a") if groups.get("a") else place.span("p")
        made = _grouped(make, question, (area, place.span("e")), numbers, unit.group(), found.span())
        if made is not None:
            return made
    return None


def _grouped(  # noqa: PLR0917
    make: Composer, question: str, said: tuple[ir.Span, ir.Span], numbers: Sequence[str], unit: str, word: ir.Span
) -> Reading | None:
    limits = numbers if len(numbers) >= _EDGES else [numbers[0], str(float(numbers[0]) * 2)]
    middle = "".join(f"{a}-{b}、" for a, b in pairwise(limits))
    (start, end), element = said
    noun = "" if re.search(_SAMPLE, question[start:end]) else "样品"
    pieces: list[Piece] = [(start, end), (f"{noun}按", word), element]
    pieces.append((f"含量小于{limits[0]}、{middle}{limits[-1]}{unit}以上分级统计数量", word))
    reading = make.inner(question, pieces)
    query = reading.ir.query if reading is not None else None
    key = query.group_by[0] if query is not None and query.group_by and len(query.group_by) == 1 else None
    if reading is None or query is None or not isinstance(key, ir.BucketKey):
        return None
    key = key.model_copy(update={"edges": key.edges[: len(numbers)]})
    return answered(reading, query.model_copy(update={"group_by": (key,)}))


def _count(text: str) -> int:
    return int(text) if text.isdigit() else int(chinese_number(text) or 0)


def _rest(question: str, spans: list[ir.Span]) -> list[ir.Span]:
    """The stretches of the question that none of the ranges covers, without what only asks."""
    left: list[ir.Span] = []
    at = 0
    for start, end in sorted(spans):
        left.append((at, max(at, start)))
        at = max(at, end)
    left.append((at, len(question)))
    return [x for x in (_bare(question, y) for y in left) if x[0] < x[1]]


def _bare(question: str, span: ir.Span) -> ir.Span:
    start, end = span
    if (found := _OPENING.match(question, start, end)) is not None:
        start = found.end()
    while start < end and question[end - 1] in "，,。？?！! \t的：:":
        end -= 1
    return start, end

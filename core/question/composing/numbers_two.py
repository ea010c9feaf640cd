# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Two numbers, each asked for in its own words, divided or subtracted: ``ratio of median Cu to median Zn in X``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.question import ir
from core.question.composing.pieces import Composer, Piece, body
from core.question.normalise import has_chinese
from core.question.reading import Reading

_STATISTIC = r"(?:the\s+)?(?:average|mean|median|total|number|maximum|minimum|highest|lowest|standard deviation|sum|combined|area|length|\d+(?:st|nd|rd|th) percentile)\b"
_RATIO_EN = re.compile(
    rf"(?:what\s+is\s+|what['’]s\s+)?(?:the\s+)?(?P<op>ratio|difference)\s+(?:of|between)\s+(?P<x>{_STATISTIC}.+?)\s+(?:to|and)\s+(?P<y>.+)",
    re.IGNORECASE,
)
_BETWEEN_EN = re.compile(
    rf"(?:what\s+is\s+|what['’]s\s+)?(?:the\s+)?(?P<op>ratio|difference)\s+(?:in|of)\s+(?P<x>{_STATISTIC}.+?)\s+between\s+(?P<a>.+?)\s+and\s+(?P<b>.+)",
    re.IGNORECASE,
)
_ZH = re.compile(
    r"(?P<x>.+?(?:平均值|均值|中位数|总长度|总面积|最大值|最小值|标准差|数量|个数|平均含量|平均长度|平均面积))(?:与|和|跟|同)(?P<y>.+?)(?P<op>之比|的比值|比值|的比|之差|的差值?|差值|相差)(?:是|为)?(?:多少|几)?"
)
_PLACE_EN = re.compile(r"\s+(?:in|within|of|for)\s+(?=[A-Z])[^,]+$")
_AGAIN_EN = re.compile(r"(?:that|those|the same|the one)\s+(?=(?:in|of|for|within)\b)|(?=in\b)", re.IGNORECASE)


def two_numbers(make: Composer, question: str) -> Reading | None:
    """One number divided by another one, or less another one."""
    start, end = body(question)
    for first, second, op in _numbers(make, question, start, end):
        a, b = make.inner(question, first), make.inner(question, second)
        one, other = (make.scalar(x) if x is not None else None for x in (a, b))
        if a is not None and one is not None and other is not None and one != other:
            return make.value(a, ir.OpExpr(op=op, args=(one, other), span=(start, end)))
    return None


def _numbers(
    make: Composer, question: str, start: int, end: int
) -> Iterator[tuple[list[Piece], list[Piece], str]]:
    return (_numbers_zh if has_chinese(question) else _numbers_en)(make, question, start, end)


def _numbers_zh(
    make: Composer, question: str, start: int, end: int
) -> Iterator[tuple[list[Piece], list[Piece], str]]:
    if found := _ZH.fullmatch(question, start, end):
        op = "/" if "比" in found["op"] else "-"
        area = make.area_at(found["x"])
        own: Piece = (area, found.span("y"))
        if area and not any(x.text in found["y"] for x in make.card.names):
            yield [found.span("x")], [own, found.span("y")], op
        else:
            yield [found.span("x")], [found.span("y")], op


def _numbers_en(
    _: Composer, question: str, start: int, end: int
) -> Iterator[tuple[list[Piece], list[Piece], str]]:
    if found := _BETWEEN_EN.fullmatch(question, start, end):
        op = "/" if found["op"].lower() == "ratio" else "-"
        for link in (" in ", " of "):
            yield (
                [found.span("x"), (link, found.span("op")), found.span("a")],
                [found.span("x"), (link, found.span("op")), found.span("b")],
                op,
            )
    if found := _RATIO_EN.fullmatch(question, start, end):
        op = "/" if found["op"].lower() == "ratio" else "-"
        x, y = found.span("x"), found.span("y")
        again, mine, theirs = (
            _AGAIN_EN.match(found["y"]),
            _PLACE_EN.search(found["x"]),
            _PLACE_EN.search(found["y"]),
        )
        if again is not None and mine is not None:
            yield [x], [(x[0], x[0] + mine.start()), (" ", y), (y[0] + again.end(), y[1])], op
        elif theirs is not None and mine is None:
            place = (y[0] + theirs.start(), y[1])
            yield [x, place], [y], op
        else:
            yield [x], [y], op

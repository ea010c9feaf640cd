# ruff: noqa: E501  # patterns are easier to keep in long lines
"""A place in an order: ``second largest``, 第二大的, ``top 5 % of``, 含量前5%的."""

from __future__ import annotations

import re

from core.question import ir
from core.question.composing.pieces import Composer, Piece, answered
from core.question.normalise import has_chinese
from core.question.numbers import chinese as chinese_number
from core.question.reading import Reading
from core.question.slots import conjuncts, joined

_ORDINALS = {
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
}
_GRADE = r"(?:[a-z]+est|most|least|highest)\b"
_NTH_EN = re.compile(
    rf"\b(?P<n>{'|'.join(_ORDINALS)}|\d{{1,2}}(?:nd|rd|th|st))(?:[\s-]+(?=(?:[a-z]+est|most|least)\b))",
    re.IGNORECASE,
)
_NTH_ZH = re.compile(
    r"(?:排名|排在|位居|排)?第(?P<n>[二三四五六七八九十]|\d{1,2})(?:名|位)?(?P<grade>[大长高小短低老新深厚远近])(?!于|度)"
)
_N = r"(?:\d+(?:\.\d+)?|one|two|five|ten|twenty|thirty)"
_WORDS = {"one": 1.0, "two": 2.0, "five": 5.0, "ten": 10.0, "twenty": 20.0, "thirty": 30.0}
_PERCENT_EN = re.compile(
    rf"\b(?P<word>top|upper(?:most)?|highest|best|richest|largest|longest|bottom|lowest|lower(?:most)?|smallest|shortest|poorest)\s+(?P<n>{_N})\s*(?:%|per\s?cent|percent)"
    r"(?P<of>\s+of(?:\s+(?:the|all))?)?\s*",
    re.IGNORECASE,
)
_PERCENT_ZH = re.compile(
    rf"(?:排(?:名)?(?:在)?|居)?(?P<word>前|后|最高的?|最大的?|最长的?|最低的?|最小的?|最短的?)(?:的)?(?:百分之(?P<zh>[一二三四五六七八九十]+|\d+)|(?P<n>{_N})\s*[%％])(?:的)?"
)
_LOW = re.compile(r"bottom|lowe|small|short|poor|后|低|小|短", re.IGNORECASE)


def nth(make: Composer, question: str) -> Reading | None:
    """``the second largest X``: the first of those that are not among the first n-1."""
    zh = has_chinese(question)
    found = (_NTH_ZH if zh else _NTH_EN).search(question)
    if found is None:
        return None
    n = _ORDINALS.get(found["n"].lower()) or _whole(found["n"])
    if not n or n < 2:
        return None
    put: list[Piece] = [("最", found.span("n")), found.span("grade")] if zh else []
    reading = make.inner(question, [(0, found.start()), *put, (found.end(), len(question))])
    query = reading.ir.query if reading is not None else None
    if reading is None or query is None or query.intent != "select" or query.limit != 1 or query.target.names:
        return None
    first = query.order[0] if query.order and len(query.order) == 1 else None
    if first is None or first.expr is None:
        return None
    span = found.span()
    top = ir.TopCond(top=ir.Top(by=first.expr, dir=first.dir, k=n - 1, span=span), span=span)
    before = joined([*conjuncts(query.target.where), top])
    assert before is not None  # noqa: S101  # it holds `top`
    where = joined([*conjuncts(query.target.where), ir.Not(not_=before, span=span)])
    return answered(reading, query.model_copy(update={"target": query.target.model_copy(update={"where": where})}))


def _whole(text: str) -> int:
    digits = re.match(r"\d+", text)
    return int(digits[0]) if digits else int(chinese_number(text) or 0)


def top_percent(make: Composer, question: str) -> Reading | None:
    """``top 5 % of the samples for Au``: at or above the 95th percentile of the same features."""
    zh = has_chinese(question)
    found = (_PERCENT_ZH if zh else _PERCENT_EN).search(question)
    if found is None:
        return None
    said = found["n"] or found["zh"]
    share = (
        _WORDS.get(said.lower()) or float(said)
        if said[0].isdigit() or said.isascii()
        else float(chinese_number(said) or 0)
    )
    if not 0 < share < 100:
        return None
    low = _LOW.search(found["word"]) is not None
    for pieces in _ways(question, found, low=low, zh=zh):
        reading = make.inner(question, pieces)
        query = reading.ir.query if reading is not None else None
        if (
            reading is None
            or query is None
            or query.intent != "select"
            or not query.order
            or len(query.order) != 1
        ):
            continue
        made = _at_percentile(query, share if low else 100 - share, found.span())
        if made is not None:
            return answered(reading, made)
    return None


def _ways(question: str, found: re.Match[str], *, low: bool, zh: bool) -> list[list[Piece]]:
    before, behind, word = (0, found.start()), (found.end(), len(question)), found.span()
    if zh:
        return [
            [before, ("最低的" if low else "最高的", word), behind],
            [before, ("最小的" if low else "最大的", word), behind],
        ]
    grades = ("lowest", "smallest", "shortest") if low else ("highest", "largest", "longest")
    ways: list[list[Piece]] = [[before, (f"{x} ", word), behind] for x in grades]
    by = re.search(
        r"\s+(?:for|by|in|of|in terms of|with respect to|according to)\s+(?P<x>[\w ]{1,20}?)(?=\s+(?:in|of|within|from|for)\s|,|\W*$)",
        question[_by_from(found) :],
        re.IGNORECASE,
    )
    if by is not None:  # top 10 % of samples by Cu: samples with the highest Cu
        base = _by_from(found)
        a, b = base + by.start(), base + by.end()
        x = base + by.start("x"), base + by.end("x")
        opening = (0, _without_in(question, found.start()))
        grade = "lowest" if low else "highest"
        ways.append([opening, (min(found.end(), a), a), (f" with the {grade} ", word), x, (b, len(question))])
        ways.append([opening, (" with the " + grade + " ", word), x, (min(found.end(), a), a), (b, len(question))])
        if re.fullmatch(r".*\bin\s+the\s*", question[: found.start()], re.IGNORECASE):
            ways.append([opening, (f" with the {grade} ", word), x, (b, len(question))])
    return ways


def _by_from(found: re.Match[str]) -> int:
    """Where the words for what is ranked may begin: ``top 5 % of Au``."""
    return found.start("of") if found["of"] else found.end()


def _without_in(question: str, end: int) -> int:
    """The end of the words before ``in the top 5 %``."""
    found = re.search(
        r"\s+(?:(?:that|which)\s+(?:are|lie|fall|rank)\s+)?(?:in|within|among|into)\s+the\s*$",
        question[:end],
        re.IGNORECASE,
    )
    return found.start() if found else end


def _at_percentile(query: ir.Query, p: float, span: ir.Span) -> ir.Query | None:
    assert query.order is not None  # noqa: S101  # seen by the caller
    key = query.order[0]
    if key.expr is None or isinstance(key.expr, ir.DistanceExpr) or query.target.names:
        return None
    over = query.target
    limit = ir.AggExpr(agg="percentile", p=p, expr=key.expr, over=over, span=span)
    cond = ir.CmpCond(cmp=(key.expr, "<=" if key.dir == "asc" else ">=", limit), span=span)
    target = over.model_copy(update={"where": joined([*conjuncts(over.where), cond])})
    return query.model_copy(update={"target": target, "limit": None})

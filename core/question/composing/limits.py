# ruff: noqa: E501  # patterns are easier to keep in long lines
"""A number against a limit, answered by yes or no: ``is the average Au above 5 ppb``, 金的平均含量超过5ppb吗."""

from __future__ import annotations

import re

from core.question import ir
from core.question.composing.pieces import Composer, Piece, arranged, body
from core.question.normalise import has_chinese
from core.question.numbers import chinese as chinese_number
from core.question.reading import Reading

_N = r"\d[\d,]*(?:\.\d+)?"
_OPS_EN: tuple[tuple[str, str], ...] = (
    (r"at least|not less than|no less than|not below|not under|no lower than|>=|≥", ">="),
    (r"at most|not more than|no more than|not above|not over|no higher than|not exceed(?:ing)?|<=|≤", "<="),
    (
        r"above|over|greater than|higher than|larger than|bigger than|longer than|more than|exceeding|exceeds?|in excess of|beyond|past|>",
        ">",
    ),
    (r"below|under|less than|lower than|smaller than|shorter than|fewer than|<", "<"),
)
_OPS_ZH: tuple[tuple[str, str], ...] = (
    (r"大于等于|大于或等于|不低于|不少于|不小于|至少(?:有|为|是)?|达到|达|≥|>=", ">="),
    (r"小于等于|小于或等于|不超过|不高于|不大于|不多于|至多|最多|≤|<=", "<="),
    (r"超过了?|大于|高于|多于|超出|高过|大过|长于|超|>|＞", ">"),
    (r"低于|小于|少于|不到|不足|不够|短于|<|＜", "<"),
)
_ANY_EN = "|".join(x for x, _ in _OPS_EN)
_ANY_ZH = "|".join(x for x, _ in _OPS_ZH)
_SCALED = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "万": 1e4, "千": 1e3, "亿": 1e8}
_EN = re.compile(
    rf"(?P<verb>is|are|was|were|does|do|did|has|have)\s+(?P<what>.+?)\s+(?:(?:more|really|actually|ever)\s+)?(?:go\s+|come to\s+|amount to\s+|reach\s+|lie\s+|stay\s+)?"
    rf"(?P<op>{_ANY_EN})\s*(?P<n>{_N})\s*(?P<scale>hundred|thousand|million)?\s*(?P<unit>[a-zµ%‰][\w/%²^]*(?:\s+kilomet(?:re|er)s?|\s+met(?:re|er)s?|\s+mile?s)?)?"
    r"(?P<rest>\s+(?:in|within|of|for|inside|across|on|among|near|around)\b.+)?",
    re.IGNORECASE,
)
_THERE = re.compile(
    rf"(?P<verb>are there|were there|is there|do|does|has|have)\s+(?P<owner>(?:(?!have|contain|host|hold)\S+\s+){{1,6}}(?:have|contain|host|hold)\s+)?"
    rf"(?P<op>{_ANY_EN})\s*(?P<n>{_N})\s+(?P<scale>(?!))?(?P<unit>(?!))?(?P<what>[a-z].+)",
    re.IGNORECASE,
)
_BEHIND_ZH = re.compile(
    rf"(?P<what>.+?)(?P<ask>有没有|是否有|有)(?P<n>{_N}|[零一二两三四五六七八九十百千]+)(?P<scale>万|千)?(?P<unit>个|条|处|座|块|件)(?P<op>以上|以下)?(?P<end>吗|么|嘛|没有)?"
)
_COUNTERS = ("个", "条", "处", "座", "块", "件")
_ZH = re.compile(
    rf"(?:是否|是不是)?(?P<what>.+?)(?P<ask>是否|是不是|有没有|有无|会不会|能否|可否)?(?:都|已经|已|会|有|能)?(?P<op>{_ANY_ZH})(?:了)?\s*"
    rf"(?P<n>{_N}|[零一二两三四五六七八九十百千]+)(?P<scale>万|千|亿)?(?P<unit>\s*(?:[a-zA-Zµ%‰/²³]+|平方公里|平方千米|平方米|公里|千米|米|公顷|个|条|处|座|块|件))?(?P<end>吗|么|嘛|没有|没|与否|不)?"
)


def against_a_limit(make: Composer, question: str) -> Reading | None:
    """Yes or no for one number and a limit."""
    start, end = body(question)
    zh = has_chinese(question)
    found = (
        (_ZH.fullmatch(question, start, end) or _BEHIND_ZH.fullmatch(question, start, end))
        if zh
        else _english(question, start, end)
    )
    if found is None or (
        zh and not (found["ask"] or found["end"] or "是" in question[start : found.start("what")])
    ):
        return None
    reading = make.inner(question, _pieces(found, zh=zh))
    expr = make.scalar(reading) if reading is not None else None
    if zh and expr is None and (found["unit"] or "").strip() in _COUNTERS:  # 金矿超过10个: their number
        reading = make.inner(question, [found.span("what"), ("的数量", found.span("op"))])
        expr = make.scalar(reading) if reading is not None else None
    limit = _limit(make, found, expr) if expr is not None else None
    if reading is None or expr is None or limit is None:
        return None
    if found.re is _BEHIND_ZH:  # 有10个以上吗
        op = "<=" if found["op"] == "以下" else ">="
    else:
        op = next(
            o for words, o in (_OPS_ZH if zh else _OPS_EN) if re.fullmatch(words, found["op"], re.IGNORECASE)
        )
    const = ir.ConstExpr(const=limit, span=found.span("n"))
    return make.value(reading, ir.OpExpr(op=op, args=(expr, const), span=found.span()), truth=True)


def _english(question: str, start: int, end: int) -> re.Match[str] | None:
    return _THERE.fullmatch(question, start, end) or _EN.fullmatch(question, start, end)


def _pieces(found: re.Match[str], *, zh: bool) -> list[Piece]:
    if zh:
        return [found.span("what")]
    if found.re is _THERE:
        return arranged(found, "how many <what> <verb> <owner>", "n")
    rest = found.span("rest") if found["rest"] else (found.end(), found.end())
    return [("what is ", found.span("verb")), found.span("what"), rest]


def _limit(make: Composer, found: re.Match[str], expr: ir.Expr) -> float | None:
    """The limit in the unit of the number; None where the units do not go together."""
    digits = found["n"].replace(",", "")
    value = float(digits) if digits[0].isdigit() else chinese_number(digits)
    if value is None:
        return None
    value *= _SCALED.get((found["scale"] or "").lower(), 1.0)
    own, said = make.unit(expr), (found["unit"] or "").strip()
    counted = own is None and said in ("", *_COUNTERS)
    if counted:
        return value
    known, asked = make.units.find(own) if own else None, make.units.find(said) if said else None
    if not said:
        return value if own is not None and own not in ("m2",) else None
    if known is None or asked is None or known[0] != asked[0]:
        return None
    return float(f"{make.units.convert(value, asked[1], known[1]):.12g}")

# ruff: noqa: E501  # patterns are easier to keep in long lines
"""A mean first, then those above it: 先算甲的平均长度，再把长度超过这个平均值的乙列出来."""

from __future__ import annotations

import re

from core.question import ir
from core.question.composing.pieces import Composer, Piece, answered
from core.question.normalise import has_chinese
from core.question.reading import Reading
from core.question.slots import conjuncts, is_region, joined

_OPS: tuple[tuple[str, str], ...] = (
    ("不低于|不小于|不短于|大于等于|达到了?", ">="),
    ("不超过|不高于|不大于|不长于|小于等于", "<="),
    ("超过了?|大于|高于|长于|超出|高过|大过|多于|超", ">"),
    ("低于|小于|短于|不到|不足|少于|未达到|没达到", "<"),
)
_ANY = "|".join(x for x, _ in _OPS)
_MEAN = "(?:平均值|平均数|均值|平均长度|平均面积|平均含量|平均水平|中位数|中值)"
_IT = rf"(?:(?:这个|这一|这|该|此|上述|那个|刚才的?|前面的?|算出来?的|求出来?的|得到的)(?:{_MEAN}|数值?|值|结果|水平|长度|面积)|{_MEAN}|它)"
_FIRST = re.compile(
    r"(?:请|帮我|麻烦|首先|先|把|将)*(?:计算|统计|算|求|看|得到|查|取)(?:一下|出来?|下|个)?(?P<a>[^，,；;。]*?(?:平均|均值|中位数|中值)[^，,；;。]*?)(?:先)?(?:算|求|统计|计算)?(?:出来|一下|出)?[，,；;。]\s*"
    r"(?:然后|再|接着|之后|随后|最后|并且?)+(?P<b>.+)"
)
_THAN = re.compile(
    rf"(?P<k>的?(?:长度|面积|含量))?(?:都|也|要|须)?(?:(?P<op>{_ANY})(?P<it>{_IT})|比(?P<that>{_IT})(?:还要|还|更|要)*(?P<o>长|短|大|小|高|低))"
)
_UNITS = {"length": "公里", "area": "平方公里"}
_WORDS = {"length": "长度", "area": "面积"}
_FAR = "7919"
"""A number that no question says, put where the mean stands while the second part is read."""


def average_first(make: Composer, question: str) -> Reading | None:
    """The features of the second part that are above, or below, the mean that the first part asks for."""
    found = _FIRST.fullmatch(question.rstrip(" ？?。.")) if has_chinese(question) else None
    than = _THAN.search(question, found.start("b"), found.end("b")) if found is not None else None
    if found is None or than is None or _FAR in question:
        return None
    first = make.inner(question, [found.span("a"), ("是多少", found.span("a"))])
    mean = make.scalar(first) if first is not None else None
    if first is None or not isinstance(mean, ir.AggExpr) or mean.agg not in ("avg", "median") or mean.expr is None:
        return None
    limit = _limit(make, than, mean.expr)
    if limit is None:
        return None
    parts: list[Piece] = [(found.start("b"), than.start()), (limit, than.span()), (than.end(), found.end("b"))]
    second = make.inner(question, parts)
    return _above(make, first, second, mean) if second is not None else None


def _limit(make: Composer, than: re.Match[str], expr: ir.Expr) -> str | None:
    """``长度超过7919公里``: the comparison with a number in place of the mean."""
    operator = next((y for x, y in _OPS if than["op"] and re.fullmatch(x, than["op"])), None)
    operator = operator or (">" if than["o"] in ("长", "大", "高") else "<")
    said = {">": "大于", "<": "小于", ">=": "不小于", "<=": "不大于"}[operator]
    if isinstance(expr, ir.MeasureExpr) and expr.measure in _UNITS:
        return f"{_WORDS[expr.measure]}{said}{_FAR}{_UNITS[expr.measure]}"
    if isinstance(expr, ir.FieldExpr):
        return f"{than['k'] or ''}{said}{_FAR}{make.card.attributes[expr.field].unit or ''}"
    return None


def _above(make: Composer, first: Reading, second: Reading, mean: ir.AggExpr) -> Reading | None:
    query = second.ir.query
    if query is None or query.intent not in ("select", "count") or first.ir.query is None or mean.expr is None:
        return None
    conds = conjuncts(query.target.where)
    at = [i for i, x in enumerate(conds) if _stands_for_mean(x, mean.expr)]
    if len(at) != 1:
        return None
    limit = conds[at[0]]
    operator = limit.op if isinstance(limit, ir.AttrCond) else limit.cmp[1]  # type: ignore[union-attr]
    conds[at[0]] = ir.CmpCond(cmp=(mean.expr, operator, mean), span=limit.span)
    if not any(is_region(x, make.card) and not x.assumed for x in conds):
        areas = [x for x in conjuncts(first.ir.query.target.where) if is_region(x, make.card)]
        conds = [*areas, *(x for x in conds if not is_region(x, make.card))]
    target = query.target.model_copy(update={"where": joined(conds)})
    return answered(second, query.model_copy(update={"target": target}))


def _stands_for_mean(cond: ir.Cond, expr: ir.Expr) -> bool:
    if isinstance(cond, ir.AttrCond):
        return isinstance(expr, ir.FieldExpr) and cond.attr == expr.field and cond.value == float(_FAR)
    if not isinstance(cond, ir.CmpCond):
        return False
    left, _, right = cond.cmp
    number = isinstance(right, ir.ConstExpr) and right.const == float(_FAR)
    return number and ir.dump(left, spans=False) == ir.dump(expr, spans=False)

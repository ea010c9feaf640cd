# ruff: noqa: E501  # patterns are easier to keep in long lines
"""One number for each of several that a question names: ``deposits in A and B, how many each``, A和B各有多少."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.question import ir
from core.question.composing.pieces import Composer, Piece, answered, arranged, body
from core.question.normalise import has_chinese
from core.question.reading import Reading
from core.question.rewriting import rewrite
from core.question.slots import conjuncts, joined

_EACH_EN = re.compile(
    r"[,(]?\s*\b(?:(?:for|in|of|from|with)\s+)?(?:each(?:\s+of\s+(?:them|these|the\s+(?:two|three|four)))?|respectively|separately"
    r"|individually|apiece|one by one|side by side)\b\)?(?!\s+[a-z])(?=\W*$)|(?<=\w)\s+(?:each|respectively|separately|individually)\b(?=\s*(?:in|has|have|lie|are|do|of|from|for|within)\b)",
    re.IGNORECASE,
)
_EACH_ZH = re.compile(
    r"[，,]?(?:各自|分别|各)(?:都)?(?=(?:的)?(?:有|是|为|多少|几|占|产|分布|统计|列|计算|达|[\u4e00-\u9fff]{1,4}(?:多少|几|数|总)))|分别(?:统计|列出|计算|求)?|各(?=[\u4e00-\u9fff]*$)"
)
_COMPARE_EN = re.compile(
    r"(?:compare|contrast|set against each other)\s+(?:the\s+)?(?P<x>.+)|(?P<y>[^:]+?)\s*(?::|–|—|,)\s*(?P<a>[^:,]+?)\s+(?:vs\.?|versus|against|compared (?:to|with))\s+(?P<b>[^:,]+)"
    r"|(?P<z>.+?)\s+in\s+(?P<c>[^,]+?)\s+(?:vs\.?|versus|against|(?:as\s+)?compared (?:to|with))\s+(?:in\s+)?(?P<d>[^,]+)",
    re.IGNORECASE,
)
_COMPARE_ZH = re.compile(
    r"(?:比较|对比|比一比|对照)(?:一下)?(?P<x>.+)|(?P<y>.+?)[：:，,](?P<a>[^：:，,]+?)(?:对比|对|vs|VS|比)(?P<b>[^：:，,]+)|(?P<w>.+?)(?:的)?(?:对比|比较)(?:情况|结果)?"
)
_TOGETHER_EN = re.compile(r"\band how many\b(?=\s+\w+\s+\w+)|,\s*how many\b", re.IGNORECASE)
_TOGETHER_ZH = re.compile(r"[、，,和以及]+(?:又有|有)?(?:多少|几)个?(?=[\u4e00-\u9fff])")
_SHORT_ZH = (("大中小型", "大型、中型和小型"), ("大中型", "大型和中型"), ("中小型", "中型和小型"))
_MOST = 6


def each_of_several(make: Composer, question: str) -> Reading | None:
    """The reading of a question that asks one thing of each of several."""
    if (compared := _compared(make, question)) is not None:
        return compared
    found = list((_EACH_ZH if has_chinese(question) else _EACH_EN).finditer(question))
    if not found:
        return None
    changes = [(x.span(), "") for x in found]
    short = next((x for x in _SHORT_ZH if x[0] in question), None)
    if short is not None:
        at = question.index(short[0])
        changes.append(((at, at + len(short[0])), short[1]))
    return _read_without(make, question, changes)


def _read_without(make: Composer, question: str, changes: Sequence[tuple[ir.Span, str]]) -> Reading | None:
    """The question with some words left out or replaced, given out to the several that it names."""
    reading = make.complete(rewrite(question, changes))
    return shared_out(make, reading) if reading is not None else None


def _compared(make: Composer, question: str) -> Reading | None:
    """``compare X in A and B``, ``X: A vs B``, 云南有多少金矿、多少铜矿."""
    zh = has_chinese(question)
    start, end = body(question)
    found = (_COMPARE_ZH if zh else _COMPARE_EN).fullmatch(question, start, end)
    if found is not None:
        for pieces in _compared_pieces(found, zh=zh):
            reading = make.inner(question, pieces)
            shared = shared_out(make, reading) if reading is not None else None
            if shared is not None:
                return shared
    again = list((_TOGETHER_ZH if zh else _TOGETHER_EN).finditer(question))
    first = re.search(r"多少|几" if zh else r"\bhow many\b", question, re.IGNORECASE)
    if not again or first is None or first.start() >= again[0].start():
        return None
    return _read_without(make, question, [(x.span(), "和" if zh else " and ") for x in again])


def _compared_pieces(found: re.Match[str], *, zh: bool) -> list[list[Piece]]:
    if found["x"]:
        return [arranged(found, "<x>", "x"), arranged(found, "<x>的数量" if zh else "number of <x>", "x")]
    if zh and found["w"]:
        return [arranged(found, "<w>", "w")]
    if zh:
        return [arranged(found, "<a>和<b>的<y>", "y")]
    kind = "<y> in <a> and <b>" if found["y"] else "<z> in <c> and <d>"
    return [arranged(found, kind, "y" if found["y"] else "z")]


def shared_out(make: Composer, reading: Reading) -> Reading | None:
    """The query of a reading, for each of the several that it names by itself."""
    query = reading.ir.query
    if query is None or query.intent not in ("count", "aggregate", "select", "exists", "group"):
        return None
    if query.intent in ("select", "group", "exists") and not (query.intent == "select" and _plain(query)):
        return None
    conds = conjuncts(query.target.where)
    measures = query.measures or (ir.Measure.model_validate({"as": "count", "agg": "count"}),)
    for i, cond in enumerate(conds):
        rest = [*conds[:i], *conds[i + 1 :]]
        if (place := make.places(cond)) is not None:
            return answered(reading, _by_place(query, place, conds if place.rel == "within" else rest, measures))
        options = _options(cond)
        own = {x.attr for x in options if isinstance(x, ir.AttrCond)}
        alike = [x for x in rest if isinstance(x, ir.AttrCond) and x.op == "=" and own == {x.attr}]
        if alike:  # thrusts, reverse faults and normal faults: none can be two of them
            options, rest = [*alike, *options], [x for x in rest if x not in alike]
        if 1 < len(options) <= _MOST:
            if query.intent == "select":
                return None
            return _by_value(make, reading, query, rest, options, measures)
    return None


def _plain(query: ir.Query) -> bool:
    return not (query.order or query.limit or query.return_ or query.per_entity or query.analysis)


def _by_place(
    query: ir.Query, place: ir.RelCond, conds: Sequence[ir.Cond], measures: tuple[ir.Measure, ...]
) -> ir.Query:
    assert isinstance(place.to, ir.Set)  # noqa: S101  # chosen so
    key = ir.LayerKey(
        layer=place.to.layer, rel=place.rel, max_m=place.max_m, where=place.to.where, names=place.to.names,
        span=place.span or place.to.span,
    )  # fmt: skip
    target = query.target.model_copy(update={"where": joined(conds)})
    return ir.Query(
        intent="group", target=target, group_by=(key,), measures=measures, zeros=True, output="table",
        span=query.span,
    )  # fmt: skip


def _options(cond: ir.Cond) -> list[ir.Cond]:
    """The alternatives of a condition."""
    if isinstance(cond, ir.Or):
        return list(cond.or_)
    several = isinstance(cond, ir.AttrCond) and cond.op == "in" and isinstance(cond.value, list | tuple)
    if isinstance(cond, ir.AttrCond) and several:
        return [cond.model_copy(update={"op": "=", "value": x}) for x in cond.value]
    return []


def _by_value(  # noqa: PLR0917
    make: Composer,
    reading: Reading,
    query: ir.Query,
    rest: Sequence[ir.Cond],
    options: Sequence[ir.Cond],
    measures: tuple[ir.Measure, ...],
) -> Reading | None:
    """Values of one attribute are groups; a list may hold several of them, so there each is counted by itself."""
    own = {x.attr if isinstance(x, ir.AttrCond) and x.op == "=" else "" for x in options}
    attribute = make.card.attributes.get(next(iter(own))) if len(own) == 1 else None
    if attribute is not None and attribute.kind == "text":
        target = query.target.model_copy(update={"where": joined([*rest, ir.Or(or_=tuple(options))])})
        key = ir.FieldExpr(field=attribute.id, span=options[0].span)
        grouped = ir.Query(
            intent="group", target=target, group_by=(key,), measures=measures, zeros=None, output="table",
            span=query.span,
        )  # fmt: skip
        return answered(reading, grouped)
    made = [
        query.model_copy(update={"target": query.target.model_copy(update={"where": joined([*rest, x])})})
        for x in options
    ]
    return answered(reading, made[0], *made[1:])

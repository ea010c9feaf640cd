# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Areas said by their four sides: 东经99到100度、北纬25到26度, west 99.2, south 25.8, east 99.8, north 26.2."""

from __future__ import annotations

import re

from core.question import ir
from core.question.composing.pieces import Composer, answered
from core.question.reading import Reading
from core.question.slots import conjuncts, joined

_N = r"-?\d{1,3}(?:\.\d+)?"
_DEG = r"\s*(?:°|度|º|degrees?|deg)?\s*"
_TO = r"\s*(?:-|–|—|~|～|至|到|和|与|to|and)\s*"
_AND = r"\s*(?:[、，,；;]|和|与|及|且|\band\b)*\s*"
_LON = rf"(?:东经|经度|经|longitudes?|lon)(?:\s*(?:为|是|在|从|介于|范围|[:：]|of|from|between))*\s*(?P<w>{_N}){_DEG}[EeＥ]?{_TO}(?:东经)?(?P<e>{_N}){_DEG}[EeＥ]?(?:之间|间|范围)?"
_LAT = rf"(?:北纬|纬度|纬|latitudes?|lat)(?:\s*(?:为|是|在|从|介于|范围|[:：]|of|from|between))*\s*(?P<s>{_N}){_DEG}[NnＮ]?{_TO}(?:北纬)?(?P<n>{_N}){_DEG}[NnＮ]?(?:之间|间|范围)?"
_LETTERS_LON = rf"(?P<w>{_N}){_DEG}E?{_TO}(?P<e>{_N}){_DEG}E"
_LETTERS_LAT = rf"(?P<s>{_N}){_DEG}N?{_TO}(?P<n>{_N}){_DEG}N"
_SIDE = r"(?:侧|边|部|面)?(?:的)?(?:边?界线?|边|起|到|至|端|缘)?(?:为|是|在|到|至|于|经度|纬度|[:：=])*\s*"
_NAMES = {"w": "西|west", "e": "东|east", "s": "南|south", "n": "北|north"}
_ONE_SIDE = re.compile(
    "|".join(
        rf"(?P<{x}>(?:{words})(?:ern)?\s*(?:edge|side|boundary|border|limit)?(?:\s*(?:of|at|is|=|:))?{_SIDE}(?P<{x}v>{_N}){_DEG}[EN]?)"
        for x, words in _NAMES.items()
    ),
    re.IGNORECASE,
)
_LINKS = re.compile(rf"(?:{_AND}|(?:到|至|由|从))*", re.IGNORECASE)
_LISTED = re.compile(
    rf"(?:矩形|方框|框|范围|边界框|bbox|bounding box|box|rectangle|extent)\s*(?:为|是|of|[:：=])?\s*[\[(（【]\s*(?P<w>{_N})\s*[,，、]\s*(?P<s>{_N})\s*[,，、]\s*(?P<e>{_N})\s*[,，、]\s*(?P<n>{_N})\s*[\])）】]",
    re.IGNORECASE,
)
_RANGES = tuple(
    re.compile(x, re.IGNORECASE)
    for x in (_LON + _AND + _LAT, _LAT + _AND + _LON, _LETTERS_LON + _AND + _LETTERS_LAT, _LETTERS_LAT + _AND + _LETTERS_LON)
)  # fmt: skip
_BEFORE = re.compile(
    r"(?:在|位于|落在|处于|框选|圈定|由|以|于|\b(?:in|inside|within|located in|lying in)\s+(?:(?:the|a)\s+)?(?:(?:area|box|rectangle|window|range|region)\s*)?(?:(?:between|from|of|with|bounded by)\s*)?)+$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"(?:的|所|围成|构成|限定|圈定|这个|这一|这块|该|此|之间|间)*(?:矩形|方框|方块|长方形|框框|框|范围|区域|区|窗口|经纬度)*(?:范围|区域)?(?:之?[内里中]|里面|里头|以内|当中)?(?:的|有(?=哪|多少|几|什么)|,|，)*"
)


def inside_box(make: Composer, question: str) -> Reading | None:
    """The reading of the rest of a question, of points with both coordinates between two sides."""
    found = _box(question)
    if found is None:
        return None
    (start, end), (west, south, east, north) = found
    if not (-180 <= west < east <= 180 and -90 <= south < north <= 90):
        return None
    before = _BEFORE.search(question[:start])
    start = before.start() if before is not None else start
    behind = _BEHIND.match(question, end)
    end = behind.end() if behind is not None else end
    reading = make.inner(question, [(0, start), (end, len(question))])
    query = reading.ir.query if reading is not None else None
    if reading is None or query is None or query.target.names or query.per_entity:
        return None
    layers = [x for x in make.card.layers if x.entity_type == query.target.layer]
    if not layers or any("point" not in x.geometry.lower() for x in layers):
        return None  # a line may begin inside and end outside
    sides: tuple[tuple[str, ir.CmpOp, float], ...] = (
        ("x", ">=", west), ("x", "<=", east), ("y", ">=", south), ("y", "<=", north),
    )  # fmt: skip
    span = (start, end)
    conds = [
        ir.CmpCond(cmp=(ir.MeasureExpr(measure=m, span=span), op, ir.ConstExpr(const=v, span=span)), span=span)
        for m, op, v in sides
    ]
    where = joined([*conjuncts(query.target.where), *conds])
    return answered(reading, query.model_copy(update={"target": query.target.model_copy(update={"where": where})}))


def _box(question: str) -> tuple[ir.Span, tuple[float, float, float, float]] | None:
    for pattern in (*_RANGES, _LISTED):
        if (found := pattern.search(question)) is not None:
            return found.span(), tuple(float(found[x]) for x in "wsen")  # type: ignore[return-value]
    return _four_sides(question)


def _four_sides(question: str) -> tuple[ir.Span, tuple[float, float, float, float]] | None:
    """Each side by its name, in any order, with nothing between them."""
    sides: dict[str, float] = {}
    start = end = 0
    for found in _ONE_SIDE.finditer(question):
        if sides and _LINKS.fullmatch(question, end, found.start()) is None:
            return None
        start, end = (start if sides else found.start()), found.end()
        name = next(x for x in _NAMES if found[x])
        if name in sides:
            return None
        sides[name] = float(found[f"{name}v"])
    if len(sides) != len(_NAMES):
        return None
    return (start, end), (sides["w"], sides["s"], sides["e"], sides["n"])

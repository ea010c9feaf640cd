"""The referee for expressions, shapes and superlatives: kinds of geometry, kinds of value, finite numbers."""

from __future__ import annotations

import math

from core.query.grounded import AnchorNode, CmpNode, DerivedNode, SetNode, ShapeNode, TopNode
from core.query.grounded_expr import (
    AggNode,
    AreaOfNode,
    ConstNode,
    ConvertNode,
    DistanceNode,
    ExprNode,
    FieldNode,
    MeasureNode,
    OpNode,
    OverlapNode,
    is_boolean,
    is_numeric_expr,
)
from core.query.labels import Labels
from core.query.legal import kinds_of, legal
from core.query.unbound import UnboundError
from core.query.words import metres
from core.question.reading import Language
from core.vocabulary.card import GeometryKind
from core.vocabulary.units import Units

MAX_FIRST = 100_000
"""Most features that a superlative may keep."""
_KINDS: dict[GeometryKind, tuple[str, str]] = {
    "point": ("points", "点"), "line": ("lines", "线"), "polygon": ("areas", "面"),
}  # fmt: skip
_MEASURED: dict[str, GeometryKind] = {
    "area": "polygon", "perimeter": "polygon", "length": "line", "azimuth": "line",
}  # fmt: skip
_WORDS: dict[str, tuple[str, str]] = {
    "no_measure": (
        "{set} are {kinds} on the map, so they have no {measure}.",
        "{set}在地图上是{kinds}，没有{measure}。",
    ),
    "no_common": (
        "{set} and {anchor} have no common {measure}: their map shapes do not allow it.",
        "{set}与{anchor}之间没有公共的{measure}：二者的几何类型不允许。",
    ),
    "no_area": ("{anchor} has no area: it is not made of areas.", "{anchor}不是面，没有面积。"),
    "not_a_number": (
        "{value} is not a number, so “{op}” does not apply to it.",
        "{value}不是数值，不能用“{op}”。",
    ),
    "unlike": (
        "{a} and {b} cannot be compared: one is a number, the other is not.",
        "{a}与{b}不可比较：一个是数值，另一个不是。",
    ),
    "order": ("{value} has no order, so “{op}” does not apply to it.", "{value}没有大小顺序，不能用“{op}”。"),
    "arguments": ("“{op}” needs {count} values.", "“{op}”需要 {count} 个值。"),
    "share": ("A percentile needs a number from 0 to 100.", "百分位数需要 0 到 100 之间的数。"),
    "finite": ("{value} is not a finite number.", "{value}不是有限的数。"),
    "first": (
        "The number to keep must be from 1 to {most}; got {value}.",
        "保留数量必须为 1 到 {most}；收到的是 {value}。",
    ),
    "ranking": ("A superlative needs one value to go by.", "最值需要一个排序依据。"),
    "derived": ("{shape} cannot be formed from {of}.", "无法由{of}得到{shape}。"),
    "two": ("{shape} needs two parts.", "{shape}需要两个对象。"),
    "reach": ("The distance around {of} must be a positive number of metres.", "{of}周围的距离必须为正数。"),
    "far": ("A distance of {value} is more than half the way round the Earth.", "距离 {value} 超过了地球半周长。"),
    "empty": ("{shape} holds nothing.", "{shape}是空的。"),
    "illegal": (
        "“{relation}” cannot hold between {target} and {anchor}: their map shapes do not allow it.",
        "{target}与{anchor}之间不可能存在“{relation}”关系：二者的几何类型不允许。",
    ),
}  # fmt: skip
HALF_EARTH_M = 20_004_000.0


class ExpressionCheck:
    """Refuses expressions without meaning; what it lets pass can be compiled."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.labels = Labels(language, Units({}))

    def anchor(self, to: AnchorNode, depth: int) -> None:
        """The reference side of a relation, distance or common part."""
        raise NotImplementedError

    def refuse(self, name: str, **values: object) -> UnboundError:
        """The refusal `name` in the language of the question."""
        text = _WORDS[name][1 if self.language == "zh" else 0].format(**values)
        return UnboundError("unsupported", text[:1].upper() + text[1:])

    # --- expressions ------------------------------------------------------------------------------------------

    def expression(self, node: ExprNode, target: SetNode, depth: int) -> None:
        """An expression on the features of `target`."""
        if isinstance(node, MeasureNode):
            self._measure(node, target)
        elif isinstance(node, OverlapNode):
            self.anchor(node.with_, depth + 1)
            self._common(node, target)
        elif isinstance(node, DistanceNode):
            self.anchor(node.to, depth + 1)
        elif isinstance(node, AreaOfNode):
            self.anchor(node.of, depth + 1)
            if "polygon" not in kinds_of(node.of):
                raise self.refuse("no_area", anchor=self.labels.anchor(node.of))
        elif isinstance(node, AggNode):
            self._aggregate(node, depth)
        elif isinstance(node, ConvertNode):
            self.expression(node.arg, target, depth)
        elif isinstance(node, OpNode):
            self._operation(node, target, depth)
        elif isinstance(node, ConstNode) and isinstance(node.value, float) and not math.isfinite(node.value):
            raise self.refuse("finite", value=node.value)

    def _measure(self, node: MeasureNode, target: SetNode) -> None:
        needed = _MEASURED.get(node.measure)
        kinds = sorted({x.geometry for x in target.layers})
        if needed is not None and needed not in kinds:
            words = "/".join(_KINDS[x][1 if self.language == "zh" else 0] for x in kinds)
            noun = target.entity_type.plural.in_(self.language)
            raise self.refuse("no_measure", set=noun, kinds=words, measure=self.labels.expression(node))

    def _common(self, node: OverlapNode, target: SetNode) -> None:
        own, other = {x.geometry for x in target.layers}, kinds_of(node.with_)
        areas = "polygon" in own and "polygon" in other
        lines = ("line" in own and bool({"line", "polygon"} & other)) or ("polygon" in own and "line" in other)
        fits = {"area": areas, "length": lines, "ratio": areas or ("line" in own and bool(other - {"point"}))}
        if not fits[node.overlap]:
            noun = target.entity_type.plural.in_(self.language)
            measure = self.labels.tell("length" if node.overlap == "length" else "area")
            raise self.refuse("no_common", set=noun, anchor=self.labels.anchor(node.with_), measure=measure)

    def _aggregate(self, node: AggNode, depth: int) -> None:
        self.anchor(node.over, depth + 1)
        if node.agg == "percentile" and (node.p is None or not 0 <= node.p <= 100):
            raise self.refuse("share")
        if node.expr is None:
            if node.agg != "count":
                raise self.refuse("arguments", op=node.agg, count=1)
            return
        self.expression(node.expr, node.over, depth + 1)
        if node.agg != "count":
            self._number(node.expr, node.agg)

    def _operation(self, node: OpNode, target: SetNode, depth: int) -> None:
        wanted = 1 if node.op == "abs" else 2
        if len(node.args) != wanted:
            raise self.refuse("arguments", op=node.op, count=wanted)
        for arg in node.args:
            self.expression(arg, target, depth)
            self._number(arg, node.op)

    def _number(self, node: ExprNode, op: str) -> None:
        text = isinstance(node, FieldNode) and node.attribute.kind not in ("number", "year")
        if text or not is_numeric_expr(node):
            raise self.refuse("not_a_number", value=self.labels.expression(node), op=op)

    # --- conditions -------------------------------------------------------------------------------------------

    def comparison(self, node: CmpNode, target: SetNode, depth: int) -> None:
        """Two values of one kind; only numbers and ranked texts have an order."""
        self.expression(node.left, target, depth)
        self.expression(node.right, target, depth)
        kinds = [_kind(x) for x in (node.left, node.right)]
        if kinds[0] != kinds[1]:
            a, b = (self.labels.expression(x) for x in (node.left, node.right))
            raise self.refuse("unlike", a=a, b=b)
        if kinds[0] in ("text", "truth") and node.op not in ("=", "!="):
            raise self.refuse("order", value=self.labels.expression(node.left), op=node.op)

    def superlative(self, node: TopNode, target: SetNode, depth: int) -> None:
        """One value to rank by, and how many to keep."""
        if not 1 <= node.k <= MAX_FIRST:
            raise self.refuse("first", most=MAX_FIRST, value=node.k)
        if (node.by is None) == (node.by_count_of is None) or (node.by_count_of is not None and node.rel is None):
            raise self.refuse("ranking")
        if node.by is not None:
            self.expression(node.by, target, depth)
            if is_boolean(node.by) or not is_numeric_expr(node.by):
                raise self.refuse("order", value=self.labels.expression(node.by), op="max")
        elif node.by_count_of is not None and node.rel is not None:
            self._counted(node, node.by_count_of, target, depth)

    def _counted(self, node: TopNode, of: SetNode, target: SetNode, depth: int) -> None:
        self.anchor(of, depth + 1)
        rel = node.rel or "near"
        if rel == "direction" or not any(
            legal(rel, t.geometry, r.geometry) for t in target.layers for r in of.layers
        ):
            noun = target.entity_type.plural.in_(self.language)
            raise self.refuse("illegal", relation=rel, target=noun, anchor=self.labels.anchor(of))
        measured = rel in ("near", "along")
        if measured != (node.max_m is not None) or (node.max_m is not None and not _reach(node.max_m)):
            raise self.refuse("reach", of=self.labels.anchor(of))

    # --- shapes -----------------------------------------------------------------------------------------------

    def shape(self, node: ShapeNode | DerivedNode, depth: int) -> None:
        """A shape of the map or one made from others."""
        if isinstance(node, ShapeNode):
            if node.geometry.is_empty or not node.geometry.is_valid:
                raise self.refuse("empty", shape=node.label)
            return
        if not node.of:
            raise self.refuse("two", shape=self.labels.tell(node.op, of="…", max="…"))
        for part in node.of:
            self.anchor(part, depth)
        words = self.labels.shape(node)
        of = self.labels.anchor(node.of[0])
        if node.op in ("intersection", "shared_boundary") and len(node.of) != 2:
            raise self.refuse("two", shape=words)
        if (node.op == "buffer_union") != (node.distance_m is not None):
            raise self.refuse("reach", of=of)
        if node.distance_m is not None and not _reach(node.distance_m):
            far = node.distance_m > HALF_EARTH_M and math.isfinite(node.distance_m)
            raise self.refuse("far" if far else "reach", of=of, value=metres(node.distance_m))
        if not kinds_of(node):
            raise self.refuse("derived", shape=words, of=of)


def _reach(value: float) -> bool:
    return math.isfinite(value) and 0 < value <= HALF_EARTH_M


def _kind(node: ExprNode) -> str:
    """The kind of a value as far as comparisons go: number, text, rank or truth."""
    if isinstance(node, FieldNode) and node.attribute.kind not in ("number", "year"):
        return "rank" if node.ranked else "text"
    if isinstance(node, ConstNode) and not is_numeric_expr(node):
        return "truth" if isinstance(node.value, bool) else "text"
    return "truth" if is_boolean(node) else "number"

"""Expressions and fixed shapes in a few words, English and Chinese."""

from __future__ import annotations

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
    OverlapNode,
)
from core.query.words import metres
from core.question import ir
from core.question.reading import Language
from core.vocabulary.units import Units

WORDS: dict[str, tuple[str, str]] = {
    "area": ("area", "面积"),
    "length": ("length", "长度"),
    "perimeter": ("perimeter", "周长"),
    "x": ("longitude", "经度"),
    "y": ("latitude", "纬度"),
    "azimuth": ("strike azimuth", "走向方位角"),
    "distance_nearest": ("distance to the nearest {label}", "到最近{label}的距离"),
    "distance": ("distance to {anchor}", "到{anchor}的距离"),
    "overlap_area": ("area inside {anchor}", "在{anchor}内的面积"),
    "overlap_length": ("length inside {anchor}", "在{anchor}内的长度"),
    "overlap_ratio": ("share inside {anchor}", "在{anchor}内的比例"),
    "area_of": ("area of {anchor}", "{anchor}的面积"),
    "of": ("{measure} of {set}", "{set}的{measure}"),
    "+": ("{a} plus {b}", "{a}与{b}之和"),
    "-": ("{a} minus {b}", "{a}减{b}"),
    "*": ("{a} times {b}", "{a}乘以{b}"),
    "/": ("{a} divided by {b}", "{a}除以{b}"),
    "pct": ("{a} as a percentage of {b}", "{a}占{b}的百分比"),
    ">": ("{a} greater than {b}", "{a}大于{b}"),
    "<": ("{a} less than {b}", "{a}小于{b}"),
    ">=": ("{a} at least {b}", "{a}不低于{b}"),
    "<=": ("{a} at most {b}", "{a}不高于{b}"),
    "abs": ("absolute value of {a}", "{a}的绝对值"),
    "count": ("number of {set}", "{set}数量"),
    "sum": ("total {x}", "{x}总和"),
    "avg": ("average {x}", "{x}平均值"),
    "min": ("minimum {x}", "{x}最小值"),
    "max": ("maximum {x}", "{x}最大值"),
    "median": ("median {x}", "{x}中位数"),
    "stddev": ("standard deviation of {x}", "{x}标准差"),
    "percentile": ("{p:g}th percentile of {x}", "{x}第{p:g}百分位数"),
    "cmp": ("{left} {op} {right}", "{left} {op} {right}"),
    "top_desc": ("the {k} with the greatest {value}", "{value}最大的 {k} 个"),
    "top_asc": ("the {k} with the least {value}", "{value}最小的 {k} 个"),
    "most": ("the {k} {relation} the most {set}", "{relation}的{set}最多的 {k} 个"),
    "fewest": ("the {k} {relation} the fewest {set}", "{relation}的{set}最少的 {k} 个"),
    "most_near": ("the {k} with the most {set} within {max}", "{max}以内{set}最多的 {k} 个"),
    "fewest_near": ("the {k} with the fewest {set} within {max}", "{max}以内{set}最少的 {k} 个"),
    "rel_near": ("within {max}", "{max}以内"),
    "within": ("inside", "所在"), "contains": ("containing", "包含"), "intersects": ("intersecting", "相交"),
    "crosses": ("crossing", "穿过"), "touches": ("touching", "相接"), "overlaps": ("overlapping", "重叠"),
    "centroid": ("the centre of {of}", "{of}的中心"),
    "intersection": ("the common part of {of}", "{of}的公共部分"),
    "shared_boundary": ("the shared boundary of {of}", "{of}的公共边界"),
    "boundary": ("the boundary of {of}", "{of}的边界"),
    "hull": ("the convex hull of {of}", "{of}的凸包"),
    "buffer_union": ("the area within {max} of {of}", "距{of}{max}以内的范围"),
    "joined": ("{a} and {b}", "{a}与{b}"),
    "N": ("north", "北"), "NE": ("north-east", "东北"), "E": ("east", "东"), "SE": ("south-east", "东南"),
    "S": ("south", "南"), "SW": ("south-west", "西南"), "W": ("west", "西"), "NW": ("north-west", "西北"),
    "direction": ("{dir} of {anchor}", "在{anchor}以{dir}"),
    "direction_max": ("{dir} of {anchor}, within {max}", "在{anchor}以{dir}{max}以内"),
    "inside": ("entirely inside {anchor}", "完全位于{anchor}内"),
    "holding": ("containing {anchor} entirely", "完全包含{anchor}"),
    "previous": ("the previous answer", "上一个回答"),
    "of_previous": ("{set} of the previous answer", "上一个回答中的{set}"),
    "at_least": ("at least {count} {set} {rest}", "{rest}至少有 {count} 个{set}"),
}  # fmt: skip


class ExpressionWords:
    """Words for the parts of one query, in the language of the question."""

    def __init__(self, language: Language, units: Units) -> None:
        self.language, self.units = language, units

    def anchor(self, to: AnchorNode) -> str:
        """What a relation refers to, in words."""
        raise NotImplementedError

    def tell(self, key: str, **parts: object) -> str:
        """The words of `key` with its places filled in."""
        return WORDS[key][1 if self.language == "zh" else 0].format(**parts)

    def expression(self, node: ExprNode) -> str:
        """An expression in words."""
        if isinstance(node, FieldNode):
            return node.attribute.labels.in_(self.language)
        if isinstance(node, MeasureNode):
            return self.tell(node.measure)
        if isinstance(node, DistanceNode | OverlapNode | AreaOfNode):
            return self._anchored(node)
        if isinstance(node, AggNode):
            return self._aggregate(node)
        if isinstance(node, ConstNode):
            return self.constant(node.value, node.unit)
        args = (node.arg,) if isinstance(node, ConvertNode) else node.args
        words = [self.expression(x) for x in args]
        return words[0] if isinstance(node, ConvertNode) else self.tell(node.op, a=words[0], b=words[-1])

    def _anchored(self, node: DistanceNode | OverlapNode | AreaOfNode) -> str:
        if isinstance(node, DistanceNode):
            to = node.to
            if isinstance(to, SetNode) and not to.names and to.where is None:
                return self.tell("distance_nearest", label=to.entity_type.labels.in_(self.language))
            return self.tell("distance", anchor=self.anchor(to))
        if isinstance(node, AreaOfNode):
            return self.tell("area_of", anchor=self.anchor(node.of))
        return self.tell(f"overlap_{node.overlap}", anchor=self.anchor(node.with_))

    def constant(self, value: object, unit: str | None) -> str:
        """A constant with its unit."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            shown = f"{value:.10g}"
            return f"{shown} {self.units.label(unit, self.language)}" if unit else shown
        return str(value)

    def _aggregate(self, node: AggNode) -> str:
        over = self.anchor(node.over)
        if node.agg == "count" or node.expr is None:
            return self.tell("count", set=over)
        p = node.p if node.p is not None else 0
        measure = self.natural(node.agg, node.expr) or self.tell(node.agg, x=self.expression(node.expr), p=p)
        return self.tell("of", measure=measure, set=over)

    def natural(self, agg: ir.AggName, expr: ExprNode) -> str:
        """How Chinese puts totals and averages of lengths, areas and distances: 总长度, 平均面积; else nothing."""
        word = {"sum": "总", "avg": "平均"}.get(agg, "")
        if self.language != "zh" or not word:
            return ""
        words = self.expression(expr)
        if isinstance(expr, MeasureNode):
            return f"{word}{words}"
        distance = isinstance(expr, DistanceNode) and words.endswith("距离")
        return f"{words.removesuffix('距离')}{word}距离" if distance else ""

    def comparison(self, node: CmpNode) -> str:
        """ "area > 10 km²": the constant as the question states it."""
        right = node.source.cmp[2]
        asked = isinstance(node.right, ConstNode) and isinstance(right, ir.ConstExpr)
        unit = node.source.unit or (node.right.unit if isinstance(node.right, ConstNode) else None)
        shown = self.constant(right.const, unit) if asked and isinstance(right, ir.ConstExpr) else None
        op = {"<=": "≤", ">=": "≥", "!=": "≠"}.get(node.op, node.op)
        return self.tell("cmp", left=self.expression(node.left), op=op, right=shown or self.expression(node.right))

    def superlative(self, node: TopNode) -> str:
        """ "the 5 with the highest area", "the 3 with the most faults within 5 km"."""
        if node.by is not None:
            return self.tell(f"top_{node.dir}", k=node.k, value=self.expression(node.by))
        name = "most" if node.dir == "desc" else "fewest"
        noun = self.anchor(node.by_count_of) if node.by_count_of is not None else ""
        if node.max_m is not None:
            return self.tell(f"{name}_near", k=node.k, set=noun, max=metres(node.max_m))
        return self.tell(name, k=node.k, set=noun, relation=self.tell(node.rel or "intersects"))

    def shape(self, to: ShapeNode | DerivedNode) -> str:
        """A fixed shape in words."""
        if isinstance(to, ShapeNode):
            return to.label
        words = self.anchor(to.of[0])
        for other in to.of[1:]:
            words = self.tell("joined", a=words, b=self.anchor(other))
        reach = metres(to.distance_m) if to.distance_m is not None else ""
        return self.tell(to.op, of=words, max=reach)

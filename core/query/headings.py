"""Expressions and measures in a few words, for headings and sentences, English and Chinese."""

from __future__ import annotations

from core.query.grounded import SetNode
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
from core.query.grounded_measures import AggregateNode
from core.query.labels import Labels
from core.question.reading import Language
from core.vocabulary.units import Units

_WORDS: dict[str, tuple[str, str]] = {
    "area": ("area", "面积"),
    "length": ("length", "长度"),
    "perimeter": ("perimeter", "周长"),
    "x": ("longitude", "经度"),
    "y": ("latitude", "纬度"),
    "azimuth": ("strike azimuth", "走向方位角"),
    "distance": ("distance to {anchor}", "到{anchor}的距离"),
    "overlap_area": ("area inside {anchor}", "位于{anchor}内的面积"),
    "overlap_length": ("length inside {anchor}", "位于{anchor}内的长度"),
    "overlap_ratio": ("share inside {anchor}", "位于{anchor}内的比例"),
    "area_of": ("area of {anchor}", "{anchor}的面积"),
    "of": ("{measure} of {set}", "{set}的{measure}"),
    "+": ("{a} plus {b}", "{a}与{b}之和"),
    "-": ("{a} minus {b}", "{a}减{b}"),
    "*": ("{a} times {b}", "{a}乘以{b}"),
    "/": ("{a} divided by {b}", "{a}除以{b}"),
    "pct": ("{a} as a percentage of {b}", "{a}占{b}的百分比"),
    ">": ("{a} greater than {b}", "{a}大于{b}"),
    "<": ("{a} less than {b}", "{a}小于{b}"),
    "abs": ("absolute value of {a}", "{a}的绝对值"),
    "sum_alone": ("total", "总和"),
    "avg_alone": ("average", "平均值"),
    "min_alone": ("minimum", "最小值"),
    "max_alone": ("maximum", "最大值"),
    "median_alone": ("median", "中位数"),
    "stddev_alone": ("standard deviation", "标准差"),
    "percentile_alone": ("percentile", "百分位数"),
    "count": ("number of {set}", "{set}数量"),
    "count_of": ("{set} with a value of {x}", "有{x}值的{set}数量"),
    "count_distinct": ("number of different values of {x}", "{x}不同取值的数量"),
    "sum": ("total {x}", "{x}总和"),
    "avg": ("average {x}", "{x}平均值"),
    "min": ("minimum {x}", "{x}最小值"),
    "max": ("maximum {x}", "{x}最大值"),
    "median": ("median {x}", "{x}中位数"),
    "stddev": ("standard deviation of {x}", "{x}标准差"),
    "percentile": ("{p:g}th percentile of {x}", "{x}第{p:g}百分位数"),
}


class Headings:
    """Words for expressions and measures of one question."""

    def __init__(self, language: Language, units: Units) -> None:
        self.language, self.units = language, units
        self.labels = Labels(language, units)

    def say(self, key: str, **parts: object) -> str:
        """The words of `key` with its places filled in."""
        return _WORDS[key][1 if self.language == "zh" else 0].format(**parts)

    def expression(self, node: ExprNode) -> str:
        """An expression in words."""
        if isinstance(node, FieldNode | MeasureNode):
            return self.say(node.measure) if isinstance(node, MeasureNode) else self._attribute(node)
        if isinstance(node, DistanceNode | OverlapNode | AreaOfNode):
            return self._anchored(node)
        if isinstance(node, AggNode):
            return self._aggregate(node)
        if isinstance(node, ConstNode):
            return self._constant(node)
        args = (node.arg,) if isinstance(node, ConvertNode) else node.args
        words = [self.expression(x) for x in args]
        return words[0] if isinstance(node, ConvertNode) else self.say(node.op, a=words[0], b=words[-1])

    def _attribute(self, node: FieldNode) -> str:
        return node.attribute.labels.in_(self.language)

    def _anchored(self, node: DistanceNode | OverlapNode | AreaOfNode) -> str:
        if isinstance(node, DistanceNode):
            return self.say("distance", anchor=self.labels.anchor(node.to))
        if isinstance(node, AreaOfNode):
            return self.say("area_of", anchor=self.labels.anchor(node.of))
        return self.say(f"overlap_{node.overlap}", anchor=self.labels.anchor(node.with_))

    def _constant(self, node: ConstNode) -> str:
        if isinstance(node.value, int | float) and not isinstance(node.value, bool):
            return (
                f"{node.value:g} {self.units.label(node.unit, self.language)}" if node.unit else f"{node.value:g}"
            )
        return str(node.value)

    def _aggregate(self, node: AggNode) -> str:
        over = self.labels.anchor(node.over)
        if node.agg == "count" or node.expr is None:
            return self.say("count", set=over)
        measure = self.say(node.agg, x=self.expression(node.expr), p=node.p if node.p is not None else 0)
        return self.say("of", measure=measure, set=over)

    def measure(self, node: AggregateNode, target: SetNode) -> str:
        """The heading of a measure over the features of `target`."""
        noun = target.entity_type.plural.in_(self.language)
        if node.expr is None:
            return self.say("count", set=noun)
        x = self.expression(node.expr)
        if node.agg == "count":
            return self.say("count_distinct" if node.distinct else "count_of", x=x, set=noun)
        return self.say(node.agg, x=x, p=node.p if node.p is not None else 0)

    def aggregate(self, node: AggregateNode) -> str:
        """The name of what is computed, without what it is computed of."""
        return self.say(f"{node.agg}_alone")

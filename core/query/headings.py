"""Expressions and measures in a few words, for headings and sentences, English and Chinese."""

from __future__ import annotations

from core.query.expression_words import WORDS
from core.query.grounded import SetNode
from core.query.grounded_expr import ExprNode
from core.query.grounded_measures import AggregateNode
from core.query.labels import Labels
from core.question.reading import Language
from core.vocabulary.units import Units

_WORDS: dict[str, tuple[str, str]] = {
    **WORDS,
    "sum_alone": ("total", "总和"),
    "avg_alone": ("average", "平均值"),
    "min_alone": ("minimum", "最小值"),
    "max_alone": ("maximum", "最大值"),
    "median_alone": ("median", "中位数"),
    "stddev_alone": ("standard deviation", "标准差"),
    "percentile_alone": ("percentile", "百分位数"),
    "count_of": ("{set} with a value of {x}", "有{x}值的{set}数量"),
    "count_distinct": ("number of different values of {x}", "{x}不同取值的数量"),
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
        return self.labels.expression(node)

    def measure(self, node: AggregateNode, target: SetNode) -> str:
        """The heading of a measure over the features of `target`."""
        noun = target.entity_type.plural.in_(self.language)
        if node.expr is None:
            return self.say("count", set=noun)
        x = self.expression(node.expr)
        if node.agg == "count":
            return self.say("count_distinct" if node.distinct else "count_of", x=x, set=noun)
        natural = self.labels.natural(node.agg, node.expr)
        return natural or self.say(node.agg, x=x, p=node.p if node.p is not None else 0)

    def aggregate(self, node: AggregateNode) -> str:
        """The name of what is computed, without what it is computed of."""
        return self.say(f"{node.agg}_alone")

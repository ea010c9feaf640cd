"""Conditions on computed values in words: "with a length above 20 km", "among the three longest"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.answer.display import number_text
from core.answer.fragments import Fragment, Part, fill, fragment
from core.answer.material import Material
from core.answer.numbers import count_word, radius
from core.answer.phrases_conditions import condition, measure, superlative
from core.answer.wording_values import setting
from core.question import ir

_UNITS = {"area": "m2", "length": "m", "perimeter": "m", "x": "°", "y": "°", "azimuth": "°"}


@dataclass(frozen=True)
class Expressions:
    """Puts expressions of one query into words; sets and anchors are worded by the functions given."""

    material: Material
    noun: Callable[[Material, ir.Set, str, int], Fragment]
    anchor: Callable[[Material, ir.Anchor, str], Fragment]

    def comparison(self, cond: ir.CmpCond, path: str) -> Fragment:
        """ "with Cu above Zn", "with a length above 20 km", "with Au above the average of all samples"."""
        left, op, right = cond.cmp
        than = "op" if isinstance(left, ir.FieldExpr) else "than"
        kind = "cmp" if isinstance(left, ir.FieldExpr | ir.OpExpr) else "cmp_measure"
        if isinstance(right, ir.ConstExpr):
            value = self._constant(right, f"{path}.cmp.2", cond.unit or self._unit(left))
        elif isinstance(right, ir.AggExpr) and right.expr is not None and ir.dump(right.expr) == ir.dump(left):
            value = self._statistic(right, f"{path}.cmp.2")
        else:
            value = self.words(right, f"{path}.cmp.2")
        return fill(
            condition(kind, self.material.language),
            left=self.words(left, f"{path}.cmp.0"),
            operation=fill(condition(f"{than}_{op}", self.material.language), value=value),
        )

    def top(self, cond: ir.TopCond, path: str) -> Fragment:
        """ "among the three longest", "among the five with the most faults within 5 km"."""
        top, language = cond.top, self.material.language
        count = setting(self.material, top, f"{path}.top.k", count_word(top.k, language), top.k)
        if top.by_count_of is not None:
            noun = self.noun(self.material, top.by_count_of, f"{path}.top.by_count_of", 2)
            reach: Part = ""
            if top.max_m is not None:
                text = radius(top.max_m, language)
                limit = setting(self.material, top, f"{path}.top.max_m", text, top.max_m, unit="m")
                reach = fill(condition("top_within", language), max=limit)
            key = "top_most" if top.dir == "desc" else "top_fewest"
            return fill(condition(key, language), k=count, noun=noun, reach=reach)
        if top.by is None:
            return ()
        word = self.adjective(top.by, top.dir)
        if word and language == "en":
            return fill(condition("top_word", language), k=count, word=word)
        key = "top_desc" if top.dir == "desc" else "top_asc"
        return fill(condition(key, language), k=count, value=self.words(top.by, f"{path}.top.by"))

    def adjective(self, expr: ir.Expr, direction: ir.Direction) -> str:
        """The superlative of a measure: "longest", "northernmost"; "" when there is no such word."""
        if not isinstance(expr, ir.MeasureExpr):
            return ""
        return superlative(expr.measure, direction, self.material.language)

    def words(self, expr: ir.Expr, path: str) -> Fragment:
        """An expression: "Cu/Zn", "distance to the nearest fault", "average Au of deposits"."""
        material, language = self.material, self.material.language
        if isinstance(expr, ir.FieldExpr):
            known = material.card.attributes.get(expr.field)
            return fragment(known.labels.in_(language) if known is not None else expr.field)
        if isinstance(expr, ir.MeasureExpr):
            return fragment(measure(expr.measure, language))
        if isinstance(expr, ir.DistanceExpr | ir.OverlapExpr | ir.AreaOfExpr):
            return self._anchored(expr, path)
        if isinstance(expr, ir.ConstExpr):
            return self._constant(expr, path, None)
        return self._aggregate(expr, path) if isinstance(expr, ir.AggExpr) else self._operation(expr, path)

    def _anchored(self, expr: ir.DistanceExpr | ir.OverlapExpr | ir.AreaOfExpr, path: str) -> Fragment:
        material, language = self.material, self.material.language
        if isinstance(expr, ir.DistanceExpr):
            return self._distance(expr, path)
        if isinstance(expr, ir.OverlapExpr):
            anchor = self.anchor(material, expr.with_, f"{path}.with")
            return fill(condition(f"overlap_{expr.overlap}", language), anchor=anchor)
        anchor = self.anchor(material, expr.area_of, f"{path}.area_of")
        return fill(condition("area_of", language), anchor=anchor)

    def _distance(self, expr: ir.DistanceExpr, path: str) -> Fragment:
        to, language = expr.distance_to, self.material.language
        if isinstance(to, ir.Set) and not to.names:
            noun = self.noun(self.material, to, f"{path}.distance_to", 1)
            return fill(condition("distance_nearest", language), noun=noun)
        return fill(condition("distance", language), anchor=self.anchor(self.material, to, f"{path}.distance_to"))

    def _aggregate(self, expr: ir.AggExpr, path: str) -> Fragment:
        language = self.material.language
        over = self.noun(self.material, expr.over, f"{path}.over", 2)
        if expr.expr is None or expr.agg == "count":
            return fill(condition("number_of", language), over=over)
        measured = fill(
            condition("agg_of", language), agg=self._name(expr, path), value=self.words(expr.expr, f"{path}.expr")
        )
        return fill(condition("of", language), value=measured, over=over)

    def _statistic(self, expr: ir.AggExpr, path: str) -> Fragment:
        """A statistic of the value that stands on the left: "the average of all samples"."""
        over = self.noun(self.material, expr.over, f"{path}.over", 2)
        key = "statistic_all" if expr.over.where is None and not expr.over.names else "statistic"
        return fill(condition(key, self.material.language), agg=self._name(expr, path), over=over)

    def _name(self, expr: ir.AggExpr, path: str) -> Fragment:
        p: Part = ""
        if expr.p is not None:
            p = setting(self.material, expr, f"{path}.p", f"{expr.p:g}", expr.p)
        return fill(condition(f"agg_{expr.agg}", self.material.language), p=p)

    def _operation(self, expr: ir.OpExpr, path: str) -> Fragment:
        last = len(expr.args) - 1
        a, b = (self.words(expr.args[i], f"{path}.args.{i}") for i in (0, last))
        plain = all(isinstance(x, ir.FieldExpr) for x in expr.args) and expr.op == "/"
        if plain:
            symbols = [x.field for x in expr.args if isinstance(x, ir.FieldExpr)]
            return fragment("/".join(symbols))
        return fill(condition(f"calc_{expr.op}", self.material.language), a=a, b=b)

    def _constant(self, expr: ir.ConstExpr, path: str, unit: str | None) -> Fragment:
        value = expr.const
        if not isinstance(value, int | float) or isinstance(value, bool):
            return fragment(setting(self.material, expr, f"{path}.const", str(value), value))
        text = number_text(value, unit, self.material.units, self.material.language)
        return fragment(setting(self.material, expr, f"{path}.const", text, value, unit=unit))

    def _unit(self, expr: ir.Expr) -> str | None:
        """The unit a bare number beside `expr` is in."""
        if isinstance(expr, ir.FieldExpr):
            known = self.material.card.attributes.get(expr.field)
            return known.unit if known is not None and known.kind == "number" else None
        if isinstance(expr, ir.MeasureExpr):
            return _UNITS[expr.measure]
        return "m" if isinstance(expr, ir.DistanceExpr) else None

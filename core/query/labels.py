"""Grounded conditions in simple words, for the funnel and for offers."""

from __future__ import annotations

from core.query.expression_words import ExpressionWords
from core.query.grounded import (
    AnchorNode,
    AndNode,
    AttrNode,
    CmpNode,
    DerivedNode,
    DistanceOrder,
    FieldOrder,
    GroundNode,
    NotNode,
    NumberTest,
    Order,
    OrNode,
    PointNode,
    RelNode,
    SetNode,
    ShapeNode,
    TopNode,
)
from core.query.words import listed, metres, say
from core.question.reading import Language
from core.vocabulary.units import Units


class Labels(ExpressionWords):
    """Words for the parts of one query, in the language of the question."""

    def everything(self, target: SetNode) -> str:
        """ "deposits: all", or the named ones."""
        noun = target.entity_type.plural.in_(self.language)
        if target.names == (self.tell("previous"),):
            return self.tell("of_previous", set=noun)
        if target.names:
            return f"{noun}{'：' if self.language == 'zh' else ': '}{self._named(target)}"
        return say("all", self.language, set=noun)

    def _named(self, target: SetNode) -> str:
        return say("named", self.language, names=listed(list(target.names), self.language))

    def condition(self, node: GroundNode) -> str:
        """A condition in words."""
        if isinstance(node, AttrNode):
            return self._attribute(node)
        if isinstance(node, NotNode):
            return say("not", self.language, part=self.condition(node.part))
        if isinstance(node, AndNode | OrNode):
            name = "and" if isinstance(node, AndNode) else "or"
            whole = self.condition(node.parts[0])
            for part in node.parts[1:]:
                whole = say(name, self.language, left=whole, right=self.condition(part))
            return whole
        if isinstance(node, CmpNode):
            return self.comparison(node)
        if isinstance(node, TopNode):
            return self.superlative(node)
        return self._counted(node)

    def _counted(self, node: RelNode) -> str:
        relation = self._relation(node)
        if node.count is None:
            return relation
        if node.rel in ("near", "along") and node.count.op == ">=" and node.max_m is not None:
            rest = self.tell("rel_near", max=metres(node.max_m))
            return self.tell("at_least", count=node.count.value, set=self.anchor(node.to), rest=rest)
        return say("counted", self.language, relation=relation, op=sign(node.count.op), count=node.count.value)

    def _attribute(self, node: AttrNode) -> str:
        name, op = node.attribute.labels.in_(self.language), node.source.op
        if op in ("is_null", "not_null"):
            return say(op, self.language, attribute=name)
        if node.attribute.kind not in ("number", "year"):
            word = op if op in ("contains", "starts_with") else "equal" if op in ("=", "in", "!=") else "compare"
            return say(word, self.language, attribute=name, value=node.shown, op=sign(op))
        unit = node.source.unit or node.attribute.unit
        raw = node.source.value if isinstance(node.source.value, list | tuple) else [node.source.value]
        values = [self._number(float(x), unit, node) for x in raw]
        if op == "between":
            return say("between", self.language, attribute=name, low=values[0], high=values[1])
        return say("compare", self.language, attribute=name, op=sign(op), value=listed(values, self.language))

    def _number(self, value: float, unit: str | None, node: AttrNode) -> str:
        if unit is None or not any(isinstance(t, NumberTest) for t in node.tests.values()):
            return f"{value:g}"
        return f"{value:.6g} {self.units.label(unit, self.language)}"

    def _relation(self, node: RelNode) -> str:
        anchor = self.anchor(node.to)
        if node.rel == "direction":
            towards = self.tell(node.dir or "N")
            if node.max_m is None:
                return self.tell("direction", dir=towards, anchor=anchor)
            reach = metres(node.max_m)
            return self.tell("direction_max", dir=towards, anchor=anchor, max=reach)
        if node.strict and node.rel in ("within", "contains"):
            return self.tell("inside" if node.rel == "within" else "holding", anchor=anchor)
        if not node.distance:
            name = "in_region" if node.region else relation_word(node)
            return say(name, self.language, anchor=anchor)
        limits = {x: metres(value) for x, value in (("min", node.min_m), ("max", node.max_m)) if value is not None}
        name = "near_ring" if len(limits) == 2 else f"near_{next(iter(limits), 'max')}"
        return say(name, self.language, anchor=anchor, **{"min": "", "max": "", **limits})

    def anchor(self, to: AnchorNode) -> str:
        """What a relation refers to, in words."""
        if isinstance(to, ShapeNode | DerivedNode):
            return self.shape(to)
        if isinstance(to, PointNode):
            return say("point", self.language, lon=to.lon, lat=to.lat)
        if to.names:
            return listed(list(to.names), self.language)
        noun = to.entity_type.plural.in_(self.language)
        return say("which", self.language, set=noun, condition=self.condition(to.where)) if to.where else noun

    def order(self, order: Order, count: int) -> str:
        """ "the first 5 by distance to …"."""
        down = order.dir == "desc"
        if isinstance(order, DistanceOrder):
            words = say("farthest" if down else "nearest", self.language, anchor=self.anchor(order.to))
        else:
            name = (
                order.attribute.labels.in_(self.language)
                if isinstance(order, FieldOrder)
                else self.expression(order.expr)
            )
            words = say("highest" if down else "lowest", self.language, attribute=name)
        return say("first", self.language, count=count, order=words)


def relation_word(node: RelNode) -> str:
    """Name of the phrase of a relation without distance."""
    return "contains_rel" if node.rel == "contains" else node.rel


def relation_name(node: RelNode, language: Language) -> str:
    """The relation alone, in words."""
    if node.rel == "direction":
        return ExpressionWords(language, Units({})).tell("direction", dir=node.dir or "N", anchor="…")
    name = "near_max" if node.distance else relation_word(node)
    return say(name, language, anchor="…", max="…")


def sign(op: str) -> str:
    """An operator as it is written in text."""
    return {"<=": "≤", ">=": "≥", "!=": "≠"}.get(op, op)

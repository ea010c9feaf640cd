"""IR nodes of relations, what they refer to, and orders."""

from __future__ import annotations

from dataclasses import replace

from core.question import ir
from core.question.grammar.anchor_ir import AnchorBuilder
from core.question.grammar.measures_ir import Expressions
from core.question.grammar.parts import AnchorPart, GroupPart, OrderPart, Phrase, RelationPart
from core.question.grammar.problems import Problem, ProblemError
from core.question.messages import number

_LONG = ("longest", "shortest", "widest", "narrowest", "最长", "最短", "最宽", "最窄")
"""Superlatives of a size on the ground, which points do not have."""


class RelationBuilder(AnchorBuilder):
    """Turns relations and orders into nodes."""

    def relation(self, part: RelationPart, entity: str) -> ir.Cond:
        """The condition of a relation of features of `entity`; a missing distance becomes the declared default."""
        span = self.span(part.uses)
        if part.loose:
            self.note("assumed_nearest_noun", words=self.quoted(part.uses), entity=self.plural(entity))
        found = [self._related(x, part, entity, span) for x in part.anchors]
        condition = found[0]
        if len(found) > 1:
            condition = (
                ir.Or(or_=tuple(found), span=span) if part.join == "or" else ir.And(and_=tuple(found), span=span)
            )
        if part.only:
            others = [self._related(x, part, entity, span) for x in map(self._other, part.anchors)]
            condition = ir.And(and_=(condition, *(ir.Not(not_=x, span=span) for x in others)), span=span)
        return ir.Not(not_=condition, span=span) if part.negated else condition

    @staticmethod
    def _other(anchor: AnchorPart) -> AnchorPart:
        """What ``only gold deposits`` leaves out: the features of the kind that are not so."""
        if not isinstance(anchor, Phrase) or not anchor.parts:
            return anchor
        parts = tuple(x for _, x in anchor.parts)
        uses = tuple(sorted({u for x in parts for u in x.uses}))
        return replace(anchor, parts=[("and", GroupPart("and", parts, uses, negated=True))], count=None)

    def _related(self, anchor: AnchorPart, part: RelationPart, entity: str, span: ir.Span | None) -> ir.Cond:
        self.related_to = entity
        to, near_m = self.anchor(anchor, part.rel)
        rel = self._fitting(part, entity, to)
        low, high, assumed = part.min_m, part.max_m, None
        if rel in ("near", "along") and low is None and high is None:
            high = near_m
            word = part.vague or self.lexemes[part.uses[0]].text
            distance = number(high / 1000, self.language)
            assumed = self.note("assumed_near", word=word, distance=distance)
        return ir.RelCond(
            rel=rel, to=to, min_m=low, max_m=high, dir=part.sector, count=self._count(anchor),
            strict=part.strict or None, span=span, assumed=assumed,
        )  # fmt: skip

    def _count(self, anchor: AnchorPart) -> ir.CountCond | None:
        """``at least 3 faults``: how many must stand in the relation."""
        if not isinstance(anchor, Phrase) or anchor.count is None:
            return None
        op, value = anchor.count
        span = self.span(anchor.uses)
        if anchor.bare_count and span:
            words = " ".join(self.lexemes[x].text for x in sorted(anchor.uses)[:1])
            self.note("assumed_exactly", words=words, k=value)
        return ir.CountCond(op=op, value=value, span=span)

    def _fitting(self, part: RelationPart, entity: str, to: ir.Anchor) -> ir.RelName:
        """The relation that the geometries allow: points touch nothing, and only like shapes overlap."""
        own = set(self.card.entity_types[entity].geometry)
        lines = isinstance(to, ir.DeriveAnchor) and to.derive.op in ("boundary", "shared_boundary", "intersection")
        other = {"line"} if lines else {"polygon"}
        if isinstance(to, ir.Set):
            other = set(self.card.entity_types[to.layer].geometry)
        if part.rel == "within" and other == {"line"} and not part.tentative:
            return "along" if "point" in own else "intersects"
        adjacent = bool(part.vague) and own | other != {"polygon"}
        if part.rel == "touches" and ("point" in own | other or adjacent):
            return "near"
        if part.rel == "overlaps" and own != other:
            return "intersects"
        runs = part.rel == "crosses" or (part.rel == "along" and part.max_m is None and part.min_m is None)
        if runs and {"line", "polygon"} == own | other and self._study_areas(entity, to):
            return "intersects"  # a line that lies wholly inside a province runs through it as well
        return part.rel

    def _study_areas(self, entity: str, to: ir.Anchor) -> bool:
        """True when the area on either side of a relation is a study area."""
        kinds = (entity, to.layer) if isinstance(to, ir.Set) else (entity,)
        return any(self.card.entity_types[x].region for x in kinds)

    def order_key(self, part: OrderPart, entity: str) -> ir.OrderKey | None:
        """The sort key of a superlative; None when it became a filter instead."""
        self.explained.update(part.uses)
        span = self.span(part.uses)
        if part.kind == "distance":
            if part.anchor is None:
                raise ProblemError(Problem("no_anchor", uses=part.uses))
            to, _ = self.anchor(part.anchor, "near")
            return ir.OrderKey(expr=ir.DistanceExpr(distance_to=to, span=span), dir=part.direction, span=span)
        if part.kind == "extent":
            return self._extent_key(part, entity, span)
        if part.kind == "value" and part.value is not None:
            return ir.OrderKey(expr=Expressions(self, entity).value(part.value), dir=part.direction, span=span)
        readings = part.attributes or self._of_time(entity)
        if not set(readings) & self.card.attributes_of(entity) and any(map(self._tells_size, readings)):
            return self._extent_key(part, entity, span)  # 规模最大的岩体
        attribute = self.attribute_for(readings, entity, part)
        return ir.OrderKey(expr=ir.FieldExpr(field=attribute, span=span), dir=part.direction, span=span)

    def _of_time(self, entity: str) -> tuple[str, ...]:
        """What ``oldest`` is said of: a year, or where features have none a text that is ranked by age."""
        years = tuple(x.id for x in self.card.attributes.values() if x.kind == "year")
        own = self.card.attributes_of(entity)
        if not set(years) & own:
            ranked = {a for x in self.card.concepts.values() if x.rank is not None for a in x.attributes} & own
            sizes = tuple(x for x in self.card.attributes if x in ranked and self._tells_time(x))
            return sizes or years
        return years

    def _tells_time(self, attribute: str) -> bool:
        known = self.card.attributes[attribute]
        return any(x in (known.labels.en, *known.synonyms) for x in ("age", "how old", "geological age"))

    def _tells_size(self, attribute: str) -> bool:
        known = self.card.attributes[attribute]
        return any(x in (known.labels.en, *known.synonyms) for x in ("size", "大小"))

    def _said_of_other(self, part: OrderPart, entity: str) -> bool:
        """True when a value that the features cannot have stands behind the word: ``the largest granite``."""
        last = max(part.uses, default=-1)
        behind = self.lexemes[last + 1].entry.concepts if last + 1 < len(self.lexemes) else ()
        attributes = {a for x in behind if x in self.card.concepts for a in self.card.concepts[x].attributes}
        return bool(attributes) and not attributes & self.card.attributes_of(entity)

    def _extent_key(self, part: OrderPart, entity: str, span: ir.Span | None) -> ir.OrderKey | None:
        """``largest``: by area or length; points have neither, so the highest class that occurs is meant."""
        kinds = {x.geometry for x in self.card.layers_of(entity)}
        if "polygon" in kinds:
            return ir.OrderKey(expr=ir.MeasureExpr(measure="area", span=span), dir=part.direction, span=span)
        if "line" in kinds:
            return ir.OrderKey(expr=ir.MeasureExpr(measure="length", span=span), dir=part.direction, span=span)
        ranked = [
            (self.card.concepts[c].rank or 0, column.attribute, c)
            for layer in self.card.layers_of(entity)
            for column in layer.columns.values()
            for c in column.concepts
            if c in self.card.concepts and self.card.concepts[c].rank is not None
        ]
        if not ranked or any(self.lexemes[u].key in _LONG for u in part.uses) or self._said_of_other(part, entity):
            raise ProblemError(Problem("no_attribute", entity=entity, uses=part.uses))
        _, attribute, concept = max(ranked) if part.direction == "desc" else min(ranked)
        label = self.card.concepts[concept].labels.in_(self.language)
        reason = self.note("assumed_class", attribute=self.label(attribute), value=label)
        self.extent_filter = ir.AttrCond(attr=attribute, op="=", value=concept, span=span, assumed=reason)
        return None

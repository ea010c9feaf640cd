"""IR nodes of relations, what they refer to, and orders."""

from __future__ import annotations

from collections.abc import Sequence

from core.question import ir
from core.question.grammar.attribute_ir import AttributeBuilder
from core.question.grammar.naming import names_of, written_name
from core.question.grammar.parts import Connector, OrderPart, Part, Phrase, PointPart, RelationPart
from core.question.grammar.problems import Problem, ProblemError
from core.question.grammar.typing import candidates, entity_of
from core.question.messages import number

_ANCHOR_KINDS: dict[str, tuple[str, ...]] = {
    "within": ("polygon",), "crosses": ("line", "polygon"), "intersects": ("line", "polygon"),
    "touches": ("line", "polygon"), "overlaps": ("polygon",),
}  # fmt: skip
"""Geometries that a relation can refer to, where it cannot refer to all."""
_POINT_NEAR_M = 5_000.0


class RelationBuilder(AttributeBuilder):
    """Turns relations and orders into nodes."""

    def all_conditions(
        self, entity: str, phrase: Phrase, parts: Sequence[tuple[Connector, Part]], *, region: str | None = None
    ) -> ir.Cond | None:
        """The conditions of a phrase (see :class:`core.question.grammar.conditions_ir.ConditionBuilder`)."""
        raise NotImplementedError

    def names(self, phrase: Phrase, entity: str) -> tuple[str, ...] | None:
        """The names of a phrase; a shortened form that several features share is a question back."""
        found: list[str] = []
        for mention in phrase.names:
            lexeme = self.lexemes[mention.use]
            written = written_name(self.card, lexeme, (entity,)) if mention.types else mention.text
            if written is None:
                full = tuple(dict.fromkeys(x.text for x in names_of(self.card, lexeme, (entity,))))
                raise ProblemError(
                    Problem("which_name", mention=mention.text, entity=entity, options=full, uses=(mention.use,))
                )
            found.append(written)
        return tuple(found) or None

    def relation(self, part: RelationPart) -> ir.Cond:
        """The condition of a relation; a missing distance becomes the declared default."""
        span = self.span(part.uses)
        found: list[ir.Cond] = []
        for anchor in part.anchors:
            to, near_m = self.anchor(anchor, part.rel)
            low, high, assumed = part.min_m, part.max_m, None
            if part.rel == "near" and low is None and high is None:
                high = near_m
                assumed = self.note("assumed_near", word=part.vague, distance=number(high / 1000, self.language))
            found.append(ir.RelCond(rel=part.rel, to=to, min_m=low, max_m=high, span=span, assumed=assumed))
        condition = found[0]
        if len(found) > 1:
            condition = (
                ir.Or(or_=tuple(found), span=span) if part.join == "or" else ir.And(and_=tuple(found), span=span)
            )
        return ir.Not(not_=condition, span=span) if part.negated else condition

    def anchor(self, anchor: Phrase | PointPart, rel: ir.RelName) -> tuple[ir.Anchor, float]:
        """(IR anchor, default near distance) of what a relation refers to."""
        if isinstance(anchor, PointPart):
            return ir.PointAnchor(point=(anchor.lon, anchor.lat), span=self.span(anchor.uses)), _POINT_NEAR_M
        entity = self._anchor_type(anchor, rel)
        self.explained.update(anchor.uses, anchor.head)
        where = self.all_conditions(entity, anchor, [x for x in anchor.parts if not isinstance(x[1], OrderPart)])
        names = self.names(anchor, entity)
        uses = anchor.head or sorted(use for _, x in anchor.parts for use in x.uses)
        to = ir.Set(layer=entity, names=names, where=where, span=self.span(uses))
        return to, self.card.entity_types[entity].near_m

    def _anchor_type(self, anchor: Phrase, rel: ir.RelName) -> str:
        entity = entity_of(self.card, anchor)
        if entity and not self.card.layers_of(entity):
            raise ProblemError(Problem("no_layer", entity=entity, uses=tuple(anchor.head or anchor.uses)))
        if entity:
            return entity
        options = [x for mention in anchor.names for x in mention.types] or candidates(
            self.card, [x for _, x in anchor.parts]
        )
        options = list(dict.fromkeys(options))
        wanted = _ANCHOR_KINDS.get(rel, ("point", "line", "polygon"))
        options = [x for x in options if set(wanted) & set(self.card.entity_types[x].geometry)] or options
        if len(options) == 1:
            return options[0]
        uses = tuple(anchor.head or anchor.uses)
        if anchor.names and not options:
            raise ProblemError(Problem("unknown_name", mention=anchor.names[0].text, uses=uses))
        if anchor.names:
            raise ProblemError(
                Problem("ambiguous_name", mention=anchor.names[0].text, options=tuple(options), uses=uses)
            )
        raise ProblemError(Problem("which_anchor" if options else "no_anchor", options=tuple(options), uses=uses))

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
        readings = part.attributes or tuple(x.id for x in self.card.attributes.values() if x.kind == "year")
        attribute = self.attribute_for(readings, entity, part)
        return ir.OrderKey(expr=ir.FieldExpr(field=attribute, span=span), dir=part.direction, span=span)

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
        if not ranked:
            raise ProblemError(Problem("no_attribute", entity=entity, uses=part.uses))
        _, attribute, concept = max(ranked) if part.direction == "desc" else min(ranked)
        label = self.card.concepts[concept].labels.in_(self.language)
        reason = self.note("assumed_class", attribute=self.label(attribute), value=label)
        self.extent_filter = ir.AttrCond(attr=attribute, op="=", value=concept, span=span, assumed=reason)
        return None

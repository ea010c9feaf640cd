"""IR nodes of what a relation refers to: features, coordinates, the map, geometries made from others."""

from __future__ import annotations

from collections.abc import Sequence

from core.question import ir
from core.question.grammar.naming import names_of, preferred, settled, written_name
from core.question.grammar.parts import (
    AnchorPart,
    AnomalyPart,
    Connector,
    DerivedPart,
    MapPart,
    OrderPart,
    Part,
    Phrase,
    PointPart,
)
from core.question.grammar.pattern_ir import PatternBuilder
from core.question.grammar.problems import Problem, ProblemError
from core.question.grammar.typing import candidates, entity_of
from core.question.messages import number
from core.question.slots import joined
from core.vocabulary.card import NEAR_M

_ANCHOR_KINDS: dict[str, tuple[str, ...]] = {
    "within": ("polygon",), "crosses": ("line", "polygon"), "intersects": ("line", "polygon"),
    "touches": ("line", "polygon"), "overlaps": ("polygon",),
}  # fmt: skip
"""Geometries that a relation can refer to, where it cannot refer to all."""
_MADE_OF: dict[str, ir.RelName] = {
    "shared_boundary": "within", "boundary": "within", "intersection": "intersects",
}  # fmt: skip
"""The relation that asks for the same geometries as an operation."""
_SEVERAL = 5
ANOMALY_PERCENTILE = 95
"""An anomaly without a limit: the values from this percentile on."""


class AnchorBuilder(PatternBuilder):
    """Turns references into anchors."""

    related_to = ""
    """The kind of feature that the relation at hand is said of."""

    def all_conditions(
        self, entity: str, phrase: Phrase, parts: Sequence[tuple[Connector, Part]], *, region: str | None = None
    ) -> ir.Cond | None:
        """The conditions of a phrase (see :class:`core.question.grammar.conditions_ir.ConditionBuilder`)."""
        raise NotImplementedError

    def order_key(self, part: OrderPart, entity: str) -> ir.OrderKey | None:
        """The sort key of a superlative (see :class:`core.question.grammar.relation_ir.RelationBuilder`)."""
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

    def anchor(self, anchor: AnchorPart, rel: ir.RelName) -> tuple[ir.Anchor, float]:
        """(IR anchor, default near distance in metres) of what a relation refers to."""
        if isinstance(anchor, PointPart):
            return ir.PointAnchor(point=(anchor.lon, anchor.lat), span=self.span(anchor.uses)), NEAR_M
        if isinstance(anchor, MapPart):
            self.explained.update(anchor.uses)
            return ir.MapAnchor(map=anchor.map, span=self.span(anchor.uses)), NEAR_M
        if isinstance(anchor, DerivedPart):
            return self._derived(anchor)
        return self.features(anchor, rel)

    def _derived(self, anchor: DerivedPart) -> tuple[ir.Anchor, float]:
        self.explained.update(anchor.uses)
        span = self.span(anchor.uses)
        made = [self.anchor(x, _MADE_OF.get(anchor.op, "near")) for x in anchor.of]
        derive = ir.Derive(op=anchor.op, of=tuple(x for x, _ in made), distance_m=anchor.distance_m, span=span)
        return ir.DeriveAnchor(derive=derive, span=span), max(x for _, x in made)

    def features(self, anchor: Phrase, rel: ir.RelName) -> tuple[ir.Set, float]:
        """(set of features, default near distance in metres) of a noun phrase."""
        entity = self._anchor_type(anchor, rel)
        self.explained.update(anchor.uses, anchor.head)
        plain = [x for x in anchor.parts if not isinstance(x[1], OrderPart | AnomalyPart)]
        where = self.all_conditions(entity, anchor, plain)
        tops = [self._top(x, anchor, entity) for _, x in anchor.parts if isinstance(x, OrderPart)]
        tops.extend(self._anomalous(x, entity) for _, x in anchor.parts if isinstance(x, AnomalyPart))
        if tops:
            conditions = where.and_ if isinstance(where, ir.And) and where.span is None else (where,)
            where = joined([x for x in (*conditions, *tops) if x is not None])
        names = self.names(anchor, entity)
        uses = anchor.head or sorted(use for _, x in anchor.parts for use in x.uses)
        to = ir.Set(layer=entity, names=names, where=where, span=self.span(uses))
        return to, self.card.entity_types[entity].near_m

    def _anomalous(self, part: AnomalyPart, entity: str) -> ir.Cond:
        """``Cu anomalies`` as a condition on a reference: at or above the 95th percentile of all such features."""
        self.explained.update(part.uses)
        fields = [self.attribute_for(x, entity, part) for x in part.attributes]
        if not fields:
            words = tuple(x for x in part.uses if self.lexemes[x].is_("ANOMALY"))
            raise ProblemError(Problem("which_element", entity=entity, uses=words))
        labels = ", ".join(self.card.attributes[x].labels.in_(self.language) for x in fields)
        reason = self.note("assumed_high" if part.vague else "assumed_anomaly", fields=labels)
        made = [self._far_up(x, entity, self.span(part.uses), reason) for x in fields]
        return made[0] if len(made) == 1 else ir.Or(or_=tuple(made), span=self.span(part.uses))

    @staticmethod
    def _far_up(field: str, entity: str, span: ir.Span | None, reason: str) -> ir.Cond:
        value = ir.FieldExpr(field=field, span=span)
        limit = ir.AggExpr(
            agg="percentile", p=ANOMALY_PERCENTILE, expr=value, over=ir.Set(layer=entity), span=span
        )
        return ir.CmpCond(cmp=(value, ">=", limit), assumed=reason)

    def _top(self, part: OrderPart, anchor: Phrase, entity: str) -> ir.Cond | None:
        """``the 3 longest faults`` as a condition on a reference; a class where the features have no extent."""
        if part.counted is not None:
            return self._top_members(part, part.counted, anchor, entity)
        kept, self.extent_filter = self.extent_filter, None
        key = self.order_key(part, entity)
        found, self.extent_filter = self.extent_filter, kept
        if key is None or key.expr is None:
            self.explained.difference_update(x for x in part.uses if self.lexemes[x].number is not None)
            return found
        span = self.span(part.uses)
        k, assumed = self._how_many_first(anchor, entity)
        return ir.TopCond(top=ir.Top(by=key.expr, dir=part.direction, k=k, span=span), span=span, assumed=assumed)

    def _how_many_first(self, anchor: Phrase, entity: str) -> tuple[int, str | None]:
        """(How many come first, the reason where no word says it)."""
        if anchor.limit is not None or not anchor.plural:
            return anchor.limit or 1, None
        return _SEVERAL, self.note("assumed_top_anchor", entity=self.plural(entity), k=_SEVERAL)

    def _top_members(self, part: OrderPart, counted: Phrase, anchor: Phrase, entity: str) -> ir.Cond:
        """``the granite with the most deposits``: those with the highest number of related features."""
        self.explained.update(part.uses)
        of, _ = self.features(counted, part.rel or "near")
        own, other = (set(self.card.entity_types[x].geometry) for x in (entity, of.layer))
        rel: ir.RelName | None = "contains" if part.rel == "within" else part.rel
        if rel is None and part.max_m is None:
            rel = "near" if "polygon" not in own else "contains" if "point" in other else "intersects"
        far, assumed = part.max_m, None
        if (rel or "near") == "near" and far is None:
            far = self.card.entity_types[entity].near_m
            distance = number(far / 1000, self.language)
            assumed = self.note("assumed_near", word=self.quoted(part.uses), distance=distance)
        span = self.span(part.uses)
        k, several = self._how_many_first(anchor, entity)
        top = ir.Top(by_count_of=of, rel=rel or "near", max_m=far, dir=part.direction, k=k, span=span)
        return ir.TopCond(top=top, span=span, assumed=assumed or several)

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
        options = list(preferred(self.card, options, rel, self.related_to))
        options = list(settled(self.card, options))
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

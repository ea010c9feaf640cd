"""IR nodes of conditions: the parts of a phrase, said of one entity type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.question import ir
from core.question.grammar.parts import (
    AnomalyPart,
    Connector,
    NumberPart,
    OrderPart,
    Part,
    Phrase,
    PointPart,
    RegionPart,
    RelationPart,
    ValuePart,
)
from core.question.grammar.problems import Problem, ProblemError
from core.question.grammar.naming import names_of, written_name
from core.question.grammar.typing import candidates, entity_of
from core.question.meanings import Lexeme
from core.question.messages import Language, number, say
from core.vocabulary.card import Attribute, SchemaCard

_POLYGON = ("within", "contains")


class ConditionBuilder:
    """Turns parts into conditions; collects notes and the lexemes that got explained."""

    def __init__(self, card: SchemaCard, lexemes: Sequence[Lexeme], language: Language) -> None:
        self.card = card
        self.lexemes = lexemes
        self.language = language
        self.notes: list[str] = []
        self.explained: set[int] = set()
        self.extent_filter: ir.Cond | None = None

    # --- small helpers -------------------------------------------------------------------------------------

    def span(self, uses: Iterable[int]) -> ir.Span | None:
        """The range of the question from the first to the last of some lexemes."""
        spans = [self.lexemes[x].span for x in uses]
        return (min(a for a, _ in spans), max(b for _, b in spans)) if spans else None

    def label(self, attribute: str) -> str:
        """Display name of an attribute."""
        return self.card.attributes[attribute].labels.in_(self.language)

    def plural(self, entity: str) -> str:
        """Display name of the features of an entity type."""
        return self.card.entity_types[entity].plural.in_(self.language)

    def note(self, key: str, **values: object) -> str:
        """Add a bilingual note; gives its text."""
        text = say(key, self.language, **values)
        if text not in self.notes:
            self.notes.append(text)
        return text

    @staticmethod
    def join(conditions: Sequence[ir.Cond]) -> ir.Cond | None:
        """The conjunction of conditions."""
        if len(conditions) < 2:
            return conditions[0] if conditions else None
        return ir.And(and_=tuple(conditions))

    def attribute_for(self, readings: Sequence[str], entity: str, part: Part) -> str:
        """The reading of an attribute word that the entity type has."""
        available = self.card.attributes_of(entity)
        for reading in readings:
            if reading in available:
                return reading
        raise ProblemError(Problem("no_attribute", entity=entity, attributes=tuple(readings), uses=part.uses))

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

    # --- all conditions of a phrase ------------------------------------------------------------------------

    def all_conditions(
        self, entity: str, phrase: Phrase, parts: Sequence[tuple[Connector, Part]], *, region: str | None = None
    ) -> ir.Cond | None:
        """The conditions of a phrase with the precedence "and before or"; regions restrict everything."""
        regions: list[ir.Cond] = []
        groups: list[list[ir.Cond]] = [[]]
        for attribute, concept in phrase.implied:
            if attribute in self.card.attributes_of(entity):
                groups[0].append(ir.AttrCond(attr=attribute, op="=", value=concept, span=self.span(phrase.head)))
        for connector, part in parts:
            if isinstance(part, RegionPart):
                regions.extend(self._region(part, entity))
                continue
            condition = self.condition(part, entity)
            if condition is None:
                continue
            if connector == "or" and groups[-1]:
                groups.append([])
            groups[-1].append(condition)
        if region and not regions and not any(isinstance(x, RegionPart) for _, x in parts) and not phrase.names:
            regions.append(self._default_region(region))
        filled = [x for x in groups if x]
        if len(filled) > 1:
            alternatives = tuple(y for y in (self.join(x) for x in filled) if y is not None)
            return self.join([*regions, ir.Or(or_=alternatives)])
        own = filled[0] if filled else []
        return self.join(_by_place([*own, *regions]))

    def condition(self, part: Part, entity: str) -> ir.Cond | None:
        """The condition that one part says of features of `entity`; None when it filters nothing."""
        self.explained.update(part.uses)
        if isinstance(part, ValuePart):
            return self._values(part, entity)
        if isinstance(part, NumberPart):
            return self._number(part, entity)
        if isinstance(part, RelationPart):
            return self._relation(part)
        if isinstance(part, RegionPart):
            return self.join(self._region(part, entity))
        if isinstance(part, AnomalyPart | OrderPart):
            return None
        raise TypeError(part)

    # --- attributes ----------------------------------------------------------------------------------------

    def _values(self, part: ValuePart, entity: str) -> ir.Cond:
        attribute = part.attribute or self._value_attribute(part, entity)
        self.attribute_for((attribute,), entity, part)
        values = [next(v for a, v in item.readings if a == attribute) for item in part.items]
        span, assumed = self.span(part.uses), None
        mode = part.mode
        if mode == "all" and self.card.attributes[attribute].kind != "list":
            mode = "any"
        if part.joined_by_and and not part.negated:
            joined = " / ".join(x.text for x in part.items)
            assumed = self.note("assumed_any", values=joined)
        if part.op != "=":
            ordered = self._ranked(values[0], part.op)
            condition: ir.Cond = ir.AttrCond(attr=attribute, op="in", value=ordered, span=span)
        elif len(values) == 1:
            condition = ir.AttrCond(attr=attribute, op="=", value=values[0], span=span)
        elif mode == "all":
            single = (
                ir.AttrCond(attr=attribute, op="=", value=v, span=self.span([x.use]))
                for v, x in zip(values, part.items, strict=True)
            )
            condition = ir.And(and_=tuple(single), span=span)
            self.note("assumed_all", values=" + ".join(x.text for x in part.items))
        else:
            condition = ir.AttrCond(attr=attribute, op="in", value=values, span=span, assumed=assumed)
        return ir.Not(not_=condition, span=span) if part.negated else condition

    def _value_attribute(self, part: ValuePart, entity: str) -> str:
        shared = [
            a for a, _ in part.items[0].readings if all(any(a == b for b, _ in x.readings) for x in part.items)
        ]
        available = self.card.attributes_of(entity)
        for attribute in shared:
            if attribute in available:
                return attribute
        readings = tuple(dict.fromkeys(shared or [a for a, _ in part.items[0].readings]))
        raise ProblemError(Problem("no_attribute", entity=entity, attributes=readings, uses=part.uses))

    def _ranked(self, concept: str, op: str) -> list[str]:
        """All concepts of the same attribute that rank at least (or at most) as high, lowest first."""
        found = self.card.concepts.get(concept)
        if found is None or found.rank is None:
            return [concept]
        rank = found.rank
        return [
            x.id
            for x in sorted(self.card.concepts.values(), key=lambda x: x.rank or 0)
            if x.rank is not None
            and set(x.attributes) & set(found.attributes)
            and (x.rank >= rank if op == ">=" else x.rank <= rank)
        ]

    def _number(self, part: NumberPart, entity: str) -> ir.Cond:
        dimension = part.comparison.quantity.dimension
        fitting = [x for x in part.attributes if _numeric(self.card.attributes[x], dimension)]
        attribute = self.card.attributes[self.attribute_for(fitting or part.attributes, entity, part)]
        quantity = part.comparison.quantity
        unit, assumed = quantity.unit, None
        if unit is None and attribute.unit is not None:
            unit = attribute.unit
            assumed = self.note("assumed_unit", attribute=self.label(attribute.id), unit=unit)
        low = _whole(quantity.low)
        value = [low, _whole(quantity.high)] if quantity.high is not None else low
        span = self.span(part.uses)
        condition = ir.AttrCond(
            attr=attribute.id, op=part.comparison.op, value=value, unit=unit, span=span, assumed=assumed
        )
        return ir.Not(not_=condition, span=span) if part.negated else condition

    # --- regions -------------------------------------------------------------------------------------------

    def _region(self, part: RegionPart, entity: str) -> list[ir.Cond]:
        self.explained.update(part.uses, part.remark)
        types = [x.id for x in self.card.entity_types.values() if x.region]
        layers = self.card.layers_of(entity)
        names = [x for x in part.names if not layers or not all(_extent_word(x, y.extent_words) for y in layers)]
        if not names or not types:
            return []
        if part.remark:
            words = "".join(self.lexemes[x].text + ("" if self.lexemes[x].cjk else " ") for x in part.remark)
            self.note("region_remark", words=words.strip(" ,，"), region=names[0])
        span = self.span(part.uses)
        return [ir.RelCond(rel="within", to=ir.Set(layer=types[0], names=tuple(names), span=span), span=span)]

    def _default_region(self, region: str) -> ir.Cond:
        types = [x.id for x in self.card.entity_types.values() if x.region]
        reason = self.note("assumed_region", region=region)
        return ir.RelCond(rel="within", to=ir.Set(layer=types[0], names=(region,), assumed=reason), assumed=reason)

    # --- relations -----------------------------------------------------------------------------------------

    def _relation(self, part: RelationPart) -> ir.Cond:
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
            return ir.PointAnchor(point=(anchor.lon, anchor.lat), span=self.span(anchor.uses)), 5_000.0
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
        if rel in _POLYGON:
            wanted = "polygon" if rel == "within" else None
            options = [
                x for x in options if wanted is None or wanted in self.card.entity_types[x].geometry
            ] or options
        if len(options) == 1:
            return options[0]
        uses = tuple(anchor.head or anchor.uses)
        if anchor.names and not options:
            raise ProblemError(Problem("unknown_name", mention=anchor.names[0].text, uses=uses))
        if anchor.names:
            raise ProblemError(
                Problem("ambiguous_name", mention=anchor.names[0].text, options=tuple(options), uses=uses)
            )
        raise ProblemError(Problem("no_anchor", options=tuple(options), uses=uses))

    # --- order ---------------------------------------------------------------------------------------------

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


def _numeric(attribute: Attribute, dimension: str | None) -> bool:
    return attribute.kind in ("number", "year") and (dimension is None or attribute.dimension == dimension)


def _whole(value: float | None) -> float | int | None:
    return int(value) if value is not None and value == int(value) else value


def _by_place(conditions: list[ir.Cond]) -> list[ir.Cond]:
    """Conditions in the order of their words; assumed ones last."""
    return sorted(conditions, key=lambda x: x.span or (10**9, 0))


def _extent_word(name: str, words: Sequence[str]) -> bool:
    return name.casefold() in {x.casefold() for x in words}

"""IR of what is measured: expressions, comparisons with other values, keys of groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.question import ir
from core.question.grammar.asked import ComparedPart, Grouped, Valued
from core.question.grammar.parts import Comparison, NumberPart, OrderPart, Phrase, Quantity
from core.question.grammar.problems import Problem, ProblemError
from core.question.grammar.typing import entity_of
from core.question.messages import number
from core.vocabulary.card import SchemaCard

if TYPE_CHECKING:
    from core.question.grammar.relation_ir import RelationBuilder

_TYPE_FORMS = ("{} type", "type of {}", "kind of {}", "{}类型", "{}种类", "{}类别", "{} class")


@dataclass(frozen=True)
class Expressions:
    """Builds expressions for features of one entity type with the builder of a question."""

    build: RelationBuilder
    entity: str

    @property
    def card(self) -> SchemaCard:
        """The vocabulary of the loaded data."""
        return self.build.card

    def value(self, value: Valued) -> ir.Expr:
        """The expression of a value; words that say it become explained."""
        build, span = self.build, self.build.span(value.uses)
        build.explained.update(value.uses)
        if value.kind == "field":
            return ir.FieldExpr(field=self.attribute(value), span=span)
        if value.kind == "difference":
            return self._difference(value, span)
        if value.kind == "measure" and value.measure:
            return ir.MeasureExpr(measure=value.measure, span=span)
        if value.kind == "distance":
            if value.anchor is None:
                raise ProblemError(Problem("no_anchor", uses=value.uses))
            return ir.DistanceExpr(distance_to=build.anchor(value.anchor, "near")[0], span=span)
        if value.kind == "overlap" and value.anchor is not None:
            kind = value.overlap or ("area" if "polygon" in self.geometry() else "length")
            return ir.OverlapExpr(overlap=kind, with_=build.anchor(value.anchor, "within")[0], span=span)
        return self._size(span, value.uses)

    def geometry(self) -> set[str]:
        """Geometries of the loaded layers of the entity type."""
        return {x.geometry for x in self.card.layers_of(self.entity)}

    def attribute(self, value: Valued) -> str:
        """The reading of an attribute word that the entity type has."""
        part = NumberPart(value.attributes, Comparison("not_null", Quantity(0.0)), value.uses, "")
        return self.build.attribute_for(value.attributes, self.entity, part)

    def _difference(self, value: Valued, span: ir.Span | None) -> ir.Expr:
        """One number of a feature minus another one of it."""
        taken = replace(value, kind="field", attributes=value.minus)
        fields = [ir.FieldExpr(field=self.attribute(x), span=span) for x in (value, taken)]
        found = ir.OpExpr(op="-", args=tuple(fields), span=span)
        return ir.OpExpr(op="abs", args=(found,), span=span) if value.absolute else found

    def _size(self, span: ir.Span | None, uses: tuple[int, ...]) -> ir.Expr:
        kinds = self.geometry()
        if "polygon" in kinds:
            return ir.MeasureExpr(measure="area", span=span)
        if "line" in kinds:
            return ir.MeasureExpr(measure="length", span=span)
        for attribute in self.card.attributes_of(self.entity):
            concepts = [x for x in self.card.concepts.values() if attribute in x.attributes and x.rank is not None]
            if concepts and self._largest(attribute):
                return ir.FieldExpr(field=attribute, span=span)
        raise ProblemError(Problem("no_attribute", entity=self.entity, uses=uses))

    def _largest(self, attribute: str) -> bool:
        found = self.card.attributes[attribute]
        return any(x in ("size", "大小") for x in (*found.synonyms, found.labels.en))

    # --- conditions ----------------------------------------------------------------------------------------

    def compared(self, part: ComparedPart) -> ir.Cond:
        """A value of a feature against a statistic, another feature or another value of its own."""
        span = self.build.span(part.uses)
        if not part.value.uses:
            part = replace(part, value=replace(part.value, uses=part.uses))
        if part.against is not None and not part.against.uses:
            part = replace(part, against=replace(part.against, uses=part.uses))
        left = self.value(part.value)
        right = self._right(part)
        if part.factor is not None:
            right = ir.OpExpr(op="*", args=(ir.ConstExpr(const=part.factor, span=span), right), span=span)
        return ir.CmpCond(cmp=(left, part.op, right), span=span)

    def _right(self, part: ComparedPart) -> ir.Expr:
        span = self.build.span(part.uses)
        if part.against is not None:
            return self.value(part.against)
        inner = self.value(part.value)
        if part.other is None:
            over = ir.Set(layer=self.entity, span=span)
        else:
            other = part.other
            if other.entity is None and self.entity in {t for m in other.names for t in m.types}:
                other.entity = self.entity
            found = self.build.anchor(other, "near")[0]
            over = found if isinstance(found, ir.Set) else ir.Set(layer=self.entity, span=span)
        unnamed = part.other is not None and not part.other.names
        if part.agg is None and part.value.kind == "distance" and unnamed:
            self.build.note("averages_compared")
            return ir.AggExpr(agg="avg", expr=inner, over=over, span=span)
        agg = part.agg or ("min" if part.value.kind == "distance" else "max")
        return ir.AggExpr(agg=agg, p=part.p, expr=inner, over=over, span=span)

    # --- groups --------------------------------------------------------------------------------------------

    def key(self, group: Grouped) -> ir.GroupKey:
        """The key of a group."""
        self.build.explained.update(group.uses)
        span = self.build.span(group.uses)
        if group.kind == "bucket" and group.value is not None:
            return self._bucket(group, span)
        if group.kind == "layer" and group.phrase is not None:
            return self._layer(group, group.phrase, span)
        if group.kind == "type":
            return ir.FieldExpr(field=self.type_attribute(group.uses), span=span)
        available = self.card.attributes_of(self.entity)
        own = [x for x in group.attributes if x in available]
        if own:
            return ir.FieldExpr(field=own[0], span=span)
        return self._foreign(group, span)

    def _foreign(self, group: Grouped, span: ir.Span | None) -> ir.GroupKey:
        """``deposits by lithology``: an attribute of the bodies that the target lies in."""
        for kinds, rel in (("polygon", "within"), ("line", "near")):
            for entity in dict.fromkeys(x.entity_type for x in self.card.layers if x.geometry == kinds):
                found = [x for x in group.attributes if x in self.card.attributes_of(entity)]
                if found and entity != self.entity:
                    near = self.card.entity_types[entity].near_m if rel == "near" else None
                    return ir.LayerKey(layer=entity, rel=rel, max_m=near, key=found[0], span=span)
        raise ProblemError(
            Problem("no_attribute", entity=self.entity, attributes=group.attributes, uses=group.uses)
        )

    def _layer(self, group: Grouped, phrase: Phrase, span: ir.Span | None) -> ir.LayerKey:
        kind = entity_of(self.card, phrase)
        found = self.build.anchor(phrase, "within")[0]
        assert isinstance(found, ir.Set)  # noqa: S101  # a phrase gives a set
        polygon = kind is not None and "polygon" in self.card.entity_types[kind].geometry
        rel: ir.RelName = group.rel or ("within" if polygon else "near")
        if rel == "within" and not polygon:
            rel = "near"
        max_m, assumed = group.max_m, None
        if rel == "near" and max_m is None:
            max_m = self.card.entity_types[found.layer].near_m
            distance = number(max_m / 1000, self.build.language)
            word = group.vague or self.build.plural(found.layer)
            assumed = self.build.note("assumed_near", word=word, distance=distance)
        return ir.LayerKey(layer=found.layer, rel=rel, max_m=max_m, where=found.where, span=span, assumed=assumed)

    def _bucket(self, group: Grouped, span: ir.Span | None) -> ir.BucketKey:
        assert group.value is not None  # noqa: S101  # seen by the caller
        value = group.value
        self.build.explained.update(value.uses)
        name: str = value.measure or ("area" if "polygon" in self.geometry() else "length")
        if value.kind == "field":
            name = self.attribute(value)
        return ir.BucketKey(bucket=name, edges=group.edges, span=span)

    def type_attribute(self, uses: tuple[int, ...]) -> str:
        """The attribute meant by ``type`` alone."""
        kind = self.card.entity_types[self.entity]
        available = [x for x in self.card.attributes.values() if x.id in self.card.attributes_of(self.entity)]
        text = [x for x in available if x.kind in ("text", "list")]
        for words in ((kind.labels.en, kind.labels.zh), kind.synonyms):
            forms = {x.format(w).casefold() for w in words for x in _TYPE_FORMS}
            for attribute in text:
                if forms & {x.casefold() for x in (*attribute.synonyms, attribute.labels.en, attribute.labels.zh)}:
                    return attribute.id
        for attribute in text:
            own = (attribute.labels.en, attribute.labels.zh, *attribute.synonyms)
            if any(x.endswith(("type", "类型")) for x in own):
                return attribute.id
        raise ProblemError(Problem("no_attribute", entity=self.entity, uses=uses))


def sized(parts: Sequence[OrderPart], explained: set[int]) -> list[OrderPart]:
    """``largest by area``: the size named with "by" is what "largest" is of."""
    extent = next((x for x in parts if x.kind == "extent"), None)
    named = next((x for x in parts if x.kind in ("value", "field") and x.listing), None)
    if extent is None or named is None:
        return list(parts)
    explained.update(extent.uses)
    found = replace(named, direction=extent.direction, listing=False)
    return [found if x is named else x for x in parts if x is not extent]

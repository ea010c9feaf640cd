"""IR nodes of conditions on attributes, and what all builders share: spans, labels, notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.question import ir
from core.question.grammar.parts import MeasurePart, NumberPart, Part, ValuePart
from core.question.grammar.problems import Problem, ProblemError
from core.question.meanings import Lexeme
from core.question.messages import Language, say
from core.vocabulary.card import Attribute, SchemaCard

_LONG_LIST = 8


class AttributeBuilder:
    """Turns conditions on attributes into nodes; collects notes and the lexemes that got explained."""

    def __init__(self, card: SchemaCard, lexemes: Sequence[Lexeme], language: Language) -> None:
        self.card = card
        self.lexemes = lexemes
        self.language = language
        self.notes: list[str] = []
        self.explained: set[int] = set()
        self.extent_filter: ir.Cond | None = None
        self.region_meant = False

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

    def quoted(self, uses: Iterable[int]) -> str:
        """The words from the first to the last of some lexemes."""
        places = sorted(uses)
        between = self.lexemes[places[0] : places[-1] + 1]
        return ("" if between[0].cjk else " ").join(x.text for x in between)

    def note(self, key: str, **values: object) -> str:
        """Add a bilingual note; gives its text."""
        text = say(key, self.language, **values)
        if text not in self.notes:
            self.notes.append(text)
        return text

    def attribute_for(self, readings: Sequence[str], entity: str, part: Part) -> str:
        """The reading of an attribute word that the entity type has."""
        available = self.card.attributes_of(entity)
        for reading in readings:
            if reading in available:
                return reading
        raise ProblemError(Problem("no_attribute", entity=entity, attributes=tuple(readings), uses=part.uses))

    def values(self, part: ValuePart, entity: str) -> ir.Cond:
        """The condition of a value list."""
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
        if part.op == "between":
            low, high = sorted(values, key=lambda x: self.card.concepts[x].rank or 0.0)
            below = self._ranked(high, "<=", entity)
            ranged = [x for x in self._ranked(low, ">=", entity) if x in below]
            condition: ir.Cond = ir.AttrCond(attr=attribute, op="in", value=ranged, span=span)
        elif part.op != "=":
            ordered = self._ranked(values[0], part.op, entity)
            condition = ir.AttrCond(attr=attribute, op="in", value=ordered, span=span)
        elif len(values) == 1:
            condition = ir.AttrCond(attr=attribute, op="=", value=values[0], span=span)
        elif mode == "all":
            single = (
                ir.AttrCond(attr=attribute, op="=", value=v, span=self.span([x.use]))
                for v, x in zip(values, part.items, strict=True)
            )
            condition = ir.And(and_=tuple(single), span=span)
            self.note("assumed_all", values=" + ".join(x.text for x in part.items))
        elif part.bound and self.card.attributes[attribute].kind == "list":
            options = self._compounds(part, attribute, values)
            condition = ir.Or(or_=options, span=span, assumed=assumed)
        else:
            condition = ir.AttrCond(attr=attribute, op="in", value=values, span=span, assumed=assumed)
        return ir.Not(not_=condition, span=span) if part.negated else condition

    def _compounds(self, part: ValuePart, attribute: str, values: Sequence[str]) -> tuple[ir.Cond, ...]:
        """``gold, lead-zinc or copper``: three alternatives, of which one asks for two values of one feature."""
        groups: list[list[ir.Cond]] = []
        for i, (value, item) in enumerate(zip(values, part.items, strict=True)):
            single = ir.AttrCond(attr=attribute, op="=", value=value, span=self.span([item.use]))
            groups[-1].append(single) if i in part.bound else groups.append([single])
        return tuple(x[0] if len(x) == 1 else ir.And(and_=tuple(x), span=x[0].span) for x in groups)

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

    def _ranked(self, concept: str, op: str, entity: str) -> list[str]:
        """The concepts whose rank compares as asked, lowest first.

        Narrower and wider concepts are no neighbours: "older than the Permian" is neither the Early Permian nor
        the Paleozoic.  A long list is cut to what occurs in the data.
        """
        found = self.card.concepts.get(concept)
        if found is None or found.rank is None:
            return [concept]
        rank, inside = found.rank, set(self.card.expand(concept))
        fitting = [
            x
            for x in sorted(self.card.concepts.values(), key=lambda x: (x.rank or 0.0, x.id))
            if x.rank is not None
            and set(x.attributes) & set(found.attributes)
            and (
                (x.id in inside and "=" in op)
                or (
                    x.id not in inside
                    and concept not in self.card.expand(x.id)
                    and (x.rank > rank if op.startswith(">") else x.rank < rank)
                )
            )
        ]
        columns = [c for x in self.card.layers_of(entity) for c in x.columns.values()]
        occurring = [x.id for x in fitting if any(x.id in c.concepts for c in columns)]
        return occurring if occurring and len(fitting) > _LONG_LIST else [x.id for x in fitting]

    def number(self, part: NumberPart, entity: str) -> ir.Cond:
        """The condition of a comparison; a missing unit becomes the display unit, declared."""
        span = self.span(part.uses)
        found = tuple(self._compared(x, part, entity, span) for x in (part.attributes, *part.further))
        condition = found[0]
        if len(found) > 1:
            condition = ir.Or(or_=found, span=span) if part.join == "or" else ir.And(and_=found, span=span)
        return ir.Not(not_=condition, span=span) if part.negated else condition

    def _compared(self, readings: Sequence[str], part: NumberPart, entity: str, span: ir.Span | None) -> ir.Cond:
        quantity = part.comparison.quantity
        fitting = [x for x in readings if _numeric(self.card.attributes[x], quantity.dimension)]
        attribute = self.card.attributes[self.attribute_for(fitting or readings, entity, part)]
        unit, assumed = quantity.unit, None
        if unit is None and attribute.unit is not None:
            unit = attribute.unit
            assumed = self.note("assumed_unit", attribute=self.label(attribute.id), unit=unit)
        low = _whole(quantity.low)
        value = [low, _whole(quantity.high)] if quantity.high is not None else low
        return ir.AttrCond(
            attr=attribute.id, op=part.comparison.op, value=value, unit=unit, span=span, assumed=assumed
        )

    def measure(self, part: MeasurePart) -> ir.Cond:
        """The condition on a size on the ground."""
        span = self.span(part.uses)
        quantity = part.comparison.quantity

        def compare(op: ir.CmpOp, value: float) -> ir.Cond:
            sides = (
                ir.MeasureExpr(measure=part.measure, span=span),
                op,
                ir.ConstExpr(const=_whole(value), span=span),
            )
            return ir.CmpCond(cmp=sides, unit=quantity.unit, span=span)

        if part.comparison.op == "between" and quantity.high is not None:
            return ir.And(and_=(compare(">=", quantity.low), compare("<=", quantity.high)), span=span)
        return compare(part.comparison.op, quantity.low)  # type: ignore[arg-type]


def _numeric(attribute: Attribute, dimension: str | None) -> bool:
    return attribute.kind in ("number", "year") and (dimension is None or attribute.dimension == dimension)


def _whole(value: float | None) -> float | int | None:
    return int(value) if value is not None and value == int(value) else value

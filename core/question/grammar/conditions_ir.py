"""All conditions of a phrase as one IR node: what is joined how, study areas, defaults."""

from __future__ import annotations

from collections.abc import Sequence

from core.question import ir
from core.question.grammar.either_values import either_of_one
from core.question.grammar.measures_ir import Expressions
from core.question.grammar.naming import by_size, region_type
from core.question.grammar.parts import (
    ComparedPart,
    Connector,
    EitherPart,
    FieldsPart,
    GroupPart,
    KnownPart,
    MeasurePart,
    NumberPart,
    Part,
    Phrase,
    RegionPart,
    RelationPart,
    TextPart,
    ValuePart,
)
from core.question.grammar.relation_ir import RelationBuilder
from core.question.slots import joined


class ConditionBuilder(RelationBuilder):
    """Turns the parts of a phrase, said of one entity type, into conditions."""

    def all_conditions(
        self, entity: str, phrase: Phrase, parts: Sequence[tuple[Connector, Part]], *, region: str | None = None
    ) -> ir.Cond | None:
        """All conditions of a phrase.

        Conditions that just follow each other all hold.  Those joined by words make one unit, in which "and" binds
        before "or".  Study areas restrict everything.
        """
        regions: list[ir.Cond] = []
        units: list[list[list[ir.Cond]]] = [[self._implied(entity, phrase)]]
        begun = False
        for connector, part in either_of_one(parts, self.card, entity, self.lexemes):
            if isinstance(part, RegionPart):
                regions.extend(self._region(part, entity))
                continue
            condition = self.condition(part, entity)
            if condition is None:
                continue
            if connector in ("", "comma") or not units[-1][-1] or not begun:
                units.append([[condition]])
            elif connector == "or":
                units[-1].append([condition])
            else:
                units[-1][-1].append(condition)
            begun = True
        named = _names_area([x for _, x in parts])
        if region and not named and not phrase.names:
            regions.append(self._default_region(region))
        return joined(_by_place([*(y for x in units for y in self._unit(x)), *regions]))

    def _implied(self, entity: str, phrase: Phrase) -> list[ir.Cond]:
        available = self.card.attributes_of(entity)
        span = self.span(phrase.head)
        return [ir.AttrCond(attr=a, op="=", value=c, span=span) for a, c in phrase.implied if a in available]

    def _unit(self, alternatives: list[list[ir.Cond]]) -> list[ir.Cond]:
        """One unit as conditions that all hold."""
        if len(alternatives) < 2:
            return alternatives[0] if alternatives else []
        options = tuple(y for y in (joined(x) for x in alternatives) if y is not None)
        places = [x.span for x in options if x.span]
        span = (min(a for a, _ in places), max(b for _, b in places)) if places else None
        return [ir.Or(or_=options, span=span)]

    def condition(self, part: Part, entity: str) -> ir.Cond | None:
        """The condition that one part says of features of `entity`; None when it filters nothing."""
        self.explained.update(part.uses)
        found: ir.Cond | None = None
        if isinstance(part, ValuePart):
            found = self.values(part, entity)
        elif isinstance(part, NumberPart):
            found = self.number(part, entity)
        elif isinstance(part, MeasurePart):
            found = self.measure(part)
        elif isinstance(part, RelationPart):
            found = self.relation(part, entity)
        elif isinstance(part, RegionPart):
            found = joined(self._region(part, entity))
        elif isinstance(part, EitherPart):
            found = self._either(part, entity)
        elif isinstance(part, ComparedPart):
            found = Expressions(self, entity).compared(part)
        elif isinstance(part, GroupPart):
            found = self._group(part, entity)
        elif isinstance(part, KnownPart):
            found = self.known(part, entity)
        elif isinstance(part, TextPart):
            found = self.text(part, entity)
        elif isinstance(part, FieldsPart):
            found = self.fields(part, entity)
        return found

    def _group(self, part: GroupPart, entity: str) -> ir.Cond | None:
        """Conditions that belong together."""
        found = [y for y in (self.condition(x, entity) for x in part.parts) if y is not None]
        if not found:
            return None
        span = self.span(part.uses)
        condition = found[0]
        if len(found) > 1:
            many = tuple(found)
            condition = ir.Or(or_=many, span=span) if part.join == "or" else ir.And(and_=many, span=span)
        return ir.Not(not_=condition, span=span) if part.negated else condition

    def _either(self, part: EitherPart, entity: str) -> ir.Cond | None:
        """One of several groups of conditions; None where a group says nothing: its words stay unexplained."""
        groups = [[self.condition(x, entity) for x in group] for group in part.groups]
        options = [y for y in (joined([x for x in group if x is not None]) for group in groups) if y is not None]
        if len(options) < max(len(groups), 2):
            self.explained.difference_update(part.uses)
            return None
        assumed = None
        if part.joined_by_and:
            words = " / ".join("".join(self.lexemes[u].text for u in x.uses) for g in part.groups for x in g)
            assumed = self.note("assumed_any", values=words)
        return ir.Or(or_=tuple(options), span=self.span(part.uses), assumed=assumed)

    def _region(self, part: RegionPart, entity: str) -> list[ir.Cond]:
        self.explained.update(part.uses, part.remark)
        layers = self.card.layers_of(entity)
        names = [x for x in part.names if not layers or not all(_extent_word(x, y.extent_words) for y in layers)]
        if not part.names:
            self.region_meant = True
        if not names:
            return []
        if part.remark:
            words = "".join(self.lexemes[x].text + ("" if self.lexemes[x].cjk else " ") for x in part.remark)
            self.note("region_remark", words=words.strip(" ,，"), region=names[0])
        span = self.span(part.uses)
        lexemes = [self.lexemes[x] for x in part.uses]
        kinds: dict[str, list[str]] = {}
        for name in names:
            kind = region_type(self.card, lexemes, name, entity)
            if kind is not None:
                kinds.setdefault(kind, []).append(name)
        found = [
            ir.RelCond(rel="within", to=ir.Set(layer=x, names=tuple(y), span=span), span=span)
            for x, y in kinds.items()
        ]
        return [ir.Or(or_=tuple(found), span=span)] if len(found) > 1 else list(found)

    def _default_region(self, region: str) -> ir.Cond:
        types = by_size(self.card, (x.id for x in self.card.entity_types.values() if x.region))
        reason = self.note("assumed_region", region=region)
        return ir.RelCond(rel="within", to=ir.Set(layer=types[0], names=(region,), assumed=reason), assumed=reason)


def _by_place(conditions: list[ir.Cond]) -> list[ir.Cond]:
    """Conditions in the order of their words; assumed ones last."""
    return sorted(conditions, key=lambda x: x.span or (10**9, 0))


def _extent_word(name: str, words: Sequence[str]) -> bool:
    return name.casefold() in {x.casefold() for x in words}


def _names_area(parts: Sequence[Part]) -> bool:
    """True when a study area is named, of the features or of what they are compared with (``X最长的断裂附近``)."""
    anchors = [y for x in parts if isinstance(x, RelationPart) for y in x.anchors if isinstance(y, Phrase)]
    own = any(isinstance(x, RegionPart) and x.names for x in parts)
    return own or any(_names_area([z for _, z in y.parts]) for y in anchors)

"""From phrases to IR: attributes are chosen by type, defaults are filled in and declared, problems are named."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.question import ir
from core.question.grammar.anchor_ir import ANOMALY_PERCENTILE
from core.question.grammar.asked_ir import AskedAim
from core.question.grammar.conditions_ir import ConditionBuilder
from core.question.grammar.contrast_ir import averages, contrast, share
from core.question.grammar.described_alike import alternatives
from core.question.grammar.measures_ir import sized
from core.question.grammar.naming import settled
from core.question.grammar.of_region import by_region, of_region
from core.question.grammar.partitive import partitive
from core.question.grammar.parts import (
    AnomalyPart,
    Comparison,
    Connector,
    Frame,
    NumberPart,
    OrderPart,
    Parse,
    Part,
    Phrase,
    Quantity,
    ValuePart,
)
from core.question.grammar.problems import Problem, ProblemError
from core.question.grammar.same_area import compared_in_area
from core.question.grammar.typing import candidates
from core.question.meanings import Lexeme
from core.question.messages import Language, say
from core.question.slots import joined
from core.question.tokens import key_of
from core.vocabulary.card import SchemaCard

_MAX_CONDITIONS = 60
"""More cannot be meant; what comes behind stays unexplained."""
_NOTHING = Comparison("not_null", Quantity(0.0))
_DEFAULT_TOP = 5


@dataclass
class Assembled:
    """The query with everything the reader has to tell about it."""

    query: ir.Query | None = None
    notes: list[str] = field(default_factory=list)
    explained: set[int] = field(default_factory=set)
    problem: Problem | None = None


class Assembler(ConditionBuilder):
    """Builds the IR of one parse."""

    def __init__(
        self, card: SchemaCard, lexemes: Sequence[Lexeme], language: Language, region: str | None,
        hint: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(card, lexemes, language)
        self.region = region
        self.hint = hint
        """The kind of feature that is spoken of already; meant where the words name none and leave it open."""

    def assemble(self, parse: Parse) -> Assembled:
        """The query of a parse; :attr:`Assembled.problem` says why there is none."""
        result = Assembled(notes=self.notes, explained=self.explained)
        try:
            result.query = self._query(parse)
            self._unused_limit(parse.frame, result.query)
        except ProblemError as error:
            result.problem = error.problem
        return result

    def _unused_limit(self, frame: Frame, query: ir.Query) -> None:
        """A number before the noun that limits nothing in the end (``average of 37 samples``) is not explained."""
        k, kept = frame.limit, json.dumps(ir.dump(query, spans=False))
        if k is None or query.limit == k or f'"k": {k}' in kept:
            return
        self.explained.difference_update(x for x in frame.uses if self.lexemes[x].number == k)

    def _query(self, parse: Parse) -> ir.Query:
        return of_region(self, partitive(self._asked(parse)))

    def _asked(self, parse: Parse) -> ir.Query:
        frame, target = parse.frame, parse.target
        self.explained.update(frame.uses)
        contrasted = frame.asked.contrasted or averages(self, frame, target)
        if contrasted is not None:
            return self._finished(contrast(self, contrasted), frame)
        entity, assumed = self._target_type(target, frame)
        if frame.asked.shared is not None:
            found = share(self, frame.asked.shared, target, entity, lambda x: self._conditions(entity, target, x))
            return self._finished(found, frame)
        conditions = [(c, x) for c, x in target.parts if not isinstance(x, OrderPart | AnomalyPart)]
        orders = [x for _, x in target.parts if isinstance(x, OrderPart)]
        anomalies = [x for _, x in target.parts if isinstance(x, AnomalyPart)]
        if by_region(self, frame, entity):
            self.region = None
        known = self.card.attributes_of(entity)
        where = self._conditions(entity, target, alternatives(conditions[:_MAX_CONDITIONS], known))
        names = self.names(target, entity)
        if self.region_meant and not self.region:
            self.note("no_region")
        self.explained.update(target.uses, target.head)
        span = self.span(target.head) if target.head else None
        set_ = ir.Set(layer=entity, names=names, where=where, span=span, assumed=None if span else assumed)
        order, limit = self._order(orders, entity, frame)
        if extra := self.extent_filter:
            set_ = set_.model_copy(update={"where": joined([x for x in (where, extra) if x])})
        columns, span = self._projections(frame, entity), self.span(range(len(self.lexemes)))
        if not frame.asked.empty:
            aim = AskedAim(self, frame, target, set_, tuple(orders), order, limit, columns or (), span)
            return aim.query()
        return ir.Query(
            intent=frame.intent,
            target=set_,
            order=order,
            limit=limit,
            return_=columns,
            analysis=self._analysis(anomalies, entity),
            output=_OUTPUT[frame.intent],
            span=span,
        )

    def _conditions(self, entity: str, target: Phrase, parts: Sequence[tuple[Connector, Part]]) -> ir.Cond | None:
        return compared_in_area(self.all_conditions(entity, target, parts, region=self.region), self.card)

    def _finished(self, query: ir.Query, frame: Frame) -> ir.Query:
        """A query of one number, with the unit asked for."""
        changed: dict[str, object] = {"span": self.span(range(len(self.lexemes)))}
        if frame.asked.unit is not None:
            self.explained.update(frame.asked.unit[1])
            changed["unit"] = frame.asked.unit[0]
        return query.model_copy(update=changed)

    # --- target --------------------------------------------------------------------------------------------

    def _target_type(self, target: Phrase, frame: Frame) -> tuple[str, str | None]:
        if target.entity:
            if not self.card.layers_of(target.entity):
                raise ProblemError(Problem("no_layer", entity=target.entity, uses=tuple(target.head)))
            return target.entity, None
        named = settled(self.card, tuple(dict.fromkeys(x for mention in target.names for x in mention.types)))
        if len(named) == 1:
            return named[0], None
        if len(named) > 1:
            first = target.names[0]
            raise ProblemError(Problem("ambiguous_name", mention=first.text, options=named, uses=(first.use,)))
        return self._inferred(target, frame)

    def _inferred(self, target: Phrase, frame: Frame) -> tuple[str, str | None]:
        parts = [x for _, x in target.parts]
        asked = [NumberPart(readings, _NOTHING, uses, "") for readings, uses in frame.projections]
        measured = [NumberPart(x.attributes, _NOTHING, x.uses, "") for x in frame.asked.fields()]
        own = [NumberPart(x.attributes, _NOTHING, x.uses, "") for x in frame.asked.fields(grouped=False)]
        tries = ([*parts, *asked, *measured], [*parts, *asked, *own], [*parts, *asked])
        found = next((x for x in (candidates(self.card, y) for y in tries) if x), ())
        found = found or self._measured_types(parts)
        if self.hint is not None and (self.hint in found or not found):
            return self.hint, None
        if not found:
            raise ProblemError(Problem("no_target"))
        if len(found) > 1:
            raise ProblemError(Problem("which_target", options=found))
        if any(self._says(found[0], x) for x in parts):
            return found[0], None
        label = self.card.entity_types[found[0]].plural.in_(self.language)
        reason = say("assumed_target", self.language, target=label)
        self.notes.append(reason)
        return found[0], reason

    def _measured_types(self, parts: Sequence[Part]) -> tuple[str, ...]:
        """For anomalies of nothing in particular: the entity types with concentrations."""
        if not any(isinstance(x, AnomalyPart) for x in parts):
            return ()
        elements = {x.id for x in self.card.attributes.values() if x.element}
        return tuple(x for x in self.card.entity_types if self.card.attributes_of(x) & elements)

    def _says(self, entity: str, part: Part) -> bool:
        """True when a value word contains the noun (``thrust faults``, ``正断层``); then the target was named."""
        if not isinstance(part, ValuePart):
            return False
        kind = self.card.entity_types[entity]
        nouns = tuple(x for x in map(key_of, (*kind.synonyms, kind.labels.en, kind.plural.en)) if len(x) > 1)
        return any(self.lexemes[x.use].key.endswith(nouns) for x in part.items)

    # --- order, projection, analysis -----------------------------------------------------------------------

    def _order(
        self, parts: list[OrderPart], entity: str, frame: Frame
    ) -> tuple[tuple[ir.OrderKey, ...] | None, int | None]:
        if frame.intent != "select" and frame.asked.empty:  # a number or a yes has no order
            return None, None
        keys: list[ir.OrderKey] = []
        for part in sized(parts, self.explained):
            key = self.order_key(part, entity)
            if key is not None and all(ir.dump(key, spans=False) != ir.dump(x, spans=False) for x in keys):
                keys.append(key)
        limit = frame.limit
        if keys and limit is None and not all(x.listing for x in parts):
            several = frame.plural and not frame.singular
            limit = _DEFAULT_TOP if several else 1
            if several:
                self.notes.append(say("assumed_top", self.language, k=limit))
        return tuple(keys) or None, limit

    def _projections(self, frame: Frame, entity: str) -> tuple[ir.Expr, ...] | None:
        available = self.card.attributes_of(entity)
        if frame.intent == "count" or frame.asked.groups:  # a count for each value is another question
            self.explained.difference_update(use for _, uses in frame.projections for use in uses)
            return None
        fields: list[ir.Expr] = []
        for readings, uses in frame.projections:
            fitting = [x for x in readings if x in available]
            if not fitting:
                raise ProblemError(Problem("no_attribute", entity=entity, attributes=readings, uses=uses))
            fields.append(ir.FieldExpr(field=fitting[0], span=self.span(uses)))
        return tuple(fields) or None

    def _analysis(self, parts: list[AnomalyPart], entity: str) -> ir.Analysis | None:
        if not parts:
            return None
        fields: list[str] = []
        uses: set[int] = set()
        for part in parts:
            uses.update(part.uses)
            fields.extend(self.attribute_for(x, entity, part) for x in part.attributes)
        self.explained.update(uses)
        if not fields:
            words = tuple(x for x in sorted(uses) if self.lexemes[x].is_("ANOMALY"))
            raise ProblemError(Problem("which_element", entity=entity, uses=words))
        key = "assumed_high" if all(x.vague for x in parts) else "assumed_anomaly"
        reason = say(key, self.language, fields=", ".join(self.label(x) for x in dict.fromkeys(fields)))
        self.notes.append(reason)
        return ir.Analysis(
            op="anomaly_threshold",
            fields=tuple(dict.fromkeys(fields)),
            method="percentile",
            k=ANOMALY_PERCENTILE,
            span=self.span(uses),
            assumed=reason,
        )


_OUTPUT: dict[str, str] = {"select": "entity_list", "count": "scalar", "exists": "boolean"}

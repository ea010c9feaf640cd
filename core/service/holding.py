"""What quoted passages state, looked up in the loaded data: distances, values, counts and totals.

Nothing here decides: it asks the database for what a sentence states, by the same queries that questions use, and
hands both to :mod:`core.answer.comparing`.  A statement that cannot be bound to exactly one thing is left alone.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from core.answer.material import Material, StatedOf, names_of
from core.answer.passages import QUOTED
from core.answer.stated import between, sentences
from core.answer.stated_kinds import StatedNearest, stated_nearest
from core.answer.stated_sums import StatedSum, stated_sum
from core.answer.stated_values import StatedValue, stated_values
from core.errors import QueryCancelledError, QueryError
from core.evidence.pipeline import gather
from core.evidence.types import Evidence
from core.knowledge.passages import Passage
from core.query.result import FeatureRef, Rows
from core.question import ir
from core.question.mentions import Mentions, mentions
from core.vocabulary.card import Name, SchemaCard

if TYPE_CHECKING:
    from core.service.asking import Asking

log = logging.getLogger(__name__)

MOST_NAMED = 3
"""Features in a sentence; more are a list."""
MOST_ASKED = 6
"""Statements that are looked up for one answer."""
_REASON = "stated by a document"


@dataclass(frozen=True)
class Sentence:
    """A sentence of a passage and what it mentions."""

    passage: Passage
    text: str
    said: Mentions
    features: Mapping[FeatureRef, tuple[Name, tuple[str, ...]]]
    """The features it names, without study areas: an entry of the gazetteer, and all names."""


@dataclass(frozen=True)
class Holding:
    """The passages of one answer, held against the data."""

    asking: Asking
    passages: tuple[Passage, ...]

    def material(self, material: Material) -> Material:
        """`material` with what the data have of the features that the passages state something of."""
        found: dict[FeatureRef, Evidence] = {}
        stated: list[StatedOf] = []
        spelled: dict[FeatureRef, frozenset[str]] = {}
        asked = 0
        for sentence in self._sentences(self.passages[:QUOTED]):
            for ref, (_, names) in sentence.features.items():
                spelled[ref] = spelled.get(ref, frozenset()) | frozenset(names)
            for query, value in self._features(sentence):
                if asked >= MOST_ASKED:
                    break
                asked += 1
                evidence = self._evidence(material, query)
                if evidence is None:
                    continue
                ref = evidence.row.ref
                before = found.get(ref)
                found[ref] = _merged(before, evidence) if before is not None else evidence
                if value is not None:
                    stated.append(StatedOf(ref, sentence.passage, value))
        gathered = (*material.evidence, *found.values())
        return replace(material, evidence=gathered, stated=tuple(stated), spelled=spelled)

    def beside(self, material: Material) -> Material:
        """`material` of an answer about features, with the values that its passages give them."""
        shown = {e.row.ref: e.row.values for e in material.evidence}
        stated: list[StatedOf] = []
        for sentence in self._sentences(material.passages):
            ref = next(iter(sentence.features), None)
            if len(sentence.features) == 1 and ref in shown:
                values = self._values(sentence)
                stated.extend(StatedOf(ref, sentence.passage, x) for x in values if x.attribute in shown[ref])
        return replace(material, stated=tuple(stated))

    def sums(self, material: Material) -> Iterator[tuple[Material, Passage, StatedSum]]:
        """Counts and totals that the passages state of study areas, with the result of the same question."""
        asked = 0
        for sentence in self._sentences(self.passages[:QUOTED]):
            if sentence.features or not sentence.said.named(self.asking.context.card, regions=True):
                continue
            stated = stated_sum(sentence.text, self.asking.context.reader.read, self.asking.context.units)
            if stated is None or asked >= MOST_ASKED:
                continue
            asked += 1
            read = stated.reading.ir.model_copy(update={"query": stated.query})
            own = replace(self.asking.material(replace(stated.reading, ir=read)), language=material.language)
            own = replace(own, passages=(sentence.passage,))
            request = replace(self.asking.request, question=stated.reading.question)
            made = self._run(replace(self.asking, request=request), own, stated.query)
            if made is not None:
                yield made[0], sentence.passage, stated

    def _sentences(self, passages: tuple[Passage, ...]) -> Iterator[Sentence]:
        """The sentences of `passages` with what they mention."""
        lexicon = self.asking.context.reader.lexicon
        for passage in passages:
            for text in sentences(passage.text):
                said = mentions(text, lexicon)
                yield Sentence(passage, text, said, named_features(said, self.asking.context.card))

    def _features(self, sentence: Sentence) -> Iterator[tuple[ir.Query, StatedValue | StatedNearest | None]]:
        """What to ask for the features of a sentence."""
        found = list(sentence.features.values())
        if len(found) == 1:
            card = self.asking.context.card
            near = stated_nearest(sentence.text, found[0][1], sentence.said.kinds, card)
            if near is not None:
                yield _query(found[0][0], _by_distance({"layer": near.entity_type})), near
            for value in self._values(sentence):
                yield _query(found[0][0], {"return": [{"field": value.attribute}]}), value
        if 1 < len(found) <= MOST_NAMED:
            for i, (name, spelled) in enumerate(found):
                for other, others in found[i + 1 :]:
                    if between(sentence.text, spelled, others) is not None:
                        to = {"layer": other.entity_type, "names": [other.text]}
                        yield _query(name, _by_distance(to)), None

    def _values(self, sentence: Sentence) -> Iterator[StatedValue]:
        """What a sentence says of the one feature that it names."""
        (name, spelled), context = next(iter(sentence.features.values())), self.asking.context
        layer = context.card.layer(name.table)
        yield from stated_values(
            sentence.text, sentence.said, spelled, layer=layer, card=context.card, units=context.units
        )

    def row(self, material: Material, name: Name) -> Material | None:
        """The material of the row of a feature; None where it cannot be had."""
        said = (0, len(self.asking.request.question))
        target = ir.Set(layer=name.entity_type, names=(name.text,), span=said)
        query = ir.Query(intent="select", target=target, output="entity_list", span=said)
        made = self._run(self.asking, material, query)
        if made is None or not made[1]:
            return None
        read = material.reading.ir.model_copy(update={"action": "query", "route": None, "query": query})
        return replace(made[0], reading=replace(material.reading, ir=read), evidence=made[1])

    def _evidence(self, material: Material, query: ir.Query) -> Evidence | None:
        """The one feature that a query is about, with what was measured; None when there are several."""
        made = self._run(self.asking, material, query)
        return made[1][0] if made is not None and len(made[1]) == 1 else None

    def _run(
        self, asking: Asking, material: Material, query: ir.Query
    ) -> tuple[Material, tuple[Evidence, ...]] | None:
        tools, context = asking.tools, asking.context
        try:
            with asking.request.step("query"):
                outcome = asking.ask_database(material, query)
                if outcome.refusal is not None or outcome.rows is None:
                    return None
                found = gather(
                    tools.db, outcome, context.card, context.units, tools.settings, cancel=asking.request.cancel
                )
        except QueryCancelledError:
            raise
        except QueryError as error:
            log.warning("a statement of a document is not compared: %s", error.say())
            return None
        rows: Rows = outcome.rows
        return replace(material, bindings=outcome.bindings, result=rows), found


def named_features(said: Mentions, card: SchemaCard) -> dict[FeatureRef, tuple[Name, tuple[str, ...]]]:
    """The features that a text names, study areas aside, with all their names; words that may be several do not
    count."""
    found: dict[FeatureRef, tuple[Name, tuple[str, ...]]] = {}
    for words, names in said.spelled:
        refs = {FeatureRef(n.table, x) for n in names for x in n.fids}
        if len(refs) == 1 and not card.entity_types[names[0].entity_type].region:
            ref = next(iter(refs))
            known = found[ref][1] if ref in found else tuple(x.text for x in names_of(card, (ref,)))
            found[ref] = (names[0], (*known, words))
    return found


def _query(name: Name, more: dict[str, Any]) -> ir.Query:
    target = {"layer": name.entity_type, "names": [name.text], "assumed": _REASON}
    return ir.Query.model_validate(
        {"intent": "select", "target": target, "output": "entity_list", "assumed": _REASON, **more}
    )


def _by_distance(to: dict[str, Any]) -> dict[str, Any]:
    """The order of a query that measures how far its target is from `to`."""
    anchor = {**to, "assumed": _REASON}
    return {"order": [{"expr": {"distance_to": anchor, "assumed": _REASON}, "dir": "asc"}]}


def _merged(one: Evidence, other: Evidence) -> Evidence:
    """Everything that was asked of one feature."""
    row = replace(one.row, values={**one.row.values, **other.row.values})
    return replace(one, row=row, proximity=(*one.proximity, *other.proximity))

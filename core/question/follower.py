"""What both ways to read a follow-up share: taking words out, putting a noun in, and making the reading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from core.question import ir
from core.question.followup_words import Signs
from core.question.lexicon import Lexicon
from core.question.merging_parts import PartMerge
from core.question.normalise import has_chinese
from core.question.previous import Previous
from core.question.reading import Language, Reading
from core.question.rewriting import Rewritten, rewrite
from core.question.slots import sets
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units

Read = Callable[[str, str | None, str | None], Reading]
"""(question, region, kind of feature spoken of) → reading."""


@dataclass(frozen=True)
class Tools:
    """What a follow-up is read with."""

    card: SchemaCard
    units: Units
    lexicon: Lexicon
    read: Read


@dataclass(frozen=True)
class Attempt:
    """One way to read a follow-up without the words that lean on the question before."""

    rewritten: Rewritten
    reading: Reading

    @property
    def query(self) -> ir.Query | None:
        """The query of the attempt, if it is one."""
        return self.reading.ir.query if self.reading.ir.action == "query" else None


@dataclass(frozen=True)
class Follower:
    """One question with the signs found in it."""

    tools: Tools
    question: str
    previous: Previous
    signs: Signs
    alone: Reading

    @property
    def _language(self) -> Language:
        return "zh" if has_chinese(self.question) else self.alone.language

    @property
    def _noun(self) -> str:
        entity = self.tools.card.entity_types[self.previous.query.target.layer]
        return entity.plural.in_(self._language)

    @property
    def _merge(self) -> PartMerge:
        said = [self.question[slice(*x)].lower() for x in self.signs.lead]
        instead = any(word in x for x in said for word in ("instead", "rather", "换"))
        return PartMerge(self.tools.card, self.previous, self._language, self.signs.asks, instead)

    def _try(self, changes: list[tuple[ir.Span, str]]) -> Attempt:
        rewritten = rewrite(self.question, changes)
        reading = self.tools.read(rewritten.text, None, self.previous.query.target.layer)
        return Attempt(rewritten, rewritten.restore(reading))

    def _invents(self, query: ir.Query) -> bool:
        """True when a noun put in has become part of a name: the question is about something of another name."""
        asked = self.question.casefold()
        return any(x.casefold() not in asked for one in sets(query) for x in one.names or ())

    def _made(self, one: Attempt, query: ir.Query, context: str, *, mapped: bool = False) -> Reading:
        answer = ir.Answer(
            action="query",
            query=query,
            context=context,
            span=(0, len(self.question)),
        )
        reading = one.rewritten.restore(one.reading) if mapped and one.reading.unexplained else one.reading
        full = self._merge.spelled_out(query) if context == "previous_result" else None
        return replace(
            reading, question=self.question, language=self._language, ir=answer, choices=(), message="", full=full
        )

    def _dropped(self, kept: tuple[ir.Span, ...] = ()) -> list[tuple[ir.Span, str]]:
        marks = (*self.signs.lead, *self.signs.link, *self.signs.too)
        ones = [(x, self._noun) for x in self.signs.ones if x not in kept]
        taken: list[tuple[ir.Span, str]] = []
        for span, words in [*((x, " ") for x in marks if x not in kept), *ones]:
            if all(span[1] <= a or span[0] >= b for (a, b), _ in [*taken, *((k, "") for k in kept)]):
                taken.append((span, words))
        return taken

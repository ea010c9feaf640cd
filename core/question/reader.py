"""The rule reader: one question in, one :class:`Reading` out, without any model.

A text is read as it stands (:class:`PlainReader`), as several questions, as one made of simpler ones, as one that
leans on the question before, or in another order; :class:`Budget` bounds what is tried. ``docs/pipeline.md``
names the stages in order and says where a new wording belongs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.question import ir
from core.question.budget import LONGEST, MOST_OFFERED, MOST_PLAINER, Budget
from core.question.composing.composed import composed
from core.question.composing.otherwise import otherwise
from core.question.composing.pieces import Composer
from core.question.context import follow
from core.question.declining import declined
from core.question.dependent import Dependent
from core.question.exclusions import takes_out
from core.question.follower import Tools
from core.question.idioms import without_idioms
from core.question.idioms_measured import plainly_measured
from core.question.leaning import leans_back, without_answer
from core.question.lexicon import NO_WORDS, Lexicon
from core.question.messages import say
from core.question.metadata import about_data
from core.question.named_reference import with_named
from core.question.offers import Offers
from core.question.opposites import Opposites
from core.question.plain import PlainReader
from core.question.previous import Previous
from core.question.reading import Reading
from core.question.rewriting import Rewritten, rewrite
from core.question.several import Readers, several
from core.question.slots import carried, conjuncts, is_region, joined
from core.question.terms import Terms
from core.question.trials.trial import Trials, fits, settled
from core.question.wordings.first import put_first
from core.question.wordings.followups_en import leaning_plainly
from core.question.wordings.ways import in_plain_words
from core.question.yearly import Yearly
from core.vocabulary.card import SchemaCard
from core.vocabulary.mappings import NameWordsEntry
from core.vocabulary.units import Units

_DEEPEST, _LONGEST = 3, 180
"""Questions inside of questions that are put together: how deep, of how many bytes."""


class Reader:
    """Reads questions against one schema card; build it once per card version."""

    def __init__(
        self, card: SchemaCard, units: Units, words: NameWordsEntry = NO_WORDS, *, referee: bool = True
    ) -> None:
        """`referee` false: words that were not understood are never asked back (for measurements only)."""
        self.card = card
        self.units = units
        self.lexicon = Lexicon(card, units, words)
        self.plain = PlainReader(card, units, self.lexicon, words, referee=referee)
        self.trials = Trials(card, self.lexicon)
        self.turns = (without_idioms, plainly_measured, Yearly.of(card).rewritten, Opposites.of(card).rewritten)
        regions = {x.id for x in card.entity_types.values() if x.region}
        self.areas = tuple(dict.fromkeys(x.text for x in card.names if x.entity_type in regions))
        self._terms = Terms(card.terms)

    def read(self, question: str, *, region: str | None = None, previous: Previous | None = None) -> Reading:
        """The reading of a question; never raises.

        Args:
            question: the text as typed, any characters.
            region: canonical name of the study area chosen beside the question; used, as a declared assumption,
                when the question names none.
            previous: the question before, which this one may lean on.
        """
        for said in (self._terms.said_out, put_first):
            if (made := said(question)) is not None:
                return made.restore(_Once(self, Budget(made.text)).read(made.text, region, previous))
        return _Once(self, Budget(question)).read(question, region, previous)


@dataclass(frozen=True)
class _Once:
    """One question being read, with what it may cost."""

    reader: Reader
    budget: Budget

    @property
    def card(self) -> SchemaCard:
        """The card that the question is read against."""
        return self.reader.card

    def read(self, question: str, region: str | None, previous: Previous | None) -> Reading:
        """The reading of a question without terms."""
        if about := about_data(question, self.reader.lexicon):
            return about
        reading = self._read(question, region, previous)
        reading = declined(self._in_plain_words(reading, region, previous), self.card)
        self.budget.renewed(MOST_OFFERED)
        return Offers(self.card, self.reader.lexicon, self._offered).complete(reading, region)

    def _read(self, question: str, region: str | None, previous: Previous | None) -> Reading:
        """The reading of a text as several questions, as one, or as one in another order."""
        join = Dependent(self.card, self.alone).joined
        found = None
        if not takes_out(question):
            readers = Readers(self._part, lambda text: self._one(text, region, previous), join, self._there)
            found = several(question, readers)
        reading = found if found is not None else self._one(question, region, previous)
        if previous is None:
            return self.reader.trials.better(reading, region, self.alone, self.budget)
        if reading.ir.action in ("clarify", "refuse"):

            def read(text: str, area: str | None) -> Reading:
                return self._one(text, area, previous)

            return self.reader.trials.better(reading, region, read, self.budget)
        return reading

    def _in_plain_words(self, reading: Reading, region: str | None, previous: Previous | None) -> Reading:
        """A reading of the same question in plainer words, where that one is complete."""
        final = settled(reading) and reading.problem != "ambiguous_name"
        asked = reading.ir.action in ("clarify", "refuse") and not final
        self.budget.renewed(MOST_PLAINER)
        for made in in_plain_words(reading.question) if asked else ():
            if self.budget.spent:
                break
            again = self._read(made.text, region, previous)
            if again.ir.action == "query" and not again.unexplained and fits(again, reading.question):
                return made.restore(again)
        return reading

    def _one(self, question: str, region: str | None, previous: Previous | None) -> Reading:
        """The reading of one question that may lean on the one before."""
        if previous is not None:
            tools = Tools(self.card, self.reader.units, self.reader.lexicon, self.alone)
            for made in self._leaning(question, previous):
                if reading := follow(tools, made.text, previous, region):
                    return made.restore(reading)
        reading = self.alone(question, region)
        back = leans_back(question) if previous is None and reading.ir.action == "query" else None
        return without_answer(reading, back) if back else reading

    def _leaning(self, question: str, previous: Previous) -> Iterator[Rewritten]:
        """The ways to say a follow-up, the plainest first."""
        if (plainer := leaning_plainly(question, previous.question)) is not None:
            yield plainer
        yield with_named(question, previous.query, self.card) or rewrite(question, ())

    def _part(self, text: str, before: ir.Query | None) -> Reading:
        """The reading of a further part of a text, which may speak of the features of the part before."""
        return self._one(text, None, Previous(before, listed=False) if before is not None else None)

    def _there(self, reading: Reading, head: ir.Query) -> Reading:
        """A further part that names no study area speaks of that of the first part."""
        areas = [x for x in conjuncts(head.target.where) if is_region(x, self.card)]
        query = reading.ir.query
        if query is None or query.target.names or self.card.entity_types[query.target.layer].region:
            return reading
        own = conjuncts(query.target.where)
        if not areas or any(is_region(x, self.card) for x in own):
            return reading
        reason = say("carried", reading.language)
        where = joined([*(carried(x, reason) for x in areas), *own])  # type: ignore[list-item]
        moved = query.model_copy(update={"target": query.target.model_copy(update={"where": where})})
        return replace(reading, ir=reading.ir.model_copy(update={"query": moved}))

    def alone(self, question: str, region: str | None = None, hint: str | None = None) -> Reading:
        """The reading of a question by itself; `hint` is the kind of feature that is spoken of already."""
        return self._composed(question, region, hint, 0)

    def _offered(self, question: str, region: str | None) -> Reading | None:
        """The reading of what could be asked instead, while there is something left for it."""
        return None if self.budget.spent else self.alone(question, region)

    def _composed(self, question: str, region: str | None, hint: str | None, deep: int) -> Reading:
        """The reading of a question that may be made of simpler ones."""
        key = (question, region, hint, deep)
        return self.budget.once(key, lambda: self._made(question, region, hint, deep))

    def _made(self, question: str, region: str | None, hint: str | None, deep: int) -> Reading:
        def inner(text: str) -> Reading | None:
            return None if self.budget.spent else self._composed(text, region, hint, deep + 1)

        make = Composer(self.card, self.reader.units, inner, self.reader.areas)
        tried = deep < _DEEPEST and len(question.encode(errors="replace")) <= _LONGEST and not self.budget.spent
        if tried and (made_of := composed(make, question)) is not None:
            return made_of
        reading = self._said_plainly(question, region, hint, deep)
        whole = reading.ir.action == "query" and not reading.unexplained
        return reading if whole or not tried else otherwise(make, question) or reading

    def _said_plainly(self, question: str, region: str | None, hint: str | None, deep: int) -> Reading:
        """The reading of a question with its turns of phrase put plainly."""
        for rewritten in self.reader.turns if len(question) <= LONGEST else ():
            if (made := rewritten(question)) is not None:
                return made.restore(self._composed(made.text, region, hint, deep))
        plain = self.reader.plain.read
        return self.budget.once((question, region, hint), lambda: plain(question, region, hint), runs=1)

"""The rule reader: one question in, one :class:`Reading` out, without any model.

normalise → tokens → typing errors → segmentation → grammar (English or Chinese) → IR with spans → coverage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from core.question import ir
from core.question.abbreviations import expand
from core.question.case import Case
from core.question.composing.composed import composed
from core.question.composing.otherwise import otherwise
from core.question.composing.pieces import Composer
from core.question.context import follow
from core.question.coverage import unexplained
from core.question.dependent import Dependent
from core.question.exclusions import takes_out
from core.question.follower import Tools
from core.question.grammar.assemble import Assembler
from core.question.grammar.chinese import Chinese
from core.question.grammar.chinese_order import reordered
from core.question.grammar.english import English
from core.question.idioms import without_idioms
from core.question.idioms_measured import plainly_measured
from core.question.leaning import leans_back, without_answer
from core.question.lexicon import NO_WORDS, Lexicon
from core.question.meanings import Lexeme
from core.question.messages import say
from core.question.metadata import about_data
from core.question.named_reference import with_named
from core.question.normalise import Normalised, normalise
from core.question.offers import Offers
from core.question.opposites import Opposites
from core.question.outcomes import Outcomes
from core.question.previous import Previous
from core.question.reading import Language, Reading, Word
from core.question.segment import segment
from core.question.several import Readers, several
from core.question.slots import carried, conjuncts, is_region, joined, without_assumed_region
from core.question.spelling import correct
from core.question.terms import Terms
from core.question.tokens import Token, tokenise
from core.question.trials.trial import Trials
from core.question.yearly import Yearly
from core.vocabulary.card import SchemaCard
from core.vocabulary.mappings import NameWordsEntry
from core.vocabulary.units import Units

_DEEPEST, _MOST_INNER, _LONGEST = 3, 12, 180
"""Questions inside of questions that are put together: how deep, how many, of how many bytes."""


class Reader:
    """Reads questions against one schema card; build it once per card version."""

    def __init__(
        self, card: SchemaCard, units: Units, words: NameWordsEntry = NO_WORDS, *, referee: bool = True
    ) -> None:
        """`referee` false: words that were not understood are never asked back (for measurements only)."""
        self.card = card
        self.units = units
        self.lexicon = Lexicon(card, units, words)
        self._abbreviations = words.abbreviations
        self._terms = Terms(card.terms)
        self._yearly, self._opposites = Yearly.of(card), Opposites.of(card)
        self._offers = Offers(card, self.lexicon, self.alone)
        self._trials = Trials(card, self.lexicon, self.alone)
        self._outcomes = Outcomes(card, self.lexicon, referee=referee)

    def read(self, question: str, *, region: str | None = None, previous: Previous | None = None) -> Reading:
        """The reading of a question; never raises.

        Args:
            question: the text as typed, any characters.
            region: canonical name of the study area chosen beside the question; used, as a declared assumption,
                when the question names none.
            previous: the question before, which this one may lean on.
        """
        if (made := self._terms.said_out(question)) is not None:
            return made.restore(self._read(made.text, region, previous))
        return self._read(question, region, previous)

    def _read(self, question: str, region: str | None, previous: Previous | None) -> Reading:
        """The reading of a question without terms."""
        if about := about_data(question, self.lexicon):
            return about
        join = Dependent(self.card, self.alone).joined
        found = None
        if not takes_out(question):
            readers = Readers(self._part, lambda text: self._one(text, region, previous), join, self._there)
            found = several(question, readers)
        reading = found if found is not None else self._one(question, region, previous)
        if previous is None:
            reading = self._trials.better(reading, region)
        return self._offers.complete(reading, region)

    def _one(self, question: str, region: str | None, previous: Previous | None) -> Reading:
        """The reading of one question that may lean on the one before."""
        if previous is not None:
            tools = Tools(self.card, self.units, self.lexicon, self.alone)
            made = with_named(question, previous.query, self.card)
            if reading := follow(tools, made.text if made else question, previous, region):
                return made.restore(reading) if made else reading
        reading = self.alone(question, region)
        back = leans_back(question) if previous is None and reading.ir.action == "query" else None
        return without_answer(reading, back) if back else reading

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
        return self._composed(question, lambda text: self._plain(text, region, hint), 0, [_MOST_INNER])

    def _composed(self, question: str, plain: Callable[[str], Reading], deep: int, left: list[int]) -> Reading:
        """The reading of a question that may be made of simpler ones; `left`: inner ones still to read."""
        make = Composer(self.card, self.units, lambda text: self._composed(text, plain, deep + 1, left), left)
        tried = deep < _DEEPEST and len(question.encode(errors="replace")) <= _LONGEST
        if tried and (made_of := composed(make, question)) is not None:
            return made_of
        reading = self._said_plainly(question, plain, deep, left)
        whole = reading.ir.action == "query" and not reading.unexplained
        return reading if whole or not tried else otherwise(make, question) or reading

    def _said_plainly(self, question: str, plain: Callable[[str], Reading], deep: int, left: list[int]) -> Reading:
        """The reading of a question with its turns of phrase put plainly."""
        for rewritten in (without_idioms, plainly_measured, self._yearly.rewritten, self._opposites.rewritten):
            if (made := rewritten(question)) is not None:
                return made.restore(self._composed(made.text, plain, deep, left))
        return plain(question)

    def _plain(self, question: str, region: str | None, hint: str | None) -> Reading:
        """The reading of a question whose words the card knows as they stand."""
        normalised = normalise(question)
        tokens, written_out = expand(tokenise(normalised), self._abbreviations, self.lexicon)
        tokens, misspelt = correct(tokens, self.lexicon)
        corrected = {**misspelt, **written_out}
        lexemes = segment(normalised, tokens, self.lexicon)
        language = language_of(lexemes, self.lexicon)
        lexemes = reordered(lexemes) if language == "zh" else lexemes
        grammar = Chinese if language == "zh" else English
        parse = grammar(lexemes, self.card, self.units).parse()
        assembled = Assembler(self.card, lexemes, language, region, hint).assemble(parse)
        corrections = _corrections(normalised, tokens, corrected)
        left = unexplained(question, lexemes, assembled.explained, parse.unsaid)
        notes = [say("corrected", language, word=w.text, meaning=m) for w, m in corrections]
        outcome = self._outcomes.decide(Case(question, language, lexemes, parse, assembled, left))
        runs = outcome.answer.action == "query"
        answer, dropped = self._placed(outcome.answer)
        return Reading(
            question=question,
            language=language,
            ir=answer,
            unexplained=left if runs else (),
            problem=assembled.problem.kind if assembled.problem is not None and not runs else "",
            left=() if runs else tuple(left),
            corrections=corrections,
            choices=outcome.choices,
            message=outcome.message,
            notes=(*notes, *(x for x in assembled.notes if runs and x != dropped)),
        )

    def _placed(self, answer: ir.Answer) -> tuple[ir.Answer, str]:
        """A question about the map is not also restricted to the study area chosen beside it."""
        if answer.query is None:
            return answer, ""
        query, reason = without_assumed_region(answer.query, self.card)
        return (answer.model_copy(update={"query": query}), reason) if reason else (answer, "")


def _corrections(
    normalised: Normalised, tokens: Sequence[Token], corrected: Mapping[int, str]
) -> tuple[tuple[Word, str], ...]:
    found: list[tuple[Word, str]] = []
    for i, meaning in sorted(corrected.items()):
        span = normalised.span(tokens[i].start, tokens[i].end)
        found.append((Word(normalised.original[span[0] : span[1]], span), meaning))
    return tuple(found)


def language_of(lexemes: Sequence[Lexeme], lexicon: Lexicon) -> Language:
    """The language whose words hold the question together; single names do not decide it."""
    english = chinese = 0.0
    for lexeme in lexemes:
        if lexeme.cjk:
            chinese += 0.5 * len(lexeme.key) + (1.5 if lexeme.key in lexicon.words_zh else 0.0)
        elif lexeme.kind in ("entry", "unknown") and lexeme.key[:1].isalpha():
            english += 1.0 + (1.0 if lexeme.key in lexicon.words_en else 0.0)
    return "zh" if chinese > english or (chinese and chinese == english) else "en"

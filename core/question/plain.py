"""The reading of a text as it stands.

normalise → tokens → typing errors → segmentation → grammar (English or Chinese) → IR with spans → coverage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.question import ir
from core.question.abbreviations import expand
from core.question.case import Case
from core.question.coverage import unexplained
from core.question.grammar.assemble import Assembler
from core.question.grammar.chinese import Chinese
from core.question.grammar.chinese_order import reordered
from core.question.grammar.english import English
from core.question.lexicon import Lexicon
from core.question.meanings import Lexeme
from core.question.messages import say
from core.question.normalise import Normalised, normalise
from core.question.outcomes import Outcomes
from core.question.reading import Language, Reading, Word
from core.question.segment import segment
from core.question.slots import without_assumed_region
from core.question.spelling import correct
from core.question.tokens import Token, tokenise
from core.vocabulary.card import SchemaCard
from core.vocabulary.mappings import NameWordsEntry
from core.vocabulary.units import Units


class PlainReader:
    """Reads one question by one run of the grammar, in the words and the order in which it stands."""

    def __init__(
        self, card: SchemaCard, units: Units, lexicon: Lexicon, words: NameWordsEntry, *, referee: bool
    ) -> None:
        """`referee` false: words that were not understood are never asked back (for measurements only)."""
        self.card = card
        self.units = units
        self.lexicon = lexicon
        self._abbreviations = words.abbreviations
        self._outcomes = Outcomes(card, lexicon, referee=referee)

    def lexemes(self, question: str) -> tuple[Lexeme, ...]:
        """The words of a question with their meanings, in the order in which they stand."""
        normalised = normalise(question)
        tokens, _ = expand(tokenise(normalised), self._abbreviations, self.lexicon)
        return segment(normalised, correct(tokens, self.lexicon)[0], self.lexicon)

    def read(self, question: str, region: str | None, hint: str | None) -> Reading:
        """The reading; `hint` is the kind of feature that is spoken of already."""
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

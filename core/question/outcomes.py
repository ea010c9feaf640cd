"""What becomes of a reading: a query, a question back, a refusal, or a route to another branch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.question import ir
from core.question.grammar.assemble import Assembled
from core.question.grammar.parts import Parse
from core.question.grammar.problems import Problem
from core.question.lexicon import Lexicon
from core.question.meanings import Lexeme
from core.question.messages import listing, say
from core.question.reading import Choice, Language, Word
from core.vocabulary.card import SchemaCard

Slot = Literal["anchor", "distance", "target", "attribute_value", "region"]
_MAX_CHOICES = 6
RefusalKind = Literal["out_of_scope", "missing_data", "unsafe_write", "prompt_injection"]
_SLOTS: dict[str, Slot] = {
    "which_target": "target", "no_target": "target", "ambiguous_name": "anchor", "which_element": "attribute_value",
    "no_anchor": "anchor", "unknown_name": "anchor",
}  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """The answer node with the words that go with it."""

    answer: ir.Answer
    message: str = ""
    choices: tuple[Choice, ...] = ()


class Outcomes:
    """Decides what a parse amounts to and says it in the language of the question."""

    def __init__(self, card: SchemaCard, lexicon: Lexicon) -> None:
        self.card = card
        self.lexicon = lexicon

    def decide(
        self, question: str, lexemes: Sequence[Lexeme], parse: Parse, assembled: Assembled, left: Sequence[Word],
        language: Language,
    ) -> Outcome:  # fmt: skip
        """The outcome of a question."""
        flags = parse.frame.flags
        for flag, kind in (("INJECT", "prompt_injection"), ("WRITE", "unsafe_write")):
            if flag in flags:
                return self._refuse(kind, lexemes, flags[flag], language)  # type: ignore[arg-type]
        if "PROSPECT" in flags:
            return Outcome(ir.Answer(action="route", route="prospectivity", span=_span(lexemes, flags["PROSPECT"])),
                           say("route_prospectivity", language))  # fmt: skip
        if "KNOW" in flags or (assembled.problem and _defines(lexemes)):
            uses = flags.get("KNOW", list(range(len(lexemes))))
            return Outcome(ir.Answer(action="route", route="knowledge", span=_span(lexemes, uses)),
                           say("route_knowledge", language))  # fmt: skip
        if assembled.query is not None:
            return Outcome(
                ir.Answer(action="query", query=assembled.query, span=_span(lexemes, range(len(lexemes))))
            )
        assert assembled.problem is not None  # noqa: S101  # an assembly has a query or a problem
        return self._problem(question, lexemes, assembled.problem, left, language)

    # --- refusals and questions back -----------------------------------------------------------------------

    def known(self, language: Language) -> str:
        """The kinds of features that are loaded."""
        types = dict.fromkeys(x.entity_type for x in self.card.layers)
        return listing([self.card.entity_types[x].plural.in_(language) for x in types], language)

    def _refuse(
        self, kind: RefusalKind, lexemes: Sequence[Lexeme], uses: Sequence[int], language: Language
    ) -> Outcome:
        span = _span(lexemes, uses)
        answer = ir.Answer(action="refuse", refuse=ir.Refuse(kind=kind, span=span), span=span)
        return Outcome(answer, say(kind, language, known=self.known(language)))

    def _problem(
        self, question: str, lexemes: Sequence[Lexeme], problem: Problem, left: Sequence[Word], language: Language
    ) -> Outcome:
        if problem.kind in ("no_layer", "no_attribute"):
            return self._missing(lexemes, problem, language)
        strange = [x for x in left if not self._known_word(x, lexemes)]
        if problem.kind == "no_target" and strange:
            return self._out_of_scope(strange, language)
        if problem.kind == "which_name":
            return self._which_name(question, lexemes, problem, language)
        if problem.kind == "unknown_name":
            return self._unknown(question, lexemes, problem, language)
        slot = _SLOTS[problem.kind]
        if problem.kind == "ambiguous_name" and any(self.card.entity_types[x].region for x in problem.options):
            slot = "anchor"
        options = self._options(problem)
        labels = [self.card.entity_types[x].labels.in_(language) for x in options]
        if problem.kind == "which_element":
            labels = [self.card.attributes[x].labels.in_(language) for x in options]
        message = say(
            problem.kind,
            language,
            mention=problem.mention,
            options=listing(labels, language),
            known=self.known(language),
        )
        span = _span(lexemes, problem.uses) or _span(lexemes, range(len(lexemes)))
        answer = ir.Answer(action="clarify", clarify=ir.Clarify(slots=(slot,), span=span), span=span)
        return Outcome(answer, message, self._choices(question, lexemes, problem, options, language))

    def _options(self, problem: Problem) -> list[str]:
        if problem.kind == "which_element" and problem.entity:
            available = self.card.attributes_of(problem.entity)
            return [x.id for x in self.card.attributes.values() if x.id in available and x.kind == "number"][:5]
        if problem.kind == "no_target":
            return list(dict.fromkeys(x.entity_type for x in self.card.layers if not self._region(x.entity_type)))[
                :5
            ]
        return list(problem.options)

    def _region(self, entity: str) -> bool:
        return self.card.entity_types[entity].region

    def _choices(
        self,
        question: str,
        lexemes: Sequence[Lexeme],
        problem: Problem,
        options: Sequence[str],
        language: Language,
    ) -> tuple[Choice, ...]:
        """Each option with the question as it would read then."""
        gap = "" if language == "zh" else " "
        found: list[Choice] = []
        for option in options:
            if problem.kind == "which_element":
                attribute = self.card.attributes[option]
                label, word = attribute.labels.in_(language), attribute.id
                start = _span(lexemes, problem.uses)
                text = question[: start[0]] + word + gap + question[start[0] :] if start else f"{question} {word}"
            else:
                entity = self.card.entity_types[option]
                label = entity.labels.in_(language)
                place = _span(lexemes, problem.uses)
                if problem.kind == "ambiguous_name" and place:
                    text = question[: place[1]] + gap + label + question[place[1] :]
                else:
                    text = f"{entity.plural.in_(language)}{gap}{question}"
            found.append(Choice(label, text))
        return tuple(found)

    def _missing(self, lexemes: Sequence[Lexeme], problem: Problem, language: Language) -> Outcome:
        span = _span(lexemes, problem.uses) or _span(lexemes, range(len(lexemes)))
        entity = problem.entity or ""
        if problem.kind == "no_layer":
            missing = self.card.entity_types[entity].plural.in_(language)
            message = say("no_layer", language, entity=missing, known=self.known(language))
        else:
            attribute = problem.attributes[0] if problem.attributes else ""
            missing = self.card.attributes[attribute].labels.in_(language) if attribute else ""
            available = self.card.attributes_of(entity)
            labels = [x.labels.in_(language) for x in self.card.attributes.values() if x.id in available]
            message = say(
                "no_attribute", language, entity=self.card.entity_types[entity].plural.in_(language),
                attribute=missing, known=listing(labels, language),
            )  # fmt: skip
        refuse = ir.Refuse(kind="missing_data", missing=missing, span=span)
        return Outcome(ir.Answer(action="refuse", refuse=refuse, span=span), message)

    def _known_word(self, word: Word, lexemes: Sequence[Lexeme]) -> bool:
        return any(x.span == word.span and x.entry.content for x in lexemes)

    def _which_name(
        self, question: str, lexemes: Sequence[Lexeme], problem: Problem, language: Language
    ) -> Outcome:
        """A shortened name that several features share."""
        span = _span(lexemes, problem.uses) or (0, 0)
        own = [x for x in problem.options if x.isascii() != (language == "zh")] or list(problem.options)
        kind = self.card.entity_types[problem.entity or ""].plural.in_(language)
        shown = own[:_MAX_CHOICES]
        message = say(
            "which_name", language, entity=kind, mention=problem.mention, options=listing(shown, language)
        )
        choices = tuple(Choice(x, question[: span[0]] + x + question[span[1] :]) for x in shown)
        answer = ir.Answer(action="clarify", clarify=ir.Clarify(slots=("anchor",), span=span), span=span)
        return Outcome(answer, message, choices)

    def _unknown(self, question: str, lexemes: Sequence[Lexeme], problem: Problem, language: Language) -> Outcome:
        """A reference that nothing is known of, with the words most like it."""
        span = _span(lexemes, problem.uses)
        near = self.lexicon.alike(problem.mention)
        nearest = say("nearest", language, options=listing(near, language)) if near else ""
        message = say("unknown_name", language, mention=problem.mention, nearest=nearest)
        start, end = span or (0, 0)
        choices = tuple(Choice(x, question[:start] + x + question[end:]) for x in near)
        answer = ir.Answer(action="clarify", clarify=ir.Clarify(slots=("anchor",), span=span), span=span)
        return Outcome(answer, message, choices)

    def _out_of_scope(self, left: Sequence[Word], language: Language) -> Outcome:
        words = listing([x.text for x in left][:5], language)
        span = (left[0].span[0], left[-1].span[1])
        refuse = ir.Refuse(kind="out_of_scope", missing=words, span=span)
        message = say(
            "out_of_scope", language, about=say("about", language, words=words), known=self.known(language)
        )
        return Outcome(ir.Answer(action="refuse", refuse=refuse, span=span), message)


def _defines(lexemes: Sequence[Lexeme]) -> bool:
    """True for ``what is a skarn?``: nothing but question words and one term."""
    content = [x for x in lexemes if x.entry.content]
    rest = [x for x in lexemes if x.kind in ("unknown", "number")]
    return (
        len(content) == 1
        and not rest
        and any(x.is_("WH") and not x.is_("WHERE") for x in lexemes)
        and any(x.is_("COP") for x in lexemes)
    )


def _span(lexemes: Sequence[Lexeme], uses: Sequence[int] | range) -> ir.Span | None:
    spans = [lexemes[x].span for x in uses]
    return (min(a for a, _ in spans), max(b for _, b in spans)) if spans else None

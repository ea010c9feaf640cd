"""What becomes of a reading: a query, a question back, a refusal, or a route to another branch."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from core.question import ir
from core.question.case import Case, Outcome, binds
from core.question.grammar.parts import RegionPart, RelationPart
from core.question.grammar.problems import Problem
from core.question.grammar.unsaid import misleading
from core.question.lexicon import Lexicon
from core.question.messages import listing, say
from core.question.reading import Choice, Language, Word
from core.vocabulary.card import EntityType, SchemaCard

Slot = Literal["anchor", "distance", "target", "attribute_value", "region"]
RefusalKind = Literal["out_of_scope", "missing_data", "unsafe_write", "prompt_injection"]
_MAX_CHOICES = 6
_CLOSING = "?？。.! ！"
_COMPARING = ("NEAREST", "FARTHEST", "MAX", "MIN", "OLDEST", "NEWEST")
_SLOTS: dict[str, Slot] = {"no_target": "target", "which_target": "target", "which_element": "attribute_value"}
"""What a question back asks for; the anchor where nothing is said."""
_REFUSED: tuple[tuple[str, RefusalKind], ...] = (("INJECT", "prompt_injection"), ("WRITE", "unsafe_write"))


class Outcomes:
    """Decides what a parse amounts to and says it in the language of the question."""

    def __init__(self, card: SchemaCard, lexicon: Lexicon, *, referee: bool = True) -> None:
        self.card = card
        self.lexicon = lexicon
        self._referee = referee

    def decide(self, case: Case) -> Outcome:
        """The outcome of a question."""
        flags = case.parse.frame.flags
        for flag, kind in _REFUSED:
            if flag in flags:
                return self._refuse(case, kind, flags[flag])
        if routed := self._elsewhere(case):
            return routed
        problem = case.assembled.problem
        if "AGGREGATE" in flags:
            return self._refuse(case, "out_of_scope", flags["AGGREGATE"], key="aggregate")
        if problem is not None:
            loose = case.loose_numbers() if problem.kind == "no_attribute" else []
            return self._gap(case, loose) if loose else self._problem(case, problem)
        if self._referee and (asked := self._left_over(case)):
            return asked
        return Outcome(ir.Answer(action="query", query=case.assembled.query, span=case.whole))

    @staticmethod
    def _elsewhere(case: Case) -> Outcome | None:
        """The route to another branch, for a question that does not ask for features."""
        flags, problem = case.parse.frame.flags, case.assembled.problem
        if "PROSPECT" in flags:
            answer = ir.Answer(action="route", route="prospectivity", span=case.span(flags["PROSPECT"]))
            return Outcome(answer, say("route_prospectivity", case.language))
        if ("KNOW" in flags and not case.parse.frame.listed) or (problem and _defines(case)):
            answer = ir.Answer(
                action="route", route="knowledge", span=case.span(flags.get("KNOW", ())) or case.whole
            )
            return Outcome(answer, say("route_knowledge", case.language))
        return None

    # --- refusals ------------------------------------------------------------------------------------------

    def _refuse(self, case: Case, kind: RefusalKind, uses: Sequence[int], *, key: str = "") -> Outcome:
        span = case.span(uses)
        answer = ir.Answer(action="refuse", refuse=ir.Refuse(kind=kind, span=span), span=span)
        return Outcome(answer, say(key or kind, case.language, known=self._known(case.language)))

    def _known(self, language: Language) -> str:
        types = dict.fromkeys(x.entity_type for x in self.card.layers)
        return listing([self.card.entity_types[x].plural.in_(language) for x in types], language)

    def _missing(self, case: Case, problem: Problem) -> Outcome:
        """An entity type without layer, or an attribute that no layer of it has."""
        language = case.language
        entity = self.card.entity_types[problem.entity or ""]
        plural = entity.plural.in_(language)
        if problem.kind == "no_layer":
            missing = plural
            message = say("no_layer", language, entity=plural, known=self._known(language))
        else:
            names = [self.card.attributes[x].labels.in_(language) for x in problem.attributes[:1]]
            missing = names[0] if names else ""
            available = self.card.attributes_of(entity.id)
            known = [x.labels.in_(language) for x in self.card.attributes.values() if x.id in available]
            message = say(
                "no_attribute", language, entity=plural, attribute=missing, known=listing(known, language)
            )
        span = case.span(problem.uses) or case.whole
        refuse = ir.Refuse(kind="missing_data", missing=missing, span=span)
        return Outcome(ir.Answer(action="refuse", refuse=refuse, span=span), message)

    def _out_of_scope(self, case: Case, strange: Sequence[Word]) -> Outcome:
        language = case.language
        words = listing([x.text for x in strange[:_MAX_CHOICES]], language)
        span = (strange[0].span[0], strange[-1].span[1])
        refuse = ir.Refuse(kind="out_of_scope", missing=words, span=span)
        about = say("about", language, words=words)
        message = say("out_of_scope", language, about=about, known=self._known(language))
        return Outcome(ir.Answer(action="refuse", refuse=refuse, span=span), message)

    def _left_over(self, case: Case) -> Outcome | None:
        """The question back for unexplained words that change which features are meant."""
        if kinds := self._loose_kinds(case):
            return self._two_kinds(case, kinds)
        if lost := misleading(case.lexemes, case.parse):
            return self._gap(replace(case, left=_joined(case, lost)))
        left = [x for x in case.lexemes if any(w.span[0] <= x.span[0] < w.span[1] for w in case.left)]
        if not any(binds(x) for x in left):
            return None
        strange = [
            w for w in case.left if any(x.kind == "unknown" and w.span[0] <= x.span[0] < w.span[1] for x in left)
        ]
        named = case.parse.target.head or case.assembled.query is None or case.assembled.query.target.names
        if strange and not named:  # "what is the gold price today": the kind of feature was only inferred
            return self._out_of_scope(case, strange)
        return self._gap(case)

    @staticmethod
    def _loose_kinds(case: Case) -> list[Word]:
        """Unexplained words for another kind of feature: the question is about it too, so it is not answered."""
        query = case.assembled.query
        target = query.target.layer if query is not None else ""
        starts = {
            x.span[0] for x in case.lexemes if x.entry.entities and target not in {e for e, _ in x.entry.entities}
        }
        return [x for x in case.left if any(x.span[0] <= start < x.span[1] for start in starts)]

    def _gap(self, case: Case, left: Sequence[Word] = ()) -> Outcome:
        """A number, unit or relation was not understood: an answer without it would be to another question."""
        left = left or case.left
        words = listing([x.text for x in left[:_MAX_CHOICES]], case.language)
        span = (left[0].span[0], left[-1].span[1])
        clarify = ir.Clarify(slots=("attribute_value",), span=span)
        answer = ir.Answer(action="clarify", clarify=clarify, span=case.whole)
        return Outcome(answer, say("gap", case.language, words=words))

    def _two_kinds(self, case: Case, kinds: Sequence[Word]) -> Outcome:
        query = case.assembled.query
        target = self.card.entity_types.get(query.target.layer) if query is not None else None
        entity = target.plural.in_(case.language) if target is not None else ""
        message = say("two_kinds", case.language, entity=entity, words=kinds[0].text)
        clarify = ir.Clarify(slots=("target",), span=kinds[0].span)
        return Outcome(ir.Answer(action="clarify", clarify=clarify, span=case.whole), message)

    # --- questions back ------------------------------------------------------------------------------------

    def _problem(self, case: Case, problem: Problem) -> Outcome:
        if problem.kind in ("no_layer", "no_attribute"):
            return self._missing(case, problem)
        strange = self._strange(case)
        if problem.kind == "no_target" and strange:
            return self._out_of_scope(case, strange)
        return self._ask(case, problem)

    @staticmethod
    def _strange(case: Case) -> list[Word]:
        """The unexplained words that nothing is known of and no phrase used."""
        used = {u for _, x in case.parse.target.parts for u in x.uses}
        starts = [x.span[0] for i, x in enumerate(case.lexemes) if i not in used and not x.entry.content]
        return [x for x in case.left if bisect_left(starts, x.span[0]) < bisect_left(starts, x.span[1])]

    def _ask(self, case: Case, problem: Problem) -> Outcome:
        language = case.language
        choices = self._choices(case, problem)
        options = listing([x.label for x in choices], language)
        entity = self.card.entity_types[problem.entity].plural.in_(language) if problem.entity else ""
        nearest = say("nearest", language, options=options) if options else ""
        message = say(
            problem.kind, language, mention=problem.mention, options=options, entity=entity, nearest=nearest,
            known=self._known(language),
        )  # fmt: skip
        span = case.span(problem.uses) or case.whole
        clarify = ir.Clarify(slots=(_SLOTS.get(problem.kind, "anchor"),), span=span)
        return Outcome(ir.Answer(action="clarify", clarify=clarify, span=span), message, choices)

    def _choices(self, case: Case, problem: Problem) -> tuple[Choice, ...]:
        """Each option with the question as it would read then."""
        span = case.span(problem.uses) or (len(case.question),) * 2
        if problem.kind == "unknown_name":
            texts = [(x, case.rewritten(span, x)) for x in self.lexicon.alike(problem.mention)]
        elif problem.kind == "which_name":
            texts = [(x, case.rewritten(span, x)) for x in self._own_script(case, problem.options)]
        elif problem.kind == "which_element":
            texts = self._elements(case, problem, span[0])
        else:
            texts = [self._kind_choice(case, problem, self.card.entity_types[x]) for x in self._kinds(problem)]
        return tuple(Choice(label, text) for label, text in texts[:_MAX_CHOICES])

    def _kinds(self, problem: Problem) -> Sequence[str]:
        if problem.kind != "no_target":
            return problem.options
        loaded = dict.fromkeys(x.entity_type for x in self.card.layers)
        return [x for x in loaded if not self.card.entity_types[x].region]

    def _kind_choice(self, case: Case, problem: Problem, entity: EntityType) -> tuple[str, str]:
        language, span = case.language, case.span(problem.uses)
        label, plural = entity.labels.in_(language), entity.plural.in_(language)
        if problem.kind == "no_target":
            regions = [y for _, x in case.parse.target.parts if isinstance(x, RegionPart) for y in x.names]
            related = any(isinstance(x, RelationPart) for _, x in case.parse.target.parts)
            key = "target_of" if related else "target_in" if regions else "target_alone"
            question = case.question.rstrip(_CLOSING)
            return label, say(key, language, target=plural, region=listing(regions, language), question=question)
        if span is None or problem.kind == "which_target":
            return label, say("target_of", language, target=plural, question=case.question.rstrip(_CLOSING))
        word = label if problem.kind == "ambiguous_name" else plural
        return label, case.rewritten((span[1], span[1]), case.gap + word)

    def _elements(self, case: Case, problem: Problem, place: int) -> list[tuple[str, str]]:
        available = self.card.attributes_of(problem.entity or "")
        found = [x for x in self.card.attributes.values() if x.id in available and x.kind == "number"]
        return [
            (x.labels.in_(case.language), case.rewritten((place, place), x.id + case.gap))
            for x in found[: _MAX_CHOICES - 1]
        ]

    @staticmethod
    def _own_script(case: Case, options: Sequence[str]) -> Sequence[str]:
        return [x for x in options if x.isascii() != (case.language == "zh")] or options


def _joined(case: Case, lost: Sequence[int]) -> tuple[Word, ...]:
    """The words left over, with those that mislead when they are left out."""
    spans = dict.fromkeys([case.lexemes[x].span for x in lost] + [x.span for x in case.left])
    return tuple(Word(case.question[a:b], (a, b)) for a, b in sorted(spans))


def _defines(case: Case) -> bool:
    """True for ``what is a skarn?``: nothing but question words and one term."""
    lexemes = case.lexemes
    content = [x for x in lexemes if x.entry.content]
    return (
        len(content) == 1
        and not any(isinstance(x, RelationPart) for _, x in case.parse.target.parts)
        and not any(x.kind in ("unknown", "number") for x in lexemes)
        and any(x.is_("WH") and not x.is_("WHERE") for x in lexemes)
        and not any(x.is_(*_COMPARING) for x in lexemes)
        and any(x.is_("COP") for x in lexemes)
    )

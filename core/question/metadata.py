"""Questions about the data themselves: what is loaded, which attributes it has, in which units, from where."""

from __future__ import annotations

from collections.abc import Sequence

from core.question import ir
from core.question.lexicon import Lexicon
from core.question.meanings import Lexeme
from core.question.metadata_words import PATTERNS
from core.question.normalise import has_chinese, normalise
from core.question.reading import About, Reading
from core.question.segment import segment
from core.question.tokens import tokenise


def about_data(question: str, lexicon: Lexicon) -> Reading | None:
    """The reading of a question about the data themselves, or None when it asks for something in them."""
    chinese = has_chinese(question)
    for kind, pattern in PATTERNS["zh" if chinese else "en"]:
        match = pattern.search(question)
        if match is not None:
            about = _about(kind, question, lexicon)
            if kind == "units" and not about.attributes and _names_feature(question, lexicon):
                continue  # which unit is X in: a rock unit
            if kind == "layers" and _names_feature(question, lexicon, areas=False):
                continue  # what there is about X: no layer
            answer = ir.Answer(action="route", route="metadata", span=match.span())
            return Reading(question, "zh" if chinese else "en", answer, about=about)
    return None


def _lexemes(question: str, lexicon: Lexicon) -> Sequence[Lexeme]:
    normalised = normalise(question)
    return segment(normalised, tokenise(normalised), lexicon)


def _names_feature(question: str, lexicon: Lexicon, areas: bool = True) -> bool:
    """Whether the question names a feature; without `areas` study areas do not count."""
    kinds = lexicon.card.entity_types
    named = (lexicon.card.names[n] for x in _lexemes(question, lexicon) for n in x.entry.names)
    return any(areas or not kinds[n.entity_type].region for n in named)


def _about(kind: str, question: str, lexicon: Lexicon) -> About:
    lexemes = _lexemes(question, lexicon)
    spoken = [x for x in lexemes if kind != "units" or not x.key.startswith("unit")]
    return About(kind, _first_entity(spoken), _attributes(lexemes))  # type: ignore[arg-type]


def _first_entity(lexemes: Sequence[Lexeme]) -> str | None:
    return next((x.entry.entities[0][0] for x in lexemes if x.entry.entities), None)


def _attributes(lexemes: Sequence[Lexeme]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(a for x in lexemes for a in x.entry.attributes))

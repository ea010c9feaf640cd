"""What a text mentions, whether or not it is a question that can be run: names, attributes, concepts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from core.question.coverage import unexplained
from core.question.lexicon import Lexicon
from core.question.meanings import Lexeme
from core.question.normalise import normalise
from core.question.reading import KeywordHit, Word
from core.question.segment import segment
from core.question.tokens import tokenise
from core.vocabulary.card import Name, SchemaCard

T = TypeVar("T")


@dataclass(frozen=True)
class Mentions:
    """Everything known that stands in a text, each once, in order."""

    names: tuple[Name, ...]
    attributes: tuple[str, ...]
    concepts: tuple[str, ...]
    kinds: tuple[str, ...]
    """Ids of entity types."""
    unknown: tuple[Word, ...]
    """Words that no spelling explains."""
    spelled: tuple[tuple[str, tuple[Name, ...]], ...] = ()
    """Words as they stand in the text, and the names they are; several where they are not one feature's alone."""
    unplaced: tuple[tuple[Word, str], ...] = ()
    """Unknown words that stand where the name of a feature does, and its entity type: ``F9`` of "fault F9"."""

    def unknown_beside(self, hits: Iterable[KeywordHit]) -> tuple[Word, ...]:
        """The unknown words without those that decided where the question goes."""
        taken = [x.span for x in hits]
        return tuple(w for w in self.unknown if not any(a <= w.span[0] and w.span[1] <= b for a, b in taken))

    def named(self, card: SchemaCard, *, regions: bool) -> tuple[Name, ...]:
        """The named study areas, or the named other features."""
        return tuple(x for x in self.names if card.entity_types[x.entity_type].region == regions)


def mentions(text: str, lexicon: Lexicon) -> Mentions:
    """What `text` mentions by the spellings of `lexicon`."""
    normalised = normalise(text)
    lexemes = segment(normalised, tokenise(normalised), lexicon)
    entries = [x.entry for x in lexemes]
    unknown = unexplained(text, lexemes, [i for i, x in enumerate(lexemes) if x.kind != "unknown"])
    return Mentions(
        _each_once(lexicon.name(i) for x in entries for i in x.names),
        _each_once(a for x in entries for a in x.attributes),
        _each_once(c for x in entries for c in x.concepts),
        _each_once(kind for x in entries for kind, _ in x.entities),
        unknown,
        tuple((x.text, tuple(lexicon.name(i) for i in x.entry.names)) for x in lexemes if x.entry.names),
        tuple(_unplaced(unknown, lexemes)),
    )


_NAMELIKE = re.compile("[A-Z0-9\u3400-\u9fff]")


def _unplaced(unknown: Iterable[Word], lexemes: Sequence[Lexeme]) -> Iterator[tuple[Word, str]]:
    """Unknown words with a capital, a digit or a Chinese character directly beside the word for a kind."""
    for word in unknown:
        for lexeme in lexemes:
            gaps = (word.span[0] - lexeme.span[1], lexeme.span[0] - word.span[1])
            if lexeme.entry.entities and _NAMELIKE.search(word.text) and any(0 <= x <= 1 for x in gaps):
                yield word, lexeme.entry.entities[0][0]
                break


def _each_once(values: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))

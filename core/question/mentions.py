"""What a text mentions, whether or not it is a question that can be run: names, attributes, concepts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from core.question.coverage import unexplained
from core.question.lexicon import Lexicon
from core.question.normalise import normalise
from core.question.reading import Word
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

    def named(self, card: SchemaCard, *, regions: bool) -> tuple[Name, ...]:
        """The named study areas, or the named other features."""
        return tuple(x for x in self.names if card.entity_types[x.entity_type].region == regions)


def mentions(text: str, lexicon: Lexicon) -> Mentions:
    """What `text` mentions by the spellings of `lexicon`."""
    normalised = normalise(text)
    lexemes = segment(normalised, tokenise(normalised), lexicon)
    entries = [x.entry for x in lexemes]
    known = [i for i, x in enumerate(lexemes) if x.kind != "unknown"]
    return Mentions(
        _each_once(lexicon.name(i) for x in entries for i in x.names),
        _each_once(a for x in entries for a in x.attributes),
        _each_once(c for x in entries for c in x.concepts),
        _each_once(kind for x in entries for kind, _ in x.entities),
        unexplained(text, lexemes, known),
        tuple((x.text, tuple(lexicon.name(i) for i in x.entry.names)) for x in lexemes if x.entry.names),
    )


def _each_once(values: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))

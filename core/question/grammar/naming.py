"""From a name lexeme to the name that grounding can bind."""

from __future__ import annotations

from collections.abc import Collection

from core.question.meanings import Lexeme
from core.question.tokens import key_of
from core.vocabulary.card import Name, SchemaCard


def names_of(card: SchemaCard, lexeme: Lexeme, types: Collection[str]) -> list[Name]:
    """The gazetteer names of some entity types that a lexeme may mean."""
    return [x for x in (card.names[i] for i in lexeme.entry.names) if x.entity_type in types]


def written_name(card: SchemaCard, lexeme: Lexeme, types: Collection[str]) -> str | None:
    """The name to hand on: as written where it is a name, the full name for a shortened form, None for several."""
    names = names_of(card, lexeme, types)
    if not names or any(key_of(x.text) == lexeme.key for x in names):
        return lexeme.text
    if len({x.canonical for x in names}) > 1:
        return None
    own_script = [x.text for x in names if x.text.isascii() != lexeme.cjk]
    return min(own_script or [x.text for x in names], key=lambda x: (len(x), x))

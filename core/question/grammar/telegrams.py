"""Telegram style: what may follow without its preposition (``<3 km fault``, ``within 2km thrust``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.question.grammar.english_places import EnglishPlaces
    from core.question.meanings import Lexeme


def other_thing(parser: EnglishPlaces) -> bool:
    """True before a noun, value or name of another kind than what is looked for; never before a study area."""
    lexeme, target = parser.at_after_filler(), parser.target
    if parser.is_name(lexeme):
        return not set(parser.name_types(lexeme)) & {*parser.region_types(), target.entity}
    kinds = [x for x, _ in lexeme.entry.entities]
    if not kinds and parser.is_value(lexeme):
        kinds = [x for x in parser.card.entity_types if _says(parser, lexeme, x)]
    return bool(target.entity and kinds) and target.entity not in kinds


def _says(parser: EnglishPlaces, lexeme: Lexeme, entity: str) -> bool:
    """True when features of a kind have the attribute of a value."""
    known = parser.card.attributes_of(entity)
    return any(a in known for c in lexeme.entry.concepts for a in parser.card.concepts[c].attributes)

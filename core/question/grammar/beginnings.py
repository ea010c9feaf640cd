"""Names by how they begin, without quotation marks: ``starting with X``, X打头的."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.question.grammar.parts import TextPart
from core.question.meanings import Lexeme

if TYPE_CHECKING:
    from core.question.grammar.patterns import Patterns

_MAX_WORDS = 3


def beginning(parser: Patterns) -> TextPart | None:
    """The condition on the name; None where the words before or behind are no piece of a name."""
    mark = parser.mark()
    said = parser.take("STARTS") is not None
    start = parser.i
    while parser.i - start < _MAX_WORDS and _piece(parser.at()):
        parser.advance()
    text = parser.words(tuple(range(start, parser.i))) if parser.i > start else ""
    if not text or (said and not text[0].isupper()) or not (said or parser.take("STARTS_END")):
        return None
    names = tuple(dict.fromkeys(x.name_attribute for x in parser.card.entity_types.values()))
    return TextPart(names, "starts_with", text, parser.since(mark))


def _piece(lexeme: Lexeme) -> bool:
    """True for a word that nothing but names know, or nothing at all."""
    entry = lexeme.entry
    if lexeme.kind not in ("unknown", "entry") or entry.words or entry.entities or entry.attributes:
        return False
    return lexeme.kind == "unknown" or bool(entry.names)

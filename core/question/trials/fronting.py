"""``the granite hosts which deposits?``: the noun asked for goes to the front, the verb is turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.question.meanings import Lexeme
from core.question.rewriting import Rewritten, joined

_TURNED: tuple[tuple[str, bool, str], ...] = (
    ("CROSSED_BY", True, "cross"),
    ("CONTAIN", False, "inside"),
    ("CROSS", False, "crossed by"),
    ("INTERSECT", True, "cut"),
    ("INTERSECT", False, "cut"),
    ("TOUCH", False, "touch"),
    ("OVERLAP", False, "overlap"),
    ("INSIDE", True, "contain"),
)
"""Class of the verb, whether it is passive, and what the noun in front does then."""


def fronted(words: Rewritten, lexemes: Sequence[Lexeme]) -> Iterator[Rewritten]:
    """The words as they are, and with a noun asked for at their end put in front."""
    yield words
    for i, lexeme in enumerate(lexemes):
        if i < 2 or not lexeme.is_("WH", "HOWMANY") or lexeme.entry.content or not _noun(lexemes[i + 1 :]):
            continue
        said = lexemes[i - 1].key
        helped = lexemes[i - 2].is_("AUX", "COP")
        passive = helped or said.startswith(("are ", "is ")) or said.endswith(" by")
        verb = next((y for x, voice, y in _TURNED if lexemes[i - 1].is_(x) and voice == passive), None)
        if verb is None:
            return
        start = lexemes[i - 2 if helped else i - 1].span[0]
        typed = words.piece(start, lexemes[i - 1].span[1])
        turned = typed.put([((0, len(typed.text)), verb)])
        subject = words.piece(0, start)
        yield joined(words.original, [words.piece(lexeme.span[0], len(words.text)), " ", turned, " ", subject])
        return


def _noun(lexemes: Sequence[Lexeme]) -> bool:
    return any(x.entry.entities for x in lexemes)

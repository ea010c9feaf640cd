"""A word that begins with a place word is parted behind a noun: ``矿床中小型的`` speaks of small ones inside.

``中小型`` alone is the range from medium to small.  Right behind a noun its first character says "among" and only
the rest is the value, as in ``断裂中大型的``.  Words whose first character cannot stand for a value of its own
(``中元古代``) stay whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.question.lexicon import Lexicon
from core.question.meanings import Lexeme

_SHORTEST = 3


def parted(lexemes: Sequence[Lexeme], lexicon: Lexicon) -> list[Lexeme]:
    """The lexemes with such words parted."""
    out: list[Lexeme] = []
    for lexeme in lexemes:
        before = out[-1] if out else None
        noun = before is not None and before.cjk and before.entry.entities and before.span[1] == lexeme.span[0]
        out.extend(_parts(lexeme, lexicon) if noun and _range_of_two(lexeme, lexicon) else [lexeme])
    return out


def _range_of_two(lexeme: Lexeme, lexicon: Lexicon) -> bool:
    """True for ``中小型``: a place word, a value, and with the kind word behind it another value."""
    key, whole = lexeme.key, lexeme.entry
    if not lexeme.cjk or len(key) < _SHORTEST or len(lexeme.text) != len(key) or not whole.concepts:
        return False
    if "INSIDE" not in lexicon.entry(key[0], key[0]).words:
        return False
    ends = [key[0] + key[2:], key[1:]]
    return all(lexicon.entry(x, x).concepts for x in ends)


def _parts(lexeme: Lexeme, lexicon: Lexicon) -> list[Lexeme]:
    start, end = lexeme.span
    cut = start + 1
    pieces = ((lexeme.text[:1], (start, cut)), (lexeme.text[1:], (cut, end)))
    return [Lexeme("entry", x, span, x, entry=lexicon.entry(x, x), cjk=True) for x, span in pieces]

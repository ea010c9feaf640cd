"""Typing errors in Latin words: bounded edit distance to the vocabulary, never silent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import process
from rapidfuzz.distance import OSA

from core.question.lexicon import Lexicon
from core.question.tokens import Token

_SHORTEST = 5
_LONG = 10
_MAX_WORDS = 40


def correct(tokens: Sequence[Token], lexicon: Lexicon) -> tuple[tuple[Token, ...], dict[int, str]]:
    """Tokens with misspelt words replaced, and for each replaced token what it is read as.

    Only Latin words of five letters and more that no spelling of the lexicon contains are looked at; one letter
    may differ, two from ten letters on (a swap of neighbours counts once).  Two equally near words, a capital
    letter inside the sentence (a name) or a digit in the word leave it as it is.
    """
    titled = _title_case(tokens)
    out: list[Token] = []
    found: dict[int, str] = {}
    for i, token in enumerate(tokens):
        wanted = token.kind == "word" and len(found) < _MAX_WORDS and _candidate(token, i, titled, lexicon)
        meant = _nearest(token.key, lexicon) if wanted else None
        if meant:
            found[i] = meant
            token = replace(token, key=meant)  # noqa: PLW2901  # the corrected token takes its place
        out.append(token)
    return tuple(out), found


def _candidate(token: Token, position: int, titled: bool, lexicon: Lexicon) -> bool:
    key = token.key
    if len(key) < _SHORTEST or not key.isalpha() or not key.isascii() or lexicon.knows_word(key):
        return False
    return titled or position == 0 or not token.text[0].isupper()


def _title_case(tokens: Sequence[Token]) -> bool:
    """True when capitals say nothing: most words have one."""
    words = [x for x in tokens if x.kind == "word" and len(x.key) > 3]
    return len(words) > 2 and sum(x.text[0].isupper() for x in words) > 0.7 * len(words)


def _nearest(word: str, lexicon: Lexicon) -> str | None:
    limit = 1 if len(word) < _LONG else 2
    near = process.extract(
        word, lexicon.vocabulary_list, scorer=OSA.distance, score_cutoff=limit, limit=20, processor=None
    )
    best = [str(x) for x, distance, _ in near if distance == near[0][1]]
    # a first letter is rarely mistyped, a letter more rarely replaced than left out
    for better in (lambda x: x[0] == word[0], lambda x: sorted(x) == sorted(word), lambda x: len(x) > len(word)):
        if len(best) > 1:
            best = [x for x in best if better(x)] or best
    return best[0] if len(best) == 1 else None

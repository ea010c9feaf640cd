"""Words, numbers, characters and symbols of a normalised text, and the string that the lexicon is matched on.

The *key* of a text is its tokens in lower case, with one blank between neighbouring Latin words or numbers and
nothing elsewhere; hyphens between words count as blanks, apostrophes inside words are dropped.  Vocabulary
entries and questions get their keys by the same rule, so ``Strike–Slip`` meets ``strike slip``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from core.question.normalise import Normalised, fold, is_cjk, normalised_text

TokenKind = Literal["word", "number", "cjk", "symbol"]

_TOKEN = re.compile(
    r"(?P<number>\d+(?:\.\d+)?[eE][-+]?\d{1,2}(?![\w.])|\d+(?:,\d{3})+(?![\d,])(?:\.\d+)?|\d+(?:\.\d+)?|(?<![\w.])\.\d+)"
    r"|(?P<word>[^\W\d_㐀-鿿豈-﫿\U00020000-\U000323AF][^\W_㐀-鿿豈-﫿\U00020000-\U000323AF]*"
    r"(?:'[^\W\d_㐀-鿿豈-﫿]+)*)"
    r"|(?P<cjk>[㐀-鿿豈-﫿\U00020000-\U000323AF])"
    r"|(?P<symbol><=|>=|!=|==|[^\s])"
)
_LATIN_WORDS = re.compile(r"[A-Za-z]+(?: [A-Za-z]+)*")
_CJK_ONLY = re.compile("[㐀-鿿豈-﫿]+")
"""Most names are of one of these two forms, whose key needs no tokens."""


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `start` and `end` are positions in the normalised text, `key` is what the lexicon sees."""

    kind: TokenKind
    text: str
    start: int
    end: int
    key: str

    @property
    def wordlike(self) -> bool:
        """True for tokens that a blank must part in the key."""
        return self.kind in ("word", "number")


def tokenise(normalised: Normalised) -> tuple[Token, ...]:
    """The tokens of a question in order; blanks and hyphens that join words give none."""
    return tuple(_tokens(normalised.text))


def key_of(text: str) -> str:
    """The lexicon key of a vocabulary entry ("" when nothing is left of it)."""
    plain = normalised_text(text)
    if _LATIN_WORDS.fullmatch(plain):
        return plain.lower()
    if _CJK_ONLY.fullmatch(plain):
        return plain
    return join_keys([(x.key, x.wordlike) for x in _tokens(plain)])


def join_keys(parts: list[tuple[str, bool]]) -> str:
    """Join token keys by the rule of this module; the flag tells words and numbers from the rest."""
    out: list[str] = []
    before = False
    for key, wordlike in parts:
        if wordlike and before:
            out.append(" ")
        out.append(key)
        before = wordlike
    return "".join(out)


def _tokens(text: str) -> list[Token]:
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind: TokenKind = match.lastgroup  # type: ignore[assignment]
        value, start, end = match.group(), match.start(), match.end()
        if kind == "word":
            found.extend(_word(value, start, end))
        elif value == "-" and _joins_words(text, start):
            continue
        else:
            found.append(Token(kind, value, start, end, fold(value)))
    return found


def _word(value: str, start: int, end: int) -> list[Token]:
    """A word, with a possessive ending parted from it."""
    low = fold(value)
    if low.endswith("'s") and len(value) > 2:
        cut = end - 2
        return [
            Token("word", value[:-2], start, cut, low[:-2].replace("'", "")),
            Token("word", value[-2:], cut, end, "'s"),
        ]
    return [Token("word", value, start, end, low.replace("'", ""))]


def _joins_words(text: str, position: int) -> bool:
    """True for a hyphen that only joins: ``strike-slip``, ``5-km``, ``铜-金``."""
    before = text[position - 1] if position else " "
    after = text[position + 1] if position + 1 < len(text) else " "
    if is_cjk(before) and is_cjk(after):
        return True
    return before.isalnum() and after.isalpha() and not is_cjk(before) and not is_cjk(after)

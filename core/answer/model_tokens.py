"""A text as a row of tokens that carry meaning: cited values, and all words but a few that say nothing.

The words that say nothing are listed in ``model_words.json``.  Everything else counts: a word that is not in the
list can change what a sentence claims.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import snowballstemmer

from core.errors import Language

_FIRST, _LAST = 0xE000, 0xF8FF
"""Characters that stand for values, the last for the rest of one; texts that hold them already are refused."""
_NAME = re.compile(r"(?=.{8})[A-Z][^\d]* [^\d]*")
"""Names of several words, whose later ones may have a capital or none."""
_QUANTITY = re.compile(r"([−-]?)(\d[\d.,]*)\s?([^\s\d]+)")
_MARKS = re.compile(r"\s?(?:\[\d+\])+")
_ENGLISH = re.compile(r"[\ue000-\uf8fe]\uf8ff*|[A-Za-z]+(?:['’][a-z]+)?|\d[\d.,]*|\S")
_CHINESE = re.compile(r"[\ue000-\uf8fe]\uf8ff*|[A-Za-z]+|\d[\d.,]*|\S")
_SYMBOL = re.compile("[A-Z][a-z]?")
_SILENT = set(".,;:()–—-'\"“”‘’，。；：（）、《》")
_SIGNS = set("-−–")
_WORDS = json.loads(Path(__file__).with_name("model_words.json").read_text("utf-8"))
_STEMMER = snowballstemmer.stemmer("english")


@dataclass(frozen=True)
class Token:
    """One token: a value by its text, or a word by its stem."""

    text: str
    value: bool = False
    span: tuple[int, int] = (0, 0)
    """Where it stands in the text without marks."""

    @property
    def key(self) -> tuple[str, bool]:
        """What two equal tokens have in common."""
        return self.text, self.value


def without_marks(text: str) -> str:
    """The text without ``[n]``."""
    return _MARKS.sub("", text)


def masked(text: str, values: Sequence[str]) -> str:
    """The text with every value replaced by one character and filled up to its length so that places stay."""
    for index, value in enumerate(values):
        head = chr(_FIRST + index)
        text = _pattern(value).sub(lambda m, x=head: x.ljust(len(m.group()), chr(_LAST)), text)  # type: ignore[misc]
    return text


def values_of(texts: Collection[str]) -> tuple[str, ...]:
    """The texts of values, the longest first, so that none is found inside another."""
    return tuple(sorted(set(texts), key=lambda x: (-len(x), x)))[: _LAST - _FIRST]


def has_private(text: str) -> bool:
    """Whether a text holds characters that stand for values here."""
    return any(_FIRST <= ord(x) <= _LAST for x in text)


def tokens(text: str, values: Sequence[str], language: Language, neutral: Collection[str] = ()) -> list[Token]:
    """The tokens of a text without marks.

    Args:
        values: texts of the values that may occur, from :func:`values_of`.
        neutral: further words that say nothing here.
    """
    hidden = masked(text, values)
    quiet = _quiet(language) | {_stem(x) if language == "en" else x for x in neutral}
    if language == "zh":
        for word in sorted(quiet, key=len, reverse=True):
            hidden = hidden.replace(word, " " * len(word))
    found: list[Token] = []
    place = 0
    pattern = _CHINESE if language == "zh" else _ENGLISH
    while (match := pattern.search(hidden, place)) is not None:
        piece, start, place = match.group(), match.start(), match.end()
        if has_private(piece):
            found.append(Token(values[ord(piece[0]) - _FIRST], True, (start, place)))
        elif language == "en" and _is_symbol(piece, text, start, place):
            found.append(Token(piece, False, (start, place)))
        elif not _silent(piece, hidden, place, quiet, language):
            found.append(Token(_stem(piece) if language == "en" else piece, False, (start, place)))
    return _equalised(found, language)


def _equalised(found: list[Token], language: Language) -> list[Token]:
    """The tokens with turns of phrase that mean the same put as the claims put them."""
    for said, meant in _equal(language):
        words = [x.text if not x.value else "" for x in found]
        for i in range(len(words) - len(said), -1, -1):
            if tuple(words[i : i + len(said)]) == said:
                found[i : i + len(said)] = [Token(x, False, found[i].span) for x in meant]
    return found


@cache
def _equal(language: Language) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    def parted(text: str) -> tuple[str, ...]:
        return tuple(_stem(x) for x in text.split()) if language == "en" else tuple(text)

    return tuple((parted(said), parted(meant)) for said, meant in _WORDS[language]["equal"].items())


def _is_symbol(piece: str, text: str, start: int, end: int) -> bool:
    """True for symbols of elements that are also words, As, In, At: inside a sentence, or before a number."""
    if not _SYMBOL.fullmatch(piece):
        return False
    before, after = text[:start].rstrip(), text[end:].lstrip()[:1]
    opens = not before or before[-1] in ".。!?"
    return not opens or after.isdigit() or after in tuple(":<>")


def _silent(piece: str, text: str, after: int, quiet: Collection[str], language: Language) -> bool:
    if piece in _SIGNS:
        return not (after < len(text) and (text[after].isdigit() or has_private(text[after])))
    return piece in _SILENT or (language == "en" and _stem(piece) in quiet)


@cache
def _quiet(language: Language) -> frozenset[str]:
    words = _WORDS[language]["neutral"]
    return frozenset(_stem(x) if language == "en" else x for x in words)


@cache
def _stem(word: str) -> str:
    return str(_STEMMER.stemWord(word.lower().replace("’", "'")))


@cache
def _pattern(value: str) -> re.Pattern[str]:
    """A value as it may stand in a text: not inside a longer word or number, first letter of either case.

    Between a number and its unit there may be a space or none, and its minus may be a hyphen.
    """
    head = re.escape(value)
    if quantity := _QUANTITY.fullmatch(value):
        sign, number, unit = quantity.groups()
        head = ("[−-]" if sign else "") + re.escape(number) + " ?" + re.escape(unit)
    elif _NAME.fullmatch(value):
        head = f"(?i:{head})"
    elif value[:1] == "−":
        head = "[−-]" + re.escape(value[1:])
    if value[:1] in _SIGNS:
        head = r"(?<![A-Za-z0-9.)）])" + head
    if value[:1].isalpha() and value.isascii() and value.islower():
        head = f"[{value[0]}{value[0].upper()}]{re.escape(value[1:])}"
    before = r"(?<![A-Za-z0-9])(?<!\d[.,])" if value[:1].isascii() and value[:1].isalnum() else ""
    after = r"(?![A-Za-z0-9])(?![.,]\d)" if value[-1:].isascii() and value[-1:].isalnum() else ""
    return re.compile(before + head + after)

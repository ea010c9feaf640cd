"""Normalisation of a question that never loses the way back to the original characters.

Every character is mapped to exactly one character or dropped, so a position in the normalised text leads to a
position in the text as typed.  Handled: full-width forms, compatibility characters, accents, traditional
Chinese characters, typographic dashes and quotes, control, zero-width and bidirectional characters.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from core.script import simplified

_DASHES = "‐‑‒–—―−﹣－"
_QUOTES = "‘’‛ʼʻ′＇`´"
_DOUBLE = "“”„‟＂«»"
_TILDES = "～〜∼˜"
_FIXED = {
    **dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_QUOTES, "'"), **dict.fromkeys(_DOUBLE, '"'),
    **dict.fromkeys(_TILDES, "~"), "≧": "≥", "≦": "≤", "⩾": "≥", "⩽": "≤", "〇": "零", "　": " ",
    "\t": " ", "\n": " ", "\r": " ", "，": ",", "；": ";", "：": ":", "？": "?", "！": "!", "（": "(", "）": ")",
    "。": ".", "﹪": "%",
}  # fmt: skip


@dataclass(frozen=True)
class Normalised:
    """A normalised text and, for each of its characters, the index in the original."""

    original: str
    text: str
    index: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The range of the original that the normalised range ``[start, end)`` (not empty) came from."""
        return self.index[start], self.index[end - 1] + 1


def normalise(text: str) -> Normalised:
    """The normalised form of `text` (case is kept)."""
    out: list[str] = []
    index: list[int] = []
    for position, char in enumerate(text):
        mapped = map_char(char)
        if mapped:
            out.append(mapped)
            index.append(position)
    return Normalised(text, "".join(out), tuple(index))


def is_cjk(char: str) -> bool:
    """True for a Chinese character (unified ideographs and their extensions)."""
    return "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or char >= "\U00020000"


def has_chinese(text: str) -> bool:
    """True for a text with a Chinese character of the common block: it is answered in Chinese."""
    return any("\u4e00" <= x <= "\u9fff" for x in text)


@lru_cache(maxsize=100_000)
def map_char(char: str) -> str:
    """What one character becomes: one character, or nothing."""
    if char < "\x7f" and char >= " ":
        return char
    if char in _FIXED:
        return _FIXED[char]
    category = unicodedata.category(char)
    if category in ("Cc", "Cf", "Cs", "Mn", "Me"):
        return ""
    if category in ("Zs", "Zl", "Zp", "Co"):
        return " "
    folded = unicodedata.normalize("NFKC", char)
    if len(folded) == 1:
        char = folded
    base = unicodedata.normalize("NFD", char)
    if (
        len(base) > 1
        and base[0].isascii()
        and base[0].isalpha()
        and all(unicodedata.combining(x) for x in base[1:])
    ):
        return base[0]
    return _simplified(char) if is_cjk(char) else char


def visible(text: str) -> str:
    """The characters of a text that can be seen, otherwise as typed."""
    return "".join(x for x in text if map_char(x))


def fold(text: str) -> str:
    """Lower case, character by character, so the length never changes."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(x.lower() if len(x.lower()) == 1 else x for x in text)


class _Table(dict[int, str]):
    """A lazy table for ``str.translate`` that maps as :func:`map_char` does."""

    def __missing__(self, code: int) -> str:
        mapped = map_char(chr(code))
        self[code] = mapped
        return mapped


_TABLE = _Table()


def normalised_text(text: str) -> str:
    """The text of :func:`normalise` without the index map; quick, for large vocabularies."""
    return text.translate(_TABLE)


def _simplified(char: str) -> str:
    result = simplified(char)
    return result if len(result) == 1 else char

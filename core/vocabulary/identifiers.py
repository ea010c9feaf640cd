"""Identifiers of tables and columns as words: ``Pop_65Plus`` is *population 65 plus*, ``gdp2000`` *GDP, 2000*."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from core.script import has_cjk

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PARTS = re.compile(r"[^\W\d_]+|\d+")
_YEAR = re.compile(r"(18|19|20)\d\d")


@dataclass(frozen=True)
class Identifier:
    """The words of an identifier."""

    text: str
    words: tuple[str, ...]
    """Lower-case words and numbers, abbreviations written out."""
    year: int | None = None
    """The year that a column speaks of, taken out of `words`."""

    @property
    def phrase(self) -> str:
        """The words with blanks between."""
        return " ".join(self.words)

    @property
    def cjk(self) -> bool:
        """Whether it is written in Chinese."""
        return has_cjk(self.text)


def parse_identifier(text: str, abbreviations: Mapping[str, str]) -> Identifier:
    """The words of `text`; a four-digit number that can be a year is told apart."""
    bare = re.sub(r"[(（\[].*?[)）\]]", " ", text)
    raw = [w.lower() for part in _CAMEL.sub(" ", bare).split() for w in _PARTS.findall(part)]
    year = None
    words: list[str] = []
    for word in raw:
        if year is None and _YEAR.fullmatch(word) and len(raw) > 1:
            year = int(word)
        elif bare_word := word.removeprefix("年") if year is not None else word:
            words.append(abbreviations.get(bare_word, bare_word))
    return Identifier(text, tuple(words), year)


def unit_in(text: str) -> str | None:
    """The unit written in brackets behind a name: ``area (km2)`` → ``km2``; None without brackets."""
    found = re.search(r"[(（\[]\s*([^()（）\[\]]{1,16}?)\s*[)）\]]\s*$", text)
    return found[1] if found else None


def identifier_of(words: str, taken: frozenset[str] | set[str]) -> str:
    """A free id made of `words`, numbered when it is taken already."""
    base = re.sub(r"[^\w]+", "_", words.strip().lower()).strip("_") or "item"
    found, number = base, 2
    while found in taken:
        found, number = f"{base}_{number}", number + 1
    return found

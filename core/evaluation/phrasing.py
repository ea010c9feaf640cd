"""From shapes, words and phrasings to questions with meanings.

A shape has a meaning with holes (``$c``) and fills; a phrasing is a sentence with the same holes (``{c}``).  Words
come from a list of variants per language; numbers can be written as digits, full-width digits, or words.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

Fill = Mapping[str, Any]
_HOLE = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
_SCALED = re.compile(r"\$(\w+)(?:\*(\d+))?")
_PREPOSITION = re.compile(r"\b(in|of|from|around) $")
_FULL = str.maketrans("0123456789.", "０１２３４５６７８９．")
_ZH = "零一二三四五六七八九十"
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Phrasebook:
    """Words and shapes of a directory."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, Any]]:
        """Key → language → variants, and the stored name of a feature."""
        return self.read("words")

    @cached_property
    def shapes(self) -> Mapping[str, Mapping[str, Any]]:
        """Shape → meaning, fills, features, kind of question."""
        return self.read("shapes")

    def read(self, name: str) -> Any:
        """One file of the directory."""
        return json.loads((self.directory / f"{name}.json").read_text(encoding="utf-8"))

    def variants(self, key: str) -> tuple[str, ...]:
        """Every spelling of a key, both languages."""
        entry = self.words.get(key, {})
        return (*entry.get("en", ()), *entry.get("zh", ()))

    def sentence(self, text: str, fill: Fill, language: str, dice: random.Random) -> str:
        """A phrasing with its holes filled."""

        def put(hole: re.Match[str]) -> str:
            value, how = fill[hole[1]], hole[2]
            if isinstance(value, str):
                return self._word(value, language, text[: hole.start()], dice)
            return _number(value, how)

        return _HOLE.sub(put, text)

    def _word(self, key: str, language: str, before: str, dice: random.Random) -> str:
        """A variant of a word; one with an article only after a preposition."""
        choices = self.words.get(key, {}).get(language, [key])
        word = dice.choice(choices)
        articled = word.startswith("the ") and not _PREPOSITION.search(before)
        return choices[0] if articled else word

    def meaning(self, template: Any, fill: Fill) -> Any:
        """A meaning with its holes filled."""
        if isinstance(template, Mapping):
            return {k: self.meaning(v, fill) for k, v in template.items()}
        if isinstance(template, str):
            match = _SCALED.fullmatch(template)
            return template if match is None else self._value(fill[match[1]], match[2])
        if isinstance(template, Sequence):
            return [self.meaning(x, fill) for x in template]
        return template

    def _value(self, value: Any, factor: str | None) -> Any:
        if isinstance(value, str):
            return self.words.get(value, {}).get("name", value)
        return value * int(factor) if factor else value


def _number(value: float, how: str | None) -> str:
    """A number as people write it."""
    text = f"{value:g}"
    if how == "full":
        return text.translate(_FULL)
    if how == "word" and value in range(11):
        return _WORDS[int(value)]
    if how == "zh" and value in range(11):
        return "两" if value == 2 else _ZH[int(value)]
    return text

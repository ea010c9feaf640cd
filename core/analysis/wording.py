"""Sentences of analyses in both languages, from a JSON file beside the code: key → ``{"en": …, "zh": …}``."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from core.errors import Language
from core.vocabulary.card import Labels

HERE = Path(__file__).resolve().parent


@cache
def sentences(file: str) -> Mapping[str, Mapping[str, str]]:
    """All sentences of a file beside this module, or of one with a path of its own."""
    found: dict[str, Mapping[str, str]] = json.loads((HERE / file).read_text(encoding="utf-8"))
    return found


class Count(int):
    """A number of things, whose sentence chooses its words by it: ``{n} {n:sample lies|samples lie} there``."""

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        if bar:
            return one if self == 1 else many
        return format(int(self), spec or ",")


class Words:
    """The sentences of one file in one language."""

    def __init__(self, file: str, language: Language) -> None:
        self.file = file
        self.language = language

    def __call__(self, key: str, **values: object) -> str:
        """The sentence `key` with its places filled; a value that is :class:`Labels` is put in by language.

        Raises:
            KeyError: there is no such sentence, or a place of it is not given.
        """
        said = {k: v.in_(self.language) if isinstance(v, Labels) else v for k, v in values.items()}
        return sentences(self.file)[key][self.language].format(**said)

    def joined(self, parts: list[str]) -> str:
        """A list of names."""
        return ("、" if self.language == "zh" else ", ").join(parts)


def both(file: str, key: str, **values: object) -> Labels:
    """The sentence `key` in both languages."""
    return Labels(Words(file, "en")(key, **values), Words(file, "zh")(key, **values))


SPECIAL = "\\`*_{}[]<>#!|~$"
"""Characters that Markdown, or a reader that draws formulas, acts on."""


def safe(text: str) -> str:
    """A name from the data as plain text of Markdown: it can be no link, no picture and no heading."""
    return "".join(f"\\{c}" if c in SPECIAL else " " if c in "\r\n" else c for c in text)


def number(value: float | None, digits: int = 3) -> str:
    """A number for reading: at least `digits` figures, no exponent between 0.0001 and a hundred million."""
    if value is None or not math.isfinite(value):
        return "–"
    if value == 0:
        return "0"
    if 1e-4 <= abs(value) < 1e8:
        decimals = max(digits - 1 - _magnitude(value), 0)
        text = f"{round(value, decimals):,.{decimals}f}"
        return text.replace("-", "−")
    return f"{value:.{digits - 1}e}"


def grid(header: list[str], rows: list[list[str]]) -> str:
    """A table of Markdown; names from the data in it must be safe already."""
    lines = ["| " + " | ".join(row) + " |" for row in [header, *rows]]
    lines.insert(1, "|" + " --- |" + " ---: |" * (len(header) - 1))
    return "\n".join(lines)


def _magnitude(value: float) -> int:
    return int(f"{value:e}".partition("e")[2])

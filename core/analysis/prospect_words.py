"""Sentences of prospectivity runs in both languages, by code; values are filled in by name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.vocabulary.card import Labels

_TEXTS: Mapping[str, Mapping[str, list[str]]] = json.loads(
    Path(__file__).with_name("prospect_words.json").read_text(encoding="utf-8")
)


@dataclass(frozen=True)
class Note:
    """Something the reader of a result must know."""

    code: str
    text: Labels
    warning: bool = False


def note(code: str, *, warning: bool = False, **values: object) -> Note:
    """The note `code` with its values; a value that is :class:`Labels` is put in by language."""
    return Note(code, words("notes", code, **values), warning)


def words(part: str, code: str, **values: object) -> Labels:
    """The text `code` of a part of the file, with its values."""
    en, zh = _TEXTS[part][code]

    def in_(language: str) -> dict[str, object]:
        return {k: v.in_(language) if isinstance(v, Labels) else v for k, v in values.items()}

    return Labels(en.format(**in_("en")), zh.format(**in_("zh")))

"""Sentences of assessments in both languages, from the JSON file beside this module."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from core.errors import Language


@cache
def _sentences() -> Mapping[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = json.loads(
        Path(__file__).with_name("words.json").read_text(encoding="utf-8")
    )
    return found


def say(key: str, language: Language) -> str:
    """The sentence `key`; its places stay open.

    Raises:
        KeyError: there is no such sentence.
    """
    return _sentences()[key][language]

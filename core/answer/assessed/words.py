"""Sentences of assessments in both languages, from the JSON file beside this module."""

from __future__ import annotations

from pathlib import Path

from core.analysis.wording import sentences
from core.answer.fragments import Fragment, fragment
from core.errors import Language

FILE = str(Path(__file__).with_name("words.json"))


def say(key: str, language: Language) -> str:
    """The sentence `key`; its places stay open.

    Raises:
        KeyError: there is no such sentence.
    """
    return sentences(FILE)[key][language]


def closed(words: Fragment, language: Language) -> Fragment:
    """`words` with the full stop of the language."""
    return fragment(words, say("stop", language))

"""Texts of the interface in the language of the session."""

from __future__ import annotations

from functools import cache

from core.errors import Language
from core.i18n import Texts
from core.session import StateManager


@cache
def _texts() -> Texts:
    return Texts.load()


def t(key: str, **values: object) -> str:
    """The text of `key` in the language of the session, with ``{name}`` places filled."""
    return _texts().get(key, StateManager().language, **values)


def texts_of(keys: tuple[str, ...], language: Language) -> dict[str, str]:
    """Texts without places in `language`, by their keys."""
    return {key: _texts().get(key, language) for key in keys}


def number(value: float) -> str:
    """A whole number with commas between groups of three digits, as in answers, on the map and in tables."""
    return f"{value:,.0f}"


def plain(text: str) -> str:
    """`text` without the characters that Markdown acts on: names and titles are data."""
    return "".join("\\" + c if c in "\\`*_{}[]()<>#+!|:$~" else c for c in text)

"""Stored values in the language of the screen, by the same rules as in answers."""

from __future__ import annotations

from typing import Any

from core.answer.display import number_text, value_texts
from core.errors import Language
from core.vocabulary.card import Layer
from pages.components.product import product


def say(layer: Layer, attribute: str, raw: Any, language: Language) -> str:
    """A stored value in words: texts with a known meaning read as its label, numbers with their unit."""
    app, column = product(), layer.columns.get(attribute)
    if isinstance(raw, str):
        parts = value_texts(raw, attribute, column, app.card, language)
        return ("、" if language == "zh" else ", ").join(parts)
    known = app.card.attributes.get(attribute)
    if isinstance(raw, int | float) and not isinstance(raw, bool):
        if known is not None and known.kind == "year":
            return str(int(raw))
        return number_text(raw, column.unit if column else None, app.units, language)
    return str(raw)

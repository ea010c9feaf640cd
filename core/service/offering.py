"""What a question that stays without an answer may be asked instead."""

from __future__ import annotations

from dataclasses import replace

from core.answer.model import Answer
from core.answer.phrases import phrase
from core.errors import OreSightError
from core.knowledge.search import Library
from core.question.reading import Choice

EXAMPLES = ("no_raster", "no_association")
"""Reasons after which questions that the data can answer are offered."""
UNANSWERED = ("", "missing", "unsupported", "out_of_scope", "ambiguous")
"""Reasons that leave open whether the documents know what the data do not."""


def with_documents(found: Answer, library: Library) -> Answer:
    """`found`; where the data leave it without an answer, with the choice to ask the documents that speak of it.

    They are searched by words alone, which costs little and finds what the question names.
    """
    asked = found.status == "answered" or found.routing.overridden or found.routing.intent == "knowledge"
    if asked or found.reason not in UNANSWERED:
        return found
    try:
        languages = (found.language, None)  # its own first
        tried = (library.search(found.question, limit=1, language=x, by_meaning=False) for x in languages)
        passage = next((x[0] for x in tried if x), None)
    except OreSightError:
        return found
    if passage is None:
        return found
    label = phrase("in_documents", found.language).format(title=passage.title)
    return replace(found, choices=(*found.choices, Choice(label, found.question, "knowledge")))

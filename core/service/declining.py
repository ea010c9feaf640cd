"""Answers to questions that were not even routed."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.model import Answer, Status
from core.answer.phrases import phrase
from core.errors import Language
from core.question.reading import Choice, Routing
from core.service.request import Request, question_language


def declined(
    request: Request, status: Status, message: str, choices: tuple[Choice, ...] = (), reason: str = ""
) -> Answer:
    """An answer to a question that was not even routed: empty, too long, unknown study area."""
    language = request.language or question_language(request.question)
    routing = Routing(request.intent or "entity_list", {}, overridden=request.intent is not None)
    return Answer(
        request.identify(""), request.question, language, status, routing, None, message=message, choices=choices,
        region=request.region, reason=reason,
    )  # fmt: skip


def unknown_region(request: Request, regions: Sequence[str], language: Language) -> Answer:
    """The question back for a study area that is not loaded."""
    message = phrase("unknown_region", language).format(region=request.region)
    choices = tuple(Choice(name, request.question) for name in regions)
    return declined(request, "clarify", message, choices, "unknown_region")

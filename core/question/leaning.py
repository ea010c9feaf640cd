"""A first question that speaks of an answer before it: there is none, so it is asked back."""

from __future__ import annotations

import re
from dataclasses import replace

from core.question import ir
from core.question.messages import say
from core.question.reading import Choice, Reading
from core.question.rewriting import rewrite

_BACK_EN = re.compile(
    r"^\W*(?:(?:which|what|how\s+many|list|show|find|count)\s+(?:ones\s+)?)?((?:out\s+)?(?:of|among|amongst)\s+(?:them|those|these))\b"
    r"(?!\s+(?:in|near|within|with|that|which)\b)",
    re.IGNORECASE,
)
_BACK_ZH = re.compile(r"^[\s,，]*((?:在|从)?(?:其中|上述|上面|这些|那些|它们)(?:的|中|里|之中|当中|里面)?)")
"""A question that begins so is about the features of the answer before."""


def leans_back(question: str) -> ir.Span | None:
    """The words by which a question says at its beginning that it is about the features of the last answer."""
    found = _BACK_ZH.match(question) or _BACK_EN.match(question)
    return found.span(1) if found else None


def without_answer(reading: Reading, span: ir.Span) -> Reading:
    """The question back for words that speak of an answer that is not there; one choice leaves them out."""
    words = reading.question[slice(*span)]
    text = " ".join(rewrite(reading.question, [(span, "")]).text.split())
    answer = ir.Answer(action="clarify", clarify=ir.Clarify(slots=("target",), span=span), span=span)
    choice = Choice(say("without", reading.language, words=words), text)
    message = say("no_answer", reading.language, words=words)
    return replace(
        reading, ir=answer, problem="no_answer", unexplained=(), choices=(choice,), message=message, notes=()
    )

"""A question that was not read whole in plainer words, in the language that it is asked in."""

from __future__ import annotations

from collections.abc import Iterator

from core.question.normalise import has_chinese
from core.question.rewriting import Rewritten
from core.question.wordings.plainer import plainer
from core.question.wordings.plainer_zh import plainer_zh


def in_plain_words(question: str) -> Iterator[Rewritten]:
    """The ways to say a question in plainer words, the closest first."""
    if has_chinese(question):
        yield from plainer_zh(question)
    elif (made := plainer(question)) is not None:
        yield made

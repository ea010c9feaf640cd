"""Questions that the data leave without an answer: what is offered instead."""

from __future__ import annotations

import pytest

from core.question.reading import Choice
from core.service import MineralApp


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("What temperatures do Carlin-type gold fluids have?", "documents"),
        ("卡林型金矿的典型蚀变有哪些？", "文献"),
    ],
)
def test_documents_that_know_its_words_are_offered(app: MineralApp, question: str, word: str) -> None:
    answer = app.ask(question)
    assert answer.status != "answered"
    offer = answer.choices[-1]
    assert (offer.question, offer.intent) == (question, "knowledge")
    assert word in offer.label
    found = app.ask(offer.question, intent=offer.intent)
    assert found.status == "answered"
    assert found.claims[0].kind == "passage"


@pytest.mark.parametrize("question", ["Which hospital is nearest?", "我想吃饭"])
def test_nothing_is_offered_where_the_documents_know_nothing(app: MineralApp, question: str) -> None:
    answer = app.ask(question)
    assert answer.status != "answered"
    assert not any(x.intent for x in answer.choices)


def test_other_choices_go_as_their_words_say() -> None:
    assert Choice("label", "question").intent is None

"""Sixteen questions find the branch they belong to, and every branch answers, asks or refuses in words."""

from __future__ import annotations

import pytest

from core.service import MineralApp
from tests.acceptance.questions import ROUTING


@pytest.mark.parametrize(("question", "intent"), ROUTING)
def test_branch(app: MineralApp, question: str, intent: str) -> None:
    answer = app.ask(question)
    assert answer.routing.intent == intent, dict(answer.routing.scores)
    assert answer.claims or answer.message


def test_half_of_the_probes_are_chinese() -> None:
    assert len(ROUTING) == 16
    assert sum(any("\u4e00" <= c <= "\u9fff" for c in text) for text, _ in ROUTING) == 8

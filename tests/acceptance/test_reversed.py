"""Words that turn a question round are understood or asked back; never passed over with an answer."""

from __future__ import annotations

import pytest

from core.service import MineralApp
from tests.acceptance.expected_python import Python
from tests.acceptance.test_forty_questions import features

NEGATED = (
    ("copper deposits that are not skarn", "矽卡岩型"),
    ("除矽卡岩型以外的铜矿", "矽卡岩型"),
)
ASKED_BACK = (
    "copper deposits near normal faults but not near thrusts in Yunnan",
    "deposits within -5 km of faults",
    "samples with Au > 1e308 ppb",
    "deposits north of the Northern margin fault belt",
    "most northern deposit in Yunnan",
)


@pytest.mark.parametrize(("question", "genesis"), NEGATED)
def test_a_negation_is_understood(app: MineralApp, by_python: Python, question: str, genesis: str) -> None:
    expected = by_python.deposits("copper", keep=lambda d: d.genesis not in (genesis, "Skarn"))
    answer = app.ask(question)
    assert answer.status == "answered"
    assert set(features(answer)) == {f for f, _ in expected}


@pytest.mark.parametrize("question", ASKED_BACK)
def test_what_is_not_understood_is_not_answered_round(app: MineralApp, question: str) -> None:
    """A later reader may answer these; it must not answer as if the turning word were not there."""
    answer = app.ask(question)
    assert answer.status != "answered" or not (answer.reading and answer.reading.unexplained)

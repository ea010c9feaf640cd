"""Forty questions: the answer against SQL by hand and against minimisation along edges over the source files."""

from __future__ import annotations

import psycopg
import pytest

from core.answer.model import Answer
from core.service import MineralApp
from tests.acceptance import expected_sql
from tests.acceptance.expected import Expected, Feature, Near
from tests.acceptance.expected_python import Python
from tests.acceptance.questions import QUESTIONS, Question

TOLERANCE_M = 0.01
OPEN_ORDER = {8, 18, 24, 30, 33}
"""A number and a distance, or no order that the question gives."""
UNCOUNTED = {7, 13, 20, 27, 31}
"""Without an upper bound there is no number of references "within"."""


def features(answer: Answer) -> list[Feature]:
    return [(e.row.ref.table, e.row.ref.fid) for e in answer.evidence]


def measured(answer: Answer) -> dict[Feature, Near]:
    """The measurement of each target's distance relation."""
    found = {}
    for e in answer.evidence:
        for p in e.proximity:
            if p.nearest is not None and p.relation in ("near", "along"):
                nearest = (p.nearest.ref.table, p.nearest.ref.fid)
                found[e.row.ref.table, e.row.ref.fid] = Near(nearest, p.nearest.distance_m, p.within_count)
    return found


def agree(answer: Answer, expected: Expected, number: int) -> None:
    """Assert that an answer says what was worked out."""
    assert answer.status == "answered", answer.message
    assert answer.result is not None
    assert not answer.result.truncated
    assert answer.result.total == len(expected.features)
    if answer.result.kind == "count":
        assert answer.result.scalar == len(expected.features)
    if answer.result.kind == "exists":
        assert answer.result.scalar is bool(expected.features)
    found = features(answer)
    assert len(found) == len(set(found)), "a target is listed once"
    assert set(found) == set(expected.features)
    near = measured(answer)
    for feature, wanted in expected.near.items():
        assert near[feature].metres == pytest.approx(wanted.metres, abs=TOLERANCE_M), feature
        assert near[feature].nearest == wanted.nearest, feature
        if number not in UNCOUNTED:
            assert near[feature].count == wanted.count, feature
    if number not in OPEN_ORDER and expected.ordered:
        assert tuple(found) == expected.features, "order"


CASES = [pytest.param(q, id=f"{q.number:02d} {q.kind}") for q in QUESTIONS]


@pytest.mark.parametrize("question", CASES)
def test_answer(question: Question, app: MineralApp, by_python: Python, by_sql: psycopg.Connection) -> None:
    python, sql = by_python.answer(question.number), expected_sql.answer(by_sql, question.number)
    assert set(python.features) == set(sql.features), "the two yardsticks disagree"
    for feature in python.near:
        assert python.near[feature].metres == pytest.approx(sql.near[feature].metres, abs=1e-3), feature
    answer = app.ask(question.text)
    assert answer.language == question.language
    agree(answer, python, question.number)
    agree(answer, sql, question.number)


def test_the_questions_are_as_many_and_as_mixed_as_claimed() -> None:
    assert len(QUESTIONS) == 40
    assert sum(q.language == "zh" for q in QUESTIONS) == 20
    assert len({q.kind for q in QUESTIONS}) >= 10

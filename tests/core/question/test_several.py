"""Two independent questions in one text."""

from __future__ import annotations

import pytest

from core.question import ir
from core.question.reading import Reading
from tests.core.question.forms import read


def shapes(reading: Reading) -> list[tuple[str, str]]:
    assert reading.ir.query is not None
    queries = (reading.ir.query, *(reading.ir.also or ()))
    return [(x.intent, x.target.layer) for x in queries]


@pytest.mark.parametrize(
    "question",
    [
        "How many gold deposits are in Orrest Fell, and which faults cross the granite?",
        "How many gold deposits are in Orrest Fell? Which faults cross the granite?",
        "How many gold deposits are in Orrest Fell; which faults cross the granite?",
        "青岭有多少个金矿床；另外，哪些断裂穿过花岗岩？",
        "青岭有多少个金矿床？哪些断裂穿过花岗岩？",
        "青岭有多少个金矿床，另外哪些断裂穿过花岗岩？",
    ],
)
def test_both_questions_are_read(question: str) -> None:
    reading = read(question)
    assert shapes(reading) == [("count", "deposit"), ("select", "fault")]
    assert len(reading.also) == 1
    assert not reading.unexplained


@pytest.mark.parametrize(
    "question",
    [
        "How many deposits are in Orrest Fell, and how many of them are gold?",
        "青岭有多少个矿床，其中金矿有多少个？",
    ],
)
def test_a_part_of_the_first_answer_repeats_its_conditions(question: str) -> None:
    reading = read(question)
    assert shapes(reading) == [("count", "deposit"), ("count", "deposit")]
    assert reading.ir.also is not None
    conditions = ir.dump(reading.ir.also[0], spans=False)["target"]["where"]["and"]
    assert {"attr": "commodity", "op": "=", "value": "gold"} in conditions
    assert [x for x in conditions if x.get("rel") == "within"]


@pytest.mark.parametrize(
    "question",
    [
        "Which gold deposits lie within 5 km of faults and in granite?",
        "gold deposits near faults, and how far are they from the faults?",
        "deposits of copper and gold in Orrest Fell",
        "青岭的金矿和铜矿有哪些？",
        "距断裂5公里以内，规模为大型的金矿床有哪些？",
    ],
)
def test_one_question_stays_one(question: str) -> None:
    reading = read(question)
    assert not reading.also
    assert reading.ir.also is None


def test_spans_of_the_further_question_point_into_the_whole_text() -> None:
    question = "How many gold deposits are in Orrest Fell, and which faults cross the granite?"
    reading = read(question)
    assert reading.ir.also is not None
    span = reading.ir.also[0].target.span
    assert span is not None
    assert question[slice(*span)] == "faults"
    own = reading.also[0].ir.query
    assert own is not None
    assert own.target.span is not None
    assert reading.also[0].question[slice(*own.target.span)] == "faults"

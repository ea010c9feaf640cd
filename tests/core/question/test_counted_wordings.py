"""Two numbers at once, classes, sums and lists asked for in many wordings; names by how they begin."""

from __future__ import annotations

import pytest

from core.question import ir
from core.question.wordings.first import put_first
from core.question.wordings.plainer import plainer
from tests.core.question.forms import bare, read

SAME = (
    (
        "gold deposits in Orrest Fell",
        "Are there any gold deposits in Orrest Fell? Please list them.",
        "are there gold deposits in Orrest Fell? which ones",
    ),
    (
        "What percentage of the gold deposits in Orrest Fell lie within 2 km of a fault?",
        "Of all gold deposits in Orrest Fell, what share (in percent) is no more than 2 km from a fault?",
        "In Orrest Fell, what proportion of gold deposits has a fault within 2 km?",
    ),
    (
        "Count the samples in Low Wood by Cu classes: below 50, 50 to 100, above 100 ppm",
        "Group the samples in Low Wood by Cu content (below 50, 50 to 100, above 100 ppm) and count each group",
        "histogram of Cu in Low Wood samples with breaks at 50 and 100 ppm",
    ),
    (
        "Number of deposits by size in Orrest Fell",
        "Sort the deposits in Orrest Fell into groups by size and count them",
    ),
    ("Total length in km of faults in Orrest Fell", "total km of faults in Orrest Fell"),
)


def _meaning(question: str) -> object:
    reading = read(question)
    assert reading.ir.action == "query", question
    return bare(reading)


@pytest.mark.parametrize(("plain", "other"), [(x[0], y) for x in SAME for y in x[1:]])
def test_other_words_mean_the_same(plain: str, other: str) -> None:
    assert _meaning(other) == _meaning(plain)


@pytest.mark.parametrize(
    "question",
    [
        "Count both the gold deposits and the faults in Orrest Fell",
        "Number of gold deposits and number of faults in Orrest Fell",
        "For Orrest Fell: number of gold deposits, number of faults",
    ],
)
def test_two_numbers_are_two_queries_about_the_same_area(question: str) -> None:
    answer = read(question).ir
    assert answer.query is not None
    assert [x.target.layer for x in (answer.query, *(answer.also or ()))] == ["deposit", "fault"]
    assert {x.intent for x in (answer.query, *(answer.also or ()))} == {"count"}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("名字以哈里打头的矿床", "名称以“哈里”开头的矿床"),
        ("矿床的名字是哈里开头的", "矿床的名称以“哈里”开头的"),
        ("首字为哈里的矿床", "名称以“哈里”开头的矿床"),
    ],
)
def test_the_beginning_of_a_name_is_a_text_whatever_its_characters_mean(question: str, text: str) -> None:
    made = put_first(question)
    assert made is not None
    assert made.text == text


@pytest.mark.parametrize(
    "question", ["名称以“哈里”开头的矿床", "以北的矿床", "gold deposits", "Are there gold deposits?"]
)
def test_other_questions_stay_as_they_are(question: str) -> None:
    assert put_first(question) is None


def test_a_list_of_other_limits_is_no_list_of_classes() -> None:
    made = plainer("samples by Cu content (below 50, 60 to 100, above 100 ppm)")
    assert made is None or "classes at" not in made.text


def test_reading_keeps_the_question_as_typed() -> None:
    question = "Are there any gold deposits in Orrest Fell? Please list them."
    reading = read(question)
    assert reading.question == question
    assert isinstance(reading.ir, ir.Answer)

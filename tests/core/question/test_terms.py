# ruff: noqa: E501  # tables are easier to keep in long lines
"""Terms of a card: words that stand for a phrase read like the phrase, and point at the words as typed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from core.question.reader import Reader
from core.question.terms import Terms
from core.vocabulary.card import Term
from tests.core.question.cards import city
from tests.core.question.forms import bare, citizen

TERMS = (
    Term(("big clinics", "main clinics"), "general hospitals with more than 300 beds"),
    Term(("大型诊所",), "床位数超过300的综合医院"),
    Term(("the Green Belt",), "parks within 2 km of Harbour Road"),
)


@cache
def local() -> Reader:
    """A reader of the city whose card has terms."""
    card, units = city()
    return Reader(replace(card, terms=TERMS), units)


@pytest.mark.parametrize(
    ("question", "plainly"),
    [
        ("big clinics in Northgate", "general hospitals with more than 300 beds in Northgate"),
        ("How many Main Clinics are there in Northgate?", "How many general hospitals with more than 300 beds are there in Northgate?"),
        ("北门的大型诊所有哪些", "北门的床位数超过300的综合医院有哪些"),
        ("show me the green belt", "show me parks within 2 km of Harbour Road"),
    ],
)  # fmt: skip
def test_a_term_reads_like_its_phrase(question: str, plainly: str) -> None:
    found, expected = local().read(question), citizen().read(plainly)
    assert bare(found) == bare(expected)
    assert found.question == question
    assert found.unexplained == expected.unexplained == ()


def test_spans_lie_in_the_question_as_typed() -> None:
    reading = local().read("big clinics in Northgate")
    assert reading.ir.query is not None
    assert reading.ir.query.target.where is not None
    span = reading.ir.query.target.where.span
    assert span is None or (0 <= span[0] < span[1] <= len("big clinics in Northgate"))


def test_a_term_is_no_part_of_another_word() -> None:
    terms = Terms((Term(("arc",), "park"),))
    assert terms.said_out("arcades near the march") is None
    made = terms.said_out("an arc, please")
    assert made is not None
    assert made.text == "an park, please"


def test_without_terms_nothing_changes() -> None:
    assert Terms(()).said_out("big clinics") is None

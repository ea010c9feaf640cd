"""What one question may cost: the grammar runs a bounded number of times, and once for equal texts."""

from __future__ import annotations

import random

import pytest

from core.question.budget import LONGEST, MOST_OFFERED, MOST_PLAINER, MOST_RUNS, Budget
from core.question.reader import Reader
from core.question.reading import Reading
from tests.core.question.cards import geology
from tests.core.question.forms import read
from tests.core.question.test_reader_properties import WORDS

_BESIDES = 16
"""Parts of a text and other turns of phrase are read whatever is left: there are only so many of them."""


class _Counting:
    """A reader that tells how often its grammar ran for which text."""

    def __init__(self) -> None:
        self.reader = Reader(*geology())
        self.texts: list[str] = []
        self._plain = self.reader.plain.read
        self.reader.plain.read = self._read  # type: ignore[method-assign]

    def _read(self, question: str, region: str | None, hint: str | None) -> Reading:
        self.texts.append(question)
        return self._plain(question, region, hint)

    def runs(self, question: str) -> list[str]:
        """The texts that the grammar read for a question."""
        self.texts.clear()
        self.reader.read(question)
        return list(self.texts)


@pytest.fixture(scope="module")
def counting() -> _Counting:
    """A reader that counts."""
    return _Counting()


@pytest.mark.parametrize("gap", [" ", "", "，"])
@pytest.mark.parametrize("length", [40, 120, 280, 900])
def test_no_text_is_read_many_times(counting: _Counting, gap: str, length: int) -> None:
    words = random.Random(length)
    for _ in range(2):
        question = gap.join(words.choice(WORDS) for _ in range(length))[:length]
        runs = counting.runs(question)
        assert len(runs) <= (MOST_RUNS + MOST_PLAINER + MOST_OFFERED if length <= LONGEST else 0) + _BESIDES
        assert len(runs) == len(set(runs))


@pytest.mark.parametrize("question", ["gold deposits within 5 km of a fault", "距断裂5公里以内的金矿有哪些？"])
def test_a_plain_question_is_read_once(counting: _Counting, question: str) -> None:
    assert counting.runs(question) == [question]


def test_a_text_that_is_too_long_is_read_as_it_stands() -> None:
    assert Budget("x" * (LONGEST + 1)).spent
    budget = Budget("x", 2)
    assert not budget.spent
    first = budget.once("x", lambda: read("gold deposits"), runs=2)
    assert budget.spent
    assert budget.once("x", lambda: read("faults"), runs=2) is first
    budget.renewed(1)
    assert not budget.spent


@pytest.mark.parametrize("digits", ["1" * 400, "9" * 40, "九" * 400, "亿" * 300, "1e" + "9" * 60])
def test_numbers_beyond_any_quantity_are_words(digits: str) -> None:
    assert read(f"gold deposits within {digits} km of a fault").ir.action != "route"
    assert read(f"距断裂{digits}公里以内的金矿").ir.action != "route"

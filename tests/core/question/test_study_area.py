"""The study area chosen beside the question is meant, unless the question asks for study areas themselves."""

from __future__ import annotations

import pytest

from core.question import ir
from tests.core.question.forms import read

CHOSEN = "Orrest Fell"


def places(question: str) -> str:
    """The query of a question with a study area chosen, as text."""
    found = read(question, region=CHOSEN).ir.query
    assert found is not None, question
    return str(ir.dump(found, spans=False))


@pytest.mark.parametrize(
    "question",
    [
        "Which region has the most copper deposits?", "Which regions have more than 40 deposits?",
        "Deposits per region", "哪个地区的铜矿最多？", "各地区的矿床数量",
    ],
)  # fmt: skip
def test_questions_for_study_areas_look_at_all_of_them(question: str) -> None:
    assert CHOSEN not in places(question)


@pytest.mark.parametrize("question", ["How many gold deposits are there?", "金矿有多少个？", "Deposits by size"])
def test_other_questions_look_at_the_chosen_one(question: str) -> None:
    assert CHOSEN in places(question)

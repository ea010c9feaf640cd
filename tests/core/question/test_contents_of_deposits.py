"""The commodity of a deposit stays its commodity when the deposits have contents of the same element."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from core.question import ir
from core.question.reader import Reader
from core.vocabulary.card import Column
from tests.core.question.cards import geology
from tests.core.question.forms import GOLD, cond, read


@cache
def analysed() -> Reader:
    """A reader of the same layers, whose deposits were analysed for what they are mined for."""
    card, units = geology()
    contents = {x: Column(x, f"{x}_grade", "double precision", "ppm") for x in ("Au", "Cu", "Pb", "Zn", "La")}
    layers = tuple(
        replace(x, columns={**x.columns, **contents}) if x.entity_type == "deposit" else x for x in card.layers
    )
    return Reader(replace(card, layers=layers), units)


@pytest.mark.parametrize(
    "question",
    [
        "gold deposits in Low Wood", "Au deposits", "Which gold deposits lie within 5 km of faults?",
        "How many gold deposits are there?", "large copper deposits", "gold and copper deposits",
        "What is the total of copper deposits in Low Wood?", "gold deposits by size", "non-gold deposits",
        "Is there a gold deposit within 2 km of Rydal?", "samples within 2 km of gold deposits",
        "What is the nearest gold deposit to Rydal?", "lead-zinc deposits near thrust faults",
        "低林省的金矿床有哪些？", "铜矿床有多少个？", "距断裂5公里以内的金矿", "铅锌矿有哪些",
    ],
)  # fmt: skip
def test_the_word_before_the_noun_says_what_is_mined(question: str) -> None:
    plain, richer = read(question), analysed().read(question)
    assert plain.ir.action == "query"
    assert ir.dump(richer.ir, spans=False) == ir.dump(plain.ir, spans=False)
    assert richer.unexplained == ()


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Which gold deposits have Au above 3 ppm?", {"and": [GOLD, cond("Au", 3, ">", "ppm")]}),
        ("deposits with Cu above 2 ppm", cond("Cu", 2, ">", "ppm")),
    ],
)
def test_contents_are_still_asked_by_their_name(question: str, wanted: object) -> None:
    query = analysed().read(question).ir.query
    assert query is not None
    assert ir.dump(query, spans=False)["target"]["where"] == wanted


@pytest.mark.parametrize(
    "question", ["gold content of the deposits", "Show the Au of the deposits", "矿床的金含量"]
)
def test_contents_are_shown_when_asked_for(question: str) -> None:
    query = analysed().read(question).ir.query
    assert query is not None
    assert ir.dump(query, spans=False)["return"] == [{"field": "Au"}]


def test_a_mean_of_the_contents_of_what_is_mined() -> None:
    query = analysed().read("mean Au of the gold deposits").ir.query
    assert query is not None
    plain = ir.dump(query, spans=False)
    assert plain["target"]["where"] == GOLD
    assert plain["measures"][0]["expr"] == {"field": "Au"}

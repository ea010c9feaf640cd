# ruff: noqa: E501  # tables are easier to keep in long lines
"""Turns of phrase of what is measured or counted read as the plain wording does."""

from __future__ import annotations

import pytest

from core.question.idioms_measured import plainly_measured
from tests.core.question.forms import citizen, geologist
from tests.core.question.measured import query

SAME: list[tuple[str, tuple[str, ...]]] = [
    ("number of deposits by commodity",
     ("break down the deposits by commodity", "break the deposits down by commodity", "number of deposits, commodity by commodity",
      "how are the deposits distributed across commodities?")),
    ("number of samples in Au classes of 50 ppb", ("split the samples into Au classes of 50 ppb", "样品金含量以50ppb为一档统计个数", "按金含量每50ppb分段统计样品数")),
    ("what percentage of deposits are gold?", ("out of all deposits, how many percent are gold?",)),
    ("average distance of gold deposits from the nearest fault",
     ("how far on average are gold deposits from the nearest fault?", "average spacing between gold deposits and faults", "金矿平均离断裂多远")),
    ("gold deposits and the distance to the nearest fault",
     ("list the gold deposits and how far each one is from the nearest fault",)),
    ("for each gold deposit the nearest fault", ("for each gold deposit, its nearest fault", "金矿各自最近的断裂")),
    ("total fault length in Low Wood", ("how much fault length is there in total in Low Wood?", "低林省的断裂加起来有多长")),
    ("mean area of intrusions in km2", ("mean size of intrusions in km2", "侵入体平均面积几平方公里")),
    ("commodities with at least three deposits", ("至少有三个矿床的矿种", "有三个以上矿床的矿种有哪些")),
    ("minimum and maximum Cu", ("lowest and highest Cu",)),
    ("花岗岩中样品的平均金含量是多少", ("花岗岩中样品的金平均值有多高",)),
    ("样品里金的最大值", ("样品里金最高到多少",)),
    ("金含量高于平均值的样品", ("金含量高出均值的样品有哪些",)),
    ("what percentage of gold deposits are in granite?",
     ("金矿里有几成在花岗岩里", "有多少比例的金矿在花岗岩里", "百分之多少的金矿在花岗岩里", "金矿在花岗岩里的占几成")),
]  # fmt: skip


@pytest.mark.parametrize(("plain", "said"), [(a, b) for a, many in SAME for b in many])
def test_said_plainly(plain: str, said: str) -> None:
    assert query(said) == query(plain)


def test_plain_words_stay() -> None:
    for question in ("number of deposits by commodity", "average distance between deposits", "断裂的总长度", ""):
        assert plainly_measured(question) is None


def test_spans_lead_back_to_the_words_typed() -> None:
    question = "break down the zorblax by commodity"
    reading = citizen().read(question)
    assert all(question[slice(*x.span)] == x.text for x in (*reading.left, *reading.unexplained))


def test_the_most_of_a_reference_makes_no_groups() -> None:
    reading = geologist().read("samples within 3 km of the granite with the most deposits")
    assert reading.ir.query is None or reading.unexplained or reading.ir.query.intent != "group"

# ruff: noqa: E501  # tables are easier to keep in long lines
"""Counts and averages of two sides, set against each other: every phrasing gives the same query."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.question.forms import GOLD, GRANITE, Json, both, cond, rel, these
from tests.core.question.measured import agg_of, plain, query, value

GOLD_DEPOSITS, COPPER = these("deposit", GOLD), these("deposit", cond("commodity", "copper"))
FIRST, SECOND = (rel("within", these("region", None, x)) for x in ("Low Wood", "Orrest Fell"))
DIORITE = these("geo_body", cond("lithology", "diorite"))


def counted(op: str, first: Json, second: Json) -> Json:
    """Two counts, subtracted or divided."""
    return value(first, {"op": op, "args": [agg_of("count", x) for x in (first, second)]})


def averaged(op: str) -> Json:
    """Mean gold in granite against that in diorite."""
    sets = [these("geochem_sample", rel("within", x)) for x in (GRANITE, DIORITE)]
    return value(sets[0], {"op": op, "args": [agg_of("avg", x, {"field": "Au"}) for x in sets]})


ROWS: list[tuple[Any, tuple[str, ...]]] = [
    (counted("-", GOLD_DEPOSITS, COPPER),
     ("how many more gold deposits than copper deposits are there?", "by how much do gold deposits outnumber copper deposits?",
      "difference between the number of gold deposits and copper deposits", "how many fewer copper deposits than gold deposits",
      "金矿比铜矿多多少个", "金矿比铜矿多几个", "金矿的数量比铜矿多多少", "金矿与铜矿的数量相差多少", "铜矿比金矿少几个")),
    (counted("-", these("deposit", both(GOLD, FIRST)), these("deposit", both(cond("commodity", "copper"), FIRST))),
     ("how many more gold deposits than copper deposits are there in Low Wood?",)),
    (counted("/", GOLD_DEPOSITS, COPPER),
     ("ratio of gold deposits to copper deposits", "how many times more gold deposits than copper deposits are there?",
      "ratio of the number of gold deposits to the number of copper deposits",
      "金矿数量是铜矿的几倍", "金矿与铜矿的数量之比", "金矿的个数是铜矿的多少倍")),
    (counted("-", these("deposit", FIRST), these("deposit", SECOND)),
     ("difference between number of deposits in Low Wood and Orrest Fell",
      "difference between the number of deposits in Low Wood and in Orrest Fell",
      "低林省和青岭的矿床数相差多少", "低林省与青岭的矿床数量之差")),
    (averaged("-"),
     ("by how much does the mean Au in granite exceed that in diorite?", "how much higher is the average Au in granite than in diorite?",
      "difference in mean Au between granite and diorite", "how much lower is the mean Au in diorite than in granite?",
      "花岗岩中金的均值比闪长岩中高多少", "花岗岩中样品的平均金含量比闪长岩中的高多少", "闪长岩中金的平均值比花岗岩中低多少")),
    (averaged("/"),
     ("ratio of mean Au between granite and diorite",)),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), [(q, e) for e, questions in ROWS for q in questions])
def test_two_sides(question: str, expected: Any) -> None:
    assert query(question) == plain(expected)

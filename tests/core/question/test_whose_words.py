"""Whose a number, a place or a value is: of the whole or the part, of the target or the reference."""

from __future__ import annotations

from typing import Any

import pytest

from core.question import ir
from tests.core.question.brief import brief
from tests.core.question.terrains import read


def _query(question: str) -> dict[str, Any]:
    reading = read(question)
    assert reading.ir.action == "query", (question, reading.message)
    assert reading.unexplained == (), question
    found: dict[str, Any] = ir.dump(reading.ir, spans=False)["query"]
    return found


@pytest.mark.parametrize(
    ("question", "part", "whole"),
    [
        ("大型矿床里铜矿占多少", "(size = large & commodity = copper)", "size = large"),
        ("大型矿床中铜矿的比例是多少", "(size = large & commodity = copper)", "size = large"),
        ("what share of the large deposits is copper", "(size = large & commodity = copper)", "size = large"),
        ("矿床里铜矿占多少", "commodity = copper", ""),
        (
            "大型金矿里矽卡岩型占多少",
            "(size = large & commodity = gold & genetic_type = skarn)",
            "(size = large & commodity = gold)",
        ),
    ],
)
def test_a_share_is_one_of_the_features_named_first(question: str, part: str, whole: str) -> None:
    value = _query(question)["value"]
    assert value["op"] == "pct"
    found = [x["over"] for x in value["args"]]
    assert [brief(x["where"]) if "where" in x else "" for x in found] == [part, whole]


@pytest.mark.parametrize(
    ("question", "limit"),
    [
        ("金含量最高的10个样品及其到最近断裂的距离", 10),
        ("金含量最高的10个样品及其最近的断裂", 10),
        ("金含量最高的10个样品到最长的断裂的距离", 10),
        ("金含量最高的10个样品到最长的3条断裂的距离", 10),
        ("the 10 samples with the highest Au and their distance to the nearest fault", 10),
        ("每个金矿最近的两条断裂", None),
    ],
)
def test_a_number_before_the_noun_stays_with_it(question: str, limit: int | None) -> None:
    assert _query(question).get("limit") == limit

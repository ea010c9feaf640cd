"""Whose a number, a place or a value is: of the whole or the part, of the target or the reference."""

from __future__ import annotations

from typing import Any

import pytest

from core.question import ir
from core.question.previous import Previous
from core.question.reading import Reading
from tests.core.question.brief import brief
from tests.core.question.terrains import geologist, read


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


@pytest.mark.parametrize(
    ("question", "meaning"),
    [
        (
            "deposits in Orrest Fell near faults in Low Wood",
            'deposit{(within region["Orrest Fell"] & near(≤5000) fault{within region["Low Wood"]})}',
        ),
        (
            "How many deposits in Orrest Fell lie within 2 km of granite in Low Wood?",
            'deposit{(within region["Orrest Fell"] & '
            'near(≤2000) geo_body{(lithology = granite & within region["Low Wood"])})}',
        ),
        (
            "青岭内低林的断裂附近的矿床",
            'deposit{(within region["青岭"] & near(≤5000) fault{within region["低林"]})}',
        ),
        (
            "青岭的金矿附近的低林的断裂",
            'fault{(near(≤5000) deposit{(within region["青岭"] & commodity = gold)} & within region["低林"])}',
        ),
        ("deposits near faults in Low Wood", 'deposit{(near(≤5000) fault & within region["Low Wood"])}'),
    ],
)
def test_a_second_area_is_that_of_the_reference(question: str, meaning: str) -> None:
    assert brief(_query(question)["target"]) == meaning


@pytest.mark.parametrize(
    ("first", "question"),
    [
        ("Which two faults are longest?", "where do they cross?"),
        ("最长的两条断裂是哪两条？", "它们在哪里相交？"),
        (None, "Which two faults are longest and where do they cross?"),
        (None, "最长的两条断裂在哪里相交"),
    ],
)
def test_features_that_meet_each_other_are_asked_back(first: str | None, question: str) -> None:
    reading = read(question) if first is None else _after(first, question)
    assert reading.ir.action == "clarify"


@pytest.mark.parametrize(
    ("first", "question", "part", "whole"),
    [
        (
            "what percentage of deposits in Orrest Fell are gold?", "and in Low Wood?",
            '(commodity = gold & within region["Low Wood"])', 'within region["Low Wood"]',
        ),
        (
            "what percentage of deposits are gold?", "and in Low Wood?",
            '(commodity = gold & within region["Low Wood"])', 'within region["Low Wood"]',
        ),
        (
            "what percentage of deposits in Orrest Fell are gold?", "and copper?",
            '(within region["Orrest Fell"] & commodity = copper)', 'within region["Orrest Fell"]',
        ),
        (
            "青岭金矿占全部矿床的比例是多少？", "低林呢？",
            '(commodity = gold & within region["低林"])', 'within region["低林"]',
        ),
    ],
)  # fmt: skip
def test_a_follow_up_enters_the_sets_of_a_share(first: str, question: str, part: str, whole: str) -> None:
    reading = _after(first, question)
    assert reading.ir.context == "previous_query"
    value = ir.dump(reading.ir, spans=False)["query"]["value"]
    assert [brief(x["over"]["where"]) for x in value["args"]] == [part, whole]


def test_a_new_area_after_two_areas_is_asked_back() -> None:
    first = "how many more gold deposits are in Orrest Fell than in Low Wood?"
    assert _after(first, "and in Orrest Fell?").ir.action == "clarify"


def _after(first: str, question: str) -> Reading:
    before = read(first)
    assert before.ir.query is not None
    return geologist().read(question, previous=Previous(before.ir.query, first, full=before.full))


@pytest.mark.parametrize(
    "question",
    [
        "Do gold deposits lie closer to faults than copper deposits?",
        "Are gold deposits closer to faults than copper deposits?",
        "金矿是否比铜矿更靠近断裂",
        "金矿比铜矿离断裂更近吗",
    ],
)
def test_two_kinds_are_compared_by_their_averages(question: str) -> None:
    value = _query(question)["value"]
    assert value["op"] == "<"
    assert [(x["agg"], brief(x["expr"]), brief(x["over"])) for x in value["args"]] == [
        ("avg", "distance(fault)", "deposit{commodity = gold}"),
        ("avg", "distance(fault)", "deposit{commodity = copper}"),
    ]
    assert any("verage" in x or "平均" in x for x in read(question).notes)


@pytest.mark.parametrize(
    ("question", "agg", "declared"),
    [
        ("Which gold deposits lie closer to faults than copper deposits?", "avg", True),
        ("比铜矿更靠近断裂的金矿", "avg", True),
        ("gold deposits closer to faults than Rydal", "min", False),
    ],
)
def test_features_against_a_kind_take_its_average(question: str, agg: str, declared: bool) -> None:
    conditions = _query(question)["target"]["where"]["and"]
    compared = next(x["cmp"] for x in conditions if "cmp" in x)
    assert compared[2]["agg"] == agg
    assert bool(read(question).notes) == declared


def test_a_superlative_before_an_area_is_the_targets() -> None:
    query = _query("Which fault is the longest in Orrest Fell?")
    assert (query["limit"], query["order"]) == (1, [{"expr": {"measure": "length"}, "dir": "desc"}])
    assert brief(query["target"]) == 'fault{within region["Orrest Fell"]}'

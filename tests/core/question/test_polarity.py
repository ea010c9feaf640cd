"""Denied existence, all and most, and words that must not be left out."""

from __future__ import annotations

import pytest

from core.question import ir
from tests.core.question.forms import read

GRANITE = {"attr": "lithology", "op": "=", "value": "granite"}
IN_GRANITE = {"rel": "within", "to": {"layer": "geo_body", "where": GRANITE}}
GOLD = {"attr": "commodity", "op": "=", "value": "gold"}
NEAR_FAULT = {"rel": "near", "to": {"layer": "fault"}, "max_m": 2000.0}
COPPER = {"attr": "commodity", "op": "=", "value": "copper"}
NO_COPPER = {"not": COPPER}


def through(lithology: dict[str, str]) -> dict[str, object]:
    """The relation of a fault to bodies."""
    return {"rel": "crosses", "to": {"layer": "geo_body", "where": lithology}}


def query(question: str) -> dict[str, object]:
    """The query that a question is read as, without places."""
    found = read(question).ir.query
    assert found is not None, question
    return ir.dump(found, spans=False)


def conditions(question: str) -> list[object]:
    """The conditions of the target, joined by and."""
    where = query(question)["target"]["where"]  # type: ignore[index]
    return where.get("and", [where])  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "question",
    [
        "Are there no gold deposits in granite?", "Aren't there any gold deposits in granite?",
        "Don't any gold deposits lie in granite?", "No gold deposits in granite?",
        "花岗岩里没有金矿吗？", "花岗岩中没有金矿床么？", "花岗岩里不存在金矿吗？", "花岗岩内没金矿吗？",
    ],
)  # fmt: skip
def test_a_denial_asks_whether_there_is_one(question: str) -> None:
    found = query(question)
    assert found["intent"] == "exists"
    assert found["target"]["layer"] == "deposit"  # type: ignore[index]
    assert all(x in conditions(question) for x in (GOLD, IN_GRANITE))
    assert len(conditions(question)) == 2


@pytest.mark.parametrize("question", ["哪些花岗岩里没有金矿？", "没有金矿的花岗岩有哪些？"])
def test_bodies_without_a_deposit_are_bodies(question: str) -> None:
    assert query(question)["target"]["layer"] == "geo_body"  # type: ignore[index]
    assert {"not": {"rel": "contains", "to": {"layer": "deposit", "where": GOLD}}} in conditions(question)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("Are all gold deposits within 2 km of a fault?", NEAR_FAULT),
        ("Is every gold deposit within 2 km of a fault?", NEAR_FAULT),
        ("Do most gold deposits lie in granite?", IN_GRANITE),
        ("金矿都在断裂2公里以内吗？", NEAR_FAULT),
        ("是不是所有金矿都在断裂2公里以内？", NEAR_FAULT),
        ("大多数金矿在花岗岩里吗？", IN_GRANITE),
    ],
)
def test_all_and_most_are_answered_by_a_share(question: str, part: dict[str, object]) -> None:
    found = query(question)
    assert found["intent"] == "value"
    assert found["target"] == {"layer": "deposit", "where": GOLD}
    value = found["value"]
    assert value["op"] == "pct"  # type: ignore[index]
    counted, whole = (x["over"] for x in value["args"])  # type: ignore[index]
    assert whole == {"layer": "deposit", "where": GOLD}
    assert sorted(map(str, counted["where"]["and"])) == sorted(map(str, (GOLD, part)))
    assert not read(question).unexplained


@pytest.mark.parametrize(
    "question",
    [
        "Who discovered the deposits?", "金矿是谁发现的？", "金矿离断裂近还是离花岗岩近？",
        "最大的金矿在云南还是四川？",
        "金矿床到断裂的平均距离、最大距离和最小距离",
        "Are all deposits within 2 km of a fault gold?", "只含金的矿床", "deposits with only gold",
        "花岗岩中的金矿和断裂附近的银矿", "花岗岩外接触带1公里内的金矿",
    ],
)  # fmt: skip
def test_what_cannot_be_said_is_asked_back(question: str) -> None:
    assert read(question).ir.action == "clarify"


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("skarn deposits but not copper", [{"attr": "genetic_type", "op": "=", "value": "skarn"}, NO_COPPER]),
        ("矽卡岩型但不是铜矿的矿床", [{"attr": "genetic_type", "op": "=", "value": "skarn"}, NO_COPPER]),
        (
            "Which faults run through granite but not limestone?",
            [through(GRANITE), {"not": through({"attr": "lithology", "op": "=", "value": "limestone"})}],
        ),
    ],
)
def test_but_not_is_said_of_the_features(question: str, wanted: list[object]) -> None:
    assert conditions(question) == wanted


@pytest.mark.parametrize(
    "question",
    [
        "How many gold and how many copper deposits are there?",
        "金矿和铜矿各有多少？",
        "number of gold deposits and copper deposits respectively",
    ],
)
def test_each_of_two_is_counted_by_itself(question: str) -> None:
    reading = read(question)
    first, *more = reading.ir.query, *(reading.ir.also or ())
    found = [ir.dump(x, spans=False) for x in (first, *more) if x is not None]
    assert [(x["intent"], x["target"]) for x in found] == [
        ("count", {"layer": "deposit", "where": GOLD}),
        ("count", {"layer": "deposit", "where": COPPER}),
    ]
    assert not reading.unexplained

# ruff: noqa: E501  # tables are easier to keep in long lines
"""Orders said by themselves, two lists in areas of their own, times counted back, strikes, what each is nearest to."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from core.question.previous import Previous
from tests.core.question.brief import brief
from tests.core.question.forms import COPPER, FAULTS, GOLD, Json, bare, both, cond, near, read, rel, these

LOW, FELL = (rel("within", these("region", None, x)) for x in ("Low Wood", "Orrest Fell"))
LOW_ZH, FELL_ZH = (rel("within", these("region", None, x)) for x in ("低林省", "青岭"))


def deposits(where: Json, **more: Any) -> Json:
    return {"intent": "select", "target": these("deposit", where), "output": "entity_list"} | more


def order(expr: Json, direction: str) -> list[Json]:
    return [{"expr": expr, "dir": direction}]


AWAY = {"distance_to": FAULTS}
YEAR, AU = {"field": "discovery_year"}, {"field": "Au"}
SINCE = cond("discovery_year", date.today().year - 30, ">=")
CASES: list[tuple[Any, tuple[str, ...]]] = [
    (deposits(near(FAULTS, 5000.0), order=order(AWAY, "asc")),
     ("deposits within 5 km of a fault, closest first", "deposits within 5 km of a fault, from nearest to farthest",
      "断裂5公里以内的矿床，由近到远", "断裂5公里以内的矿床，从近到远排列")),
    (deposits(both(GOLD, LOW), order=order(YEAR, "asc")),
     ("gold deposits in Low Wood, oldest discovery first", "gold deposits in Low Wood, earliest first")),
    ({"intent": "select", "target": these("geochem_sample", cond("Au", 20, ">", "ppb")), "order": order(AU, "desc"), "output": "entity_list"},
     ("samples with Au above 20 ppb, highest first", "金高于20ppb的样品，从高到低排")),
    ({"intent": "select", "target": these("deposit"), "order": order(AWAY, "desc"), "limit": 3, "output": "entity_list"},
     ("3 deposits with the greatest distance to their nearest fault", "the 3 deposits with the largest distance from a fault")),
    (deposits({"or": [both(GOLD, LOW), both(COPPER, FELL)]}),
     ("gold deposits in Low Wood and copper deposits in Orrest Fell", "gold deposits in Low Wood, copper deposits in Orrest Fell")),
    (deposits({"or": [both(LOW_ZH, GOLD), both(FELL_ZH, COPPER)]}), ("低林省的金矿和青岭的铜矿",)),
    (deposits(both(LOW, cond("commodity", "uranium"))), ("in Low Wood, which deposits are uranium deposits?",)),
    (deposits(both(GOLD, SINCE)), ("gold deposits discovered in the last 30 years", "gold deposits found over the past three decades")),
    (deposits(both(SINCE, GOLD)), ("近30年发现的金矿", "最近三十年来发现的金矿")),
    ({"intent": "select", "target": these("fault", cond("strike", "strike_nw")), "output": "entity_list"},
     ("faults with a north-westerly strike", "faults striking NW-SE", "faults that trend northwest-southeast", "北西向断裂", "走向西北的断裂", "西北走向的断裂", "西北向断裂")),
    (deposits({"attr": "size", "op": "is_null"}), ("deposits with no size given", "没写规模的矿床", "规模没填的矿床", "缺规模的矿床")),
    (deposits(cond("name", "Hol", "contains")), ("deposits whose names include the word Hol", "deposits whose name contains the letters Hol", "名称里带“Hol”字样的矿床", "名称里带“Hol”这几个字的矿床")),
    (deposits(both(near(FAULTS, 3000.0), {"not": near(FAULTS, 1000.0)})),
     ("deposits within 3 km of a fault but not closer than 1 km to any",)),
    (deposits(near(these("fault", cond("fault_type", "normal")), 2000.0)),
     ("Of the deposits, which have a normal fault within 2 km?", "deposits whose nearest normal fault is at most 2 km away", "deposits where the closest normal fault is at most 2 km away")),
    ({"intent": "select", "target": these("deposit", GOLD), "per_entity": {"nearest": FAULTS, "k": 1}, "output": "table"},
     ("gold deposits and the closest fault to each", "gold deposits and the nearest fault to each of them")),
    (deposits(both(GOLD, near(FAULTS, 5000.0))), ("Could you tell me which of the gold deposits are near a fault?",)),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), [(q, e) for e, questions in CASES for q in questions])
def test_lists(question: str, expected: Any) -> None:
    reading = read(question)
    assert bare(reading) == expected, question
    assert reading.unexplained == ()


@pytest.mark.parametrize(
    "question",
    [
        "deposits with gold within 5 km of faults, longest ahead first",
        "the 5 nearest deposits to Rydal, farthest first",
        "金矿和青岭的铜矿",
    ],
)
def test_what_an_order_or_an_area_belongs_to_is_asked(question: str) -> None:
    assert read(question).ir.action == "clarify", question


TALKS = [
    (("deposits within 5 km of the Stock Ghyll Fault", "north of it"),
     'deposit{(near(≤5000) fault["Stock Ghyll Fault"] & direction(N) fault["Stock Ghyll Fault"])}'),
    (("石溪断裂5公里以内的矿床", "在它北边的"), 'deposit{(near(≤5000) fault["石溪断裂"] & direction(N) fault["石溪断裂"])}'),
    (("青岭断裂5公里以内的金矿", "改成2公里"), 'deposit{(within region["青岭"] & near(≤2000) fault & commodity = gold)}'),
]  # fmt: skip


@pytest.mark.parametrize(("questions", "expected"), TALKS)
def test_it_is_the_feature_that_was_named(questions: tuple[str, str], expected: str) -> None:
    first = read(questions[0])
    assert first.ir.query is not None
    assert brief(bare(read(questions[1], previous=Previous(first.ir.query)))["target"]) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("deposits of large to super-large size", "deposit{size in large|super_large}"),
        ("中型至大型的矿床", "deposit{size in medium|large}"),
        ("copper deposits within 2km fault", "deposit{(commodity = copper & near(≤2000) fault)}"),
        ("deposits that lie more than 2 but less than 6 km from a fault", "deposit{near(2000..6000) fault}"),
        ("deposits beginning with Hol", "deposit{name starts_with Hol}"),
        ("deposits around Rydal, radius 20 km", 'deposit{near(≤20000) deposit["Rydal"]}'),
        ("deposits north of 51.5 degrees latitude", "deposit{y > 51.5}"),
        ("deposits near Nowhere Point", None),
    ],
)
def test_terse_and_ranged_conditions(question: str, expected: str | None) -> None:
    reading = read(question)
    if expected is None:
        assert reading.ir.action == "clarify"
    else:
        assert brief(bare(reading)["target"]) == expected


@pytest.mark.parametrize(
    ("question", "order", "wanted", "limit"),
    [
        ("top 10 Cu samples", "Cu", ["Cu"], 10),
        ("richest ten gold samples", "Au", [], 10),
        ("faults with name, type, strike and length", None, ["name", "fault_type", "strike", "length"], None),
        ("what commodity does Rydal contain?", None, ["commodity"], None),
        (
            "size and distance to the nearest fault of the gold deposits in Low Wood",
            "distance(fault)",
            ["size", "distance(fault)"],
            None,
        ),
        ("每条断裂的长度和走向", None, ["strike", "length"], None),
    ],
)
def test_what_is_wanted_of_features(
    question: str, order: str | None, wanted: list[str], limit: int | None
) -> None:
    query = bare(read(question))
    assert [brief(x["expr"]) for x in query.get("order", [])] == ([order] if order else [])
    assert [brief(x) for x in query.get("return", [])] == wanted
    assert query.get("limit") == limit


@pytest.mark.parametrize(
    "question",
    ["bodies aged between Permian and Jurassic", "二叠纪到侏罗纪的地质体", "Jurassic to Permian bodies"],
)
def test_a_range_of_ages_holds_all_between(question: str) -> None:
    where = bare(read(question))["target"]["where"]
    assert {"permian", "early_triassic", "triassic", "late_jurassic"} <= set(where["value"])
    assert not {"carboniferous", "cretaceous", "mesozoic"} & set(where["value"])

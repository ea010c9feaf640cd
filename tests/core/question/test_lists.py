# ruff: noqa: E501  # tables are easier to keep in long lines
"""Orders said by themselves, two lists in areas of their own, times counted back, strikes, what each is nearest to."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

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

# ruff: noqa: E501  # tables are easier to keep in long lines
"""Sizes, distances, coordinates, overlaps, differences, shares: every phrasing gives the same query."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.question.forms import COPPER, FAULTS, GOLD, GRANITE, Json, both, cond, near, rel, these
from tests.core.question.measured import agg_of, listed, plain, query, value

PLUTON = these("geo_body", None, "Ambleside pluton")
FAULT, OTHER = these("fault", None, "Stock Ghyll Fault"), these("fault", None, "Tarn Hows Fault")
RYDAL, HOLBECK = these("deposit", None, "Rydal"), these("deposit", None, "Holbeck")
LOW_WOOD = these("region", None, "Low Wood")
GOLD_DEPOSITS = these("deposit", GOLD)
DEPOSITS: Json = {"layer": "deposit"}
LOW, FELL = rel("within", LOW_WOOD), rel("within", these("region", None, "Orrest Fell"))
AREA, LENGTH = {"measure": "area"}, {"measure": "length"}


def far(target: Json, to: Json, **more: Any) -> Json:
    """The distance of a named feature from others: one number has no order; a list is ordered by it."""
    if "names" not in target:
        more["order"] = [{"expr": {"distance_to": to}, "dir": "asc"}]
    return value(target, {"distance_to": to}, **more)


def share(part: Json, whole: Json, target: Json | None = None) -> Json:
    """A percentage of a set."""
    return value(target or whole, {"op": "pct", "args": [agg_of("count", part), agg_of("count", whole)]})


ROWS: list[tuple[Any, tuple[str, ...]]] = [
    (value(PLUTON, AREA),
     ("What is the area of the Ambleside pluton?", "area of the Ambleside pluton", "How large is the Ambleside pluton?",
      "How big is the Ambleside pluton?", "the Ambleside pluton's area", "How much area does the Ambleside pluton cover?",
      "Tell me the surface area of the Ambleside pluton", "安边岩体的面积是多少", "安边岩体的面积", "安边岩体有多大",
      "安边岩体面积多大", "请问安边岩体的面积为多少？")),
    (value(PLUTON, AREA, unit="ha"),
     ("How large is the Ambleside pluton in hectares?", "How many hectares does the Ambleside pluton cover?",
      "area of the Ambleside pluton in hectares", "安边岩体的面积是多少公顷", "以公顷为单位，安边岩体的面积是多少",
      "安边岩体面积多少公顷")),
    (value(PLUTON, {"measure": "perimeter"}),
     ("What is the perimeter of the Ambleside pluton?", "安边岩体的周长是多少")),
    (value(FAULT, LENGTH),
     ("How long is the Stock Ghyll Fault?", "What is the length of the Stock Ghyll Fault?", "length of the Stock Ghyll Fault",
      "the Stock Ghyll Fault's length", "石溪断裂有多长", "石溪断裂的长度是多少", "石溪断裂长度")),
    (value(FAULT, LENGTH, unit="km"),
     ("How many km long is the Stock Ghyll Fault?", "How long is the Stock Ghyll Fault in kilometres?",
      "石溪断裂的长度是多少公里", "石溪断裂长多少公里", "石溪断裂有多少公里长")),
    (value(LOW_WOOD, AREA), ("What is the area of Low Wood?", "How large is Low Wood?", "低林省的面积是多少", "低林省有多大")),
    (far(RYDAL, FAULT),
     ("How far is Rydal from the Stock Ghyll Fault?", "What is the distance between Rydal and the Stock Ghyll Fault?",
      "distance from Rydal to the Stock Ghyll Fault", "How far away is Rydal from the Stock Ghyll Fault?",
      "云坪铜矿距石溪断裂有多远", "云坪铜矿到石溪断裂的距离是多少", "云坪铜矿与石溪断裂之间的距离是多少", "云坪铜矿离石溪断裂多远")),
    (far(RYDAL, FAULT, unit="km"),
     ("How far is Rydal from the Stock Ghyll Fault in km?", "云坪铜矿到石溪断裂的距离是多少公里", "云坪铜矿距石溪断裂多少公里")),
    (far(RYDAL, HOLBECK), ("distance between Rydal and Holbeck", "How far apart are Rydal and Holbeck?", "云坪铜矿和霍尔金矿的距离")),
    (far(RYDAL, FAULTS),
     ("How far is Rydal from the nearest fault?", "How far is the nearest fault from Rydal?",
      "What is the distance from Rydal to the nearest fault?", "云坪铜矿距最近的断裂有多远", "云坪铜矿到最近断裂的距离是多少")),
    (listed(RYDAL, **{"return": [{"measure": "x"}, {"measure": "y"}]}),
     ("Where is Rydal?", "What are the coordinates of Rydal?", "coordinates of Rydal", "云坪铜矿在哪里", "云坪铜矿的坐标是多少",
      "云坪铜矿的经纬度")),
    (value(PLUTON, {"overlap": "area", "with": LOW_WOOD}),
     ("How much of the Ambleside pluton lies in Low Wood?", "area of the Ambleside pluton within Low Wood",
      "What is the overlap area of the Ambleside pluton and Low Wood?", "What area of the Ambleside pluton lies within Low Wood?",
      "安边岩体在低林省境内的面积是多少", "安边岩体与低林省的重叠面积是多少", "安边岩体有多少面积位于低林省内")),
    (value(PLUTON, {"overlap": "ratio", "with": LOW_WOOD}),
     ("What percentage of the Ambleside pluton lies within Low Wood?", "What share of the Ambleside pluton is in Low Wood?",
      "What fraction of the area of the Ambleside pluton lies in Low Wood?", "安边岩体有百分之多少位于低林省内",
      "安边岩体有多大比例位于低林省境内")),
    (value(FAULT, {"overlap": "length", "with": GRANITE}),
     ("length of the Stock Ghyll Fault within granite", "How much of the Stock Ghyll Fault lies in granite?",
      "What length of the Stock Ghyll Fault runs through granite?", "石溪断裂在花岗岩中的长度", "石溪断裂位于花岗岩内的长度是多少")),
    (value(PLUTON, {"op": "-", "args": [{"area_of": PLUTON}, {"area_of": LOW_WOOD}]}),
     ("How much larger is the Ambleside pluton than Low Wood?", "difference in area between the Ambleside pluton and Low Wood",
      "By how much is the Ambleside pluton larger than Low Wood?", "安边岩体比低林省大多少", "安边岩体的面积比低林省大多少",
      "安边岩体和低林省的面积差是多少", "安边岩体与低林省面积相差多少")),
    (value(PLUTON, {"op": "/", "args": [{"area_of": PLUTON}, {"area_of": LOW_WOOD}]}),
     ("How many times larger is the Ambleside pluton than Low Wood?", "ratio of the area of the Ambleside pluton to that of Low Wood",
      "安边岩体的面积是低林省的几倍", "安边岩体与低林省的面积之比")),
    (value(FAULT, {"op": "-", "args": [agg_of("sum", FAULT, LENGTH), agg_of("sum", OTHER, LENGTH)]}),
     ("How much longer is the Stock Ghyll Fault than the Tarn Hows Fault?", "difference in length between the Stock Ghyll Fault and the Tarn Hows Fault",
      "石溪断裂比碧湖断裂长多少", "石溪断裂与碧湖断裂的长度差")),
    (value(these("deposit", LOW), {"op": "-", "args": [agg_of("count", these("deposit", LOW)), agg_of("count", these("deposit", FELL))]}),
     ("How many more deposits are in Low Wood than in Orrest Fell?", "How many more deposits does Low Wood have than Orrest Fell?", "低林省的矿床比青岭多多少",
      "低林省比青岭多多少个矿床")),
    (value(LOW_WOOD, {"overlap": "ratio", "with": GRANITE}),
     ("What percentage of Low Wood is covered by granite?", "What portion of Low Wood is granite?", "花岗岩占低林省面积的比例", "花岗岩占低林省面积的百分之多少")),
    (share(these("fault", cond("fault_type", "thrust")), FAULTS), ("What proportion of the faults are thrusts?", "逆冲断裂占断裂的比例")),
    (listed(these("fault", None, "Stock Ghyll Fault", "Tarn Hows Fault"), order=[{"expr": LENGTH, "dir": "desc"}], limit=1),
     ("Which is longer, the Stock Ghyll Fault or the Tarn Hows Fault?", "石溪断裂和碧湖断裂哪条更长")),
    (listed(RYDAL, **{"return": [{"field": "discovery_year"}]}),
     ("When was Rydal discovered?", "In what year was Rydal discovered?", "云坪铜矿是哪年发现的", "云坪铜矿的发现年份")),
    (listed(these("geochem_sample", near(RYDAL, 5000.0)), **{"return": [{"field": "Au"}, {"field": "Cu"}]}),
     ("Au and Cu content of samples near Rydal", "云坪铜矿附近样品的金和铜含量")),
    (share(GOLD_DEPOSITS, DEPOSITS),
     ("What percentage of deposits are gold?", "What share of the deposits are gold deposits?", "percentage of gold deposits",
      "What proportion of deposits contain gold?", "金矿占矿床的比例", "金矿占全部矿床的百分之多少", "矿床中金矿的占比",
      "金矿占矿床的百分比是多少")),
    (share(these("deposit", both(cond("size", "large"), COPPER)), these("deposit", COPPER)),
     ("What percentage of copper deposits are large?", "What share of the copper deposits are large?", "大型铜矿占铜矿的比例",
      "大型铜矿在铜矿中的占比")),
    (share(these("deposit", near(FAULTS, 5000.0)), DEPOSITS),
     ("What percentage of deposits lie within 5 km of a fault?", "What fraction of deposits are within 5 km of faults?",
      "距断裂5公里以内的矿床占全部矿床的比例", "断裂5公里范围内的矿床占矿床的百分比")),
    (listed(GOLD_DEPOSITS, **{"return": [{"field": "name"}, {"field": "size"}, {"measure": "x"}, {"measure": "y"}]}),
     ("list name, size and coordinates of gold deposits", "List the name, size and coordinates of all gold deposits",
      "列出金矿的名称、规模和坐标")),
    (listed(these("deposit", both(GOLD, near(FAULTS, 5000.0))), **{"return": [{"distance_to": FAULTS}]}),
     ("Which gold deposits are within 5 km of faults, and how far?", "Which gold deposits lie within 5 km of faults, and how far away are they?",
      "距断裂5公里以内的金矿有哪些，距离是多少", "距断裂5公里以内的金矿及其距离")),
    (listed(FAULTS, order=[{"expr": {"distance_to": RYDAL}, "dir": "asc"}], limit=1, **{"return": [{"distance_to": RYDAL}]}),
     ("Which fault is nearest to Rydal and how far is it?", "Which fault is closest to Rydal, and at what distance?",
      "the nearest fault to Rydal and its distance", "离云坪铜矿最近的断裂是哪条，距离是多少", "哪条断裂离云坪铜矿最近，有多远")),
    (listed(FAULTS, order=[{"expr": LENGTH, "dir": "desc"}], limit=1, **{"return": [LENGTH]}),
     ("Which fault is the longest, and how long is it?", "the longest fault and its length", "最长的断裂是哪条，长度是多少",
      "最长的断裂及其长度")),
    (listed(these("geo_body", cond("lithology", "granite")), order=[{"expr": AREA, "dir": "desc"}], limit=1),
     ("the largest granite body", "the largest granite body by area", "Which granite body has the largest area?", "面积最大的花岗岩",
      "哪个花岗岩的面积最大")),
    (listed(DEPOSITS, order=[{"expr": {"measure": "y"}, "dir": "desc"}], limit=1),
     ("the northernmost deposit", "Which deposit is the northernmost?", "Which deposit lies farthest north?", "最北的矿床",
      "最北边的矿床是哪个", "哪个矿床最靠北")),
    (listed(DEPOSITS, order=[{"expr": {"measure": "x"}, "dir": "asc"}], limit=1),
     ("Which is the westernmost deposit?", "最西端的矿床")),
    (listed(FAULTS, order=[{"expr": LENGTH, "dir": "desc"}], limit=5),
     ("top 5 faults by length", "the 5 longest faults", "长度最长的5条断裂", "最长的前5条断裂")),
    (listed(GOLD_DEPOSITS, per_entity={"nearest": FAULTS, "k": 1}, output="table"),
     ("for each gold deposit the nearest fault", "the nearest fault to each gold deposit", "nearest fault for every gold deposit",
      "Which fault is closest to each gold deposit?", "gold deposits with their nearest fault", "For every gold deposit, find the nearest fault",
      "每个金矿最近的断裂", "离每个金矿最近的断裂", "每个金矿的最近断裂", "各金矿最近的断裂是哪条", "金矿及其最近的断裂")),
    (listed(DEPOSITS, per_entity={"nearest": FAULTS, "k": 2}, output="table"),
     ("the two nearest faults of every deposit", "each deposit with its two nearest faults", "the 2 nearest faults to each deposit",
      "每个矿床最近的两条断裂", "离每个矿床最近的2条断裂")),
]  # fmt: skip
CASES = [(question, expected) for expected, questions in ROWS for question in questions]


@pytest.mark.parametrize(("question", "expected"), CASES)
def test_values(question: str, expected: Any) -> None:
    assert query(question) == plain(expected)


NORTH = these("district", None, "Northgate")
PARK, ROAD = these("park", None, "Linden Park"), these("road", None, "Harbour Road")
TOWN: list[tuple[Any, tuple[str, ...]]] = [
    (value(PARK, AREA, unit="ha"), ("How large is Linden Park in hectares?", "椴树公园的面积是多少公顷")),
    (value(ROAD, LENGTH), ("How long is Harbour Road?", "港口路有多长")),
    (far(PARK, ROAD), ("how far is Linden Park from Harbour Road?", "椴树公园距港口路多远")),
    (value(PARK, {"overlap": "area", "with": NORTH}), ("How much of Linden Park lies in Northgate?", "椴树公园在北门境内的面积")),
    (share(these("hospital", cond("grade", "general")), {"layer": "hospital"}),
     ("What percentage of hospitals are general?", "综合医院占全部医院的比例")),
    (listed({"layer": "hospital"}, order=[{"expr": {"field": "beds"}, "dir": "desc"}], limit=1),
     ("Which hospital has the most beds?", "床位数最多的医院", "哪家医院的床位最多")),
    (listed({"layer": "hospital"}, per_entity={"nearest": {"layer": "park"}, "k": 1}, output="table"),
     ("for each hospital the nearest park", "每家医院最近的公园")),
    (listed(these("hospital", rel("within", NORTH)), **{"return": [{"field": "beds"}]}),
     ("List the hospitals in Northgate and their beds", "列出北门的医院及其床位数")),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), [(q, e) for e, questions in TOWN for q in questions])
def test_values_of_a_town(question: str, expected: Any) -> None:
    assert query(question, town=True) == plain(expected)

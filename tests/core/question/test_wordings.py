# ruff: noqa: E501  # tables are easier to keep in long lines
"""Ways of saying that people really use: lists of words, areas without a preposition, superlatives of an area."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.question.forms import COPPER, FAULTS, GOLD, GRANITE, Json, bare, both, cond, near, read, rel, these
from tests.core.question.measured import agg_of, group, plain, query, value

LOW = rel("within", these("region", None, "Low Wood"))
LENGTH, AREA = {"measure": "length"}, {"measure": "area"}


def deposits(*conditions: Json) -> Json:
    """A list of deposits."""
    where = conditions[0] if len(conditions) == 1 else both(*conditions)
    return {"intent": "select", "target": these("deposit", where), "output": "entity_list"}


def first(by: Json, k: int, direction: str = "desc") -> Json:
    """The first of a set by a value."""
    return {"top": {"by": by, "dir": direction, "k": k}}


LONGEST = near(these("fault", both(LOW, first(LENGTH, 1))), 2000.0)
LARGEST = rel("touches", these("geo_body", both(LOW, cond("lithology", "granite"), first(AREA, 1))))
CASES: list[tuple[Any, tuple[str, ...]]] = [
    (deposits(COPPER, LOW), ("copper deposits, Low Wood", "Low Wood: copper deposits", "copper deposits Low Wood", "低林省的铜矿")),
    (deposits(COPPER, near(FAULTS, 2000.0), LOW),
     ("Low Wood: Cu dep. w/in 2km of a fault", "copper deposits within approx. 2 km of a fault, Low Wood",
      "pls list copper deposits max. 2 km from a fault in Low Wood, thx", "低林省距断裂2公里以内的铜矿")),
    (deposits(LONGEST), ("deposits within 2 km of the longest fault in Low Wood", "距低林省最长断裂2公里以内的矿床",
                         "低林省最长的断裂2公里以内的矿床")),
    ({"intent": "select", "target": these("geo_body", LARGEST), "output": "entity_list"},
     ("bodies touching the largest granite in Low Wood", "与低林省面积最大的花岗岩相邻的地质体", "与低林省面积最大的花岗岩相邻接触的地质体")),
    (deposits({"not": GOLD}, {"not": COPPER}),
     ("deposits that are neither gold nor copper", "既不是金矿也不是铜矿的矿床", "不是金矿也不是铜矿的矿床")),
    ({"intent": "select", "target": these("fault", both(rel("crosses", GRANITE), rel("crosses", these("geo_body", cond("lithology", "limestone"))))), "output": "entity_list"},
     ("faults that run through both granite and limestone", "同时穿过花岗岩和灰岩的断裂")),
    (deposits(cond("size", "small"), cond("commodity", ["gold", "copper"], "in")),
     ("small gold or copper deposits", "小型的金矿或铜矿")),
    ({"intent": "select", "target": these("region", rel("contains", {"layer": "deposit"}) | {"count": {"op": ">", "value": 4}}), "output": "entity_list"},
     ("regions with more than 4 deposits", "矿床数超过4个的地区")),
    ({"intent": "select", "target": these("geo_body", rel("contains", {"layer": "deposit"}) | {"count": {"op": ">=", "value": 4}}), "output": "entity_list"},
     ("哪些地质体内有四个以上（含四个）矿床？",)),
    (deposits(GOLD, {"not": rel("within", GRANITE)}), ("gold deposits not in granite", "哪些金矿不产于花岗岩中？", "不产于花岗岩中的金矿")),
    (deposits(GOLD, near(FAULTS, 5000.0)), ("哪些金矿靠近断裂？", "gold deposits near faults")),
    ({"intent": "select", "target": these("fault"), "order": [{"expr": LENGTH, "dir": "desc"}], "limit": 3, "output": "entity_list"},
     ("longest 3 faults", "the 3 longest faults", "长度排前3的断裂", "长度排名前3的断裂是哪些")),
    ({"intent": "select", "target": these("geochem_sample"), "order": [{"expr": {"field": "Cu"}, "dir": "desc"}], "limit": 5, "output": "entity_list"},
     ("top 5 samples by Cu", "铜排名前5的样品")),
    ({"intent": "select", "target": these("geochem_sample", cond("Au", 15, ">=", "ppb")), "output": "entity_list"},
     ("samples with Au of at least 15 ppb", "有哪些样点金在15 ppb以上？")),
    ({"intent": "select", "target": these("fault", cond("fault_type", "thrust")), "output": "entity_list"},
     ("Which faults are thrusts?", "thrust faults")),
    ({"intent": "select", "target": these("geochem_sample", LOW), "order": [{"expr": {"field": "Cu"}, "dir": "desc"}], "limit": 1,
      "return": [{"field": "Cu"}, {"measure": "x"}, {"measure": "y"}], "output": "entity_list"},
     ("What is the highest Cu value in Low Wood and where was it found?", "低林省铜的最高值是多少？在哪里？")),
    (deposits(cond("name", "Ryd", "contains")), ('deposits named like "Ryd"', "名称类似“Ryd”的矿床")),
    (deposits(cond("discovery_year", [1995, 2005], "between")), ("1995-2005 discoveries, deposits", "1995-2005年发现的矿床")),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), [(q, e) for e, questions in CASES for q in questions])
def test_wordings(question: str, expected: Any) -> None:
    assert plain(bare(read(question))) == plain(expected)


def test_ages_behind_a_noun_are_said_of_it() -> None:
    for question in ("deposits in strata older than the Silurian", "deposits in strata from before the Silurian"):
        place = bare(read(question))["target"]["where"]["to"]["where"]["and"]
        assert place[0] == cond("body_class", "strata")
        assert "ordovician" in place[1]["value"], question
        assert "silurian" not in place[1]["value"], question


def test_the_whole_of_a_share_lies_in_the_same_area() -> None:
    part, whole = these("deposit", both(LOW, COPPER)), these("deposit", LOW)
    expected = value(whole, {"op": "pct", "args": [agg_of("count", part), agg_of("count", whole)]})
    for question in (
        "What percentage of the deposits in Low Wood are copper deposits?",
        "低林省铜矿占全部矿床的百分之几？",
    ):
        assert query(question) == plain(expected), question
    near_part = these("deposit", both(LOW, COPPER, near(FAULTS, 2000.0)))
    expected = value(part, {"op": "pct", "args": [agg_of("count", near_part), agg_of("count", part)]})
    assert query("低林省铜矿中距断裂2公里以内的占百分之多少？") == plain(expected)


def test_classes_said_one_by_one_are_ranges() -> None:
    samples = {"layer": "geochem_sample"}
    expected = group(samples, [{"bucket": "Cu", "edges": [50.0, 100.0]}]) | {
        "measures": [{"as": "count", "agg": "count"}]
    }
    for question in ("Count the samples by copper classes: below 50, 50 to 100, above 100 ppm",
                     "样品按Cu分级统计数量：小于50、50到100、大于100ppm"):  # fmt: skip
        assert query(question) == plain(expected), question


def test_the_average_of_an_area_is_of_its_features() -> None:
    over = these("fault", LOW)
    found = query("长度大于低林省断裂平均长度的断裂")["target"]["where"]
    assert found == plain({"cmp": [LENGTH, ">", {"agg": "avg", "expr": LENGTH, "over": over}]})


@pytest.mark.parametrize(
    "question", ["Which of those are copper?", "其中铜矿有哪些？", "How many of them are large?"]
)
def test_words_for_an_answer_that_is_not_there_are_asked_back(question: str) -> None:
    reading = read(question)
    assert reading.ir.action == "clarify"
    assert len(reading.choices) == 1
    assert read(reading.choices[0].question).ir.action == "query"


def test_a_number_without_its_unit_is_asked_back() -> None:
    for question in ("低林省距断裂5以内的金矿", "gold deposits within 5 of a fault"):
        assert read(question).ir.action == "clarify", question

# ruff: noqa: E501  # tables are easier to keep in long lines
"""Superlatives, questions about their answer, values of years, gaps, values of each: every phrasing gives the same query."""

from __future__ import annotations

from typing import Any

import pytest

from core.question import ir
from tests.core.question.forms import Json, both, rel, these
from tests.core.question.measured import aggregate, group, layer, listed, measure, most, value
from tests.core.question.nation import resident

_NAMES = {"诺兰省": "Norland", "苏德里省": "Sudria", "哈威市": "Harwick", "布伦顿市": "Brenton", "银河": "Silver River", "长水": "Long Water",
          "北方线": "Northern Line", "哈威大学": "Harwick College"}  # fmt: skip
AREA, LENGTH = {"measure": "area"}, {"measure": "length"}
TO_BRENTON = {"distance_to": {"layer": "city", "names": ["Brenton"]}}
POPULATION, PEOPLE_2020 = {"field": "population"}, {"field": "people_2020"}
IN_NORLAND = rel("within", these("province", None, "Norland"))
BESIDE_NORLAND = rel("touches", these("province", None, "Norland"))
EACH = {"zeros": True}


def field(name: str) -> Json:
    """A property."""
    return {"field": name}


def first(expr: Json, direction: str = "desc", limit: int = 1) -> Json:
    """Order and limit of features."""
    return {"order": [{"expr": expr, "dir": direction}], "limit": limit}


def top(expr: Json, direction: str = "desc") -> Json:
    """The features of the first part as a condition."""
    return {"top": {"by": expr, "dir": direction, "k": 1}}


def minus(left: str, right: str) -> Json:
    """One property minus another."""
    return {"op": "-", "args": [field(left), field(right)]}


def plain(node: Any) -> Any:
    """A query with the names in one language and conditions in one order."""
    if isinstance(node, list):
        return [plain(x) for x in node]
    if not isinstance(node, dict):
        return node
    found = {k: plain(v) for k, v in node.items()}
    if "names" in found:
        found["names"] = sorted(_NAMES.get(x, x) for x in found["names"])
    return found


def query(question: str) -> Any:
    """The only query of a question; every word must be explained."""
    reading = resident().read(question)
    assert reading.ir.action == "query", (question, reading.message)
    assert reading.unexplained == (), (question, reading.unexplained)
    assert not reading.ir.also, (question, reading.ir.also)
    return plain(ir.dump(reading.ir, spans=False)["query"])


ROWS: list[tuple[Json, tuple[str, ...]]] = [
    (listed(these("lake"), **first(AREA), **{"return": [AREA]}),
     ("Which lake is the largest, and what is its size?", "Which lake is the largest, and what is its area?")),
    (value(these("province", None, "Norland"), AREA),
     ("What is the size of Norland?", "What is the area of Norland?", "the size of Norland")),
    (value(these("college", None, "Harwick College"), TO_BRENTON) | {"unit": "km"},
     ("What is the distance between Harwick College and Brenton in kilometres?", "What is the distance in kilometres between Harwick College and Brenton?",
      "How far is Harwick College from Brenton in kilometres?")),
    (listed(these("airport"), **first(TO_BRENTON, "asc", 3), **{"return": [TO_BRENTON]}) | {"unit": "km"},
     ("List the three airports closest to Brenton and their distances in kilometres.", "List the three airports closest to Brenton, and their respective distances in kilometres.")),
    ({"intent": "count", "target": these("college", IN_NORLAND), "output": "scalar"},
     ("I would like to know the total number of universities in Norland.", "What is the total number of colleges in Norland?", "Give me the overall number of colleges in Norland")),
    (listed(these("province"), **first(POPULATION)),
     ("Which province has the largest population?", "Which province has the most inhabitants?", "人口最多的省份是哪一个？", "哪个省人口最多？", "人口最多的是哪个省份")),
    (listed(these("city"), **first(PEOPLE_2020)),
     ("Which city had the highest population in 2020?", "In 2020, which city had the highest population?", "2020年人口最多的城市是哪座？",
      "在2020年，哪个城市的人口最多", "2020年哪座城市人口最多")),
    (listed(these("city", IN_NORLAND), **first({"measure": "y"}, "asc")),
     ("What is the southernmost city in Norland?", "诺兰省最南部的城市是哪座", "诺兰省最靠南的城市是哪一座")),
    (listed(these("province"), **first(field("women")), **{"return": [AREA]}),
     ("Which province has the largest female population? What is the area of that province?",
      "Which province has the largest female population, and what is its area?", "女性人口最多的省份是哪个？该省的面积是多少？",
      "女性人口最多的省份是哪一个？它的面积是多少？")),
    (group(these("airport"), [layer("province", where=top(POPULATION))], **EACH),
     ("Which province has the largest population? How many airports are there in that province?",
      "Which province has the largest population, and how many airports does it have?",
      "Which province has the largest population? How many airports are there?",
      "人口最多的省份是哪一个？该省有多少个机场？", "人口最多的是哪个省份？它有多少个机场？", "哪个省人口最多？这个省有多少机场？")),
    (group(these("college"), [layer("city", where=both(IN_NORLAND, top(AREA)))], **EACH),
     ("Which city in Norland has the largest area, and how many universities are there in that city?",
      "What is the largest city in Norland and how many colleges does it have?", "诺兰省面积最大的城市是哪座？这座城市有多少所高校？",
      "诺兰省面积最大的城市是哪座？它有多少所大学？")),
    (group(these("airport"), [layer("city")], **most()),
     ("Which city has the most airports? How many airports are there in that city?", "Which city has the most airports, and how many are there?",
      "机场数量最多的城市是哪座？该城市共有多少个机场？", "哪座城市的机场最多？有多少个机场？")),
    (listed(these("province", BESIDE_NORLAND), **{"return": [AREA]}),
     ("Which provinces border Norland, and what is the area of each province?", "Which provinces border Norland? What are their areas?",
      "与诺兰省相邻的省份有哪些？每个省的面积是多少？", "与诺兰省相邻的省份有哪些？它们的面积各是多少？")),
    (group(these("airport"), [layer("province", where=rel("contains", these("airport")))], **EACH),
     ("Which provinces have airports, and how many airports are there in each province?", "Which provinces have airports? How many are there in each of them?",
      "哪些省份有机场？每个省份有多少个？", "哪些省份有机场？每个省有多少个机场？")),
    (listed({"layer": "province", "where": {"top": {"by_count_of": these("lake"), "rel": "contains", "dir": "desc", "k": 1}}}, **{"return": [AREA]}),
     ("Which province contains the most lakes? What is its area?", "哪个省的湖泊最多？它的面积是多少？")),
    (listed(these("railway"), **first(LENGTH), **{"return": [LENGTH]}),
     ("Which railway line is the longest, and what is its length?", "哪条铁路线最长？它的长度是多少？", "最长的铁路线是哪一条，长度是多少？", "哪条铁路最长，它有多长？")),
    (listed(these("city", None, "Harwick"), **{"return": [PEOPLE_2020]}),
     ("What was the population of Harwick in 2020?", "What is the population of Harwick in 2020?", "哈威市2020年的人口是多少？", "哈威市2020年人口是多少", "2020年哈威市的人口是多少")),
    (aggregate(these("city", IN_NORLAND), measure("sum", "people_2020")),
     ("What is the population of Norland in 2020?", "诺兰省2020年的人口是多少？", "2020年诺兰省的人口是多少")),
    (value(these("city", None, "Harwick"), minus("people_2020", "people_2000")) | {"output": "scalar"},
     ("How much did the population of Harwick increase in 2020 compared to 2000?", "By how much did the population of Harwick grow from 2000 to 2020?",
      "the population growth of Harwick between 2000 and 2020", "哈威市2020年的人口相比2000年增加了多少？", "哈威市从2000年到2020年人口增长了多少", "哈威市2020年与2000年的人口差是多少")),
    (listed(these("province"), **first(minus("gdp_2000", "gdp_1994"))),
     ("Which province had the largest GDP increase in 2000 compared to 1994?", "Which province had the highest GDP growth from 1994 to 2000?",
      "与1994年相比，2000年GDP增长最大的省份是哪个？", "2000年GDP比1994年增加最多的省份是哪个", "从1994年到2000年GDP增幅最大的省份")),
    (listed(these("city"), **first(minus("people_2010", "people_2020"))),
     ("Which city had the largest population decrease from 2010 to 2020?", "2010年到2020年人口减少最多的城市", "2020年人口比2010年下降最多的城市是哪座")),
    (listed(these("province"), **first({"op": "abs", "args": [minus("men", "women")]})),
     ("Which province has the largest gap between male and female population?", "Which province has the largest gender gap?",
      "男女人数差距最大的省份是哪个？", "男性人口与女性人口差距最大的省份", "男女人口差值最大的省份是哪一个")),
    (value(these("city", IN_NORLAND), PEOPLE_2020) | {"output": "table"}, ("诺兰省各城市2020年的人口是多少", "诺兰省每个城市2020年的人口各是多少")),
    (value(these("province", rel("intersects", these("railway", None, "Northern Line"))), POPULATION), ("北方线沿线各省份的人口各是多少",)),
    (group(these("college"), [layer("province")], **EACH),
     ("What is the number of universities in each province?", "How many universities are there in each province?", "各省高校的数量", "我想了解各省的高校数量")),
    (group(these("airport"), [layer("province", where=BESIDE_NORLAND)], **EACH),
     ("与诺兰省相邻的省份中各省的机场数量", "与诺兰省相邻的省份中，各省的机场数量", "Which provinces border Norland? How many airports are there in each?")),
    (value(these("province"), {"overlap": "length", "with": these("railway")}),
     ("What is the total length of railways within each province?", "total length of the railways in each province", "各省境内铁路的总长度",
      "每个省内铁路的总长度是多少")),
    (value(these("province", BESIDE_NORLAND), {"overlap": "length", "with": these("railway")}), ("与诺兰省相邻的各省境内铁路总长度",)),
    (listed(these("province"), **first({"overlap": "length", "with": these("railway")}), **{"return": [{"overlap": "length", "with": these("railway")}]}),
     ("Which province has the longest total length of railways?", "哪个省的铁路总长度最长")),
    (group(these("province"), [layer("province", "touches")], **EACH),
     ("How many neighbouring provinces does each province have?", "How many provinces does each province border?", "各省与其它省接壤的数量",
      "各省有多少个相邻的省份", "每个省份与多少个其他省份相邻", "我想了解各省与其它省接壤的数量")),
    ({"intent": "count", "target": these("airport", rel("within", these("province", top(AREA)))), "output": "scalar"},
     ("How many airports are in the largest province?", "面积最大的省有多少个机场")),
    (listed(these("airport", rel("within", these("province", top(POPULATION))))),
     ("What airports are in the province with the largest population?", "人口最多的省有哪些机场？")),
    ({"intent": "count", "target": these("college", rel("within", these("city", both(IN_NORLAND, top(AREA))))), "output": "scalar"},
     ("诺兰省面积最大的城市有多少所高校",)),
    (listed(these("city", IN_NORLAND)), ("Norland's cities", "诺兰省的城市")),
    (listed(these("city", IN_NORLAND), **first(AREA), **{"return": [AREA]}),
     ("What is the area of Norland's largest city?", "诺兰省最大的城市的面积是多少？")),
    (listed(these("city", None, "Harwick"), **{"return": [field("people_2000"), PEOPLE_2020]}),
     ("List the population of Harwick in 2000 and 2020.", "哈威市2000年和2020年的人口分别是多少")),
    (value(these("province", None, "Norland"), minus("gdp_2000", "gdp_1994")), ("诺兰省2000年的GDP比1994年多多少",)),
    (aggregate(these("province", None, "Norland", "Sudria"), measure("sum", "area")),
     ("What is the total area of Norland and Sudria?", "诺兰省和苏德里省的总面积是多少")),
    (value(these("river", None, "Silver River"), {"overlap": "length", "with": these("province", None, "Norland")}),
     ("What is the length of the Silver River within Norland? Only give the length.", "银河在诺兰省境内的长度是多少？只需给出长度。", "银河在诺兰省境内的长度是多少")),
    (value(these("province", None, "Norland"), {"op": "-", "args": [{"area_of": these("province", None, "Norland")}, {"area_of": these("province", None, "Sudria")}]}),
     ("How much larger is the area of Norland compared to Sudria?", "How much larger is Norland than Sudria?", "诺兰省的面积比苏德里省大多少？")),
    (value(these("province", None, "Norland", "Sudria"), AREA),
     ("What are the areas of Norland and Sudria respectively?", "诺兰省和苏德里省的面积分别是多少", "诺兰省与苏德里省的面积分别为多少？", "诺兰省和苏德里省的面积")),
    (value(these("river", None, "Long Water", "Silver River"), LENGTH),
     ("What are the lengths of the Silver River and the Long Water?", "银河和长水的长度分别是多少", "银河与长水的长度")),
    (aggregate(these("province"), measure("sum", "area"), measure("sum", "population")),
     ("What are the total area and total population of all provinces?", "所有省份的总面积和总人口分别是多少")),
    (aggregate(these("province"), measure("sum", "population")), ("所有省份的总人口是多少", "What is the total population of all provinces?")),
    (listed(these("college", IN_NORLAND)),
     ("I want to know the distribution of universities in Norland.", "诺兰省高校的分布情况", "诺兰省高校的分布")),
    (listed(these("city", rel("touches", these("city", None, "Harwick"))), **first(PEOPLE_2020)),
     ("Among the cities bordering Harwick, which city had the highest population in 2020?", "与哈威市相邻的城市中，2020年人口最多的城市是哪个？")),
    (listed(these("city", IN_NORLAND), **first(AREA), **{"return": [PEOPLE_2020]}),
     ("What is the population of the largest city by area in Norland in 2020?",)),
    (listed(these("college"), **first({"distance_to": these("college", None, "Harwick College")}, "asc"),
            **{"return": [{"distance_to": these("college", None, "Harwick College")}], "unit": "km"}),
     ("Which college is closest to Harwick College, and how many kilometres is it?", "离哈威大学最近的高校是哪所，相距多少公里？")),
    (listed(these("college"), **first({"distance_to": these("college", None, "Harwick College")}, "asc", 3),
            **{"return": [{"distance_to": these("college", None, "Harwick College")}]}),
     ("列出离哈威大学最近的3所高校，距离分别是多少？", "离哈威大学最近的3所高校是哪些，距离各是多少")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "expected"), [(q, expected) for expected, questions in ROWS for q in questions]
)
def test_asked(question: str, expected: Json) -> None:
    assert query(question) == plain(expected)


@pytest.mark.parametrize(
    "question",
    [
        "Which is the easternmost province? What is its area? How many cities does it have?",
        "最靠东的省份是哪个？它的面积是多少？它有多少个城市？",
    ],
)
def test_columns_and_a_count_for_each_are_two_tables_of_the_same_features(question: str) -> None:
    reading = resident().read(question)
    found = ir.dump(reading.ir, spans=False)
    assert found["query"] == listed(these("province"), **first({"measure": "x"}), **{"return": [AREA]})
    assert found["also"] == [group(these("city"), [layer("province", where=top({"measure": "x"}))], **EACH)]


@pytest.mark.parametrize(
    "question",
    [
        "How many colleges are in Harwick? What is its area?",
        "How many colleges are in Harwick, and what is its area?",
        "哈威市有多少所大学？它的面积是多少？",
    ],
)
def test_its_after_a_count_is_the_named_place(question: str) -> None:
    found = plain(ir.dump(resident().read(question).ir, spans=False))
    inside = these("college", rel("within", these("city", None, "Harwick")))
    assert found["query"] == {"intent": "count", "target": inside, "output": "scalar"}
    assert found["also"] == [value(these("city", None, "Harwick"), AREA)]


@pytest.mark.parametrize(
    "question",
    [
        "By what percentage did the population of Harwick grow from 2000 to 2020?",
        "哈威市2020年人口比2000年的增长率是多少",
    ],
)
def test_a_rate_is_not_taken_for_a_difference(question: str) -> None:
    reading = resident().read(question)
    assert reading.ir.action != "query" or reading.unexplained

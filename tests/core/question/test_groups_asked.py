# ruff: noqa: E501  # tables are easier to keep in long lines
"""Counts and statistics by groups, the most, limits of groups, comparisons: every phrasing gives the same query."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.question.forms import COPPER, FAULTS, GOLD, GRANITE, Json, both, cond, geologist, near, rel, these
from tests.core.question.measured import COUNT, agg_of, group, layer, listed, measure, most, plain, query, value

DEPOSITS: Json = {"layer": "deposit"}
SAMPLES: Json = {"layer": "geochem_sample"}
GOLD_DEPOSITS, COPPER_DEPOSITS = these("deposit", GOLD), these("deposit", COPPER)
REGION = layer("region")
STRATUM = layer("geo_body", where=cond("body_class", "strata"))
GRANITES = layer("geo_body", where=cond("lithology", "granite"))
INTRUSION = layer("geo_body", where=cond("body_class", "intrusion"))
COMMODITY, SIZE = {"field": "commodity"}, {"field": "size"}
AU, CU, LENGTH, AREA = {"field": "Au"}, {"field": "Cu"}, {"measure": "length"}, {"measure": "area"}
EACH = {"zeros": True}
INSIDE = {"overlap": "length", "with": FAULTS}


def compared(target: str, left: Json, op: str, right: Json, *more: Json) -> Json:
    """Features whose value compares with another."""
    condition = {"cmp": [left, op, right]}
    return listed(these(target, both(*more, condition) if more else condition))


ROWS: list[tuple[Any, tuple[str, ...]]] = [
    (group(DEPOSITS, [COMMODITY]),
     ("number of deposits by commodity", "How many deposits are there by commodity?", "Count deposits by commodity",
      "deposit counts grouped by commodity", "breakdown of deposits by commodity", "distribution of deposits by commodity",
      "number of deposits per commodity", "按矿种统计矿床数量", "按矿种统计矿床个数", "矿床数量按矿种统计", "按矿种分组统计矿床数",
      "不同矿种的矿床数量", "矿床的矿种分布")),
    (group(DEPOSITS, [COMMODITY], **EACH),
     ("How many deposits are there of each commodity?", "number of deposits for each commodity", "For each commodity, how many deposits are there?",
      "各矿种的矿床数量", "各矿种有多少个矿床", "每种矿种有多少矿床", "统计各矿种的矿床数")),
    (group(DEPOSITS, [{"field": "genetic_type"}]),
     ("number of deposits by type", "How many deposits by genetic type?", "按类型统计矿床数量", "按成因类型统计矿床数量")),
    (group(DEPOSITS, [COMMODITY, SIZE]),
     ("number of deposits by commodity and size", "Count deposits by commodity and by size", "按矿种和规模统计矿床数量",
      "按矿种、规模统计矿床个数")),
    (group(GOLD_DEPOSITS, [REGION], **EACH),
     ("How many gold deposits are there in each region?", "number of gold deposits in every region", "For each region, how many gold deposits are there?",
      "Count the gold deposits in each region", "每个地区的金矿数量", "各地区有多少金矿", "每个地区有多少个金矿", "各地区的金矿数", "统计各地区金矿数量")),
    (group(GOLD_DEPOSITS, [REGION]),
     ("number of gold deposits by region", "gold deposits per region", "How many gold deposits per region?", "按地区统计金矿数量")),
    (group(DEPOSITS, [STRATUM], **EACH),
     ("number of deposits in each stratum", "How many deposits lie in each stratigraphic unit?", "每个地层中的矿床数", "各地层有多少矿床",
      "每个地层内的矿床数量")),
    (group(DEPOSITS, [layer("fault", "near", max_m=5000.0)], **EACH),
     ("How many deposits are within 5 km of each fault?", "number of deposits within 5 km of every fault", "Count deposits within 5 km of each fault",
      "每条断裂5公里范围内的矿床数量", "各断裂5公里内有多少矿床", "统计每条断裂5公里以内的矿床数")),
    (group(DEPOSITS, [layer("fault", "near", max_m=5000.0)]),
     ("count deposits per fault within 5 km", "number of deposits per fault within 5 km")),
    (group(these("geo_body", cond("body_class", "intrusion")), [layer("fault", "crosses")], **EACH),
     ("How many intrusions does each fault cross?", "每条断裂穿过多少个侵入体", "每条断裂穿过的侵入体数量")),
    (group(FAULTS, [layer("geo_body", "crosses", where=cond("lithology", "granite"))], **EACH),
     ("How many faults cross each granite body?", "number of faults crossing each granite body", "每个花岗岩被多少条断裂穿过")),
    (group(DEPOSITS, [layer("geo_body", key="lithology")]),
     ("number of deposits by lithology", "deposits per rock type", "按岩性统计矿床数量")),
    (group(SAMPLES, [layer("geo_body", key="lithology")], measure("avg", "Au")),
     ("average Au by lithology", "mean gold content per rock type", "按岩性统计平均金含量", "按岩性统计金的平均含量")),
    (group(SAMPLES, [GRANITES], measure("avg", "Au"), **EACH),
     ("average Au in each granite body", "mean gold content of the samples in each granite body", "各花岗岩的平均金含量",
      "每个花岗岩中样品的平均金含量")),
    (value(these("region"), INSIDE),
     ("total length of faults in each region", "total fault length in each region", "各地区断裂总长度", "每个地区断裂的总长度")),
    (group(FAULTS, [{"field": "fault_type"}], measure("avg", "length"), measure("max", "length")),
     ("average and maximum length of faults by type", "按断裂类型统计断裂长度的平均值和最大值")),
    (group(SAMPLES, [{"bucket": "Au", "edges": [0, 10, 50]}]),
     ("number of samples by Au in bands of 0–10, 10–50 and >50 ppb", "How many samples fall in Au bands of 0-10, 10-50 and >50 ppb?",
      "samples in bands of 0–10, 10–50 and >50 ppb of Au", "按金含量0-10、10-50、50以上ppb分段统计样品数")),
    (group(SAMPLES, [{"bucket": "Au", "edges": [10 * x for x in range(11)]}]),
     ("samples every 10 ppb of Au", "number of samples by Au in steps of 10 ppb")),
    (group(FAULTS, [{"bucket": "length", "edges": [0, 5000, 10000]}]),
     ("faults by length in bands of 0-5, 5-10 and >10 km", "number of faults by length in bands of 0-5, 5-10 and >10 km")),
    (group(COPPER_DEPOSITS, [REGION], **most()),
     ("Which region has the most copper deposits?", "In which region are there the most copper deposits?", "the region with the most copper deposits",
      "Which region contains the largest number of copper deposits?", "region with the highest number of copper deposits",
      "哪个地区的铜矿最多", "哪个地区铜矿数量最多", "铜矿最多的地区是哪个", "铜矿最多的地区", "哪个地区拥有最多的铜矿")),
    (group(DEPOSITS, [STRATUM], **most()),
     ("Which stratum contains the most deposits?", "Which stratum hosts the most deposits?", "the stratum with the most deposits",
      "哪个地层包含的矿床最多", "哪个地层中的矿床最多", "包含矿床最多的地层", "矿床数量最多的地层是哪个")),
    (group(COPPER_DEPOSITS, [REGION], **most(direction="asc"), **EACH),
     ("Which region has the fewest copper deposits?", "哪个地区的铜矿最少", "铜矿最少的地区")),
    (group(DEPOSITS, [REGION], **most(limit=3)),
     ("top 3 regions by number of deposits", "the three regions with the most deposits", "Which 3 regions have the most deposits?", "矿床最多的3个地区",
      "矿床数量最多的前三个地区")),
    (group(GOLD_DEPOSITS, [REGION], **most(limit=None)),
     ("regions ranked by number of gold deposits", "rank the regions by number of gold deposits", "按地区统计金矿数量，按数量降序排列",
      "按地区统计金矿数量并按数量从多到少排序")),
    (group(SAMPLES, [REGION], measure("avg", "Au"), **most("avg_Au", limit=None)),
     ("mean Au by region, highest first", "average Au per region sorted by average descending", "按地区统计平均金含量，从高到低排序")),
    (group(SAMPLES, [REGION], measure("avg", "Au"), **most("avg_Au", limit=None), **EACH),
     ("average Au in each region in descending order", "各地区平均金含量，从高到低排序")),
    (group(DEPOSITS, [COMMODITY], **most()),
     ("Which commodity has the most deposits?", "the most common commodity", "What is the most common commodity?", "Which commodity is the most common?",
      "哪个矿种的矿床最多", "最常见的矿种", "最常见的矿种是什么", "矿床数量最多的矿种")),
    (group(FAULTS, [{"field": "fault_type"}], **EACH),
     ("How many faults are there of each type?", "各类断裂的数量", "各类型断裂有多少条")),
    (group(these("geo_body", cond("lithology", "granite")), [{"field": "age"}], measure("sum", "area")),
     ("area of granite by age", "total area of granite by age", "按时代统计花岗岩的总面积")),
    (group(FAULTS, [{"field": "fault_type"}], **most()),
     ("Which fault type is most common?", "most common type of fault", "最常见的断裂类型")),
    (group(DEPOSITS, [layer("fault", "near", max_m=5000.0)], **most()),
     ("Which fault has the most deposits within 5 km?", "哪条断裂5公里范围内的矿床最多")),
    (group(SAMPLES, [INTRUSION], measure("avg", "Cu"), **most("avg_Cu")),
     ("Which intrusion has the highest average Cu?", "intrusion with the highest mean copper content", "哪个岩体的平均铜含量最高", "平均铜含量最高的岩体")),
    (listed(these("region"), order=[{"expr": INSIDE, "dir": "desc"}], limit=1, **{"return": [INSIDE]}),
     ("Which region has the largest total fault length?", "哪个地区的断裂总长度最大", "断裂总长度最大的地区")),
    (group(DEPOSITS, [REGION], having={"measure": "count", "op": ">", "value": 5}),
     ("number of deposits by region, only regions with more than 5", "number of deposits by region, only those with more than 5 deposits",
      "deposit counts by region where the count exceeds 5", "按地区统计矿床数量，只列出数量超过5的", "按地区统计矿床数量，只保留大于5个的")),
    (group(DEPOSITS, [COMMODITY], having={"measure": "count", "op": ">=", "value": 3}),
     ("Which commodities have at least 3 deposits?", "commodities with at least 3 deposits", "矿床数不少于3个的矿种有哪些", "哪些矿种的矿床数不少于3个")),
    (compared("geochem_sample", AU, ">", agg_of("avg", SAMPLES, AU)),
     ("samples with Au above the average", "Which samples have Au above average?", "samples with gold higher than the mean", "above-average Au samples",
      "samples with higher Au than the average", "samples whose Au exceeds the average of all samples", "金含量高于平均值的样品", "哪些样品的金含量高于平均值",
      "金含量大于平均含量的样品", "金含量比平均值高的样品", "金含量超过所有样品平均值的样品")),
    (compared("geochem_sample", CU, ">", {"op": "*", "args": [{"const": 2}, agg_of("avg", SAMPLES, CU)]}),
     ("samples with Cu more than twice the average", "铜含量高于平均值2倍的样品", "铜含量大于平均值的2倍的样品")),
    (compared("geochem_sample", CU, ">", agg_of("median", these("geochem_sample", rel("within", GRANITE)), CU)),
     ("samples with Cu higher than the median of samples in granite", "铜含量高于花岗岩中样品中位数的样品")),
    (compared("fault", LENGTH, ">", agg_of("max", these("fault", None, "Stock Ghyll Fault"), LENGTH)),
     ("faults longer than the Stock Ghyll Fault", "Which faults are longer than the Stock Ghyll Fault?", "faults that are longer than the Stock Ghyll Fault",
      "比石溪断裂长的断裂", "哪些断裂比石溪断裂长", "长度大于石溪断裂的断裂", "比石溪断裂更长的断裂有哪些")),
    (compared("geo_body", AREA, ">", agg_of("max", these("geo_body", None, "Ambleside pluton"), AREA), cond("body_class", "intrusion")),
     ("intrusions larger than the Ambleside pluton", "Which intrusions are bigger than the Ambleside pluton?", "面积大于安边岩体的岩体", "比安边岩体大的岩体",
      "哪些岩体比安边岩体大", "比安边岩体面积大的岩体")),
    (compared("geo_body", AREA, ">", agg_of("avg", {"layer": "geo_body"}, AREA), cond("lithology", "granite")),
     ("granite bodies larger than average", "granite bodies with an area above the average", "面积大于平均值的花岗岩", "面积高于平均面积的花岗岩")),
    (compared("deposit", {"distance_to": FAULTS}, "<", agg_of("min", these("deposit", None, "Rydal"), {"distance_to": FAULTS})),
     ("deposits closer to a fault than Rydal", "比云坪铜矿离断裂更近的矿床", "离断裂比云坪铜矿近的矿床")),
    (compared("deposit", {"distance_to": GRANITE}, "<", {"distance_to": FAULTS}),
     ("deposits closer to granite than to faults", "Which deposits are nearer to granite than to faults?", "离花岗岩比离断裂近的矿床")),
    (listed(these("region", rel("contains", DEPOSITS) | {"count": {"op": ">", "value": 5}})),
     ("regions with more than 5 deposits", "Which regions contain more than 5 deposits?")),
]  # fmt: skip
CASES = [(question, expected) for expected, questions in ROWS for question in questions]


@pytest.mark.parametrize(("question", "expected"), CASES)
def test_groups(question: str, expected: Any) -> None:
    assert query(question) == plain(expected)


HOSPITALS: Json = {"layer": "hospital"}
PER_DISTRICT = layer("district")
TOWN: list[tuple[Any, tuple[str, ...]]] = [
    (group(HOSPITALS, [PER_DISTRICT], **EACH), ("How many hospitals are in each district?", "各区有多少家医院", "每个区的医院数量")),
    (group({"layer": "park"}, [PER_DISTRICT]), ("parks per district", "number of parks by district", "按区统计公园数量")),
    (group({"layer": "park"}, [PER_DISTRICT], **most()), ("Which district has the most parks?", "哪个区的公园最多", "公园最多的区")),
    (group(HOSPITALS, [{"field": "grade"}]), ("number of hospitals by grade", "按等级统计医院数量")),
    (group(HOSPITALS, [{"field": "grade"}], measure("avg", "beds")), ("average beds by grade", "按等级统计平均床位数")),
    (group(HOSPITALS, [PER_DISTRICT], measure("sum", "beds"), **EACH),
     ("total number of beds in each district", "各区的床位总数", "每个区有多少床位")),
    (group(HOSPITALS, [layer("park", "near", max_m=500.0)], **EACH) | {"measures": [COUNT]},
     ("How many hospitals are within 500 metres of each park?", "每个公园500米范围内的医院数量")),
    (listed(these("hospital", {"cmp": [{"field": "beds"}, ">", agg_of("avg", HOSPITALS, {"field": "beds"})]})),
     ("hospitals with more beds than average", "床位数高于平均值的医院")),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), [(q, e) for e, questions in TOWN for q in questions])
def test_groups_of_a_town(question: str, expected: Any) -> None:
    assert query(question, town=True) == plain(expected)


def test_every_without_a_count_is_said_not_to_be_meant() -> None:
    reading = geologist().read("gold deposits within 5 km of every fault")
    assert reading.ir.action == "clarify"
    assert [x.text for x in reading.left] == ["every"]


def test_what_stays_open_is_asked_back() -> None:
    for question in ("the region with the second most deposits", "average number of faults within 5 km of deposits",
                     "mean area of granite bodies vs sandstone", "samples with twice the average Au"):  # fmt: skip
        assert geologist().read(question).ir.action == "clarify", question


def test_near_is_a_declared_default_in_groups_too() -> None:
    found = query("How many deposits are there near each fault?")
    assert found == plain(group(DEPOSITS, [layer("fault", "near", max_m=5000.0)], **EACH))
    assert near(FAULTS, 5000.0)["max_m"] == found["group_by"][0]["max_m"]

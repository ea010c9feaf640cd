# ruff: noqa: E501  # tables are easier to keep in long lines
"""Averages, sums, percentiles, counts of kinds, average distances: every phrasing gives the same query."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.question.forms import FAULTS, GOLD, GRANITE, both, cond, near, rel, these
from tests.core.question.measured import aggregate, distance, measure, plain, query

SAMPLES = {"layer": "geochem_sample"}
IN_GRANITE = these("geochem_sample", rel("within", GRANITE))
LOW_WOOD = rel("within", these("region", None, "Low Wood"))
GOLD_DEPOSITS = these("deposit", GOLD)
INTRUSIONS = these("geo_body", cond("body_class", "intrusion"))

ROWS: list[tuple[Any, tuple[str, ...]]] = [
    (aggregate(IN_GRANITE, measure("avg", "Au")),
     ("average Au of samples in granite", "What is the mean gold content of samples inside granite?",
      "mean Au concentration of the samples within granite", "Calculate the average Au value for samples in granite",
      "In granite, what is the average Au of the samples?", "How high is the average gold content of samples in granite?",
      "花岗岩中样品的平均金含量是多少", "花岗岩内样品的金平均含量", "花岗岩中样品金含量的平均值", "计算花岗岩中样品的金含量均值",
      "位于花岗岩内的样品，金含量平均是多少")),
    (aggregate(these("geochem_sample", near(FAULTS, 5000.0)), measure("median", "Cu")),
     ("median Cu of samples within 5 km of faults", "What is the median copper content in samples less than 5 km from faults?",
      "断裂5公里范围内样品的铜中位数", "距断裂5公里以内样品铜含量的中位数是多少")),
    (aggregate(SAMPLES, measure("percentile", "Au", p=95.0)),
     ("95th percentile of Au", "What is the 95th percentile of gold in the samples?", "P95 of Au", "Au percentile 95",
      "样品金含量的95分位数", "金的第95百分位数", "样品的金P95", "金含量的百分之95分位数")),
    (aggregate(SAMPLES, measure("min", "Cu"), measure("max", "Cu"), measure("avg", "Cu")),
     ("minimum, maximum and mean of Cu in samples", "min, max and average Cu", "Give the minimum, maximum and average copper content",
      "样品铜含量的最小值、最大值和平均值", "铜的最小值、最大值和均值")),
    (aggregate(SAMPLES, measure("avg", "Cu"), measure("avg", "Zn")),
     ("average Cu and Zn", "mean copper and zinc content of the samples", "样品铜和锌的平均含量", "铜、锌含量的平均值")),
    (aggregate(SAMPLES, measure("stddev", "Zn")),
     ("standard deviation of zinc in samples", "What is the standard deviation of Zn?", "锌含量的标准差", "样品锌的标准偏差是多少")),
    (aggregate(IN_GRANITE, measure("max", "Au")),
     ("What is the highest Au in samples inside granite?", "maximum Au of samples in granite",
      "what's the maximum gold value of samples in granite", "花岗岩中样品的金最大值", "花岗岩内样品金含量的最高值是多少")),
    (aggregate(these("fault", LOW_WOOD), measure("sum", "length")),
     ("total length of faults in Low Wood", "combined length of the faults in Low Wood", "total fault length in Low Wood",
      "What is the overall length of all faults within Low Wood?", "低林省断裂的总长度", "低林省内断裂长度之和",
      "低林省断裂总长是多少", "低林省的断裂长度总和")),
    (aggregate(these("fault", LOW_WOOD), measure("sum", "length"), unit="km"),
     ("How many kilometres of faults are there in Low Wood?", "total length of faults in Low Wood in km",
      "How many km of faults are in Low Wood", "低林省断裂的总长度是多少公里", "以公里为单位，低林省断裂的总长度")),
    (aggregate(FAULTS, measure("avg", "length"), measure("max", "length"), measure("sum", "length")),
     ("mean length, maximum length and total length of faults", "average, maximum and total length of faults", "断裂的平均长度、最大长度和总长度")),
    (aggregate(these("deposit", cond("commodity", "copper")), distance("avg", these("fault", None, "Stock Ghyll Fault")), unit="m"),
     ("mean distance of copper deposits from the Stock Ghyll Fault in metres", "average distance from copper deposits to the Stock Ghyll Fault in m",
      "铜矿到石溪断裂的平均距离是多少米")),
    (aggregate(these("geo_body", cond("lithology", "granite")), measure("count", "age", distinct=True)),
     ("How many distinct ages of granite are there?", "number of different ages of granite bodies", "花岗岩有几种不同的时代")),
    (aggregate(INTRUSIONS, measure("sum", "area")),
     ("total area of intrusions", "combined area of all intrusive bodies", "侵入体的总面积", "侵入体面积之和是多少")),
    (aggregate(INTRUSIONS, measure("avg", "area"), unit="km2"),
     ("average area of intrusions in km²", "mean area of the intrusions in square kilometres", "侵入体的平均面积是多少平方公里",
      "侵入体平均面积，单位为平方公里")),
    (aggregate(these("deposit", LOW_WOOD), measure("count", "commodity", distinct=True)),
     ("How many different commodities are there in Low Wood?", "number of distinct commodities in Low Wood",
      "How many kinds of commodities occur in Low Wood?", "低林省有多少种矿种", "低林省的矿种有多少种", "低林省有几种不同的矿种")),
    (aggregate({"layer": "geo_body"}, measure("count", "lithology", distinct=True)),
     ("How many rock types are there?", "number of different rock types", "有多少种岩性", "有几种不同的岩性", "岩性有几种")),
    (aggregate({"layer": "fault"}, measure("count", "fault_type", distinct=True)),
     ("How many types of faults are there?", "number of different fault types", "断裂有多少种类型", "有几种类型的断裂",
      "有多少种断裂类型")),
    (aggregate(GOLD_DEPOSITS, distance("avg", FAULTS)),
     ("average distance from gold deposits to the nearest fault", "mean distance between gold deposits and faults",
      "average distance of gold deposits to faults", "average distance to the nearest fault of gold deposits",
      "How far are gold deposits from faults on average?", "On average, how far are gold deposits from faults?",
      "What is the average distance from gold deposits to faults?", "金矿到最近断裂的平均距离", "金矿与断裂之间的平均距离",
      "金矿距断裂的平均距离是多少", "金矿离最近断裂的平均距离", "金矿到断裂平均有多远")),
    (aggregate(GOLD_DEPOSITS, distance("max", GRANITE)),
     ("maximum distance from gold deposits to granite", "金矿到花岗岩的最大距离")),
    (aggregate(these("geo_body", cond("lithology", "granite")), measure("sum", "area")),
     ("total area covered by granite", "How much area does granite cover?", "total area of granite", "花岗岩的总面积",
      "花岗岩面积合计")),
    (aggregate(these("deposit", both(GOLD, LOW_WOOD)), measure("min", "discovery_year")),
     ("minimum discovery year of gold deposits in Low Wood", "低林省金矿发现年份的最小值")),
]  # fmt: skip
CASES = [(question, expected) for expected, questions in ROWS for question in questions]


@pytest.mark.parametrize(("question", "expected"), CASES)
def test_statistics(question: str, expected: Any) -> None:
    assert query(question) == plain(expected)


TOWN: list[tuple[Any, tuple[str, ...]]] = [
    (aggregate(these("hospital", rel("within", these("district", None, "Northgate"))), measure("avg", "beds")),
     ("average number of beds of hospitals in Northgate", "mean beds of the hospitals in Northgate", "北门医院的平均床位数",
      "北门医院床位数的平均值")),
    (aggregate(these("hospital", rel("within", these("district", None, "Northgate"))), measure("sum", "beds")),
     ("total number of beds in Northgate", "How many beds are there in Northgate?", "北门有多少张床位", "北门的床位总数")),
    (aggregate({"layer": "hospital"}, distance("avg", {"layer": "park"})),
     ("average distance from hospitals to the nearest park", "医院到最近公园的平均距离")),
    (aggregate(these("road", rel("within", these("district", None, "Northgate"))), measure("sum", "length")),
     ("total length of roads in the Northgate district", "combined length of the streets in Northgate", "北门道路的总长度")),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), [(q, e) for e, questions in TOWN for q in questions])
def test_statistics_of_a_town(question: str, expected: Any) -> None:
    assert query(question, town=True) == plain(expected)

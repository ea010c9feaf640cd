"""Conditions on a country whose provinces and cities are study areas: what runs through, what lies where.

The file holds each kind of condition in many wordings of both languages.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from core.question import ir
from tests.core.question.brief import brief
from tests.core.question.counties import clerk

LINES = (Path(__file__).parent / "conditions_counties.txt").read_text(encoding="utf-8").splitlines()
PAIRS = [x.split(" => ") for x in LINES if x and not x.startswith("#")]


@pytest.mark.parametrize(("question", "meaning"), PAIRS)
def test_counties(question: str, meaning: str) -> None:
    reading = clerk().read(question)
    assert reading.ir.action == "query", (question, reading.message)
    assert reading.unexplained == (), (question, reading.unexplained)
    query = ir.dump(reading.ir, spans=False)["query"]
    assert set(query) == {"intent", "target", "output"}, query
    assert reading.ir.also is None
    assert brief(query["target"]) == meaning


@pytest.mark.parametrize(
    ("question", "layer"),
    [
        ("诺兰省与苏德里省的交界线长度是多少？", "province"),
        ("诺兰省和苏德里省边界线有多长", "province"),
        ("哈威市和布伦顿市的边界长度是多少公里？", "city"),
        ("What is the length of the border between Norland and Sudria?", "province"),
        ("How long is the border between Norland and Sudria?", "province"),
        ("How long is the shared boundary of Harwick and Brenton?", "city"),
        ("东港市和诺兰省的边界有多长", "province"),
    ],
)
def test_borders_are_measured(question: str, layer: str) -> None:
    reading = clerk().read(question)
    query = ir.dump(reading.ir, spans=False)["query"]
    assert reading.unexplained == ()
    assert (query["intent"], query["target"]["layer"], query["value"]["overlap"]) == ("value", layer, "length")
    derived = query["value"]["with"]["derive"]
    assert derived["op"] == "shared_boundary"
    assert [x["layer"] for x in derived["of"]] == [layer, layer]
    assert query["target"]["names"] == derived["of"][0]["names"]


@pytest.mark.parametrize(
    "question",
    [
        "诺兰省内哪个车站距离省中心最近？",
        "诺兰省哪个车站离省中心最近",
        "Which station in Norland is closest to the provincial center?",
        "Which station in Norland is nearest to the center of the province?",
    ],
)
def test_the_centre_is_that_of_the_area_named(question: str) -> None:
    reading = clerk().read(question)
    query = ir.dump(reading.ir, spans=False)["query"]
    assert reading.unexplained == ()
    assert query["target"]["layer"] == "station"
    centre = query["order"][0]["expr"]["distance_to"]["derive"]
    assert (centre["op"], centre["of"][0]["layer"]) == ("centroid", "province")
    assert centre["of"][0]["names"] in (["诺兰省"], ["Norland"])

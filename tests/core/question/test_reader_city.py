"""The same machinery on a city: no geology in it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from core.settings import ROOT
from tests.core.question.forms import bare, both, citizen, cond, near, rel, these

NORTH = rel("within", these("district", None, "Northgate"))


@pytest.mark.parametrize(
    ("question", "layer", "expected"),
    [
        ("hospitals within 2 km of parks", "hospital", near({"layer": "park"}, 2000.0)),
        ("Which general hospitals have more than 300 beds?", "hospital",
         both(cond("grade", "general"), cond("beds", 300, ">"))),
        ("streets crossing Linden Park", "road", rel("crosses", these("park", None, "Linden Park"))),
        ("clinics near Harbour Road", "hospital", near(these("road", None, "Harbour Road"), 300.0)),
        ("hospitals opened after 1990 in the Northgate district", "hospital",
         both(cond("built", 1990, ">"), NORTH)),
        ("parks with lawn above 3 hectares", "park", cond("area_ha", 3, ">", "ha")),
        ("距公园2公里以内的医院", "hospital", near({"layer": "park"}, 2000.0)),
        ("床位数超过300的综合医院", "hospital", both(cond("beds", 300, ">"), cond("grade", "general"))),
        ("穿过椴树公园的道路", "road", rel("crosses", these("park", None, "椴树公园"))),
        ("港口路附近的医院", "hospital", near(these("road", None, "港口路"), 300.0)),
        ("1990年以后建成的医院", "hospital", cond("built", 1990, ">")),
    ],
)  # fmt: skip
def test_city_questions(question: str, layer: str, expected: Any) -> None:
    reading = citizen().read(question)
    target = bare(reading)["target"]
    assert (target["layer"], target["where"], reading.unexplained) == (layer, expected, ())


def test_nearest_and_counts() -> None:
    query = bare(citizen().read("the 3 hospitals nearest to Linden Park"))
    assert query["order"] == [{"expr": {"distance_to": these("park", None, "Linden Park")}, "dir": "asc"}]
    assert bare(citizen().read("北门有多少家医院"))["intent"] == "count"


def test_geology_means_nothing_here() -> None:
    reading = citizen().read("gold deposits in Northgate")
    assert reading.ir.action == "refuse"
    assert "parks" in reading.message


def test_no_vocabulary_of_the_data_in_the_code() -> None:
    words = ("deposit", "fault", "granite", "矿床", "断裂", "commodity", "lithology", "geochem_sample", "geo_body")
    words = (*words, "deposits", "faults", "folds", "samples", "specimens", "granites", "geological bodies")
    for path in sorted(Path(ROOT / "core" / "question").rglob("*.py")):
        code = _without_comments(path)
        assert [x for x in words if re.search(rf"\b{x}\b" if x.isascii() else x, code)] == [], path


def _without_comments(path: Path) -> str:
    """The string and name tokens of a module, without docstrings and comments."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [x for x in body if not (isinstance(x, ast.Expr) and isinstance(x.value, ast.Constant))]  # type: ignore[attr-defined]
    return ast.unparse(tree)

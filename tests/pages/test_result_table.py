"""Result tables on the page: drawn where the evidence stands, rows lead to the features they are about."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.query.result import FeatureRef
from pages.components import scene
from tests.pages.test_main import ask, html, state

TABLES = {
    "How many deposits are there in each region?": ["region", "number of deposits"],
    "Number of deposits by commodity": ["commodity", "number of deposits"],
    "各地区分别有多少个矿床？": ["地区", "矿床数量"],
}


@pytest.mark.parametrize("question", TABLES)
def test_the_table_stands_where_the_evidence_stands(page: Callable[[], AppTest], question: str) -> None:
    seen = ask(page(), question)
    assert not seen.exception
    assert list(seen.dataframe[0].value.columns) == TABLES[question]
    assert "os-lead" in html(seen)


def test_a_single_number_has_no_table(page: Callable[[], AppTest]) -> None:
    seen = ask(page(), "What is the average Au content of samples in Bayan Obo?")
    assert not seen.exception
    assert "1.633" in html(seen)
    assert not [x for x in seen.dataframe if "average Au" in str(x.value.columns)]


def test_groups_are_drawn_and_can_be_zoomed_to(page: Callable[[], AppTest]) -> None:
    seen = ask(page(), "How many deposits are there in each region?")
    answer = state(seen).answer
    assert answer is not None
    assert answer.result is not None
    assert answer.result.table is not None
    refs = [x.ref for x in answer.result.table.rows]
    assert all(isinstance(x, FeatureRef) and scene.bounds_around(answer, x) is not None for x in refs)
    drawn = json.loads(scene.result_script(answer, None) or "null")
    keys = {f["properties"]["key"] for f in drawn["features"] if f["properties"]["role"] == "reference"}
    assert keys == {scene.key_of(x) for x in refs if x is not None}

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

"""Numbers in documents: how exact they are, bounds, ranges, words."""

from __future__ import annotations

import pytest

from core.answer.figures import Figure, figures
from core.vocabulary.units import Units


def only(text: str, units: Units) -> Figure:
    (found,) = figures(text, units.find)
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("about 2.8 km from it", ("2.8 km", 2.8, "km", 0.28, "")),
        ("2.84 km from it", ("2.84 km", 2.84, "km", 0.005, "")),
        ("There are 1,200 samples", ("1,200", 1200, "", 50, "")),
        ("Twelve deposits", ("Twelve", 12, "", 0.5, "")),
        ("共有十二个金矿床", ("十二", 12, "", 0.5, "")),
        ("约1.5万个样品", ("1.5万", 15_000, "", 1500, "")),
        ("100余个矿点", ("100余", 100, "", 50, "least")),
        ("more than 20 ppb Au", ("more than 20 ppb", 20, "ppb", 0.5, "least")),
        ("距断裂3公里以内", ("3公里以内", 3, "公里", 0.5, "most")),
        ("12 gold deposits", ("12", 12, "", 0.5, "")),
    ],
)
def test_numbers_are_read_as_they_are_written(
    text: str, expected: tuple[str, float, str, float, str], units: Units
) -> None:
    found = only(text, units)
    stated, value, unit, slack, bound = expected
    assert (found.text, found.value, found.unit, found.bound) == (stated, value, unit, bound)
    assert found.slack == pytest.approx(slack)


@pytest.mark.parametrize("text", ["lies 3–5 km north", "between 3 and 5 km", "3～5公里", "the F1 fault"])
def test_ranges_and_names_give_no_number(text: str, units: Units) -> None:
    assert figures(text, units.find) == []


def test_bounds_agree_with_everything_on_their_side(units: Units) -> None:
    least, most = only("at least 12 km", units), only("不足12公里", units)
    assert least.agrees(40)
    assert not least.agrees(11)
    assert most.agrees(2)
    assert not most.agrees(13)

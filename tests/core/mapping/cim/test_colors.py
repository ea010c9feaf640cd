"""Colours of style files against values worked out by hand."""

from __future__ import annotations

import pytest

from core.mapping.cim.colors import color_of
from core.mapping.cim.log import Log


@pytest.mark.parametrize(
    ("kind", "values", "color", "opacity"),
    [
        ("RGB", [255, 128, 0, 100], "#ff8000", 1.0),
        ("RGB", [256, -3, 127.5, 50], "#ff0080", 0.5),  # 256 is written by old versions
        ("RGB", [1, 2, 3], "#010203", 1.0),
        ("RGB", [1, 2, 3, 180], "#010203", 1.0),
        ("CMYK", [0, 100, 100, 0, 100], "#ff0000", 1.0),
        ("CMYK", [32, 62, 84, 1, 100], "#ac6028", 1.0),
        ("CMYK", [0, 0, 0, 120, 25], "#000000", 0.25),
        ("HSV", [120, 100, 100, 100], "#00ff00", 1.0),
        ("HSV", [-1, 50, 50, 100], "#808080", 1.0),  # no hue: a grey
        ("HSV", [480, 100, 100, 0], "#00ff00", 0.0),
        ("HSL", [240, 100, 50, 100], "#0000ff", 1.0),
        ("HSL", [0, 0, 75, 100], "#bfbfbf", 1.0),
        ("Gray", [130, 40], "#828282", 0.4),
        ("LAB", [53.24, 80.09, 67.2, 100], "#ff0000", 1.0),
        ("LAB", [100, 0, 0, 100], "#ffffff", 1.0),
        ("LAB", [0, 0, 0, 100], "#000000", 1.0),
        ("LAB", [87.74, -86.18, 83.18, 100], "#00ff00", 1.0),
    ],
)
def test_each_kind_of_colour(kind: str, values: list[float], color: str, opacity: float) -> None:
    log = Log()
    found = color_of({"type": f"CIM{kind}Color", "values": values}, log)
    assert found is not None
    assert (found.color, found.opacity) == (color, opacity)
    assert log.notes() == ()


@pytest.mark.parametrize("value", [
    {"type": "CIMSpotColor", "values": [1, 2, 3]}, {"type": "CIMXYZColor", "values": [10, 20, 30, 100]},
    {"type": "CIMRGBColor", "values": [10]}, {"type": "CIMRGBColor", "values": "red"}, {"type": "CIMRGBColor"},
])  # fmt: skip
def test_a_colour_that_cannot_be_told_is_grey_and_named(value: dict[str, object]) -> None:
    log = Log()
    found = color_of(value, log)
    assert found is not None
    assert found.color == "#808080"
    assert [n.code for n in log.notes()] == ["color"]


def test_no_colour_is_none() -> None:
    assert color_of({}, Log()) is None

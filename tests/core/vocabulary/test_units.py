"""Units convert within their dimension and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingsError
from core.vocabulary.mappings import DimensionEntry
from core.vocabulary.units import Units

TINY = Units(
    {
        "length": DimensionEntry.model_validate(
            {
                "base": "m",
                "units": {
                    "m": {"factor": 1, "synonyms": ["metre"], "labels": {"en": "m", "zh": "米"}},
                    "Mm": {"factor": 1e6, "synonyms": [], "labels": {"en": "Mm", "zh": "兆米"}},
                    "mm": {"factor": 1e-3, "synonyms": [], "labels": {"en": "mm", "zh": "毫米"}},
                },
            }
        ),
        "mass": DimensionEntry.model_validate(
            {"base": "kg", "units": {"kg": {"factor": 1, "labels": {"en": "kg", "zh": "千克"}}}}
        ),
    }
)


def test_case_decides_where_it_must() -> None:
    assert TINY.find("Mm") == ("length", "Mm")
    assert TINY.find("mm") == ("length", "mm")
    assert TINY.find("METRE") == ("length", "m")
    assert TINY.find("mile") is None


def test_no_conversion_between_dimensions() -> None:
    with pytest.raises(SettingsError, match="cannot be converted"):
        TINY.convert(1, "m", "kg")
    with pytest.raises(SettingsError, match=r"“furlong” is not in units\.json"):
        TINY.convert(1, "m", "furlong")


def test_labels() -> None:
    assert (TINY.label("metre", "zh"), TINY.label("metre", "en")) == ("米", "m")
    assert TINY.label("furlong", "zh") == "furlong"


@given(st.floats(-1e9, 1e9), st.sampled_from(["m", "Mm", "mm"]), st.sampled_from(["m", "Mm", "mm"]))
def test_there_and_back(value: float, a: str, b: str) -> None:
    assert TINY.convert(TINY.convert(value, a, b), b, a) == pytest.approx(value)


@pytest.mark.parametrize(
    ("value", "source", "target", "result"),
    [
        (1, "g/t", "ppb", 1000),
        (20, "ppb", "ppm", 0.02),
        (1, "wt%", "ppm", 10_000),
        (5, "mg/kg", "ppm", 5),
        (3, "10-6", "ppm", 3),
        (7, "10-9", "ppb", 7),
        (5, "公里", "m", 5000),
        (1, "mi", "km", 1.609344),
        (2, "km2", "m2", 2e6),
    ],
)
def test_units_of_the_project(units: Units, value: float, source: str, target: str, result: float) -> None:
    assert units.convert(value, source, target) == pytest.approx(result)

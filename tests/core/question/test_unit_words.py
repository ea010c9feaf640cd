"""Units of concentration are the same for the rules before the grammar and for the grammar itself."""

from __future__ import annotations

import re

import pytest

from core.question.unit_words import CONCENTRATION
from core.vocabulary.units import Units


def test_every_unit_of_a_concentration_is_known_to_the_rules(units: Units) -> None:
    known = {unit for dimension, unit in units.spellings().values() if dimension == "mass_fraction"}
    assert {"ppm", "g/t", "%"} <= known
    for unit in known:
        assert re.fullmatch(CONCENTRATION, unit, re.IGNORECASE), unit


@pytest.mark.parametrize("text", ["ppm", "PPB", "wt%", "wt. %", "per cent", "percent", "mg/kg", "‰"])
def test_what_the_rules_take_for_a_unit_is_one(text: str, units: Units) -> None:
    assert re.fullmatch(CONCENTRATION, text, re.IGNORECASE)
    found = units.find(text)
    assert found is not None
    assert "mass_fraction" in found

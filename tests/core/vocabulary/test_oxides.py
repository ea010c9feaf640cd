"""Factors between oxides and elements, against the rounded ones of laboratory tables."""

from __future__ import annotations

import pytest

from core.errors import SettingsError
from core.vocabulary.oxides import oxide_factor


@pytest.mark.parametrize(
    ("source", "target", "factor"),
    [
        ("SiO2", "Si", 0.4674), ("Al2O3", "Al", 0.5293), ("Fe2O3", "Fe", 0.6994), ("FeO", "Fe", 0.7773),
        ("Fe2O3", "FeO", 0.8998), ("MgO", "Mg", 0.6030), ("CaO", "Ca", 0.7147), ("Na2O", "Na", 0.7419),
        ("K2O", "K", 0.8301), ("TiO2", "Ti", 0.5993), ("P2O5", "P", 0.4364), ("MnO", "Mn", 0.7745),
        ("Li2O", "Li", 0.4645), ("La", "La2O3", 1.1728), ("W", "WO3", 1.2611), ("U3O8", "U", 0.8480),
        ("Cu", "Cu", 1.0),
    ],
)  # fmt: skip
def test_factors(source: str, target: str, factor: float) -> None:
    assert oxide_factor(source, target) == pytest.approx(factor, abs=1.5e-4)


@pytest.mark.parametrize(
    ("source", "target"), [("SiO2", "Al"), ("H2O", "H"), ("granite", "Si"), ("O", "SiO2"), ("", "Si")]
)
def test_what_cannot_be_converted(source: str, target: str) -> None:
    with pytest.raises(SettingsError):
        oxide_factor(source, target)

"""Columns of one element: the same total twice, or a species of its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.geochem.associate import Plan, associate
from core.geochem.cleaning import Choices, clean
from core.geochem.table import Samples
from core.geochem.transform import suited
from tests.core.geochem.tables import related, samples_of

FE_IN_FE2O3, FE_IN_FEO = 2 * 55.845 / 159.687, 55.845 / 71.844
ERROR = np.exp(np.random.default_rng(2).normal(0, 0.01, 60))


def iron(**columns: np.ndarray) -> Samples:
    """Iron in the given columns beside lanthanum."""
    table = {"La": related(60, 1, 4)[:, 0], **columns}
    samples = samples_of(np.column_stack(list(table.values())) * 1e4, tuple(table))
    symbols = {x: "Fe" if "Fe" in x else x for x in table}
    return replace(samples, elements=tuple(replace(x, symbol=symbols[x.name]) for x in samples.elements))


TOTAL = np.exp(np.random.default_rng(3).normal(1.4, 0.3, 60))
FERROUS = TOTAL * np.random.default_rng(4).uniform(0.2, 0.7, 60)
FERRIC = TOTAL - FERROUS


@pytest.mark.parametrize(
    ("columns", "left_out"),
    [
        ({"Fe": TOTAL, "Fe2O3": TOTAL / FE_IN_FE2O3 * ERROR}, {"Fe2O3": "Fe"}),
        ({"Fe2O3": TOTAL, "TFe2O3": TOTAL * ERROR}, {"TFe2O3": "Fe2O3"}),
        ({"Fe2O3": TOTAL, "FeO": FERROUS}, {}),
        ({"Fe": TOTAL, "FeO": FERROUS / FE_IN_FEO}, {}),
        ({"Fe": TOTAL, "Fe2O3": TOTAL / FE_IN_FE2O3 * ERROR, "FeO": FERROUS / FE_IN_FEO}, {"Fe2O3": "Fe"}),
        ({"Fe2O3": FERRIC / FE_IN_FE2O3, "FeO": FERROUS / FE_IN_FEO, "TFe2O3": TOTAL / FE_IN_FE2O3}, {}),
        ({"Fe": TOTAL, "FeO": TOTAL / FE_IN_FEO * ERROR}, {"FeO": "Fe"}),
    ],
    ids=["total twice", "total stated", "ferrous", "ferrous beside Fe", "three", "ferric", "total written as FeO"],
)
def test_only_the_same_total_is_a_repetition(columns: dict[str, np.ndarray], left_out: dict[str, str]) -> None:
    cleaned = clean(iron(**columns), Choices())
    assert {x.name: x.reason.removeprefix("twin:") for x in cleaned.quality if not x.used} == left_out
    told = {x.values["name"] for x in cleaned.notes if x.key == "species"}
    kept = {x for x in ("FeO", "Fe2O3") if x in columns and x not in left_out}
    assert told == (kept if "FeO" in kept else set())


def test_a_transform_left_to_the_data_is_log10_for_traces_below_one_ppm() -> None:
    values = related(60, 4)
    assert suited(values) == "log1p"
    small = values * np.array([1e-3, 1e-3, 1e-3, 1])
    assert suited(small) == "log10"
    found = associate(samples_of(small), Plan(transform="auto", classes=2))
    assert found.prepared.transform == "log10"
    assert all(abs(x.skewness_transformed) < 1 for x in found.summaries)

"""Values that stand for cells below a limit: free of the order of the rows and of invented correlation."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.geochem.censored import fill, recode
from core.geochem.cleaning import Choices, clean
from core.geochem.table import Samples
from tests.core.geochem.tables import related, samples_of


def below(n: int, seed: int, share: float = 0.39, steps: tuple[float, ...] = (1.0,)) -> Samples:
    """Two unrelated lognormal elements, cells below their limits censored; the limit differs from row to row."""
    random = np.random.default_rng(seed)
    values = np.exp(random.normal(size=(n, 2)))
    limits = np.quantile(values, share, axis=0) * np.array(steps)[np.arange(n) % len(steps)][:, None]
    hidden = values < limits
    return samples_of(
        np.where(hidden, np.nan, values), ("Au", "Ag"), limits=np.where(hidden, limits, np.nan)
    )  # fmt: skip


@settings(max_examples=15)
@given(st.integers(0, 10_000))
def test_the_order_of_the_rows_changes_no_imputed_value(seed: int) -> None:
    samples = below(120, seed, steps=(1.0, 0.6))
    order = np.random.default_rng(seed).permutation(len(samples))
    assert np.allclose(fill(samples, "ros").values[order], fill(samples.rows(order), "ros").values, rtol=1e-9)


def test_samples_of_one_place_are_told_apart_without_the_order() -> None:
    samples = below(60, 3)
    samples.lon[:], samples.lat[:] = 110.0, 42.0
    order = np.random.default_rng(1).permutation(60)
    plain, mixed = (clean(x, Choices(censored="ros", merge=False)).values for x in (samples, samples.rows(order)))
    # Rows that are equal in everything may change places: the table as a whole stays.
    assert np.allclose(plain[np.lexsort(plain.T)], mixed[np.lexsort(mixed.T)], rtol=1e-9)


def test_unrelated_elements_stay_unrelated_below_their_limits() -> None:
    samples = below(6_000, 8)
    hidden = np.isfinite(samples.limits)
    logs = np.log(fill(samples, "ros").values)
    both = hidden.all(axis=1)
    assert both.sum() > 800
    assert abs(np.corrcoef(logs[both].T)[0, 1]) < 0.1  # filled in the order of the file it was 0.999
    assert abs(np.corrcoef(logs[hidden[:, 0], 0], np.flatnonzero(hidden[:, 0]))[0, 1]) < 0.06
    assert abs(np.corrcoef(logs.T)[0, 1]) < 0.04


def test_the_imputed_values_have_the_spread_of_what_was_hidden() -> None:
    samples = below(6_000, 8)
    logs = np.log(fill(samples, "ros").values)
    assert np.allclose(logs.mean(axis=0), 0, atol=0.05)
    assert np.allclose(logs.std(axis=0), 1, atol=0.05)


def test_more_than_the_whole_is_left_out_and_named() -> None:
    values = related(40, 3)
    values[4, 0], values[6, 1], values[7, 1] = 1e25, 1e6, 1_000_001
    samples = samples_of(values, ("Cu", "La", "Ce"))
    recoded = recode(samples)
    assert recoded.impossible == ((4, 0), (7, 1))
    assert np.isnan(recoded.samples.values[4, 0])
    assert recoded.samples.values[6, 1] == 1e6
    cleaned = clean(samples, Choices())
    (note,) = (x for x in cleaned.notes if x.key == "impossible")
    assert note.values == {"cells": 2, "which": (("Cu", 1e25, "ppm", "", 5), ("La", 1_000_001.0, "ppm", "", 8))}
    assert cleaned.rows_used == 38

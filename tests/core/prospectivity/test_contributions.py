"""Shapley values against their definition: every coalition of features enumerated; they add up to the score."""

from __future__ import annotations

from itertools import combinations
from math import factorial

import numpy as np
import pytest

from core.prospectivity.balance import Training
from core.prospectivity.contributions import contributions, of_model
from core.prospectivity.ensemble import Member, train
from core.prospectivity.models import ModelSpec, Predictor, fit
from core.prospectivity.runner import Runner
from tests.core.prospectivity.test_models import DATA, FEATURES, VALUES

ROWS = np.flatnonzero(DATA.labels.y >= 0)
ONE = np.concatenate([ROWS[DATA.labels.y[ROWS] == 1][:120], ROWS[DATA.labels.y[ROWS] == 0][::40]])
X, Z = VALUES[ONE[::60]], VALUES[100:10_000:1_500]


def model_of(kind: str) -> Predictor:
    """A small model of all four features, one of them a category."""
    spec = ModelSpec(kind, trees=3, leaf=3)  # type: ignore[arg-type]
    return fit(spec, Training(VALUES[ONE], DATA.labels.y[ONE], None, 1.0, ONE), FEATURES, 5)


def score(model: Predictor, values: np.ndarray, kind: str) -> np.ndarray:
    """Share of votes, or log-odds."""
    p = model.predict(values.astype(np.float32))
    return p if kind in ("forest", "published") else np.log(p / (1 - p))


def by_definition(model: Predictor, x: np.ndarray, kind: str) -> np.ndarray:
    """Mean gain of each feature over all orders in which features may join, written out."""
    n = len(x)

    def value(coalition: tuple[int, ...]) -> float:
        mixed = Z.copy()
        mixed[:, list(coalition)] = x[list(coalition)]
        return float(score(model, mixed, kind).mean())

    found = np.zeros(n)
    for i in range(n):
        others = [j for j in range(n) if j != i]
        for size in range(n):
            share = factorial(size) * factorial(n - size - 1) / factorial(n)
            found[i] += sum(share * (value((*c, i)) - value(c)) for c in combinations(others, size))
    return found


@pytest.mark.parametrize("kind", ["forest", "published", "logistic", "woe"])
def test_values_are_those_of_the_definition(kind: str) -> None:
    model = model_of(kind)
    found = of_model(model, X, Z)
    expected = np.stack([by_definition(model, x, kind) for x in X])
    assert np.abs(expected).max() > 0.05
    np.testing.assert_allclose(found, expected, atol=1e-5)


def test_values_of_an_ensemble_add_up_and_name_the_signal() -> None:
    members = train(DATA, ModelSpec(trees=6, draws=2), Runner())
    high = VALUES[:, 0] > np.quantile(VALUES[:, 0], 0.99)
    found = contributions(members, FEATURES, DATA.table.cells, VALUES, high, seed=3)
    assert found is not None
    assert (found.scale, found.high, len(found.cells)) == ("votes", 50, 100)
    np.testing.assert_allclose(found.base + found.values.sum(axis=1), found.score, atol=1e-9)
    assert np.abs(found.values).mean(axis=0).argmax() == 0
    again = contributions(members, FEATURES, DATA.table.cells, VALUES, high, seed=3)
    assert again is not None
    assert np.array_equal(found.values, again.values)


@pytest.mark.parametrize("kind", ["boosting", "fuzzy"])
def test_models_without_an_exact_way_are_left_out(kind: str) -> None:
    member = Member(model_of(kind), 1.0, ONE)
    assert contributions([member], FEATURES, DATA.table.cells, VALUES, VALUES[:, 0] > 2) is None

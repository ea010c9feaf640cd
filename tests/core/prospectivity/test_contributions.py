"""Shapley values against their definition: every coalition of features enumerated; they add up to the score."""

from __future__ import annotations

from itertools import combinations
from math import factorial

import numpy as np
import pytest

from core.prospectivity.balance import Training
from core.prospectivity.contributions import contributions
from core.prospectivity.ensemble import Member, train
from core.prospectivity.features import Feature
from core.prospectivity.models import ModelSpec, Predictor, fit
from core.prospectivity.runner import Runner
from core.prospectivity.shapley import MOST_FEATURES
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
    found = model.shapley(X, Z)
    assert found is not None
    expected = np.stack([by_definition(model, x, kind) for x in X])
    assert np.abs(expected).max() > 0.05
    np.testing.assert_allclose(found.values, expected, atol=1e-5)
    np.testing.assert_allclose(found.score, score(model, X, kind), atol=1e-3)
    np.testing.assert_allclose(found.base + found.values.sum(axis=1), found.score, atol=1e-9)


def test_values_of_an_ensemble_add_up_and_name_the_signal() -> None:
    members = train(DATA, ModelSpec(trees=6, draws=2), Runner())
    high = VALUES[:, 0] > np.quantile(VALUES[:, 0], 0.99)
    found = contributions(members, DATA.table.cells, VALUES, high, seed=3)
    assert found is not None
    assert (found.scale, found.high, len(found.cells)) == ("votes", 50, 100)
    np.testing.assert_allclose(found.base + found.values.sum(axis=1), found.score, atol=1e-9)
    assert np.abs(found.values).mean(axis=0).argmax() == 0
    again = contributions(members, DATA.table.cells, VALUES, high, seed=3)
    assert again is not None
    assert np.array_equal(found.values, again.values)


@pytest.mark.parametrize("kind", ["boosting", "fuzzy"])
def test_models_without_an_exact_way_are_left_out(kind: str) -> None:
    member = Member(model_of(kind), 1.0, ONE)
    assert member.model.scale is None
    assert contributions([member], DATA.table.cells, VALUES, VALUES[:, 0] > 2) is None


@pytest.mark.parametrize("kind", ["logistic", "woe"])
def test_a_score_near_certainty_is_explained_without_a_logarithm_of_nought(kind: str) -> None:
    rows = np.repeat(np.float32([[-1] * 40, [1] * 40]), 400, axis=0)
    many = tuple(Feature(f"f{i}", "element") for i in range(40))
    model = fit(ModelSpec(kind), Training(rows, np.repeat([0, 1], 400), None, 1.0, ONE), many, 1)  # type: ignore[arg-type]
    far = rows[[0, -1]] * (1_000 if kind == "logistic" else 1)
    assert model.predict(far).tolist() == pytest.approx([0, 1], abs=1e-15)
    with np.errstate(all="raise"):
        found = model.shapley(far, rows)
    assert found is not None
    assert found.score[0] < -30
    assert found.score[1] > 30
    np.testing.assert_allclose(found.base + found.values.sum(axis=1), found.score, atol=1e-6)


def test_a_forest_on_more_features_than_it_can_explain_says_so_and_the_sums_explain_any_number() -> None:
    rows = np.random.default_rng(4).normal(size=(60, MOST_FEATURES + 1)).astype(np.float32)
    many = tuple(Feature(f"f{i}", "element") for i in range(MOST_FEATURES + 1))
    training = Training(rows, (rows[:, 0] > 0).astype(int), None, 1.0, np.arange(60))
    forest = fit(ModelSpec(trees=2), training, many, 1)
    assert forest.scale == "votes"
    assert forest.shapley(rows[:3], rows) is None
    for kind in ("logistic", "woe"):
        found = fit(ModelSpec(kind), training, many, 1).shapley(rows[:3], rows)  # type: ignore[arg-type]
        assert found is not None
        assert found.values.shape == (3, len(many))

"""Figures of merit against counts by hand and other libraries."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import mannwhitneyu

from core.prospectivity.metrics import auc, average_precision, calibration, rate_curve, scores

Y = np.array([1, 0, 1, 0, 0])
P = np.array([0.9, 0.8, 0.7, 0.7, 0.1])


def test_auc_is_the_share_of_pairs_in_order() -> None:
    pairs = [1 if a > b else 0.5 if a == b else 0 for a in P[Y == 1] for b in P[Y == 0]]
    assert auc(Y, P) == pytest.approx(np.mean(pairs))
    rng = np.random.default_rng(0)
    y, p = rng.integers(0, 2, 500), rng.normal(size=500).round(1)
    u = mannwhitneyu(p[y == 1], p[y == 0]).statistic
    assert auc(y, p) == pytest.approx(u / ((y == 1).sum() * (y == 0).sum()))


def test_average_precision_by_hand() -> None:
    # first positive at rank 1; the second shares its score with a negative: 4 cells, 2 positives
    assert average_precision(Y, P) == pytest.approx(0.5 * 1 + 0.5 * 2 / 4)


def test_a_weighted_negative_counts_as_often() -> None:
    weight = np.array([1, 3, 1, 1, 1])
    y, p = np.repeat(Y, weight), np.repeat(P, weight)
    found, longhand = scores(Y, P, weight.astype(float)), scores(y, p)
    assert vars(found) == pytest.approx(vars(longhand))


def test_parts_with_one_class_have_no_auc_and_say_so() -> None:
    assert scores(np.zeros(3, int), P[:3]).reason == "no_positives"
    assert scores(np.zeros(3, int), P[:3]).auc is None
    assert scores(np.ones(3, int), P[:3]).reason == "no_negatives"
    assert scores(np.array([], int), np.array([])).brier is None


def test_the_rate_curve_counts_what_the_best_cells_hold() -> None:
    y = np.zeros(1_000, bool)
    y[:20] = True
    p = np.linspace(1, 0, 1_000)
    curve = rate_curve(y, p)
    assert curve is not None
    assert curve.at(0.01) == pytest.approx(0.5)
    assert curve.at(0.05) == pytest.approx(1.0)
    threshold, captured, area = curve.crossing()
    assert captured + area >= 1
    assert 0.9 < threshold <= 1
    flat = rate_curve(y, np.full(1_000, 0.3))
    assert flat is not None
    assert flat.at(0.37) == pytest.approx(0.37)


def test_without_positive_cells_there_is_no_curve() -> None:
    assert rate_curve(np.zeros(5, bool), P[:5]) is None
    assert rate_curve(np.zeros(0, bool), np.zeros(0)) is None


def test_calibration_of_true_probabilities_lies_on_the_diagonal() -> None:
    rng = np.random.default_rng(1)
    p = rng.uniform(0, 1, 20_000)
    found = calibration((rng.uniform(size=20_000) < p).astype(int), p, np.ones(20_000))
    np.testing.assert_allclose(found.predicted, found.observed, atol=0.04)
    assert sum(found.cells) == 20_000

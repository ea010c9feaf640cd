"""Interpolation: weights shared by all elements, kriging against generalised least squares, blanks, doubles."""

from __future__ import annotations

import numpy as np
import pytest

from core.errors import AnalysisError
from core.prospectivity.features import components
from core.prospectivity.interpolate import Samples, Variogram, fit_variogram, kriging_weights

rng = np.random.default_rng(5)
XY = rng.uniform(0, 10_000, (300, 2))
VALUES = np.column_stack([np.sin(XY[:, 0] / 2_000), np.cos(XY[:, 1] / 1_500), rng.normal(size=300)])


def test_inverse_distance_by_hand() -> None:
    samples = Samples(np.array([0.0, 300.0]), np.array([0.0, 0.0]), np.array([[1.0], [4.0]]))
    found = samples.interpolate(np.array([100.0]), np.array([0.0]), power=1)
    assert found[0, 0] == pytest.approx((1 / 100 + 4 / 200) / (1 / 100 + 1 / 200))


def test_all_elements_at_once_equal_one_by_one() -> None:
    at = rng.uniform(0, 10_000, (50, 2))
    together = Samples(*XY.T, VALUES)
    for method in ("idw", "nearest", "kriging"):
        v = Variogram(0.1, 1.0, 3_000.0)
        found = together.interpolate(*at.T, method=method, variogram=v)  # type: ignore[arg-type]
        for i in range(3):
            alone = Samples(*XY.T, VALUES[:, i : i + 1])
            one = alone.interpolate(*at.T, method=method, variogram=v)  # type: ignore[arg-type]
            np.testing.assert_allclose(found[:, i], one[:, 0], atol=1e-9)


def test_local_kriging_equals_generalised_least_squares() -> None:
    """Ordinary kriging is the best linear unbiased predictor: here from covariances, without a multiplier."""
    v, near, at = Variogram(0.2, 1.3, 4_000.0), XY[:16], np.array([[5_000.0, 5_000.0]])

    def covariance(h: np.ndarray) -> np.ndarray:
        return np.where(h > 0, 1.3 * np.exp(-3 * h / 4_000), 1.5)

    c = covariance(np.linalg.norm(near[:, None] - near[None], axis=2))
    c0 = covariance(np.linalg.norm(near - at, axis=1))
    z, one = VALUES[:16, 0], np.ones(16)
    mean = one @ np.linalg.solve(c, z) / (one @ np.linalg.solve(c, one))
    truth = mean + c0 @ np.linalg.solve(c, z - mean)
    weights = kriging_weights(at, near[None], v)[0]
    assert weights.sum() == pytest.approx(1.0)
    assert weights @ z == pytest.approx(truth, abs=1e-9)


def test_kriging_without_nugget_gives_the_sample_back() -> None:
    found = Samples(*XY.T, VALUES).interpolate(*XY[:20].T, method="kriging", variogram=Variogram(0, 1, 5_000))
    np.testing.assert_allclose(found, VALUES[:20], atol=1e-6)


def test_the_fitted_variogram_finds_a_range() -> None:
    found = fit_variogram(XY, VALUES[:, :1])
    assert 1_000 < found.range < 20_000
    assert found.sill > 0


def test_places_far_from_any_sample_stay_blank() -> None:
    found = Samples(*XY.T, VALUES).interpolate(np.array([5_000.0, 20_000.0]), np.array([5_000.0, 5_000.0]))
    assert np.isfinite(found[0]).all()
    assert np.isnan(found[1]).all()


def test_samples_at_one_place_are_merged_by_the_median() -> None:
    x, y = np.array([0.0, 0.0, 0.0, 900.0]), np.zeros(4)
    samples = Samples(x, y, np.array([[1.0], [2.0], [9.0], [5.0]]))
    assert samples.merged == 2
    assert samples.interpolate(np.array([0.0]), np.array([0.0]), method="nearest")[0, 0] == 2.0


def test_an_element_that_lacks_values_uses_the_samples_that_have_it() -> None:
    values = VALUES.copy()
    values[::2, 0] = np.nan
    found = Samples(*XY.T, values).interpolate(*XY[:4].T, method="nearest")
    assert np.isfinite(found).all()
    assert found[1, 0] == VALUES[1, 0]
    assert found[0, 0] != VALUES[0, 0]


def test_samples_nowhere_are_refused() -> None:
    with pytest.raises(AnalysisError, match="No sample"):
        Samples(np.array([np.nan]), np.array([0.0]), np.array([[1.0]]))


def test_components_are_orthonormal_and_signed() -> None:
    found = components(Samples(*XY.T, VALUES), 2)
    np.testing.assert_allclose(found.T @ found, np.eye(2), atol=1e-9)
    assert (found[np.abs(found).argmax(axis=0), [0, 1]] > 0).all()

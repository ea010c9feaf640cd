"""Every statistic against an independent library, another route, or a published worked example."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.stats import multivariate_normal
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA
from sklearn.metrics import silhouette_samples

from core.geochem.adequacy import adequacy, correlation, kmo_word
from core.geochem.censored import plotting_positions, ros
from core.geochem.classes import _distances, classify, silhouettes
from core.geochem.cleaning import Choices, clean
from core.geochem.components import Components, components, parallel, varimax
from core.geochem.element_groups import element_groups
from core.geochem.fractal import concentration_area, straight_parts
from core.geochem.rare_earths import rare_earths
from core.geochem.transform import Prepared, ilr_basis, prepare, transformed_values
from tests.core.geochem.tables import related, samples_of

THURSTONE = """
1
.828 1
.776 .779 1
.439 .493 .460 1
.432 .464 .425 .674 1
.447 .489 .443 .590 .541 1
.447 .432 .401 .381 .402 .288 1
.541 .537 .534 .350 .367 .320 .555 1
.380 .358 .359 .424 .446 .325 .598 .452 1
"""
"""Nine tests of Thurstone & Thurstone (1941), the worked example of KMO in the R package psych."""
OAHU_MEASURED = np.array([0.5, 0.5, 0.5, 0.6, 0.7, 0.7, 0.9, 1.5, 1.7, 2.8, 3.2])
OAHU_LIMITS = np.array([0.9] + 4 * [1.0] + 8 * [2.0])
"""Arsenic in µg/l, streams of Oahu: the worked example of Helsel (2005), table 6.1."""


def prepared_of(values: np.ndarray) -> Prepared:
    return prepare(clean(samples_of(values), Choices()), "log10", "z")


def iris() -> tuple[Prepared, np.ndarray]:
    values = np.asarray(load_iris().data, float)
    columns = (values - values.mean(axis=0)) / values.std(axis=0)
    return Prepared("none", "z", columns, values, values.mean(0), values.std(0), columns, None, False), columns


def test_kmo_of_a_published_example() -> None:
    rows = [[float(x) for x in line.split()] for line in THURSTONE.strip().splitlines()]
    r = np.zeros((9, 9))
    for i, row in enumerate(rows):
        r[i, : i + 1] = row
    r = r + np.tril(r, -1).T
    found = adequacy(r, 213)
    assert found.kmo == pytest.approx(0.88, abs=0.005)
    assert len(found.kmo_of) == 9
    assert kmo_word(found.kmo or 0) == "meritorious"


def test_kmo_by_partial_correlations_of_regression_residuals() -> None:
    columns = np.log(related(200, 5))
    r = correlation(columns)
    assert np.allclose(r, np.corrcoef(columns.T), atol=1e-12)
    partial = np.eye(5)
    for i in range(5):
        for j in range(i):
            others = np.column_stack([np.ones(200), *(columns[:, k] for k in range(5) if k not in (i, j))])
            left, right = (
                columns[:, x] - others @ np.linalg.lstsq(others, columns[:, x], rcond=None)[0] for x in (i, j)
            )
            partial[i, j] = partial[j, i] = np.corrcoef(left, right)[0, 1]
    a, b = (r**2).sum() - 5, (partial**2).sum() - 5
    assert adequacy(r, 200).kmo == pytest.approx(a / (a + b), abs=1e-9)


def test_bartlett_is_the_likelihood_ratio_with_its_correction() -> None:
    columns = np.log(related(60, 4))
    r, z = correlation(columns), (columns - columns.mean(0)) / columns.std(0)
    free = multivariate_normal(np.zeros(4), np.eye(4)).logpdf(z).sum()
    full = multivariate_normal(np.zeros(4), r).logpdf(z).sum()
    found = adequacy(r, 60)
    assert found.degrees == 6
    assert found.chi_square == pytest.approx(2 * (full - free) * (59 - 13 / 6) / 60, rel=1e-9)


def test_components_of_iris_as_published() -> None:
    prepared, _ = iris()
    found = components(prepared)
    assert found.share.round(4).tolist() == [0.7296, 0.2285, 0.0367, 0.0052]
    assert found.loadings[:, 0].round(4).tolist() == [0.5211, -0.2693, 0.5804, 0.5649]


def test_components_against_scikit_learn() -> None:
    prepared = prepared_of(related(300, 7))
    found, theirs = components(prepared), PCA().fit(prepared.columns)
    assert np.allclose(found.share, theirs.explained_variance_ratio_, atol=1e-12)
    cosines = (found.loadings * theirs.components_.T).sum(axis=0)
    assert np.allclose(np.abs(cosines), 1, atol=1e-8)
    assert np.allclose(found.scores, theirs.transform(prepared.columns) * np.sign(cosines), atol=1e-8)


def test_parallel_analysis_against_columns_that_are_really_drawn() -> None:
    random = np.random.default_rng(5)
    drawn = [np.linalg.eigvalsh(np.corrcoef(random.normal(size=(80, 6)).T))[::-1] for _ in range(400)]
    assert np.allclose(parallel(80, 6, draws=400), np.percentile(drawn, 95, axis=0), atol=0.04)


def test_varimax_keeps_what_is_explained_and_no_rotation_is_simpler() -> None:
    found = components(prepared_of(related(300, 8)))
    plain = found.loadings[:, :3] * np.sqrt(found.eigenvalues[:3])
    turned = varimax(found, 3)
    assert np.allclose((turned**2).sum(axis=1), (plain**2).sum(axis=1), atol=1e-9)

    def simplicity(loadings: np.ndarray) -> float:
        squares = (loadings / np.sqrt((plain**2).sum(axis=1, keepdims=True))) ** 2
        return float(squares.var(axis=0).sum())

    random = np.random.default_rng(0)
    others = [simplicity(plain @ np.linalg.qr(random.normal(size=(3, 3)))[0]) for _ in range(300)]
    assert simplicity(turned) >= max(others) - 1e-9


def test_silhouettes_against_scikit_learn() -> None:
    _, columns = iris()
    labels = np.asarray(KMeans(3, n_init=10, random_state=0).fit(columns).labels_)
    labels[0] = 3  # alone in its class
    assert np.allclose(silhouettes(_distances(columns), labels), silhouette_samples(columns, labels), atol=1e-4)


def test_classes_find_groups_that_are_there() -> None:
    random = np.random.default_rng(3)
    values = np.exp(np.concatenate([random.normal(c, 0.15, (n, 4)) for c, n in ((1, 60), (3, 40), (5, 20))]))
    prepared = prepare(clean(samples_of(values, places=random.uniform(40, 41, (120, 2))), Choices()), "log1p", "z")
    found = classify(prepared, values, k=None, seed=1)
    assert found.sizes == (60, 40, 20)
    assert not found.chosen
    means = [np.log1p(part).mean(axis=0) for part in (values[:60], values[60:100], values[100:])]
    assert found.log1p is not None
    assert np.allclose(found.log1p, means, atol=1e-9)


def test_ward_from_correlations_is_ward_on_the_columns() -> None:
    prepared = prepared_of(related(150, 9))
    names = tuple(f"E{j}" for j in range(9))
    found = element_groups(names, correlation(prepared.columns), 150, measure="ward", count=3)
    theirs = linkage(prepared.columns.T, "ward")
    assert np.allclose(found.linkage, theirs, rtol=1e-9)
    cut = fcluster(theirs, 3, "maxclust")
    expected = {frozenset(n for n, c in zip(names, cut, strict=True) if c == g) for g in set(cut)}
    assert {frozenset(x) for x in found.groups} == expected
    assert theirs[-3, 2] < found.cut < theirs[-2, 2]


def test_robust_regression_on_order_statistics_of_a_published_example() -> None:
    modelled = ros(OAHU_MEASURED, OAHU_LIMITS)
    whole = np.concatenate([OAHU_MEASURED, modelled])
    assert whole.mean() == pytest.approx(0.972, abs=0.002)
    assert whole.std(ddof=1) == pytest.approx(0.718, abs=0.002)
    assert np.median(whole) == pytest.approx(0.70, abs=0.005)


def test_plotting_positions_without_limits_are_those_of_weibull() -> None:
    data = np.array([3.0, 1.0, 2.0])
    assert plotting_positions(data, np.zeros(3, bool)).tolist() == [0.75, 0.25, 0.5]


def test_straight_parts_are_found_where_they_are() -> None:
    x = np.arange(60.0)
    y = np.where(x < 20, -0.1 * x, np.where(x < 40, 16 - 0.9 * x, -8 - 0.3 * x))
    cuts, slopes, fit = straight_parts(x, y)
    assert cuts[0] in (20, 21)  # the lines meet at 20 and 40
    assert cuts[1] in (40, 41)
    assert slopes == pytest.approx((-0.1, -0.9, -0.3))
    assert fit > 0.9999


def test_the_fractal_finds_the_change_between_two_power_laws() -> None:
    # Areas above c fall as c^-2 up to 30 and as c^-0.7 from there on.
    area = np.geomspace(1, 1e-4, 4000)
    at = 30**-2
    c = np.where(area > at, area**-0.5, 30 * (area / at) ** (-1 / 0.7))
    curve = concentration_area(c, -np.diff(area, append=0.0))
    assert curve is not None
    assert any(b == pytest.approx(30, rel=0.25) for b in curve.breaks)
    assert min(abs(s + 0.7) for s in curve.slopes) < 0.1


def test_rare_earth_figures_by_hand() -> None:
    names = ("La", "Sm", "Eu", "Gd", "Lu")
    found = rare_earths(names, np.array([[23.7, 1.48, 0.563, 1.99, 0.246]]), np.array([0]), ("1",))
    assert found is not None
    assert found.normalised.round(9).tolist() == [[100, 10, 10, 10, 10]]
    assert found.ratios["La/Lu"][0] == pytest.approx(10)
    assert found.ratios["Eu/Eu*"][0] == pytest.approx(1)
    assert rare_earths(("La", "Ce", "Au"), np.ones((1, 3)), np.array([0]), ("1",)) is None


def test_light_over_heavy_needs_several_of_each() -> None:
    contents = np.array([[30.0, 60.0, 7.0, 27.0, 3.5, 2.2, 0.3]])
    one = ("La", "Ce", "Pr", "Nd", "Gd", "Er", "Lu")
    found = rare_earths(one, contents, np.array([0]), ("1",))
    assert found is not None
    assert found.ratios["light/heavy"][0] == pytest.approx(124.0 / 6.0)
    only_lutetium = rare_earths((*one[:4], "Lu"), contents[:, [0, 1, 2, 3, 6]], np.array([0]), ("1",))
    assert only_lutetium is not None
    assert "light/heavy" not in only_lutetium.ratios  # over lutetium alone it would be 413


def test_log_ratios_by_their_definitions() -> None:
    values = related(20, 5)
    clr = transformed_values(values, "clr")
    assert np.allclose(clr.sum(axis=1), 0, atol=1e-12)
    basis = ilr_basis(5)
    assert np.allclose(basis.T @ basis, np.eye(4), atol=1e-12)
    first = np.sqrt(1 / 2) * np.log(values[:, 0] / values[:, 1])
    assert np.allclose((clr @ basis)[:, 0], first, atol=1e-12)
    # Distances between samples are the same in both (isometry).
    assert np.allclose(np.linalg.norm(clr[0] - clr[1]), np.linalg.norm((clr @ basis)[0] - (clr @ basis)[1]))


def test_components_of_ilr_and_clr_agree_in_the_directions_of_the_elements() -> None:
    cleaned = clean(samples_of(related(200, 5)), Choices())
    ilr = components(prepare(cleaned, "ilr", "z"))
    clr: Components = components(prepare(cleaned, "clr", "none"))
    assert ilr.loadings.shape == (5, 4)
    assert np.allclose(np.abs(ilr.loadings), np.abs(clr.loadings[:, :4]), atol=1e-8)
    assert np.allclose(ilr.share, clr.share[:4], atol=1e-10)

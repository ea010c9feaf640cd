"""What must not change when units, order or scale of the samples change."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.geochem.associate import Association, Plan, associate
from core.geochem.cleaning import Choices
from core.geochem.table import Samples
from tests.core.geochem.tables import related, samples_of

FEW = settings(max_examples=5)
SEEDS = st.integers(0, 10_000)


def run(samples: Samples, **changes: object) -> Association:
    return associate(samples, Plan(classes=3, **changes))  # type: ignore[arg-type]


def same(a: Association, b: Association) -> None:
    assert np.allclose(a.components.loadings, b.components.loadings, atol=1e-7)
    assert np.allclose(a.components.share, b.components.share, atol=1e-9)
    assert a.adequacy.kmo is not None
    assert b.adequacy.kmo is not None
    assert abs(a.adequacy.kmo - b.adequacy.kmo) < 1e-8
    assert a.groups.groups == b.groups.groups


@FEW
@given(SEEDS)
def test_the_unit_of_a_column_does_not_matter(seed: int) -> None:
    values = related(60, 5, seed)
    ppm, ppb = run(samples_of(values)), run(samples_of(values * 1000, unit="ppb", ppm=0.001))
    same(ppm, ppb)
    assert ppm.classes.sizes == ppb.classes.sizes
    assert np.allclose(ppm.values, ppb.values)


@FEW
@given(SEEDS)
def test_the_order_of_the_samples_does_not_matter(seed: int) -> None:
    samples = samples_of(related(60, 5, seed))
    order = np.random.default_rng(seed).permutation(60)
    plain, mixed = run(samples), run(samples.rows(order))
    same(plain, mixed)
    assert np.allclose(plain.components.scores[order], mixed.components.scores, atol=1e-7)
    assert [t.value for t in plain.thresholds] == [t.value for t in mixed.thresholds]
    assert (plain.anomalies.flags[order] == mixed.anomalies.flags).all()


@FEW
@given(SEEDS, st.floats(0.001, 1000))
def test_a_factor_does_not_matter_to_logarithms(seed: int, factor: float) -> None:
    values = related(60, 5, seed)
    scaled = values * np.array([factor, 1, 1, 1, 1])
    same(run(samples_of(values), transform="log10"), run(samples_of(scaled), transform="log10"))


@FEW
@given(SEEDS)
def test_the_sign_of_a_component_follows_its_rule(seed: int) -> None:
    loadings = run(samples_of(related(60, 6, seed))).components.loadings
    largest = np.abs(loadings).argmax(axis=0)
    assert (loadings[largest, np.arange(6)] > 0).all()


@FEW
@given(SEEDS)
def test_the_same_seed_gives_the_same_result(seed: int) -> None:
    samples = samples_of(related(80, 4, seed))
    a, b = run(samples, seed=seed), run(samples, seed=seed)
    assert (a.classes.labels == b.classes.labels).all()
    assert a.classes.silhouette == b.classes.silhouette
    assert a.components.random.tolist() == b.components.random.tolist()


def test_log1p_depends_on_the_unit_unless_it_is_brought_to_ppm_first() -> None:
    values = related(100, 4)
    right = run(samples_of(values * 1000, unit="ppb", ppm=0.001))
    wrong = run(samples_of(values * 1000, unit="ppm"))
    assert not np.allclose(right.components.share, wrong.components.share, atol=1e-4)
    assert np.allclose(right.components.share, run(samples_of(values), choices=Choices()).components.share)

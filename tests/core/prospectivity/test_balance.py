"""Balance: inside the training part only, codes stay codes, probabilities go back to the base rate."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from core.prospectivity import validation
from core.prospectivity.balance import balanced, calibrated, thinned
from core.prospectivity.features import Feature, Table
from core.prospectivity.metrics import scores
from core.prospectivity.models import ModelSpec
from core.prospectivity.validation import Dataset, models_of, predicted
from tests.core.prospectivity.small import GRID, dataset, fields, scattered

VALUES = np.column_stack([fields(3), (fields(1, 9)[:, 0] > 0) * 3 + 1]).astype(np.float32)
FEATURES = (
    *(Feature(f"f{i}", "element") for i in range(3)),
    Feature("rock", "category", categories=tuple("abcde")),
)
DATA = dataset(VALUES, scattered(14, 2, VALUES[:, 0]), FEATURES)


def test_a_balanced_table_cannot_be_cut_into_folds() -> None:
    rows = np.array([5, 5, 9])  # a positive cell made twice, as oversampling before the split would
    with pytest.raises(ValueError, match="once"):
        Table(rows, VALUES[rows], FEATURES)
    with pytest.raises(ValueError, match="same cells"):
        Dataset(GRID, Table(np.arange(10), VALUES[:10], FEATURES), DATA.labels)
    # and no function that makes folds takes anything but such a dataset
    assert inspect.signature(validation.validate).parameters["data"].annotation == "Dataset"


@pytest.mark.parametrize("method", ["under", "smote", "weights"])
def test_only_training_rows_are_touched(method: str) -> None:
    fold = np.arange(GRID.cells) % 2
    train = np.flatnonzero((fold == 0) & (DATA.labels.y >= 0))
    other = VALUES.copy()
    other[fold == 1] = 77  # whatever stands in the test part
    made = [
        balanced(
            v, DATA.labels.y, train, DATA.labels.deposit, FEATURES, method=method, rng=np.random.default_rng(1)
        )  # type: ignore[arg-type]
        for v in (VALUES, other)
    ]
    np.testing.assert_array_equal(made[0].values, made[1].values)
    assert set(made[0].used.tolist()) <= set(train.tolist())
    low, high = VALUES[train].min(axis=0), VALUES[train].max(axis=0)
    assert ((made[0].values >= low) & (made[0].values <= high)).all()


def test_new_rows_have_codes_that_exist() -> None:
    rows = np.flatnonzero(DATA.labels.y >= 0)
    made = balanced(
        VALUES, DATA.labels.y, rows, DATA.labels.deposit, FEATURES, method="smote", rng=np.random.default_rng(1)
    )
    assert (made.y == 1).sum() == (made.y == 0).sum()
    assert set(np.unique(made.values[:, 3])) <= set(np.unique(VALUES[:, 3]))


def test_too_few_positives_for_new_ones_are_told() -> None:
    positive, negative = np.flatnonzero(DATA.labels.y == 1)[:4], np.flatnonzero(DATA.labels.y == 0)[:200]
    made = balanced(
        VALUES, DATA.labels.y, np.concatenate([positive, negative]), DATA.labels.deposit, FEATURES, method="smote",
        rng=np.random.default_rng(1),
    )  # fmt: skip
    assert made.note == "few_for_smote"
    assert len(made.y) == 8


def test_thinning_takes_from_each_deposit_alike() -> None:
    deposit = np.repeat([0, 1, 2], [1_000, 50, 10])
    kept = thinned(np.arange(1_060), deposit, 60, np.random.default_rng(0))
    assert np.bincount(deposit[kept]).tolist() == [25, 25, 10]


def test_correction_by_hand() -> None:
    # one in ten negatives kept: p = 1/2 on balanced rows stands for 0.1 / 1.1
    assert calibrated(np.array([0.5]), 10.0)[0] == pytest.approx(0.1 / 1.1)
    assert calibrated(np.array([0.0, 1.0]), 10.0).tolist() == pytest.approx([0.0, 1.0])
    raw = np.linspace(0, 1, 11)
    assert (np.diff(calibrated(raw, 3.7)) > 0).all()


@pytest.mark.parametrize("method", ["under", "smote", "weights"])
def test_probabilities_are_near_the_base_rate_again(method: str) -> None:
    rows = np.flatnonzero(DATA.labels.y >= 0)
    spec = ModelSpec(trees=20, balance=method)  # type: ignore[arg-type]
    models = models_of(DATA, rows, spec, 2, 0)
    y, p = DATA.labels.y[rows], predicted(models, VALUES[rows])
    rate = y.mean()
    assert 0.4 * rate < p.mean() < 2.5 * rate
    plain = np.mean([m.predict(VALUES[rows]) for m, *_ in models], axis=0)
    found, uncorrected = scores(y, p).brier, scores(y, plain).brier
    assert found is not None
    assert uncorrected is not None
    assert found <= uncorrected

"""Every model fits and ranks; weights of evidence and fuzzy overlay by hand; importance; map values; Dask."""

from __future__ import annotations

import numpy as np
import pytest

from core.prospectivity.balance import Training
from core.prospectivity.ensemble import judge, out_of_fold, train
from core.prospectivity.features import Feature
from core.prospectivity.importance import importances
from core.prospectivity.knowledge import Fuzzy, WeightsOfEvidence
from core.prospectivity.metrics import auc
from core.prospectivity.models import FITS, KINDS, Encoder, ModelSpec, fit, published
from core.prospectivity.runner import Runner
from core.prospectivity.validation import divided, validate
from tests.core.prospectivity.small import dataset, fields, scattered

ROCK = (fields(1, 7)[:, 0] > 0.5).astype(np.float32)
VALUES = np.column_stack([fields(3, 1), ROCK]).astype(np.float32)
FEATURES = (
    Feature("a", "element", group="metals"), Feature("b", "element", group="metals"), Feature("c", "distance"),
    Feature("rock", "category", categories=("slate", "marble")),
)  # fmt: skip
DATA = dataset(VALUES, scattered(12, 3, VALUES[:, 0]), FEATURES)


@pytest.mark.parametrize("kind", KINDS)
def test_every_model_gives_scores_between_nought_and_one_and_finds_the_signal(kind: str) -> None:
    spec = ModelSpec(kind, trees=8, draws=1)  # type: ignore[arg-type]
    found = validate(DATA, "grouped", spec, Runner(), k=3)
    assert found.mean is not None
    assert found.mean > 0.6
    rows = np.flatnonzero(DATA.labels.y >= 0)[:300]
    training = Training(VALUES[rows], DATA.labels.y[rows], None, 1.0, rows)
    if training.y.any():
        p = fit(spec, training, FEATURES, 1).predict(VALUES)
        assert ((p >= 0) & (p <= 1)).all()


def test_an_unknown_kind_is_refused_and_trains_nothing_else() -> None:
    assert set(FITS) == set(KINDS)
    training = Training(VALUES[:2], np.array([0, 1]), None, 1.0, np.arange(2))
    with pytest.raises(KeyError, match="oracle"):
        fit(ModelSpec("oracle"), training, FEATURES, 1)  # type: ignore[arg-type]


def test_weights_of_evidence_of_a_category_by_hand() -> None:
    # marble holds 6 of 8 deposits and 20 of 100 other cells; half a cell is added to each class
    values = np.array([1] * 6 + [0] * 2 + [1] * 20 + [0] * 80, np.float32)[:, None]
    y = np.array([1] * 8 + [0] * 100)
    model = WeightsOfEvidence.fit(values, y, FEATURES[3:])
    assert model.weights[0][1] == pytest.approx(np.log((6.5 / 9) / (20.5 / 101)))
    assert model.weights[0][0] == pytest.approx(np.log((2.5 / 9) / (80.5 / 101)))
    odds = 8 / 100 * np.exp(model.weights[0][1])
    assert model.predict(values[:1])[0] == pytest.approx(odds / (1 + odds))


def test_fuzzy_overlay_likes_short_distances_and_high_values_and_learns_nothing() -> None:
    model = Fuzzy.fit(VALUES, FEATURES)
    good, bad = np.array([[2, 2, -2, 0]], np.float32), np.array([[-2, -2, 2, 0]], np.float32)
    assert model.predict(good)[0] > 0.8
    assert model.predict(bad)[0] < 0.2
    assert model.predict(good)[0] == model.predict(good + np.array([0, 0, 0, 1], np.float32))[0]
    assert model.impurity() is None


def test_a_category_never_enters_as_a_number() -> None:
    encoded = Encoder(FEATURES).encode(np.array([[0.5, 1, 2, 1]], np.float32))
    assert encoded.tolist() == [[0.5, 1.0, 2.0, 0.0, 1.0]]


def test_the_published_model_has_few_values_and_the_default_many() -> None:
    rows = np.flatnonzero(DATA.labels.y >= 0)
    counts = []
    for spec in (published(), ModelSpec(draws=3)):
        members = train(DATA, spec, Runner())
        p = np.mean([m.model.predict(VALUES[rows]) for m in members], axis=0)
        counts.append(len(np.unique(p)))
    assert counts[0] <= 51
    assert counts[1] > 10 * counts[0]


def test_each_cell_of_the_map_is_judged_by_models_that_have_not_seen_it() -> None:
    members = train(DATA, ModelSpec(trees=5, draws=2), Runner())
    cells, spare = DATA.table.cells, np.full(len(VALUES), -1.0)
    found = judge(members, VALUES, cells, spare)
    both = np.isin(cells, members[0].used) & np.isin(cells, members[1].used)
    one = np.isin(cells, members[0].used) & ~both
    assert (found.mean[both] == -1).all()
    alone = judge(members[1:], VALUES, cells, spare)
    np.testing.assert_allclose(found.mean[one], alone.mean[one])
    assert (found.deviation[one] == 0).all()


def test_out_of_fold_values_are_worse_than_in_sample_ones() -> None:
    fold, _ = divided(DATA, "grouped")
    spec = ModelSpec(trees=8, draws=1)
    values = out_of_fold(DATA, fold, spec, Runner(), draws=1)
    rows = DATA.labels.y >= 0
    inside = judge(train(DATA, spec, Runner()), VALUES, DATA.table.cells, values).seen
    assert auc(DATA.labels.y[rows], inside[rows]) > auc(DATA.labels.y[rows], values[rows]) > 0.6


def test_importance_finds_the_signal_and_counts_a_group_as_one() -> None:
    fold, _ = divided(DATA, "grouped", k=3)
    spec = ModelSpec(trees=8, draws=1)
    found = {x.name: x for x in importances(DATA, train(DATA, spec, Runner()), fold, spec, Runner())}
    assert set(found) == {"a", "b", "c", "rock", "metals"}
    single = [found[x].impurity or 0 for x in ("a", "b", "c", "rock")]
    assert sum(single) == pytest.approx(1.0)
    assert (found["metals"].impurity or 0) == pytest.approx(single[0] + single[1])
    losses = {k: x.permutation or 0 for k, x in found.items()}
    assert losses["a"] > 0.1 > losses["c"]
    assert losses["metals"] >= losses["a"] - 0.02


def test_a_distributed_scheduler_gives_the_same_as_one_process() -> None:
    distributed = pytest.importorskip("distributed")
    spec = ModelSpec(trees=5, draws=1)
    here = validate(DATA, "grouped", spec, Runner(), k=3)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None, protocol="tcp"
    ) as cluster:
        there = validate(DATA, "grouped", spec, Runner(scheduler=cluster.scheduler_address), k=3)
    assert there == here

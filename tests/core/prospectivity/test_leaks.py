"""What a validation can and cannot notice: placebos, shuffled labels, a feature made from the deposits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial import cKDTree

from core.prospectivity.features import Feature
from core.prospectivity.leaks import leaks
from core.prospectivity.metrics import rate_curve
from core.prospectivity.models import ModelSpec
from core.prospectivity.placebo import Placebo, placebo, pseudo
from core.prospectivity.runner import Runner
from core.prospectivity.validation import validate
from core.prospectivity.verdict import verdict
from tests.core.prospectivity.small import GRID, dataset, fields, scattered

VALUES = fields(4, 1)
SPEC = ModelSpec(trees=8, draws=1)
REAL = scattered(20, 3, VALUES[:, 0])


@pytest.fixture(scope="module")
def chance() -> Placebo:
    """Twenty sets of pseudo-deposits on the same evidence."""
    return placebo(dataset(VALUES, REAL), REAL, SPEC, Runner(), sets=20)


def test_real_deposits_stand_out_of_the_placebos(chance: Placebo) -> None:
    data = dataset(VALUES, REAL)
    found = validate(data, "grouped", SPEC, Runner())
    assert found.mean is not None
    assert found.mean > max(chance.aucs)
    many = Placebo("random", chance.aucs * 2)
    assert verdict(data.labels.groups, found, many, False) == "better"
    # p = 1/21 with 20 sets: below 0.05, yet too few of them for more than a weak word
    assert chance.chance(found.mean) == pytest.approx(1 / 21)
    assert verdict(data.labels.groups, found, chance, False) == "weak"
    # the best one percent of the map hold nothing
    idle = rate_curve(np.arange(1_000) > 950, np.linspace(1, 0, 1_000))
    assert verdict(data.labels.groups, found, many, False, idle) == "weak"


def test_deposits_at_random_do_not(chance: Placebo) -> None:
    data = dataset(VALUES, scattered(20, 99))
    found = validate(data, "grouped", SPEC, Runner())
    low, high = chance.quantile(0.0), chance.quantile(1.0)
    assert low is not None
    assert high is not None
    assert found.mean is not None
    assert low - 0.1 <= found.mean <= high + 0.05
    assert verdict(data.labels.groups, found, chance, False) == "chance"


def test_shuffled_labels_fall_into_the_band(chance: Placebo) -> None:
    """The buffers of the real deposits, each moved to another deposit's ground at random."""
    data = dataset(VALUES, REAL)
    rng = np.random.default_rng(8)
    shuffled = data.labels.y.copy()
    free = shuffled >= 0
    shuffled[free] = rng.permutation(shuffled[free])
    found = validate(replace(data, labels=replace(data.labels, y=shuffled)), "grouped", SPEC, Runner())
    assert found.mean == pytest.approx(0.5, abs=0.1)
    assert found.mean <= max(chance.aucs)


def test_placebos_score_well_where_buffers_are_parted() -> None:
    """The published blocks reward pseudo-deposits: neighbours of training cells are in the test part."""
    few = dataset(VALUES, scattered(4, 41))
    wide, parted = (validate(few, d, SPEC, Runner(), size=0.01) for d in ("grouped", "block"))  # type: ignore[arg-type]
    random = validate(few, "random", SPEC, Runner())
    assert random.mean is not None
    assert parted.mean is not None
    assert wide.mean is not None
    assert random.mean > 0.88
    assert parted.mean > wide.mean + 0.1
    share = parted.share()
    assert share is not None
    assert share > 0.8
    assert wide.share() == 0


def test_a_distance_to_the_deposits_passes_every_validation_and_is_flagged() -> None:
    x, y = GRID.centres()
    away, _ = cKDTree(np.column_stack([REAL.x, REAL.y])).query(np.column_stack([x, y]))
    values = np.column_stack([VALUES, away]).astype(np.float32)
    names = (*(Feature(f"f{i}", "element") for i in range(4)), Feature("near", "raster"))
    data = dataset(values, REAL, names)
    found = validate(data, "grouped", SPEC, Runner())
    assert found.mean is not None
    assert found.mean > 0.99  # no division notices
    assert ("near", 1.0) in [(x.feature, round(x.auc, 3)) for x in leaks(data)]
    clean = dataset(VALUES, scattered(20, 99))
    assert leaks(clean) == ()
    assert verdict(data.labels.groups, found, None, True) == "leak"


def test_undefined_folds_are_named_and_left_out_of_the_mean() -> None:
    data = dataset(VALUES, scattered(1, 4))
    found = validate(data, "block", SPEC, Runner(), size=0.1)
    assert found.undefined > 0
    reasons = {f.scores.reason for f in found.folds if f.scores.auc is None}
    assert reasons <= {"no_positives", "nothing_to_learn"}
    assert found.mean == pytest.approx(np.mean(found.aucs)) if found.aucs else found.mean is None


def test_too_few_deposits_or_placebos_give_no_verdict(chance: Placebo) -> None:
    found = validate(dataset(VALUES, REAL), "grouped", SPEC, Runner())
    assert verdict(4, found, chance, False) == "too_few"
    assert verdict(20, found, Placebo("random", chance.aucs[:5]), False) == "undefined"
    assert verdict(20, None, None, False) == "undefined"


def test_shifted_placebos_keep_the_pattern() -> None:
    data = dataset(VALUES, REAL)
    moved = pseudo(data, REAL, "shifted", 1)
    assert len(moved) == data.labels.deposits
    assert (GRID.cell_of(moved.x, moved.y) >= 0).all()


def test_more_workers_give_the_same(chance: Placebo) -> None:
    again = placebo(dataset(VALUES, REAL), REAL, SPEC, Runner(workers=2), sets=2)
    assert again.aucs == chance.aucs[:2]

"""Importance of features: by impurity, and by shuffling on held-out deposits.  They answer different questions.

Impurity tells what the trees split on; it favours features with many values, and noise gets a share.  Shuffling
tells how much the AUC on deposits the model does not know suffers when a feature, or a group, is scrambled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.prospectivity.ensemble import Member
from core.prospectivity.grid import Floats, Ints
from core.prospectivity.metrics import auc
from core.prospectivity.models import ModelSpec
from core.prospectivity.runner import Runner, Tell
from core.prospectivity.validation import Dataset, models_of, predicted

SHUFFLES = 2
ROWS = 1_000
"""Positives, and negatives, of a held-out part that are shuffled."""


@dataclass(frozen=True)
class Importance:
    """Of one feature or group of features."""

    name: str
    members: tuple[str, ...]
    impurity: float | None
    permutation: float | None
    """Loss of AUC on held-out deposits, mean over folds and shuffles."""
    deviation: float | None


def importances(
    data: Dataset, members: Sequence[Member], fold: Ints, spec: ModelSpec, runner: Runner, *, seed: int = 0,
    tell: Tell | None = None,
) -> tuple[Importance, ...]:  # fmt: skip
    """Every feature and every group of several, in order of impurity (or of loss where there is none)."""
    impurity = _impurity(members)
    sets = columns(data)
    numbers = range(int(fold.max()) + 1)
    losses = runner.map(
        _losses, data, [(fold, n, spec, tuple(sets.values()), 1000 * seed + n) for n in numbers], tell
    )
    stacked = np.array([x for x in losses if x is not None])
    found = []
    for i, (name, which) in enumerate(sets.items()):
        one = stacked[:, i] if len(stacked) else np.array([])
        found.append(
            Importance(
                name,
                tuple(data.features[c].name for c in which),
                None if impurity is None else float(impurity[list(which)].sum()),
                float(one.mean()) if len(one) else None,
                float(one.std()) if len(one) else None,
            )
        )
    return tuple(sorted(found, key=lambda x: -(x.impurity if x.impurity is not None else x.permutation or 0.0)))


def columns(data: Dataset) -> dict[str, tuple[int, ...]]:
    """Columns of each feature, and of each group of more than one."""
    sets: dict[str, tuple[int, ...]] = {f.name: (i,) for i, f in enumerate(data.features)}
    groups: dict[str, list[int]] = {}
    for i, feature in enumerate(data.features):
        if feature.group:
            groups.setdefault(feature.group, []).append(i)
    return sets | {g: tuple(c) for g, c in groups.items() if len(c) > 1 and g not in sets}


def _impurity(members: Sequence[Member]) -> Floats | None:
    found = [x for x in (m.model.impurity() for m in members) if x is not None]
    return np.mean(found, axis=0) if found else None


def _losses(data: Dataset, item: tuple[Ints, int, ModelSpec, tuple[tuple[int, ...], ...], int]) -> Floats | None:
    """Loss of AUC for each set of columns on one held-out fold; None where the fold has no AUC."""
    fold, number, spec, sets, seed = item
    y = data.labels.y
    rows = np.flatnonzero((fold != number) & (y >= 0))
    test = np.flatnonzero((fold == number) & (y >= 0))
    positive, negative = test[y[test] == 1], test[y[test] == 0]
    if not len(positive) or not len(negative) or not (y[rows] == 1).any() or not (y[rows] == 0).any():
        return None
    rng = np.random.default_rng([seed, 13])
    if len(negative) > ROWS:
        negative = rng.choice(negative, ROWS, replace=False)
    if len(positive) > ROWS:
        positive = rng.choice(positive, ROWS, replace=False)
    test = np.concatenate([positive, negative])
    models = models_of(data, rows, spec, 1, seed)
    values, target = data.table.values[test], y[test]
    base = auc(target, predicted(models, values))
    losses = np.zeros(len(sets))
    for i, which in enumerate(sets):
        for _ in range(SHUFFLES):
            shuffled = values.copy()
            shuffled[:, which] = values[rng.permutation(len(values))][:, which]
            losses[i] += (base - auc(target, predicted(models, shuffled))) / SHUFFLES
    return losses

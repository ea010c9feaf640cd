"""Warning of features that tell the labels by themselves: made from the deposits, most likely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.prospectivity.metrics import auc
from core.prospectivity.validation import Dataset

LIMIT = 0.95
ROWS = 50_000


@dataclass(frozen=True)
class Leak:
    """A feature that parts positives and negatives alone."""

    feature: str
    auc: float


def alone(data: Dataset) -> dict[str, float]:
    """AUC of each numeric feature by itself, in whichever direction is better."""
    rows = np.flatnonzero(data.labels.y >= 0)
    if len(rows) > ROWS:
        rng = np.random.default_rng(0)
        negative = rows[data.labels.y[rows] == 0]
        few = rng.choice(negative, min(ROWS, len(negative)), replace=False)
        rows = np.concatenate([rows[data.labels.y[rows] == 1], few])
    y = data.labels.y[rows]
    found = {}
    for i, feature in enumerate(data.features):
        if not feature.categorical:
            one = auc(y, data.table.values[rows, i].astype(float))
            found[feature.name] = max(one, 1 - one)
    return found


def leaks(data: Dataset, limit: float = LIMIT) -> tuple[Leak, ...]:
    """Features whose own AUC is above `limit`: no cross-validation can notice that they hold the answer."""
    return tuple(Leak(name, value) for name, value in alone(data).items() if value > limit)

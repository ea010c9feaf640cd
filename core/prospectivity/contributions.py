"""What each feature adds to the score of single cells: Shapley values, exact, against cells drawn from the area.

The value of a coalition of features is the mean score of a cell that keeps these and takes the others from one of
the background cells (interventional: Štrumbelj & Kononenko 2014, Lundberg et al. 2020).  A leaf of a tree is
reached by such a mixture only where each feature on its path passes in the cell or in the other, so one pair of
cells gives the share of each leaf in closed form, and nothing is sampled but the cells.  Scores are those on
balanced rows: the share of votes of forests, log-odds of the linear models.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial
from typing import Any, Literal

import numpy as np

from core.prospectivity.ensemble import Member
from core.prospectivity.features import Feature
from core.prospectivity.grid import Floats, Ints, Singles
from core.prospectivity.knowledge import WeightsOfEvidence
from core.prospectivity.models import Learned, Predictor

EXPLAINED, BACKGROUND = 100, 50
"""Cells that are explained (half of them of the high class), and cells that they are held against."""
MOST_FEATURES = 60
"""Features are bits of a number of 64."""
Scale = Literal["votes", "log_odds"]
Masks = np.ndarray
"""uint64, one bit a feature."""


@dataclass(frozen=True)
class Contributions:
    """``base + values.sum(axis=1) == score`` for each explained cell."""

    cells: Ints
    """Flat numbers of the explained cells, rising."""
    high: int
    """How many of them are of the high class."""
    background: int
    scale: Scale
    base: float
    score: Floats
    values: Floats
    """(cells, features)."""


def contributions(
    members: Sequence[Member], features: tuple[Feature, ...], cells: Ints, values: Singles, high: np.ndarray, *,
    seed: int = 0,
) -> Contributions | None:  # fmt: skip
    """Shapley values of some cells; None for models without an exact way that is cheap (boosting, fuzzy overlay).

    Args:
        members: the ensemble; their mean is explained.
        cells, values: of the table, (rows,) and (rows, features).
        high: whether each row is of the high class.
    """
    scale = _scale(members[0].model) if members else None
    if scale is None or len(features) > MOST_FEATURES:
        return None
    rng = np.random.default_rng([seed, 17])
    best, others = np.flatnonzero(high), np.flatnonzero(~high)
    top = rng.choice(best, min(len(best), EXPLAINED // 2), replace=False)
    rest = rng.choice(others, min(len(others), EXPLAINED - len(top)), replace=False)
    rows = np.sort(np.concatenate([top, rest])).astype(np.int64)
    x = values[rows]
    z = values[np.sort(rng.choice(len(values), min(len(values), BACKGROUND), replace=False))]
    parts = [of_model(m.model, x, z) for m in members]
    score = np.mean([_score(m.model, x) for m in members], axis=0)
    base = float(np.mean([_score(m.model, z).mean() for m in members]))
    return Contributions(cells[rows], len(top), len(z), scale, base, score, np.mean(parts, axis=0))


def _scale(model: Predictor) -> Scale | None:
    if isinstance(model, WeightsOfEvidence):
        return "log_odds"
    if not isinstance(model, Learned):
        return None
    if hasattr(model.estimator, "estimators_"):
        return "votes"
    return "log_odds" if hasattr(model.estimator, "named_steps") else None


def _score(model: Predictor, values: Singles) -> Floats:
    p = model.predict(values)
    return p if _scale(model) == "votes" else np.log(p / (1 - p))


def of_model(model: Predictor, x: Singles, z: Singles) -> Floats:
    """Shapley values (cells, features) of one model for the rows `x` against the rows `z`."""
    if isinstance(model, WeightsOfEvidence):
        return model.terms(x) - model.terms(z).mean(axis=0)
    if not isinstance(model, Learned):
        raise TypeError("only forests, logistic regression and weights of evidence have exact values here")
    encoder = model.encoder
    cells, others = encoder.encode(x), encoder.encode(z)
    if hasattr(model.estimator, "named_steps"):
        return _linear(model.estimator, cells, others, encoder.owner, len(encoder.features))
    trees = [one.tree_ for one in model.estimator.estimators_]
    total = np.zeros((len(x), len(encoder.features)))
    for tree in trees:
        total += of_tree(tree, cells, others, encoder.owner, len(encoder.features))
    return total / len(trees)


def _linear(pipeline: Any, x: Singles, z: Singles, owner: Ints, count: int) -> Floats:
    scaler, model = pipeline.named_steps["standardscaler"], pipeline.named_steps["logisticregression"]
    each = (scaler.transform(x) - scaler.transform(z).mean(axis=0)) * model.coef_[0]
    return np.stack([each[:, owner == i].sum(axis=1) for i in range(count)], axis=1)


def of_tree(tree: Any, x: Singles, z: Singles, owner: Ints, count: int) -> Floats:
    """Shapley values (rows of `x`, features) of one tree of scikit-learn for the share of its second class.

    Args:
        x, z: encoded rows.
        owner: feature of each encoded column.
        count: number of features.
    """
    value, failed = _failed(tree, np.concatenate([x, z]), owner)
    own, other = failed[:, : len(x), None], failed[:, None, len(x) :]
    gain, loss = _weights(int(np.bitwise_count(failed).max()))
    live = (own & other) == 0
    needs, lacks = np.bitwise_count(other).astype(np.int64), np.bitwise_count(own).astype(np.int64)
    scale = value[:, None, None] / len(z)
    plus, minus = live * gain[needs, lacks] * scale, (live * loss[needs, lacks] * scale).sum(axis=2)
    bits = np.arange(count, dtype=np.uint64)
    of_z = ((failed[:, len(x) :, None] >> bits) & np.uint64(1)).astype(float)
    of_x = ((failed[:, : len(x), None] >> bits) & np.uint64(1)).astype(float)
    found: Floats = np.matmul(plus, of_z).sum(axis=0) - (minus[:, :, None] * of_x).sum(axis=0)
    return found


def _failed(tree: Any, rows: Singles, owner: Ints) -> tuple[Floats, Masks]:
    """Values of the leaves of a tree, and for each leaf and row the features whose conditions fail there."""
    left, right, column, limit = tree.children_left, tree.children_right, tree.feature, tree.threshold
    masks: dict[int, Masks] = {0: np.zeros(len(rows), np.uint64)}
    for node in range(tree.node_count):  # parents come before their children
        if left[node] >= 0:
            bit = np.uint64(1) << np.uint64(owner[column[node]])
            goes = rows[:, column[node]] <= limit[node]
            mask = masks.pop(node)
            masks[int(left[node])] = np.where(goes, mask, mask | bit)
            masks[int(right[node])] = np.where(goes, mask | bit, mask)
    leaves = np.array(sorted(masks), np.int64)
    share = tree.value[leaves, 0]
    return share[:, 1] / share.sum(axis=1), np.stack([masks[i] for i in leaves.tolist()])


def _weights(most: int) -> tuple[Floats, Floats]:
    """Shapley weights, indexed [s, t], of a leaf that needs `s` features of the cell and must lack `t` others:
    for each of the former, and (to be taken off) for each of the latter.
    """
    gain, loss = np.zeros((most + 1, most + 1)), np.zeros((most + 1, most + 1))
    for s in range(most + 1):
        for t in range(most + 1):
            if s:
                gain[s, t] = factorial(s - 1) * factorial(t) / factorial(s + t)
            if t:
                loss[s, t] = factorial(s) * factorial(t - 1) / factorial(s + t)
    return gain, loss

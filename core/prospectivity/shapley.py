"""Shapley values of trees and of sums, exact, against background rows.

The value of a coalition of features is the mean score of a row that keeps these and takes the others from one of
the background rows (interventional: Štrumbelj & Kononenko 2014, Lundberg et al. 2020).  A leaf of a tree is
reached by such a mixture only where each feature on its path passes in the row or in the other, so one pair of
rows gives the share of each leaf in closed form.  In a sum each feature adds its own term less the mean of that
term over the background.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial
from typing import Any, Literal

import numpy as np

from core.prospectivity.grid import Floats, Ints, Singles

MOST_FEATURES = 60
"""Of trees: their features are bits of a number of 64."""
Scale = Literal["votes", "log_odds"]
Masks = np.ndarray
"""uint64, one bit a feature."""


@dataclass(frozen=True)
class Shares:
    """``base + values.sum(axis=1) == score`` for each row, on the scale of the model."""

    base: float
    """Mean score of the background rows."""
    score: Floats
    values: Floats
    """(rows, features)."""


def of_sum(terms: Floats, background: Floats, constant: float) -> Shares:
    """Shares in scores that are `constant` plus the sum of terms, (rows, features) and (background, features)."""
    usual = background.mean(axis=0)
    return Shares(float(constant + usual.sum()), constant + terms.sum(axis=1), terms - usual)


def of_forest(trees: Sequence[Any], x: Singles, z: Singles, owner: Ints, count: int) -> Floats:
    """Shapley values (rows of `x`, features) of the mean of some trees; the arguments are those of one tree."""
    total = np.zeros((len(x), count))
    for tree in trees:
        total += of_tree(tree, x, z, owner, count)
    return total / len(trees)


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

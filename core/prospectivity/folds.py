"""Folds of cells: grouped by deposit, by blocks as published, or at random.

`split_share` tells what a division is worth: the share of positive test cells whose deposit also has positive
cells in the training part.  Such cells are neighbours of training cells, so they measure memory and not skill.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from core.prospectivity.grid import Floats, Ints

Division = Literal["grouped", "block", "random"]
K = 5


def grouped(group: Ints, y: np.ndarray, k: int = K, seed: int = 0) -> Ints:
    """Fold of each cell so that no group is parted; groups are dealt at random, each to the lightest fold.

    Every cell belongs to the group of its nearest deposit, so the negatives of a fold surround its deposits.
    There are at most as many folds as groups (then each fold leaves one group out).
    """
    groups = int(group.max()) + 1
    weight = np.bincount(group[y == 1], minlength=groups)
    k = min(k, int((weight > 0).sum()))
    load, fold = np.zeros(max(k, 1)), np.zeros(groups, np.int64)
    order = np.random.default_rng(seed).permutation(groups)
    for one in [*order[weight[order] > 0], *order[weight[order] == 0]]:
        least = int(np.argmin(load))
        fold[one] = least
        load[least] += max(weight[one], 1e-3)
    return fold[group]


def blocks(lon: Floats, lat: Floats, size: float, k: int = K, seed: int = 0) -> tuple[Ints, int]:
    """Fold of each cell by square blocks of `size` degrees dealt at random, and the number of blocks."""
    column, row = np.floor(lon / size + 1e-9), np.floor(lat / size + 1e-9)
    names, inverse = np.unique(np.column_stack([column, row]), axis=0, return_inverse=True)
    dealt = np.random.default_rng(seed).permutation(len(names)) % k
    return dealt[inverse.ravel()].astype(np.int64), len(names)


def at_random(count: int, k: int = K, seed: int = 0) -> Ints:
    """Fold of each cell, dealt one by one; only to show how much too good that looks."""
    return np.random.default_rng(seed).permutation(count) % k


def split_share(fold: Ints, y: np.ndarray, deposit: Ints, number: int) -> float | None:
    """Share of positive cells of fold `number` whose deposit has positive cells elsewhere; None without any."""
    test, train = (fold == number) & (y == 1), (fold != number) & (fold >= 0) & (y == 1)
    if not test.any():
        return None
    return float(np.isin(deposit[test], np.unique(deposit[train])).mean())

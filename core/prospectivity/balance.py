"""Balance of rare positives, inside the training part of one fold.

Only :func:`balanced` makes balanced rows, and it is only given the training rows of one fit; test rows keep the
base rate.  Probabilities of models trained on thinned rows are corrected afterwards (Dal Pozzolo et al. 2015).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.prospectivity.features import Feature
from core.prospectivity.grid import Floats, Ints, Singles

Method = Literal["under", "smote", "weights"]
SMOTE_NEIGHBOURS = 5
MOST = 2_000
"""Positive rows of one fit; more of them are thinned evenly over the deposits."""
SMOTE_RATIO = 3
"""Negatives kept for each positive before new positives are made, so that cost stays bounded."""


@dataclass(frozen=True)
class Training:
    """Rows of one fit."""

    values: Singles
    y: np.ndarray
    weight: Floats | None
    odds: float
    """Odds of a positive among the training rows over those among all rows of the training part."""
    used: Ints
    """Rows of the table that went in as negatives."""
    note: str = ""
    """``few_for_smote`` when undersampling had to take its place."""


def balanced(
    values: Singles, y: np.ndarray, rows: Ints, deposit: Ints, features: tuple[Feature, ...], *, method: Method,
    rng: np.random.Generator, negatives: float = 1.0, most: int = MOST,
) -> Training:  # fmt: skip
    """Balanced training rows out of `rows` of a table.

    Args:
        values, y, deposit: of all cells of the table.
        rows: the training part of a fold; the test part is never looked at.
        negatives: cells that each negative row of the table stands for.
        most: largest number of positive rows, or pairs; 0 takes all.
    """
    positive, negative = rows[y[rows] == 1], rows[y[rows] == 0]
    kept = thinned(positive, deposit, most, rng) if most else positive
    note = ""
    if method == "smote" and len(kept) <= SMOTE_NEIGHBOURS:
        method, note = "under", "few_for_smote"
    ratio = {"under": 1, "smote": SMOTE_RATIO, "weights": SMOTE_RATIO}[method]
    count = min(len(negative), ratio * len(kept))
    others = np.sort(rng.choice(negative, count, replace=False))
    share_p, share_n = len(kept) / len(positive), count / (len(negative) * negatives)
    chosen = np.concatenate([kept, others])
    x, target, odds = values[chosen], y[chosen].astype(np.int8), share_p / share_n
    weight: Floats | None = None
    if method == "smote" and count > len(kept):
        x, target = _smote(x, target, features, int(rng.integers(2**31)))
        odds *= (target == 1).sum() / len(kept)
    elif method == "weights":
        weight = np.where(target == 1, count / len(kept), 1.0)
        odds *= count / len(kept)
    return Training(x, target, weight, float(odds), others, note)


def thinned(positive: Ints, deposit: Ints, most: int, rng: np.random.Generator) -> Ints:
    """At most about `most` positive rows, as equally as possible from each deposit."""
    if len(positive) <= most:
        return positive
    order = rng.permutation(positive)
    _, inverse = np.unique(deposit[order], return_inverse=True)
    by_deposit = np.argsort(inverse, kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.bincount(inverse))[:-1]])
    rank = np.empty(len(order), np.int64)
    rank[by_deposit] = np.arange(len(order)) - np.repeat(starts, np.bincount(inverse))
    return np.sort(order[np.argsort(rank, kind="stable")[:most]])


def _smote(x: Singles, y: np.ndarray, features: tuple[Feature, ...], seed: int) -> tuple[Singles, np.ndarray]:
    """SMOTE for numbers, SMOTENC where there are categories: new rows only have codes that exist."""
    from imblearn.over_sampling import SMOTE, SMOTEN, SMOTENC  # type: ignore[import-untyped]  # noqa: PLC0415

    codes = [i for i, f in enumerate(features) if f.categorical]
    common = {"k_neighbors": SMOTE_NEIGHBOURS, "random_state": seed}
    if not codes:
        maker = SMOTE(**common)
    elif len(codes) == len(features):
        maker = SMOTEN(**common)
    else:
        maker = SMOTENC(categorical_features=codes, **common)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        made, target = maker.fit_resample(x, y)
    return np.asarray(made, np.float32), np.asarray(target, np.int8)


def calibrated(p: Floats, odds: float) -> Floats:
    """Probabilities at the base rate, of a model whose training rows had `odds` times the odds; in [0, 1]."""
    beta = 1 / odds
    return np.clip(beta * p / (beta * p + 1 - p), 0.0, 1.0)

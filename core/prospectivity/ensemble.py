"""The map: each cell is judged by models that have not seen it.

Cells away from known deposits get the mean of all draws that did not take the cell as a negative.  Cells near
known deposits get the out-of-fold value: the models of the folds that knew nothing of their deposit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.prospectivity.balance import calibrated
from core.prospectivity.grid import Floats, Ints, Singles
from core.prospectivity.models import ModelSpec, Predictor
from core.prospectivity.runner import Runner, Tell
from core.prospectivity.validation import Dataset, models_of, predicted


@dataclass(frozen=True)
class Member:
    """One model of the ensemble."""

    model: Predictor
    odds: float
    used: Ints
    """Cells (flat numbers) that it saw as negatives."""


def train(data: Dataset, spec: ModelSpec, runner: Runner, seed: int = 0, tell: Tell | None = None) -> list[Member]:
    """Models on all deposits, one a draw of negatives."""
    draws = spec.effective_draws
    items = [(spec, seed + 500_000 + i) for i in range(draws)]
    return runner.map(_member, data, items, tell)


def _member(data: Dataset, item: tuple[ModelSpec, int]) -> Member:
    spec, seed = item
    rows = np.flatnonzero(data.labels.y >= 0)
    model, odds, used, _ = models_of(data, rows, spec, 1, seed)[0]
    return Member(model, odds, data.table.cells[used])


@dataclass(frozen=True)
class Judged:
    """Ensemble values of some cells."""

    mean: Floats
    deviation: Floats
    """Standard deviation over the draws (ddof 0)."""
    seen: Floats
    """Mean of all draws, also of those that saw the cell; only for the success rate."""


def judge(members: Sequence[Member], values: Singles, cells: Ints, spare: Floats) -> Judged:
    """Mean and deviation for `cells` (rising) over the members that did not see them; `spare` where all did."""
    p = np.array([calibrated(m.model.predict(values), m.odds) for m in members])
    fresh = np.array([~np.isin(cells, m.used) for m in members])
    count = fresh.sum(axis=0)
    mean = np.where(count, (p * fresh).sum(axis=0) / np.maximum(count, 1), spare)
    spread = np.where(count, ((p - mean) ** 2 * fresh).sum(axis=0) / np.maximum(count, 1), 0.0)
    everyone: Floats = p.mean(axis=0)
    return Judged(np.where(np.isnan(mean), everyone, mean), np.sqrt(spread), everyone)


def out_of_fold(
    data: Dataset,
    fold: Ints,
    spec: ModelSpec,
    runner: Runner,
    *,
    draws: int,
    seed: int = 0,
    tell: Tell | None = None,
) -> Floats:
    """Probability of every cell of the table from models trained without its fold (NaN where none could)."""
    numbers = range(int(fold.max()) + 1)
    parts = runner.map(_fold_values, data, [(fold, n, spec, draws, 1000 * seed + n) for n in numbers], tell)
    out = np.full(len(fold), np.nan)
    for number, values in zip(numbers, parts, strict=True):
        out[fold == number] = values
    return out


def _fold_values(data: Dataset, item: tuple[Ints, int, ModelSpec, int, int]) -> Floats:
    fold, number, spec, draws, seed = item
    y = data.labels.y
    train_rows = np.flatnonzero((fold != number) & (y >= 0))
    test = np.flatnonzero(fold == number)
    if not (y[train_rows] == 1).any() or not (y[train_rows] == 0).any():
        return np.full(len(test), np.nan)
    return predicted(models_of(data, train_rows, spec, draws, seed), data.table.values[test])

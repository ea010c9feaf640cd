"""Cross-validation: one protocol for the real deposits and for placebos, whatever the division into folds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from core.prospectivity import folds
from core.prospectivity.balance import balanced, calibrated
from core.prospectivity.features import Feature, Table
from core.prospectivity.folds import Division, split_share
from core.prospectivity.grid import Floats, GridSpec, Ints, Singles
from core.prospectivity.labels import Labels
from core.prospectivity.metrics import Scores, scores
from core.prospectivity.models import ModelSpec, Predictor, fit
from core.prospectivity.runner import Runner, Tell

TEST_NEGATIVES = 4_000
"""Negatives of a test part that are scored where only figures are wanted; they then count for all."""


@dataclass(frozen=True)
class Dataset:
    """Evidence and labels of the same cells, at their base rate.

    `cells` of both must agree: a fold is always cut from whole cells, and balance is made inside it.
    """

    grid: GridSpec
    table: Table
    labels: Labels
    negatives: float = 1.0
    """Negative cells of the area that each negative of the table stands for."""

    def __post_init__(self) -> None:
        if not np.array_equal(self.table.cells, self.labels.cells):
            raise ValueError("labels and evidence must be of the same cells")

    @property
    def features(self) -> tuple[Feature, ...]:
        """The columns of the evidence."""
        return self.table.features

    @property
    def weight(self) -> Floats:
        """Cells of the area that each row stands for."""
        return np.where(self.labels.y == 1, 1.0, self.negatives)


@dataclass(frozen=True)
class FoldResult:
    """What one test part gave."""

    fold: int
    positives: int
    deposits: int
    cells: int
    scores: Scores
    split_share: float | None
    note: str = ""


@dataclass(frozen=True)
class Validation:
    """Repeats of one division; `runs` holds the folds of each repeat."""

    division: Division
    size: float | None
    """Edge of a block, degrees."""
    blocks: int | None
    runs: tuple[tuple[FoldResult, ...], ...]

    @property
    def folds(self) -> tuple[FoldResult, ...]:
        """All folds of all repeats."""
        return tuple(f for run in self.runs for f in run)

    @property
    def aucs(self) -> tuple[float, ...]:
        """Defined AUCs of the folds."""
        return tuple(f.scores.auc for f in self.folds if f.scores.auc is not None)

    @property
    def run_means(self) -> tuple[float, ...]:
        """Mean AUC of each repeat over its defined folds."""
        means = [[f.scores.auc for f in run if f.scores.auc is not None] for run in self.runs]
        return tuple(float(np.mean(x)) for x in means if x)

    @property
    def mean(self) -> float | None:
        """Mean of the repeats; None when no fold is defined."""
        return float(np.mean(self.run_means)) if self.run_means else None

    @property
    def deviation(self) -> float | None:
        """Standard deviation (ddof 0) over the repeats, or over the folds of a single one."""
        values = self.run_means if len(self.runs) > 1 else self.aucs
        return float(np.std(values)) if values else None

    @property
    def undefined(self) -> int:
        """Folds without an AUC."""
        return len(self.folds) - len(self.aucs)

    def share(self) -> float | None:
        """Mean split share, weighted by positive cells."""
        pairs = [(f.split_share, f.positives) for f in self.folds if f.split_share is not None]
        return float(np.average([s for s, _ in pairs], weights=[n for _, n in pairs])) if pairs else None

    def average(self, name: str) -> float | None:
        """Mean of another figure (``ap``, ``accuracy``, ``brier``) over the folds that have it."""
        values = [getattr(f.scores, name) for f in self.folds if getattr(f.scores, name) is not None]
        return float(np.mean(values)) if values else None


@dataclass(frozen=True)
class Piece:
    """One fold of one repeat."""

    fold: Ints
    number: int
    seed: int
    spec: ModelSpec
    draws: int
    thin: bool = True
    """Score a sample of the negatives only."""


def validate(
    data: Dataset, division: Division, spec: ModelSpec, runner: Runner, *, size: float | None = None,
    k: int = folds.K, repeats: int = 1, seed: int = 0, draws: int = 1, tell: Tell | None = None,
) -> Validation:  # fmt: skip
    """Cross-validate `spec` under a division; every repeat deals folds, negatives and forest anew."""
    pieces, counts, blocks = [], [], None
    for repeat in range(repeats):
        fold, blocks = divided(data, division, size=size, k=k, seed=seed + repeat)
        numbers = range(int(fold.max()) + 1)
        counts.append(len(numbers))
        pieces += [Piece(fold, n, 1000 * (seed + repeat) + n, spec, draws) for n in numbers]
    results = runner.map(test_fold, data, pieces, tell)
    bounds = np.cumsum([0, *counts])
    runs = tuple(tuple(results[a:b]) for a, b in pairwise(bounds))
    return Validation(division, size, blocks, runs)


def divided(
    data: Dataset, division: Division, *, size: float | None = None, k: int = folds.K, seed: int = 0
) -> tuple[Ints, int | None]:
    """Fold of each cell, and the number of blocks where there are any."""
    labels = data.labels
    if division == "grouped":
        return folds.grouped(labels.group, labels.y, k, seed), None
    if division == "random":
        return folds.at_random(len(labels.cells), k, seed), None
    lon, lat = data.grid.degrees(*data.grid.centres(labels.cells))
    return folds.blocks(lon, lat, size or 0.05, k, seed)


def models_of(
    data: Dataset, rows: Ints, spec: ModelSpec, draws: int, seed: int
) -> list[tuple[Predictor, float, Ints, str]]:
    """Models of several draws of negatives from training `rows`: model, odds, negatives used, note."""
    found = []
    for draw in range(draws):
        rng = np.random.default_rng([seed, draw])
        training = balanced(
            data.table.values, data.labels.y, rows, data.labels.deposit, data.features, method=spec.balance,
            rng=rng, negatives=data.negatives,
        )  # fmt: skip
        model = fit(spec, training, data.features, int(rng.integers(2**31)))
        odds = 1.0 if spec.kind == "fuzzy" else training.odds
        found.append((model, odds, training.used, training.note))
    return found


def predicted(models: Sequence[tuple[Predictor, float, Ints, str]], values: Singles) -> Floats:
    """Mean probability at the base rate of several models."""
    total = np.zeros(len(values))
    for model, odds, _, _ in models:
        total += calibrated(model.predict(values), odds)
    return total / len(models)


def test_fold(data: Dataset, piece: Piece) -> FoldResult:
    """Train on the other folds, score this one."""
    labels = data.labels
    y = labels.y
    train = np.flatnonzero((piece.fold != piece.number) & (y >= 0))
    test = np.flatnonzero((piece.fold == piece.number) & (y >= 0))
    positives = int((y[test] == 1).sum())
    deposits = len(np.unique(labels.deposit[test[y[test] == 1]]))
    share = split_share(piece.fold, y, labels.deposit, piece.number)
    cells, note = len(test), ""
    if not (y[train] == 1).any() or not (y[train] == 0).any():
        result = Scores(None, None, None, None, "nothing_to_learn")
    else:
        if piece.thin:
            test, weight = _thinned(y, test, piece.seed)
        else:
            weight = np.ones(len(test))
        models = models_of(data, train, piece.spec, piece.draws, piece.seed)
        note = models[0][3]
        weight = weight * data.weight[test]
        result = scores(y[test], predicted(models, data.table.values[test]), weight)
    return FoldResult(piece.number, positives, deposits, cells, result, share, note)


test_fold.__test__ = False  # type: ignore[attr-defined]  # not a test of the test runner


def _thinned(y: np.ndarray, test: Ints, seed: int) -> tuple[Ints, Floats]:
    negative = test[y[test] == 0]
    if len(negative) <= TEST_NEGATIVES:
        return test, np.ones(len(test))
    kept = np.random.default_rng([seed, 7]).choice(negative, TEST_NEGATIVES, replace=False)
    rows = np.concatenate([test[y[test] == 1], np.sort(kept)])
    return rows, np.where(y[rows] == 1, 1.0, len(negative) / TEST_NEGATIVES)

"""Figures of merit of scores against labels; undefined ones are None and say why."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.prospectivity.grid import Bools, Floats, Singles

BINS = 10


@dataclass(frozen=True)
class Scores:
    """Figures of one test part."""

    auc: float | None
    ap: float | None
    """Average precision: area under the precision-recall curve."""
    accuracy: float | None
    """Share of cells on the right side of one half."""
    brier: float | None
    reason: str = ""
    """``no_positives`` or ``no_negatives`` where `auc` is None."""


def scores(y: np.ndarray, p: Floats, weight: Floats | None = None) -> Scores:
    """AUC, average precision, accuracy and Brier score of probabilities `p` for labels `y` (1, 0)."""
    w = np.ones(len(y)) if weight is None else weight
    if not len(y):
        return Scores(None, None, None, None, "no_positives")
    accuracy, brier = (
        float(np.average((p > 0.5) == (y == 1), weights=w)),
        float(np.average((p - y) ** 2, weights=w)),
    )
    if not (y == 1).any():
        return Scores(None, None, accuracy, brier, "no_positives")
    if not (y == 0).any():
        return Scores(None, None, accuracy, brier, "no_negatives")
    return Scores(auc(y, p, w), average_precision(y, p, w), accuracy, brier)


def auc(y: np.ndarray, p: Floats, weight: Floats | None = None) -> float:
    """Chance that a positive scores higher than a negative, ties counting half (Mann-Whitney)."""
    from sklearn.metrics import roc_auc_score  # noqa: PLC0415

    return float(roc_auc_score(y, p, sample_weight=weight))


def average_precision(y: np.ndarray, p: Floats, weight: Floats | None = None) -> float:
    """Mean of the precision at each recall step."""
    from sklearn.metrics import average_precision_score  # noqa: PLC0415

    return float(average_precision_score(y, p, sample_weight=weight))


@dataclass(frozen=True)
class Calibration:
    """Mean probability and share of positives in classes of equal size."""

    predicted: tuple[float, ...]
    observed: tuple[float, ...]
    cells: tuple[int, ...]


def calibration(y: np.ndarray, p: Floats, weight: Floats, bins: int = BINS) -> Calibration:
    """Classes by rank of the probability."""
    order = np.argsort(p, kind="stable")
    share = np.cumsum(weight[order]) / weight.sum()
    which = np.minimum((share * bins - 1e-12).astype(int), bins - 1)
    total = np.bincount(which, weight[order], bins)
    has = total > 0
    mean = np.bincount(which, weight[order] * p[order], bins)[has] / total[has]
    seen = np.bincount(which, weight[order] * (y[order] == 1), bins)[has] / total[has]
    return Calibration(
        tuple(mean.tolist()), tuple(seen.tolist()), tuple(np.bincount(which, minlength=bins)[has].tolist())
    )


@dataclass(frozen=True)
class RateCurve:
    """Share of the positive cells that lie among the best cells, against the share of the area these take."""

    area: tuple[float, ...]
    captured: tuple[float, ...]
    threshold: tuple[float, ...]
    """Lowest score among those cells."""

    def at(self, share: float) -> float:
        """Share captured by the best `share` of the area."""
        return float(np.interp(share, self.area, self.captured))

    def crossing(self) -> tuple[float, float, float]:
        """Prediction-area plot (Yousefi & Carranza 2015): score, share captured and share of area where the
        falling curve of what is captured meets the rising one of the area left out.
        """
        gap = np.array(self.captured) + np.array(self.area) - 1
        i = int(np.argmax(gap >= 0))
        return self.threshold[i], self.captured[i], self.area[i]


def rate_curve(positive: Bools, p: Floats | Singles) -> RateCurve | None:
    """The curve over all cells of an area at each tenth of a percent up to 10 %, then 0.9 % apart.

    Cells with one score enter together.  None where no cell is positive: there is nothing to capture.
    """
    if not positive.any():
        return None
    order = np.argsort(-p, kind="stable")
    sorted_ = p[order]
    last = np.append(np.diff(sorted_) != 0, True)
    area = (np.flatnonzero(last) + 1) / len(p)
    hit = np.cumsum(positive[order])[last] / int(positive.sum())
    score = sorted_[last]
    grid = np.concatenate([np.linspace(0, 0.1, 101)[1:], np.linspace(0.1, 1, 101)[1:]])
    captured = np.interp(grid, np.append(0.0, area), np.append(0.0, hit))
    threshold = score[np.minimum(np.searchsorted(area, grid - 1e-12), len(score) - 1)]
    return RateCurve((0.0, *grid.tolist()), (0.0, *captured.tolist()), (float(score[0]), *threshold.tolist()))

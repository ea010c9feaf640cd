"""Classes of potential by rank: exactly the top 1 % of the cells, the next 9 %, the rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.prospectivity.grid import Singles

HIGH, MEDIUM, LOW, BLANK = 3, 2, 1, 0


@dataclass(frozen=True)
class Classes:
    """Class of every cell (uint8; 0 without data), the lowest value in each, and how many cells share it."""

    codes: np.ndarray
    thresholds: tuple[float, float]
    """Lowest value of high and of medium potential."""
    counts: tuple[int, int, int]
    """Cells of high, medium and low potential."""
    tied: int
    """Cells outside the high class whose value equals its lowest: rank alone parts them."""


def classify(values: Singles, high: float = 0.01, medium: float = 0.10) -> Classes:
    """Rank the cells with data; equal values are ranked by their place in the grid, so the cut is exact.

    Args:
        values: of all cells, NaN without data.
        high, medium: share of the best cells, and of the best and the next.
    """
    codes = np.zeros(len(values), np.uint8)
    has = np.flatnonzero(np.isfinite(values))
    order = has[np.argsort(-values[has], kind="stable")]
    first, second = round(high * len(has)), round(medium * len(has))
    codes[order[:first]], codes[order[first:second]], codes[order[second:]] = HIGH, MEDIUM, LOW
    lowest = [float(values[order[n - 1]]) if n else float("nan") for n in (first, second)]
    tied = int((values[order[first:]] == np.float32(lowest[0])).sum()) if first else 0
    return Classes(codes, (lowest[0], lowest[1]), (first, second - first, len(has) - second), tied)

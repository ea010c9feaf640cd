"""Summary of each element: the usual figures, and what of them looks suspicious for a logarithm."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import kurtosis, norm, skew

from core.geochem.table import Array
from core.geochem.transform import MAD


@dataclass(frozen=True)
class Summary:
    """Figures of one element; contents in ppm."""

    name: str
    n: int
    minimum: float
    p25: float
    median: float
    p75: float
    p95: float
    maximum: float
    mean: float
    deviation: float
    """Standard deviation (n - 1)."""
    mad: float
    """Median absolute deviation times 1.4826."""
    geometric_mean: float
    skewness: float
    kurtosis: float
    """Excess kurtosis."""
    skewness_transformed: float
    """Skewness after the chosen transform."""


def summarise(names: tuple[str, ...], values: Array, transformed: Array) -> tuple[Summary, ...]:
    """One summary an element; `values` (n, p) in ppm and positive, `transformed` (n, p)."""
    quartiles = np.percentile(values, [0, 25, 50, 75, 95, 100], axis=0)
    found = []
    for j, name in enumerate(names):
        column = values[:, j]
        least, p25, median, p75, p95, most = (float(x) for x in quartiles[:, j])
        found.append(
            Summary(
                name, len(column), least, p25, median, p75, p95, most,
                float(column.mean()), float(column.std(ddof=1)),
                float(MAD * np.median(np.abs(column - median))), float(np.exp(np.log(column).mean())),
                float(skew(column)), float(kurtosis(column)), float(skew(transformed[:, j])),
            )
        )  # fmt: skip
    return tuple(found)


def normal_scores(n: int) -> Array:
    """Expected places of n ordered values of a normal distribution (Blom 1958), for a Q–Q plot; shape (n,)."""
    scores: Array = norm.ppf((np.arange(1, n + 1) - 0.375) / (n + 0.25))
    return scores

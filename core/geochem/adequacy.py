"""Correlation of elements, and whether it is fit for components: KMO (Kaiser 1974) and Bartlett's test (1951)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.stats import chi2, rankdata

from core.geochem.table import Array

Method = Literal["pearson", "spearman"]
MAX_CONDITION = 1e10
"""A correlation matrix with a larger condition number is singular for all purposes."""


@dataclass(frozen=True)
class Adequacy:
    """KMO and Bartlett; a figure that cannot be computed is None and `reason` says why."""

    kmo: float | None
    kmo_of: tuple[float, ...]
    """KMO of each column, empty without `kmo`."""
    chi_square: float | None
    degrees: int
    p_value: float | None
    reason: str
    """``few_columns``, ``few_rows``, ``closed``, ``singular`` or ""."""


def correlation(columns: Array, method: Method = "pearson") -> Array:
    """Correlation matrix of the columns, shape (p, p), exactly symmetric with ones on its diagonal."""
    if method == "spearman":
        columns = rankdata(columns, axis=0)
    centred = columns - columns.mean(axis=0)
    centred = centred / np.sqrt((centred**2).sum(axis=0))
    r: Array = np.clip(centred.T @ centred, -1.0, 1.0)
    r = (r + r.T) / 2
    np.fill_diagonal(r, 1.0)
    return r


def adequacy(r: Array, n: int, *, closed: bool = False) -> Adequacy:
    """KMO and Bartlett's test of sphericity of a correlation matrix of n samples.

    Args:
        closed: the columns are log-ratios of themselves; their matrix has no inverse whatever rounding leaves.
    """
    p = len(r)
    reason = _reason(r, n, closed)
    degrees = p * (p - 1) // 2
    if reason:
        return Adequacy(None, (), None, degrees, None, reason)
    kmo, each = _kmo(r)
    _, logarithm = np.linalg.slogdet(r)
    statistic = -(n - 1 - (2 * p + 5) / 6) * float(logarithm)
    return Adequacy(kmo, each, statistic, degrees, float(chi2.sf(statistic, degrees)), "")


def _reason(r: Array, n: int, closed: bool) -> str:
    p = len(r)
    if p < 3:
        return "few_columns"
    if n <= p:
        return "few_rows"
    if closed:
        return "closed"
    sign, _ = np.linalg.slogdet(r)
    return "singular" if sign <= 0 or np.linalg.cond(r) > MAX_CONDITION else ""


def _kmo(r: Array) -> tuple[float, tuple[float, ...]]:
    """Overall KMO and that of each column: correlations against partial correlations, squared and summed."""
    inverse = np.linalg.inv(r)
    spread = np.sqrt(np.diag(inverse))
    partial = -inverse / np.outer(spread, spread)
    square, partial_square = r**2, partial**2
    np.fill_diagonal(square, 0.0)
    np.fill_diagonal(partial_square, 0.0)
    each = square.sum(axis=0) / (square.sum(axis=0) + partial_square.sum(axis=0))
    return float(square.sum() / (square.sum() + partial_square.sum())), tuple(float(x) for x in each)


def kmo_word(kmo: float) -> str:
    """Kaiser's (1974) word for a KMO, as a key of the phrases."""
    words = ((0.9, "marvelous"), (0.8, "meritorious"), (0.7, "middling"), (0.6, "mediocre"), (0.5, "miserable"))
    return next((word for least, word in words if kmo >= least), "unacceptable")

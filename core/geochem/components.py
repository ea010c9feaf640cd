"""Principal components of prepared columns, with a stated rule for their signs; parallel analysis; varimax.

The sign of a component is arbitrary.  Rule here: the element with the largest loading by amount is positive; among
equal ones (to nine decimals) the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from sklearn.covariance import MinCovDet

from core.errors import AnalysisError
from core.geochem.table import Array, Flags
from core.geochem.transform import Prepared

PARALLEL_DRAWS = 200
PARALLEL_LEVEL = 95.0
MCD_ROWS_A_COLUMN = 5
"""Rows that a robust covariance needs for each column."""
ScoreRule = Literal["both", "high", "low"]


@dataclass(frozen=True)
class Components:
    """Principal components; q of them, strongest first."""

    loadings: Array
    """(p, q) unit vectors in the directions of the elements."""
    eigenvalues: Array
    """(q,)"""
    share: Array
    """(q,) share of the variance, 0 to 1."""
    scores: Array
    """(n, q) centred; the variance of a column is its eigenvalue."""
    random: Array
    """(q,) eigenvalues that the same number of unrelated columns reach in 95 of 100 draws; empty when not used."""
    kept: int
    """Components whose eigenvalue exceeds that (parallel analysis, Horn 1965); 0 when not used."""
    robust: bool = False

    @property
    def standard_scores(self) -> Array:
        """(n, q) scores in standard deviations; 0 for a component without variance."""
        deviation = np.sqrt(np.maximum(self.eigenvalues, 0.0))
        flat = deviation < 1e-12
        return np.where(flat, 0.0, self.scores / np.where(flat, 1.0, deviation))


def components(prepared: Prepared, *, robust: bool = False, seed: int = 0) -> Components:
    """Components of the prepared columns by eigenvectors of their covariance (their correlation after Z-scores).

    Args:
        robust: use the minimum covariance determinant (Rousseeuw & Van Driessen 1999), which outliers cannot pull.

    Raises:
        AnalysisError: too few samples, or too few that differ, for a robust covariance.
    """
    space = prepared.space
    n, q = space.shape
    center, covariance = _robust(space, seed) if robust else (space.mean(axis=0), _covariance(space))
    eigenvalues, vectors = np.linalg.eigh(covariance)
    order = np.argsort(eigenvalues)[::-1]
    eigenvalues, vectors = np.maximum(eigenvalues[order], 0.0), vectors[:, order]
    in_elements = vectors if prepared.basis is None else prepared.basis @ vectors
    signs = _signs(in_elements)
    loadings, vectors = in_elements * signs, vectors * signs
    scores = (space - center) @ vectors
    standard = prepared.scaling == "z" and prepared.basis is None and not robust and not prepared.closed
    random = parallel(n, q, seed) if standard and n > q else np.zeros(0)
    above = eigenvalues > random if len(random) else np.zeros(0, bool)
    kept = int(np.argmin(np.append(above, False))) if len(random) else 0
    return Components(loadings, eigenvalues, eigenvalues / eigenvalues.sum(), scores, random, kept, robust)


def _covariance(space: Array) -> Array:
    centred = space - space.mean(axis=0)
    covariance: Array = centred.T @ centred / len(space)
    return (covariance + covariance.T) / 2


def _robust(space: Array, seed: int) -> tuple[Array, Array]:
    n, q = space.shape
    if n < MCD_ROWS_A_COLUMN * q:
        raise AnalysisError(
            f"Robust components need {MCD_ROWS_A_COLUMN} samples for each element: {n} are too few for {q}.",
            sentence_zh=f"稳健主成分要求每个元素至少 {MCD_ROWS_A_COLUMN} 个样品：{q} 个元素时 {n} 个样品太少。",
        )
    if np.linalg.matrix_rank(space - space.mean(axis=0)) < q:
        raise AnalysisError(
            "Robust components cannot be computed: one column follows from the others (log-ratios of the chosen "
            "elements always do). Choose ilr, or another transform.",
            sentence_zh="无法计算稳健主成分：某一列可由其他列推出（所选元素的 clr 总是如此）。"
            "请改用 ilr 或其他变换。",
        )
    found = MinCovDet(random_state=seed).fit(space)
    return np.asarray(found.location_, float), np.asarray(found.covariance_, float)


def _signs(loadings: Array) -> Array:
    largest = np.argmax(np.round(np.abs(loadings), 9), axis=0)
    return np.where(loadings[largest, np.arange(loadings.shape[1])] < 0, -1.0, 1.0)


def parallel(n: int, p: int, seed: int = 0, *, draws: int = PARALLEL_DRAWS) -> Array:
    """Eigenvalues of correlation matrices of p unrelated normal columns of n rows: the 95th percentile of each.

    The matrices are drawn directly (Bartlett's decomposition of a Wishart matrix): the cost does not depend on n.
    """
    random = np.random.default_rng(seed)
    lower = np.zeros((draws, p, p))
    rows, columns = np.tril_indices(p, -1)
    lower[:, rows, columns] = random.normal(size=(draws, len(rows)))
    degrees = n - 1 - np.arange(p)
    lower[:, np.arange(p), np.arange(p)] = np.sqrt(random.chisquare(degrees, size=(draws, p)))
    scatter = lower @ lower.transpose(0, 2, 1)
    spread = np.sqrt(np.einsum("dii->di", scatter))
    eigenvalues = np.linalg.eigvalsh(scatter / (spread[:, :, None] * spread[:, None, :]))[:, ::-1]
    level: Array = np.percentile(eigenvalues, PARALLEL_LEVEL, axis=0)
    return level


def varimax(components: Components, factors: int, *, rounds: int = 500, tolerance: float = 1e-10) -> Array:
    """Varimax-rotated factor loadings (Kaiser 1958, with Kaiser's normalisation), shape (p, factors).

    The factors are scaled so that, after Z-scores, a loading is the correlation of element and factor.  They are
    ordered by the variance they explain and signed like components.
    """
    plain = components.loadings[:, :factors] * np.sqrt(components.eigenvalues[:factors])
    length = np.sqrt((plain**2).sum(axis=1, keepdims=True))
    length[length == 0] = 1.0
    normal = plain / length
    rotation = np.eye(factors)
    before = 0.0
    for _ in range(rounds):
        rotated = normal @ rotation
        target = normal.T @ (rotated**3 - rotated * (rotated**2).mean(axis=0))
        left, weights, right = np.linalg.svd(target)
        rotation = left @ right
        if weights.sum() < before * (1 + tolerance):
            break
        before = float(weights.sum())
    turned = normal @ rotation * length
    turned = turned[:, np.argsort((turned**2).sum(axis=0))[::-1]]
    signed: Array = turned * _signs(turned)
    return signed


def unusual(components: Components, rule: ScoreRule, limit: float) -> Flags:
    """Which samples each component calls anomalous: score beyond `limit` standard deviations, mask (n, q)."""
    scores = components.standard_scores
    if rule == "both":
        return np.abs(scores) > limit
    return scores > limit if rule == "high" else scores < -limit

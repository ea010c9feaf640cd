"""Element grids from samples: inverse distance, nearest sample, or local ordinary kriging.

All elements share the neighbours and weights of a cell.  Values are interpolated as ``log1p`` of the
concentration; cells farther than a limit from any sample stay blank.  Kriging (Matheron 1963) is solved in
batches with the `k` nearest samples of each cell and one exponential variogram.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.spatial import cKDTree

from core.errors import AnalysisError
from core.prospectivity.grid import Floats

Method = Literal["idw", "nearest", "kriging"]
NEIGHBOURS, POWER, REACH_M = 12, 1.0, 3_000.0
KRIGED = 16
BATCH = 20_000


@dataclass(frozen=True)
class Variogram:
    """Exponential: ``nugget + sill (1 - exp(-3 h / range))``, h in metres."""

    nugget: float
    sill: float
    range: float

    def at(self, h: Floats) -> Floats:
        """Semivariance at distances `h`; 0 at distance 0."""
        return np.where(h > 0, self.nugget + self.sill * (1 - np.exp(-3 * h / self.range)), 0.0)


class Samples:
    """Sample sites with values, one site each (equal places are given their median).

    Args:
        x, y: metres of the grid, (n,).
        values: (n, elements) as they are to be interpolated; NaN where an element was not measured.
    """

    def __init__(self, x: Floats, y: Floats, values: Floats) -> None:
        xy = np.column_stack([x, y])
        keep = np.isfinite(xy).all(axis=1) & np.isfinite(values).any(axis=1)
        if not keep.any():
            raise AnalysisError(
                "No sample has both a place and a value.", sentence_zh="没有同时具有坐标和数值的样品。"
            )
        self.xy, self.values, self.merged = _sites(xy[keep], values[keep])
        self._trees: dict[bytes, tuple[cKDTree, Floats, Floats]] = {}

    def interpolate(
        self, x: Floats, y: Floats, *, method: Method = "idw", k: int = NEIGHBOURS, power: float = POWER,
        reach: float = REACH_M, variogram: Variogram | None = None,
    ) -> Floats:  # fmt: skip
        """Values (places, elements); NaN where no sample with that element lies within `reach` metres."""
        out = np.full((len(x), self.values.shape[1]), np.nan)
        at = np.column_stack([x, y])
        for pattern, columns in self._patterns().items():
            tree, xy, values = self._tree(pattern, columns)
            for first in range(0, len(x), BATCH):
                part = slice(first, first + BATCH)
                out[part, columns] = _one(
                    tree, xy, values, at[part], method=method, k=k, power=power, reach=reach, variogram=variogram
                )
        return out

    def _patterns(self) -> dict[bytes, list[int]]:
        """Elements measured at the same sites share their weights."""
        found: dict[bytes, list[int]] = {}
        for i in range(self.values.shape[1]):
            found.setdefault(np.isfinite(self.values[:, i]).tobytes(), []).append(i)
        return found

    def _tree(self, pattern: bytes, columns: list[int]) -> tuple[cKDTree, Floats, Floats]:
        if pattern not in self._trees:
            has = np.frombuffer(pattern, bool)
            self._trees[pattern] = cKDTree(self.xy[has]), self.xy[has], self.values[has][:, columns]
        return self._trees[pattern]


def _sites(xy: Floats, values: Floats) -> tuple[Floats, Floats, int]:
    """Unique places with the median of their values, and how many rows were merged."""
    places, inverse, counts = np.unique(xy, axis=0, return_inverse=True, return_counts=True)
    inverse = inverse.ravel()
    if len(places) == len(xy):
        order = np.argsort(inverse)
        return places, values[order], 0
    merged = np.empty((len(places), values.shape[1]))
    order = np.argsort(inverse, kind="stable")
    bounds = np.concatenate([[0], np.cumsum(counts)])
    first = order[bounds[:-1]]
    merged[:] = values[first]
    for i in np.flatnonzero(counts > 1):
        rows = values[order[bounds[i] : bounds[i + 1]]]
        has = np.isfinite(rows).any(axis=0)
        merged[i, has] = np.nanmedian(rows[:, has], axis=0)
    return places, merged, len(xy) - len(places)


def _one(
    tree: cKDTree, xy: Floats, values: Floats, at: Floats, *, method: Method, k: int, power: float,
    reach: float,
    variogram: Variogram | None,
) -> Floats:  # fmt: skip
    if tree.n == 0:
        return np.full((len(at), values.shape[1]), np.nan)
    count = 1 if method == "nearest" else min(k, tree.n)
    distance, index = tree.query(at, k=count)
    distance, index = distance.reshape(len(at), count), index.reshape(len(at), count)
    if method == "kriging" and count > 1:
        weights = kriging_weights(at, xy[index], variogram or fit_variogram(xy, values))
    else:
        weights = 1 / np.maximum(distance, 1.0) ** power
        weights /= weights.sum(axis=1, keepdims=True)
    found: Floats = np.matmul(weights[:, None, :], values[index])[:, 0]
    found[distance[:, 0] > reach] = np.nan
    return found


def kriging_weights(at: Floats, near: Floats, variogram: Variogram) -> Floats:
    """Ordinary kriging weights (n, k) of the neighbours `near` (n, k, 2) for the places `at` (n, 2)."""
    n, k, _ = near.shape
    left, right = np.ones((n, k + 1, k + 1)), np.ones((n, k + 1))
    left[:, :k, :k] = variogram.at(np.linalg.norm(near[:, :, None] - near[:, None], axis=3))
    left[:, k, k] = 0
    right[:, :k] = variogram.at(np.linalg.norm(near - at[:, None], axis=2))
    return np.linalg.solve(left, right[:, :, None])[:, :k, 0]


def fit_variogram(xy: Floats, values: Floats, pairs: int = 100_000, seed: int = 0) -> Variogram:
    """An exponential variogram for the mean of the standardised elements, from random pairs in 12 classes."""
    rng = np.random.default_rng(seed)
    spread = np.nanstd(values, axis=0)
    z = (values - np.nanmean(values, axis=0)) / np.where(spread > 0, spread, 1)
    i, j = rng.integers(0, len(xy), (2, pairs))
    h = np.linalg.norm(xy[i] - xy[j], axis=1)
    longest = float(np.linalg.norm(np.ptp(xy, axis=0))) / 3
    ok = (h > 0) & (h < longest)
    if not ok.any():
        return Variogram(0.0, 1.0, max(float(longest), 1.0))
    gamma = 0.5 * np.nanmean((z[i] - z[j]) ** 2, axis=1)
    edges = np.quantile(h[ok], np.linspace(0, 1, 13))
    which = np.clip(np.searchsorted(edges, h[ok]) - 1, 0, 11)
    count = np.bincount(which, minlength=12)
    mean_h, mean_g = (np.bincount(which, v[ok], 12)[count > 0] / count[count > 0] for v in (h, gamma))
    best, error = Variogram(0.0, 1.0, float(longest)), np.inf
    for reach in np.geomspace(max(longest / 50, 1.0), longest * 2, 25).tolist():
        shape = 1 - np.exp(-3 * mean_h / reach)
        design = np.column_stack([np.ones_like(shape), shape])
        c, _ = _nonnegative(design, mean_g)
        miss = float(((design @ c - mean_g) ** 2).sum())
        if miss < error:
            best, error = Variogram(float(c[0]), max(float(c[1]), 1e-6), float(reach)), miss
    return best


def _nonnegative(design: Floats, aim: Floats) -> tuple[Floats, float]:
    from scipy.optimize import nnls  # noqa: PLC0415

    return nnls(design, aim)

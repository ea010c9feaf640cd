"""Concentration–area fractal: where the log–log curve of area above a concentration bends (Cheng et al. 1994)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.spatial import cKDTree

from core.geochem.table import Array

POINTS = 120
"""Places of the curve that is fitted."""
SEGMENTS = 3
LEAST = 6
"""Places of the curve in each straight part."""
CELLS = 60_000
FAR = 3.0
"""Cells farther from any sample than so many spacings belong to nobody."""


@dataclass(frozen=True)
class Curve:
    """The curve and its straight parts."""

    concentration: Array
    """(m,) growing."""
    area: Array
    """(m,) area where the concentration is at least that, in the unit of the areas given."""
    breaks: tuple[float, ...]
    """Concentrations between the straight parts, growing."""
    slopes: tuple[float, ...]
    """Slope of each straight part in the log–log plane, one more than breaks."""
    fit: float
    """Share of the variance of log area that the straight parts explain."""


def sample_areas(points: Array, spacing: float) -> Array:
    """Area in m² that each sample stands for (n,): the places nearer to it than to any other.

    Places farther than three spacings from every sample count for none.  Samples of one site share its area.

    Args:
        points: (n, 2) metres.
        spacing: distance of neighbouring sites in metres, > 0.
    """
    sites, inverse, count = np.unique(points, axis=0, return_inverse=True, return_counts=True)
    low, high = sites.min(axis=0) - FAR * spacing, sites.max(axis=0) + FAR * spacing
    cell = max(spacing / 3, float(np.sqrt(np.prod(high - low) / CELLS)))
    x, y = (np.arange(low[i] + cell / 2, high[i], cell) for i in (0, 1))
    places = np.column_stack([a.ravel() for a in np.meshgrid(x, y)])
    distance, nearest = cKDTree(sites).query(places, distance_upper_bound=FAR * spacing)
    cells = np.bincount(nearest[np.isfinite(distance)], minlength=len(sites))
    # Where sites stand closer than cells, a site may get none; it counts for one cell at least in a curve of logs.
    area = np.maximum(cells, 1) * cell**2
    shared: Array = (area / count)[inverse.reshape(-1)]
    return shared


def concentration_area(values: Array, areas: Array | None = None) -> Curve | None:
    """The curve of `values` (n,), positive, with the area each stands for (1 each when None).

    None when there are too few different values to bend.
    """
    order = np.argsort(values, kind="stable")
    grown = values[order]
    weights = np.ones(len(values)) if areas is None else areas[order]
    total = np.cumsum(weights[::-1])[::-1]
    different, first = np.unique(grown, return_index=True)
    if len(different) < SEGMENTS * LEAST:
        return None
    # Even steps of log concentration between the median of the lowest part and the highest few samples.
    low, high = np.log(different[0]), np.log(different[-min(5, len(different))])
    steps = np.searchsorted(np.log(different), np.linspace(low, high, POINTS))
    steps = np.unique(np.minimum(steps, len(different) - 1))
    if len(steps) < SEGMENTS * LEAST:
        return None
    concentration, area = different[steps], total[first[steps]]
    cuts, slopes, fit = straight_parts(np.log(concentration), np.log(area))
    breaks = tuple(float(np.sqrt(concentration[i - 1] * concentration[i])) for i in cuts)
    return Curve(concentration, area, breaks, slopes, fit)


def upper_break(curve: Curve) -> float:
    """The concentration where the last part of the curve begins: the threshold of anomalies."""
    return curve.breaks[-1]


def straight_parts(x: Array, y: Array, parts: int = SEGMENTS) -> tuple[tuple[int, ...], tuple[float, ...], float]:
    """The best fit of `parts` straight lines to (x, y), each over at least six places in a row.

    Returns:
        first place of each part after the first, slope of each part, share of the variance explained.
    """
    m = len(x)
    cost = _costs(x, y)
    best, back = cost[0].copy(), []
    for _ in range(parts - 1):
        through = best[:, None] + cost
        back.append(np.argmin(through, axis=0))
        best = through.min(axis=0)
    cuts, end = [], m
    for choice in reversed(back):
        end = int(choice[end])
        cuts.append(end)
    cuts.reverse()
    edges = [0, *cuts, m]
    slopes = tuple(_squares(x[a:b], y[a:b])[1] for a, b in pairwise(edges))
    whole = float(((y - y.mean()) ** 2).sum())
    return tuple(cuts), slopes, 1 - float(best[m]) / whole if whole > 0 else 1.0


def _costs(x: Array, y: Array) -> Array:
    """Squared residuals of the straight line through places i … j - 1, shape (m + 1, m + 1); ∞ for too few."""
    m = len(x)
    sums = [
        np.concatenate([[0.0], np.cumsum(v)])
        for v in (np.ones(m), x - x.mean(), y - y.mean(), (x - x.mean()) ** 2, (y - y.mean()) ** 2,
                  (x - x.mean()) * (y - y.mean()))
    ]  # fmt: skip
    count, sx, sy, xx, yy, xy = (s[None, :] - s[:, None] for s in sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        dxx, dyy, dxy = xx - sx**2 / count, yy - sy**2 / count, xy - sx * sy / count
        cost = np.maximum(dyy - np.where(dxx > 0, dxy**2 / dxx, 0.0), 0.0)
    return np.where(count >= LEAST, cost, np.inf)


def _squares(x: Array, y: Array) -> tuple[float, float]:
    """(sum of squared residuals, slope) of the straight line through the points."""
    dx, dy = x - x.mean(), y - y.mean()
    xx = float(dx @ dx)
    slope = float(dx @ dy) / xx if xx > 0 else 0.0
    return float(((dy - slope * dx) ** 2).sum()), slope

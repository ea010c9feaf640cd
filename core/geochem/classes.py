"""Classes of samples by K-means, how many of them there are, and what is typical of each.

The silhouette (Rousseeuw 1987) compares all pairs of samples.  Above :data:`SAMPLED` samples it is computed on a
sample drawn with a fixed seed, and its size is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from sklearn.cluster import KMeans
from sklearn.metrics import calinski_harabasz_score, davies_bouldin_score
from threadpoolctl import threadpool_limits

from core.geochem.table import Array, Numbers, require
from core.geochem.transform import Prepared, back, original

SAMPLED = 5_000
STARTS = 10
TRIED = (2, 8)
"""Smallest and largest number of classes that is tried."""
TRIAL_STARTS = 4

Check = Callable[[], None]


@dataclass(frozen=True)
class Trial:
    """Criteria of one number of classes."""

    k: int
    inertia: float
    """Sum of squared distances to the centres per sample (the elbow is looked for here; less is better)."""
    silhouette: float
    """More is better."""
    calinski_harabasz: float
    """More is better."""
    davies_bouldin: float
    """Less is better."""


@dataclass(frozen=True)
class Classes:
    """Classes of samples, the largest first."""

    labels: Numbers
    """(n,) 0 … k - 1"""
    sizes: tuple[int, ...]
    centres: Array
    """(k, q) in the prepared space."""
    transformed: Array
    """(k, p) centres in transformed units of the elements."""
    log1p: Array | None
    """(k, p) log(1 + ppm) of the centres; None for log-ratios, which hold no absolute content."""
    ppm: Array | None
    """(k, p) the centres in ppm: what the centre of the transformed values stands for; None for log-ratios."""
    medians: Array
    """(k, p) medians of the samples of each class, ppm."""
    silhouette: float
    silhouette_n: int
    """Samples the silhouette was computed on."""
    silhouette_of: tuple[float, ...]
    """Mean silhouette of each class, NaN for a class that the sample missed."""
    trials: tuple[Trial, ...]
    chosen: bool
    """Whether a person chose the number of classes."""


def classify(
    prepared: Prepared, values: Array, *, k: int | None, seed: int, check: Check = lambda: None
) -> Classes:
    """Classes of the samples.

    Args:
        values: (n, p) ppm, for the medians.
        k: number of classes; None takes the best silhouette among those tried.
        check: called between the parts; raises when the work was cancelled.

    Raises:
        AnalysisError: there are fewer different samples than classes.
    """
    space = prepared.space
    different = len(np.unique(space, axis=0))
    wanted = k or TRIED[0]
    require(
        different >= wanted + 1,
        f"{different} different samples cannot be divided into {wanted} classes.",
        f"{different} 个不同的样品无法划分为 {wanted} 类。",
    )
    drawn = _drawn(len(space), seed)
    distances = _distances(space[drawn])
    with threadpool_limits(limits=1, user_api="openmp"):
        trials = _trials(space[drawn], distances, seed, min(TRIED[1], different - 1), check)
        number = k or max(trials, key=lambda x: (x.silhouette, -x.k)).k
        check()
        found = KMeans(number, n_init=STARTS, random_state=seed).fit(space)
    labels, centres = _ordered(np.asarray(found.labels_, int), np.asarray(found.cluster_centers_, float))
    each = silhouettes(distances, labels[drawn])
    transformed = back(prepared, centres)
    ppm = original(transformed, prepared.transform)
    return Classes(
        labels, tuple(int(x) for x in np.bincount(labels, minlength=number)), centres, transformed,
        None if ppm is None else np.log1p(np.maximum(ppm, -0.999)), ppm,
        np.array([np.median(values[labels == i], axis=0) for i in range(number)]),
        float(each.mean()), len(drawn),
        tuple(float(each[labels[drawn] == i].mean()) if (labels[drawn] == i).any() else np.nan
              for i in range(number)),
        trials, k is not None,
    )  # fmt: skip


def _drawn(n: int, seed: int) -> Numbers:
    if n <= SAMPLED:
        return np.arange(n)
    return np.sort(np.random.default_rng(seed).choice(n, SAMPLED, replace=False))


def _distances(points: Array) -> Array:
    """Distances between all pairs, shape (m, m), in single precision: 100 MB for 5,000 points."""
    single = (points - points.mean(axis=0)).astype(np.float32)
    square = (single**2).sum(axis=1)
    product = single @ single.T
    product *= -2
    product += square[:, None]
    product += square[None, :]
    np.maximum(product, 0, out=product)
    np.sqrt(product, out=product)
    np.fill_diagonal(product, 0)
    return product


def silhouettes(distances: Array, labels: Numbers) -> Array:
    """Silhouette of each sample, shape (m,), -1 to 1; 0 for a sample that is alone in its class."""
    present, inverse = np.unique(labels, return_inverse=True)
    if len(present) < 2:
        return np.zeros(len(labels))
    member = np.eye(len(present), dtype=distances.dtype)[inverse]
    sizes = member.sum(axis=0).astype(float)
    totals = (distances @ member).astype(float)
    rows = np.arange(len(labels))
    own = totals[rows, inverse] / np.maximum(sizes[inverse] - 1, 1)
    means = totals / sizes
    means[rows, inverse] = np.inf
    other = means.min(axis=1)
    longest = np.maximum(own, other)
    width = np.where(longest > 0, (other - own) / np.where(longest > 0, longest, 1), 0.0)
    return np.where(sizes[inverse] > 1, width, 0.0)


def _trials(points: Array, distances: Array, seed: int, most: int, check: Check) -> tuple[Trial, ...]:
    found = []
    for k in range(TRIED[0], most + 1):
        check()
        model = KMeans(k, n_init=TRIAL_STARTS, random_state=seed).fit(points)
        labels = np.asarray(model.labels_, int)
        found.append(
            Trial(
                k, float(model.inertia_) / len(points), float(silhouettes(distances, labels).mean()),
                float(calinski_harabasz_score(points, labels)), float(davies_bouldin_score(points, labels)),
            )
        )  # fmt: skip
    return tuple(found)


def elbow(trials: tuple[Trial, ...]) -> int | None:
    """The number of classes after which inertia falls least: farthest below the line from first to last trial.

    None with fewer than three trials.
    """
    if len(trials) < 3:
        return None
    inertia = np.array([x.inertia for x in trials])
    drop = (inertia[0] - inertia) / max(inertia[0] - inertia[-1], 1e-300)
    below = drop - np.linspace(0, 1, len(trials))
    return trials[int(np.argmax(below))].k


def _ordered(labels: Numbers, centres: Array) -> tuple[Numbers, Array]:
    """Classes numbered by size, the largest first; equal ones by their centres."""
    sizes = np.bincount(labels, minlength=len(centres))
    order = sorted(range(len(centres)), key=lambda i: (-sizes[i], tuple(centres[i])))
    rank = np.empty(len(order), int)
    rank[order] = np.arange(len(order))
    return rank[labels], centres[order]

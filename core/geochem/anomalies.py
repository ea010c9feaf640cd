"""Groups of anomalous samples that lie together: DBSCAN (Ester et al. 1996) in metres."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from sklearn.cluster import DBSCAN

from core.geochem.table import Array, Numbers
from core.geochem.thresholds import Exceeding, Subject


@dataclass(frozen=True)
class AnomalyCluster:
    """Anomalous samples that lie together."""

    number: int
    """1 for the largest."""
    rows: Numbers
    """Places of its samples in the table."""
    centre: tuple[float, float]
    """Metres, middle of its samples."""
    outline: shapely.Geometry
    """What lies within a quarter of the search distance of a sample, gaps between neighbours closed; metres."""
    area_km2: float
    """Area of the outline."""
    leading: str
    """The subject that most of its samples exceed; among equal ones that of the highest contrast."""
    contrast: float
    """Mean of value / threshold of the leading subject over the samples that exceed it."""
    peak: float
    """Highest value of the leading subject."""
    peak_row: int
    frequency: tuple[tuple[str, int], ...]
    """Subject → samples of the cluster that exceed it, the most frequent first."""


@dataclass(frozen=True)
class Anomalies:
    """Anomalous samples and their clusters."""

    subjects: tuple[Subject, ...]
    exceeding: Exceeding
    together: int
    """Subjects that a sample must exceed to be anomalous."""
    flags: Array
    """(n,) number of subjects that the sample exceeds."""
    labels: Numbers
    """(n,) number of the cluster, 0 for a sample in none."""
    clusters: tuple[AnomalyCluster, ...]
    eps_m: float
    least: int
    """Samples, itself included, that must lie within `eps_m` of a sample in the core of a cluster."""

    @property
    def anomalous(self) -> Numbers:
        """Places of the anomalous samples."""
        return np.flatnonzero(self.flags >= self.together)


def find_anomalies(
    subjects: tuple[Subject, ...], exceeds: Exceeding, points: Array, *, together: int, eps_m: float, least: int
) -> Anomalies:
    """Anomalous samples and the clusters they form.

    Args:
        points: (n, 2) metres.
        together: subjects a sample must exceed.
        eps_m: search distance; 0 finds no clusters.
    """
    count = exceeds.flags.sum(axis=1)
    rows = np.flatnonzero(count >= together)
    labels = np.zeros(len(points), int)
    clusters: list[AnomalyCluster] = []
    if len(rows) and eps_m > 0:
        found = np.asarray(DBSCAN(eps=eps_m, min_samples=least).fit(points[rows]).labels_, int)
        members = [rows[found == i] for i in range(found.max() + 1)]
        members.sort(key=lambda x: (-len(x), tuple(points[x].mean(axis=0))))
        for number, group in enumerate(members, start=1):
            labels[group] = number
            clusters.append(_cluster(number, group, subjects, exceeds, points=points, eps_m=eps_m))
    return Anomalies(subjects, exceeds, together, count, labels, tuple(clusters), eps_m, least)


def _cluster(
    number: int, rows: Numbers, subjects: tuple[Subject, ...], exceeds: Exceeding, *, points: Array, eps_m: float
) -> AnomalyCluster:
    flags = exceeds.flags[rows]
    values = np.column_stack([x.values[rows] for x in subjects])
    counts = flags.sum(axis=0)
    ratio = np.divide(values, exceeds.limits[rows], out=np.zeros(values.shape), where=flags)
    contrast = ratio.sum(axis=0) / np.maximum(counts, 1)
    order = sorted(range(len(subjects)), key=lambda j: (-counts[j], -contrast[j], j))
    first = order[0]
    peak = int(np.argmax(values[:, first]))
    # Wide circles that meet between neighbours, drawn in again: the outline holds together and is not too large.
    around = shapely.union_all(shapely.buffer(shapely.points(points[rows]), 0.75 * eps_m, quad_segs=6))
    outline = shapely.buffer(around, -0.5 * eps_m)
    return AnomalyCluster(
        number, rows, (float(points[rows, 0].mean()), float(points[rows, 1].mean())), outline,
        float(shapely.area(outline)) / 1e6, subjects[first].name, float(contrast[first]),
        float(values[peak, first]), int(rows[peak]),
        tuple((subjects[j].name, int(counts[j])) for j in order if counts[j]),
    )  # fmt: skip

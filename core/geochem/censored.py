"""Values below a detection limit: how many there are, and what stands in for them.

Three rules: half the limit, the limit divided by √2 (Hornung & Reed 1990, the default), and robust regression on
order statistics (Helsel & Cohn 1988; plotting positions after Hirsch & Stedinger 1987).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.stats import norm

from core.geochem.table import Array, Flags, Samples

Rule = Literal["half", "root2", "ros"]
SENTINELS = (-99.0, -999.0, -9999.0, -99999.0)
"""Numbers that files write for "not measured"."""
ABSURD = 1e30
ROS_LEAST = 5
"""Measured values that a regression on order statistics needs at least."""


@dataclass(frozen=True)
class Recoded:
    """A table whose special numbers were read, and how many cells of each element were of which kind."""

    samples: Samples
    sentinels: tuple[int, ...]
    negatives: tuple[int, ...]
    zeros: tuple[int, ...]


def recode(samples: Samples) -> Recoded:
    """Read numbers that are no concentrations.

    -99, -999, -9999 … and numbers beyond any measure mean "not measured".  Another negative number means "below
    this limit", a usual way to write it.  Zero means below the smallest measured value of its element.
    """
    raw = samples.values / np.array([x.ppm for x in samples.elements])
    with np.errstate(invalid="ignore"):
        sentinel = np.isin(raw, SENTINELS) | (np.abs(raw) > ABSURD) | np.isinf(raw)
        negative = (raw < 0) & ~sentinel
        zero = raw == 0
    values = np.where(sentinel | negative | zero, np.nan, samples.values)
    least = np.array([np.min(c[np.isfinite(c)], initial=np.inf) for c in values.T])
    least = np.where(np.isfinite(least), least, 0.0)
    limits = np.where(negative, np.abs(samples.values), samples.limits)
    limits = np.where(zero, least, limits)
    limits = np.where(limits > 0, limits, np.nan)
    changed = Samples(**{**vars(samples), "values": values, "limits": limits})
    counts = [tuple(int(x) for x in kind.sum(axis=0)) for kind in (sentinel, negative, zero)]
    return Recoded(changed, counts[0], counts[1], counts[2])


def share_censored(samples: Samples) -> Array:
    """Share of the analysed cells of each element that lie below a limit, shape (p,); 0 where none is analysed."""
    below = np.isfinite(samples.limits)
    analysed = below | np.isfinite(samples.values)
    return below.sum(axis=0) / np.maximum(analysed.sum(axis=0), 1)


def fill(samples: Samples, rule: Rule) -> Samples:
    """The table with a number in every cell below a limit, by `rule`; cells that are missing stay missing.

    An element with fewer than five measured values cannot be imputed: √2 is taken there whatever the rule is.
    """
    values = samples.values.copy()
    for j in range(values.shape[1]):
        below = np.isfinite(samples.limits[:, j])
        if not below.any():
            continue
        limits = samples.limits[below, j]
        measured = np.isfinite(values[:, j]) & ~below
        if rule == "ros" and measured.sum() >= ROS_LEAST:
            values[below, j] = ros(values[measured, j], limits)
        else:
            values[below, j] = limits / (2.0 if rule == "half" else np.sqrt(2.0))
    return Samples(**{**vars(samples), "values": values})


def ros(measured: Array, limits: Array) -> Array:
    """Values for cells below `limits` by robust regression on order statistics.

    The logarithms of the measured values are regressed on the normal scores of their plotting positions; each
    cell below a limit gets the value of the line at its own position.  Returns: (len(limits),), in the unit of the
    input, never above its limit.
    """
    data = np.concatenate([measured, limits])
    below = np.concatenate([np.zeros(len(measured), bool), np.ones(len(limits), bool)])
    positions = plotting_positions(data, below)
    slope, start = np.polyfit(norm.ppf(positions[~below]), np.log(measured), 1)
    modelled: Array = np.exp(start + slope * norm.ppf(positions[below]))
    return np.minimum(modelled, limits)


def plotting_positions(data: Array, below: Flags) -> Array:
    """Probability of not exceeding each observation (Hirsch & Stedinger 1987), shape (n,), within (0, 1)."""
    limits = np.unique(data[below])
    edges = np.concatenate([[-np.inf], limits, [np.inf]])
    exceed = np.zeros(len(edges))
    inside, under = np.zeros(len(edges), int), np.zeros(len(edges), int)
    for j in range(len(edges) - 2, -1, -1):
        known = ~below & (data >= edges[j]) & (data < edges[j + 1])
        lower = int((~below & (data < edges[j])).sum() + (below & (data <= edges[j])).sum())
        inside[j], under[j] = known.sum(), lower
        whole = inside[j] + lower
        exceed[j] = exceed[j + 1] + (inside[j] / whole) * (1 - exceed[j + 1]) if whole else exceed[j + 1]
    exceed[0] = 1.0
    positions = np.empty(len(data))
    for j in range(len(edges) - 1):
        known = np.flatnonzero(~below & (data >= edges[j]) & (data < edges[j + 1]))
        order = known[np.argsort(data[known], kind="stable")]
        ranks = np.arange(1, len(order) + 1)
        positions[order] = (1 - exceed[j]) + (exceed[j] - exceed[j + 1]) * ranks / (len(order) + 1)
        censored = np.flatnonzero(below & (data == edges[j]))
        positions[censored] = (1 - exceed[j]) * np.arange(1, len(censored) + 1) / (len(censored) + 1)
    return positions

"""Values below a detection limit: how many there are, and what stands in for them.

Three rules: half the limit, the limit divided by √2 (Hornung & Reed 1990, the default), and robust regression on
order statistics (Helsel & Cohn 1988; plotting positions after Hirsch & Stedinger 1987).  The regression gives
values for the cells of an element together; which of them a single cell gets is not in the data.  They are dealt
out by lot, and the lot depends on element and place of the sample alone: not on the order of the rows, and unlike
for two elements, so that none of their correlation comes from it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from core.geochem.table import Array, Flags, Samples

Rule = Literal["half", "root2", "ros"]
SENTINELS = (-99.0, -999.0, -9999.0, -99999.0)
"""Numbers that files write for "not measured"."""
ABSURD = 1e30
WHOLE = 1e6
"""ppm of a part that is all there is; no content is higher."""
NAMED = 5
"""Cells with an impossible content that are named."""
ROS_LEAST = 5
"""Measured values that a regression on order statistics needs at least."""


@dataclass(frozen=True)
class Recoded:
    """A table whose special numbers were read, and how many cells of each element were of which kind."""

    samples: Samples
    sentinels: tuple[int, ...]
    negatives: tuple[int, ...]
    zeros: tuple[int, ...]
    impossible: tuple[tuple[int, int], ...] = ()
    """(row, column) of every cell above the whole, as its place in the table."""


def recode(samples: Samples) -> Recoded:
    """Read numbers that are no concentrations.

    -99, -999, -9999 … and numbers beyond any measure mean "not measured".  Another negative number means "below
    this limit", a usual way to write it.  Zero means below the smallest measured value of its element.  More than
    the whole (100 %) of anything cannot be and counts as not measured.
    """
    raw = samples.values / np.array([x.ppm for x in samples.elements])
    with np.errstate(invalid="ignore"):
        sentinel = np.isin(raw, SENTINELS) | (np.abs(raw) > ABSURD) | np.isinf(raw)
        negative = (raw < 0) & ~sentinel
        zero = raw == 0
        over = ((samples.values > WHOLE * (1 + 1e-9)) & ~sentinel) | (samples.limits > WHOLE * (1 + 1e-9))
    values = np.where(sentinel | negative | zero | over, np.nan, samples.values)
    least = np.array([np.min(c[np.isfinite(c)], initial=np.inf) for c in values.T])
    least = np.where(np.isfinite(least), least, 0.0)
    limits = np.where(negative, np.abs(samples.values), np.where(over, np.nan, samples.limits))
    limits = np.where(zero, least, limits)
    limits = np.where(limits > 0, limits, np.nan)
    changed = replace(samples, values=values, limits=limits, above=samples.above & ~over)
    counts = [tuple(int(x) for x in kind.sum(axis=0)) for kind in (sentinel, negative, zero)]
    cells = tuple((int(i), int(j)) for i, j in np.argwhere(over))
    return Recoded(changed, counts[0], counts[1], counts[2], cells)


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
    lots = row_lots(samples) if rule == "ros" else np.zeros(0, np.uint64)
    for j in range(values.shape[1]):
        below = np.isfinite(samples.limits[:, j])
        if not below.any():
            continue
        limits = samples.limits[below, j]
        measured = np.isfinite(values[:, j]) & ~below
        if rule == "ros" and measured.sum() >= ROS_LEAST:
            mixed = _mixed(lots[below] ^ _hashed(samples.symbols[j].encode()))
            values[below, j] = ros(values[measured, j], limits, mixed)
        else:
            values[below, j] = limits / (2.0 if rule == "half" else np.sqrt(2.0))
    return replace(samples, values=values)


def row_lots(samples: Samples) -> NDArray[np.uint64]:
    """A number for each sample by its place, shape (n,), the same wherever it stands in the table.

    Samples of one place are told apart by their names and, where these agree too, by their contents.
    """
    keys = [f"{x:.6f} {y:.6f}" for x, y in zip(samples.lon, samples.lat, strict=True)]
    for more in (lambda i: samples.names[i] if samples.names else "", lambda i: _contents(samples, i)):
        often = Counter(keys)
        keys = [f"{key} {more(i)}" if often[key] > 1 else key for i, key in enumerate(keys)]
    return np.array([_hashed(x.encode()) for x in keys], np.uint64)


def _contents(samples: Samples, row: int) -> str:
    cells = np.concatenate([samples.values[row], samples.limits[row]])
    return " ".join(f"{x:.9g}" for x in cells.tolist())


def _hashed(text: bytes) -> np.uint64:
    return np.uint64(int.from_bytes(blake2b(text, digest_size=8).digest(), "little"))


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers whose every bit depends on all bits of the input (finaliser of SplitMix64, Steele et al. 2014)."""
    x = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def ros(measured: Array, limits: Array, lots: NDArray[np.uint64] | None = None) -> Array:
    """Values for cells below `limits` by robust regression on order statistics.

    The logarithms of the measured values are regressed on the normal scores of their plotting positions; each
    cell below a limit gets the value of the line at its own position.  Returns: (len(limits),), in the unit of the
    input, never above its limit.

    Args:
        lots: (len(limits),) order in which cells below one limit take their positions; None: as they stand.
    """
    data = np.concatenate([measured, limits])
    below = np.concatenate([np.zeros(len(measured), bool), np.ones(len(limits), bool)])
    order = None if lots is None else np.concatenate([np.zeros(len(measured), np.uint64), lots])
    positions = plotting_positions(data, below, order)
    slope, start = np.polyfit(norm.ppf(positions[~below]), np.log(measured), 1)
    modelled: Array = np.exp(start + slope * norm.ppf(positions[below]))
    return np.minimum(modelled, limits)


def plotting_positions(data: Array, below: Flags, lots: NDArray[np.uint64] | None = None) -> Array:
    """Probability of not exceeding each observation (Hirsch & Stedinger 1987), shape (n,), within (0, 1).

    Observations below one limit have no order of their own; they stand in that of `lots` (n,), or of the rows.
    """
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
        if lots is not None:
            censored = censored[np.argsort(lots[censored], kind="stable")]
        positions[censored] = (1 - exceed[j]) * np.arange(1, len(censored) + 1) / (len(censored) + 1)
    return positions

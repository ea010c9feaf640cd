"""Where anomalous values begin: several rules, of which none is right everywhere.

Percentiles flag a fixed share of the samples by definition, also on barren ground.  The other rules look for
values that stand apart: median + 2 MAD (Reimann et al. 2005), Tukey's upper fence (Tukey 1977; on logarithms where
all values are positive, else, as of scores, on the values themselves), and the concentration–area fractal (Cheng
et al. 1994, :mod:`core.geochem.fractal`; it has no threshold where a value is not positive).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from core.geochem.fractal import concentration_area, upper_break
from core.geochem.table import Array, Flags
from core.geochem.transform import MAD

Method = Literal["p75", "p95", "mad", "tukey", "fractal"]
METHODS: tuple[Method, ...] = get_args(Method)
PERCENT: Mapping[Method, int] = {"p75": 75, "p95": 95}
"""The rules that flag a fixed share of the samples → the percentile that they take."""
LEAST_IN_GROUP = 30
"""A rock with fewer samples has no background of its own; the overall threshold holds there."""


@dataclass(frozen=True)
class Subject:
    """What is looked at for anomalies."""

    name: str
    kind: Literal["element", "ratio", "score"]
    values: Array
    """(n,): ppm, a ratio, or a score in standard deviations."""


@dataclass(frozen=True)
class Threshold:
    """One rule on one subject."""

    subject: str
    method: Method
    value: float | None
    """None: the rule finds no threshold in these values."""
    above: int
    """Samples above it (strictly)."""
    at_limit: bool = False
    """It lies where values below the detection limit were put, so it separates nothing."""


def threshold(values: Array, method: Method, areas: Array | None = None) -> float | None:
    """The threshold of `values` (n,) by one rule; None when it has none.

    Args:
        areas: (n,) area that each sample stands for, for the fractal; None counts samples.

    Raises:
        KeyError: there is no such rule.
    """
    positive = bool((values > 0).all())
    if method in PERCENT:
        return float(np.percentile(values, PERCENT[method]))
    if method == "mad":
        middle = float(np.median(values))
        return middle + 2 * MAD * float(np.median(np.abs(values - middle)))
    if method == "tukey":
        scale = np.log(values) if positive else values
        low, high = np.percentile(scale, [25, 75])
        fence = float(high + 1.5 * (high - low))
        return float(np.exp(fence)) if positive else fence
    if method == "fractal":
        curve = concentration_area(values, areas) if positive else None
        return upper_break(curve) if curve is not None else None
    raise KeyError(method)


def thresholds_of(subject: Subject, areas: Array | None, censored: float) -> tuple[Threshold, ...]:
    """Every rule on one subject; `censored` is the share of its values that stand for cells below a limit."""
    found = []
    for method in METHODS:
        value = threshold(subject.values, method, areas)
        above = 0 if value is None else int((subject.values > value).sum())
        least = value is not None and censored > 0 and value <= float(np.quantile(subject.values, censored))
        found.append(Threshold(subject.name, method, value, above, least))
    return tuple(found)


@dataclass(frozen=True)
class Exceeding:
    """Which samples exceed which threshold."""

    method: Method
    flags: Flags
    """(n, s) sample above the threshold of the subject."""
    limits: Array
    """(n, s) the threshold that holds for each sample; NaN where the subject has none."""
    by_group: Mapping[str, tuple[float | None, ...]]
    """Rock → thresholds of the subjects; empty when one holds everywhere."""


def exceeding(
    subjects: tuple[Subject, ...], method: Method, areas: Array | None, groups: tuple[str, ...]
) -> Exceeding:
    """Samples above the threshold of each subject; `groups` (n names, or none) gives each rock its own."""
    n = len(subjects[0].values)
    limits = np.full((n, len(subjects)), np.nan)
    by_group: dict[str, tuple[float | None, ...]] = {}
    overall = [threshold(x.values, method, areas) for x in subjects]
    limits[:] = [np.nan if x is None else x for x in overall]
    named = np.array(groups, dtype=object)
    for name in sorted(set(groups)):
        rows = np.flatnonzero(named == name)
        if len(rows) < LEAST_IN_GROUP or not name:
            continue
        part = None if areas is None else areas[rows]
        own = [threshold(x.values[rows], method, part) for x in subjects]
        by_group[name] = tuple(own)
        limits[rows] = [np.nan if x is None else x for x in own]
    values = np.column_stack([x.values for x in subjects])
    with np.errstate(invalid="ignore"):
        return Exceeding(method, values > limits, limits, by_group)

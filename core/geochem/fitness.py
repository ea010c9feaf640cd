"""Which elements of a table are fit for an analysis, and why the others are not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.geochem.censored import Rule, fill, share_censored
from core.geochem.species import is_oxide, repeats, species
from core.geochem.table import Array, Samples

FLAT = 1e-9
HEAP = 0.1


@dataclass(frozen=True)
class Choices:
    """How a table is cleaned."""

    elements: tuple[str, ...] = ()
    """Elements to analyse; empty: all that are fit for it."""
    censored: Rule = "root2"
    max_censored: float = 0.4
    """An element with a larger share below its limits, or on one smallest value, is left out unless forced."""
    max_missing: float = 0.25
    """An element with a larger share of cells without a value is left out, forced or not."""
    forced: tuple[str, ...] = ()
    merge: bool = True
    """One sample a site (median); otherwise every sample counts."""


@dataclass(frozen=True)
class ElementQuality:
    """What the table holds of one element."""

    name: str
    unit: str
    analysed: int
    missing: float
    """Share of the samples without a value."""
    censored: float
    """Share of the analysed cells below a limit."""
    above: int
    """Cells above the range of the method."""
    used: bool
    reason: str = ""
    """Why it was left out: a key of the phrases."""
    lowest: float = 0.0
    """Share of the measured cells that hold the same smallest value, where they form a heap: the file probably has
    a number there for "below the limit" without saying so.  0 without a heap."""


def judged(samples: Samples, choices: Choices) -> tuple[ElementQuality, ...]:
    """The quality of every element and whether it is fit."""
    below = np.isfinite(samples.limits)
    analysed = (below | np.isfinite(samples.values)).sum(axis=0)
    missing = 1 - analysed / max(len(samples), 1)
    censored = share_censored(samples)
    filled = fill(samples, choices.censored).values
    lowest = [heap(x) for x in samples.values.T]
    reasons: list[str] = []
    for j, name in enumerate(samples.symbols):
        known = filled[np.isfinite(filled[:, j]), j]
        reasons.append(
            _reason(known, missing[j], censored[j], lowest[j], forced=name in choices.forced, choices=choices)
        )
    wanted = set(choices.elements) | set(choices.forced)
    for j, i in _twins(samples, filled, reasons, wanted):
        reasons[j] = f"twin:{samples.symbols[i]}"
    return tuple(
        ElementQuality(
            x.name, x.unit, int(analysed[j]), float(missing[j]), float(censored[j]),
            int(samples.above[:, j].sum()), not reasons[j], reasons[j], lowest[j],
        )
        for j, x in enumerate(samples.elements)
    )  # fmt: skip


def heap(values: Array) -> float:
    """Share of the finite `values` that are equal to the smallest, 0 where they are no heap at the low end.

    A heap is at least :data:`HEAP` of the values and twice as many as hold the next higher value, so that coarse
    rounding alone makes none.
    """
    known, counts = np.unique(values[np.isfinite(values)], return_counts=True)
    if len(known) < 3:
        return 0.0
    share = float(counts[0] / counts.sum())
    return share if share >= HEAP and counts[0] >= 2 * counts[1] else 0.0


def _reason(
    known: Array, missing: float, censored: float, lowest: float, *, forced: bool, choices: Choices
) -> str:
    if not len(known):
        return "empty"
    if censored >= 1:
        return "all_censored"
    if np.ptp(np.log(known)) < FLAT:
        return "constant"
    if missing > choices.max_missing:
        return "missing"
    if forced:
        return ""
    return "censored" if censored > choices.max_censored else "heap" if lowest > choices.max_censored else ""


def _twins(samples: Samples, filled: Array, reasons: list[str], wanted: set[str]) -> list[tuple[int, int]]:
    """(column to leave out, column it repeats): the same total twice, or columns that differ by a factor only.

    The one asked for stays, then a total, then the element rather than its oxide, then the one that stands first.
    """
    fit = [j for j, reason in enumerate(reasons) if not reason]
    own = species(samples.elements)
    order = sorted(
        fit,
        key=lambda j: (
            samples.symbols[j] not in wanted, samples.symbols[j] in own, is_oxide(samples.symbols[j]), j,
        ),
    )  # fmt: skip
    logs = np.log(np.where(np.isfinite(filled), filled, np.nan))
    kept: list[int] = []
    found: list[tuple[int, int]] = []
    for j in order:
        twin = next((i for i in kept if repeats(samples, logs, i, j, own)), None)
        if twin is None:
            kept.append(j)
        else:
            found.append((j, twin))
    return found

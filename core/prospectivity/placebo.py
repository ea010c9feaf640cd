"""Placebos: the same protocol on pseudo-deposits that carry no information.

Neighbouring cells resemble each other, so a model scores above one half also on deposits put down at random.  An
AUC says something only where it stands out of this distribution.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from core.errors import AnalysisError
from core.prospectivity.grid import Floats
from core.prospectivity.labels import Labels, Places, label
from core.prospectivity.models import ModelSpec
from core.prospectivity.runner import Runner, Tell
from core.prospectivity.validation import Dataset, Validation, validate

Pattern = Literal["random", "shifted"]
SETS = 39


@dataclass(frozen=True)
class Placebo:
    """Mean AUC of each set of pseudo-deposits, by division."""

    pattern: Pattern
    aucs: tuple[float, ...]

    @property
    def mean(self) -> float | None:
        """Their mean."""
        return float(np.mean(self.aucs)) if self.aucs else None

    def quantile(self, share: float) -> float | None:
        """The AUC below which `share` of the sets lie."""
        return float(np.quantile(self.aucs, share)) if self.aucs else None

    def chance(self, auc: float) -> float:
        """Share of placebos that do at least as well, counting the real deposits among them (never 0)."""
        return (1 + sum(x >= auc for x in self.aucs)) / (1 + len(self.aucs))


def pseudo(data: Dataset, places: Places, pattern: Pattern, seed: int) -> Places:
    """As many pseudo-deposits as there are deposits inside the area.

    ``random`` puts them on cells drawn evenly; ``shifted`` turns and moves the real pattern, so that its clusters
    stay, and draws anew only those that leave the area.
    """
    rng = np.random.default_rng([seed, 11])
    x, y = data.grid.centres(data.labels.cells)
    count = data.labels.deposits
    chosen = rng.integers(0, len(x), count)
    drawn = np.column_stack([x[chosen], y[chosen]])
    if pattern == "shifted":
        moved = _moved(places, data, rng)
        at = data.grid.cell_of(moved[:, 0], moved[:, 1])
        stays = np.isin(at, data.labels.cells)
        drawn = np.where(stays[:, None], moved, drawn)
    return Places(drawn[:, 0], drawn[:, 1])


def _moved(places: Places, data: Dataset, rng: np.random.Generator) -> Floats:
    inside = np.setdiff1d(np.arange(len(places)), data.labels.outside)
    xy = np.column_stack([places.x, places.y])[inside]
    west, south, east, north = data.grid.bounds
    size, corner = np.array([east - west, north - south]), np.array([west, south])
    turn = rng.uniform(0, 2 * np.pi)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    turned = (xy - xy.mean(axis=0)) @ rotation.T + xy.mean(axis=0) + rng.uniform(0, 1, 2) * size
    found: Floats = corner + np.mod(turned - corner, size)
    return found


def placebo(
    data: Dataset, places: Places, spec: ModelSpec, runner: Runner, *, sets: int = SETS,
    pattern: Pattern = "random", k: int = 5, seed: int = 0, tell: Tell | None = None,
) -> Placebo:  # fmt: skip
    """AUC of `sets` sets of pseudo-deposits, labelled, grouped and validated like the real ones."""
    # One piece a set: the sets are what runs side by side.
    items = [(places, spec, pattern, k, seed + 1 + i) for i in range(sets)]
    found = runner.map(_one_set, data, items, tell)
    return Placebo(pattern, tuple(x for x in found if x is not None))


def _one_set(data: Dataset, item: tuple[Places, ModelSpec, Pattern, int, int]) -> float | None:
    places, spec, pattern, k, seed = item
    fake = relabelled(data, pseudo(data, places, pattern, seed))
    if fake is None:
        return None
    found: Validation = validate(fake, "grouped", spec, Runner(), k=k, seed=seed)
    return found.mean


def relabelled(data: Dataset, places: Places) -> Dataset | None:
    """The same cells and evidence with labels from other places; None when these give no positive cell."""
    old: Labels = data.labels
    try:
        new = label(data.grid, old.cells, places, radius=old.radius, dead_zone=old.dead_zone)
    except AnalysisError:
        return None
    return replace(data, labels=new)

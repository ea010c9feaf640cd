"""What each feature adds to the score of single cells: Shapley values against cells drawn from the area.

Each model says itself how it is explained (:mod:`core.prospectivity.models`), exactly or not at all: nothing is
sampled but the cells.  Scores are those on balanced rows: the share of votes of forests, log-odds of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.prospectivity.ensemble import Member
from core.prospectivity.grid import Floats, Ints, Singles
from core.prospectivity.shapley import Scale

EXPLAINED, BACKGROUND = 100, 50
"""Cells that are explained (half of them of the high class), and cells that they are held against."""


@dataclass(frozen=True)
class Contributions:
    """``base + values.sum(axis=1) == score`` for each explained cell."""

    cells: Ints
    """Flat numbers of the explained cells, rising."""
    high: int
    """How many of them are of the high class."""
    background: int
    scale: Scale
    base: float
    score: Floats
    values: Floats
    """(cells, features)."""


def contributions(
    members: Sequence[Member], cells: Ints, values: Singles, high: np.ndarray, *, seed: int = 0
) -> Contributions | None:
    """Shapley values of some cells; None where a model offers none (:class:`core.prospectivity.models.Predictor`).

    Args:
        members: the ensemble; their mean is explained.
        cells, values: of the table, (rows,) and (rows, features).
        high: whether each row is of the high class.
    """
    rng = np.random.default_rng([seed, 17])
    best, others = np.flatnonzero(high), np.flatnonzero(~high)
    top = rng.choice(best, min(len(best), EXPLAINED // 2), replace=False)
    rest = rng.choice(others, min(len(others), EXPLAINED - len(top)), replace=False)
    rows = np.sort(np.concatenate([top, rest])).astype(np.int64)
    x = values[rows]
    z = values[np.sort(rng.choice(len(values), min(len(values), BACKGROUND), replace=False))]
    parts = [m.model.shapley(x, z) for m in members]
    shares = [one for one in parts if one is not None]
    scale = members[0].model.scale if members else None
    if scale is None or len(shares) < len(members):
        return None
    return Contributions(
        cells[rows], len(top), len(z), scale, float(np.mean([one.base for one in shares])),
        np.mean([one.score for one in shares], axis=0), np.mean([one.values for one in shares], axis=0),
    )  # fmt: skip

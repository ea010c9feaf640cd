"""What the Shapley values of a run say, in words and rows: size, direction, and every explained cell."""

from __future__ import annotations

import numpy as np

from core.analysis.prospect_run import Run
from core.analysis.prospect_words import words
from core.analysis.record import Value
from core.prospectivity.importance import columns
from core.prospectivity.shapley import MOST_FEATURES
from core.vocabulary.card import Labels

CLEAR = 0.5
"""Rank correlation of a feature's values with its contributions above which the direction is told."""


def sizes(run: Run) -> dict[str, float]:
    """Mean size of the contribution of each feature and group over the explained cells; empty without any."""
    found = run.contributions
    if found is None:
        return {}
    return {n: float(np.abs(found.values[:, list(c)].sum(axis=1)).mean()) for n, c in columns(run.data).items()}


def direction(run: Run, name: str) -> Labels | None:
    """Which values of a feature raise the score; None for groups and where nothing was explained."""
    found, which = run.contributions, columns(run.data)[name]
    if found is None or len(which) > 1:
        return None
    feature, part = run.data.features[which[0]], found.values[:, which[0]]
    rows = np.searchsorted(run.data.table.cells, found.cells)
    values = run.data.table.values[rows, which[0]].astype(float)
    if feature.categorical:
        codes = np.unique(values).astype(int)
        best = max(codes.tolist(), key=lambda c: float(part[values == c].mean()))
        return run.evidence.called(feature, best)
    if np.ptp(values) == 0 or np.ptp(part) == 0:
        return words("said", "mixed")
    rank = float(np.corrcoef(_ranks(values), _ranks(part))[0, 1])
    kind = "small" if rank < -CLEAR else "large" if rank > CLEAR else "mixed"
    return words("said", "near" if kind == "small" and feature.kind == "distance" else kind)


def _ranks(values: np.ndarray) -> np.ndarray:
    from scipy.stats import rankdata  # noqa: PLC0415 - slow to import

    return np.asarray(rankdata(values), float)


def line(run: Run) -> Labels:
    """How the values were made, or why there are none."""
    found = run.contributions
    if found is None:
        if run.members and run.members[0].model.scale is not None:
            return words("report", "contributions_many", most=MOST_FEATURES, features=len(run.data.features))
        return words("report", "contributions_none", most=MOST_FEATURES)
    return words("report", "contributions", n=len(found.cells), high=found.high, background=found.background,
                 scale=words("said", found.scale), base=f"{found.base:.3f}")  # fmt: skip


def rows(run: Run) -> tuple[tuple[str, ...], list[tuple[Value, ...]]]:
    """Every explained cell: place, score, score expected without knowing the cell, and what each feature adds."""
    found = run.contributions
    names = tuple(run.evidence.labels[f.name].en for f in run.data.features)
    if found is None:
        return (), []
    lon, lat = run.grid.degrees(*run.grid.centres(found.cells))
    table = np.column_stack([lon, lat, found.score, np.full(len(lon), found.base), found.values])
    return ("lon", "lat", "score", "base", *names), [tuple(float(x) for x in row) for row in table]

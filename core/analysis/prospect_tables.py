"""The tables of a run: headings and rows as plain values, for files, reports and the screen alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.analysis.prospect_explained import direction, sizes
from core.analysis.prospect_run import Run
from core.analysis.prospect_targets import Neighbour, Surroundings, Told
from core.analysis.prospect_words import words
from core.analysis.record import Value
from core.prospectivity.folds import Division
from core.prospectivity.validation import Validation
from core.vocabulary.card import Labels

HIGH = 0.99
"""An AUC above it is counted, as in the published table: it hints at test cells beside training cells."""


@dataclass(frozen=True)
class SheetRow:
    """One row: values by column; :class:`Labels` are shown by language."""

    cells: tuple[Value | Labels, ...]

    def plain(self, language: str = "en") -> tuple[Value, ...]:
        """The values, labels in one language."""
        return tuple(c.in_(language) if isinstance(c, Labels) else c for c in self.cells)


@dataclass(frozen=True)
class Sheet:
    """A table with headings in both languages."""

    columns: tuple[str, ...]
    headings: tuple[Labels, ...]
    rows: tuple[SheetRow, ...]


def _sheet(columns: Sequence[str], rows: Sequence[Sequence[Value | Labels]], **values: object) -> Sheet:
    heads = tuple(words("columns", c, **values) if c != "size" else Labels("size, °", "边长，°") for c in columns)
    return Sheet(tuple(columns), heads, tuple(SheetRow(tuple(r)) for r in rows))


def kilometres(run: Run, size: float) -> tuple[float, float]:
    """East-west and north-south extent of a block of `size` degrees in the middle of the area, km."""
    lat = np.radians(run.area.centroid.y)
    return float(111.32 * np.cos(lat) * size), 110.95 * size


def name_of(run: Run, division: Division, size: float | None) -> Labels:
    """What a division is called."""
    if division != "block" or size is None:
        return words("division", division)
    east, north = kilometres(run, size)
    return words("division", "block", size=f"{size:g}", km=f"{east:.1f} × {north:.1f}")


def validations(run: Run) -> Sheet:
    """The form of the published block table, with every division and the placebos."""
    columns = ("division", "blocks", "folds", "auc", "least", "most", "high", "undefined", "split", "ap",
               "accuracy", "brier")  # fmt: skip
    found = [x for x in (run.grouped, *run.blocks, run.random) if x is not None]
    rows: list[list[Value | Labels]] = [_validation(run, x) for x in found]
    if run.placebo and run.placebo.aucs:
        aucs = np.array(run.placebo.aucs)
        name = words("division", "placebo", sets=len(aucs))
        spread = f"{aucs.mean():.4f} ± {aucs.std():.4f}"
        rows.append([name, None, None, spread, round(aucs.min(), 4), round(aucs.max(), 4), *[None] * 6])
    return _sheet(columns, rows)


def _validation(run: Run, one: Validation) -> list[Value | Labels]:
    spread = "" if one.mean is None else f"{one.mean:.4f} ± {one.deviation:.4f}"
    means = one.run_means if len(one.runs) > 1 else one.aucs
    high = f"{sum(a > HIGH for a in one.aucs)}/{len(one.folds)}"
    share = one.share()
    figures = [one.average(x) for x in ("ap", "accuracy", "brier")]
    return [
        name_of(run, one.division, one.size), one.blocks, len(one.folds), spread or None,
        round(min(means), 4) if means else None, round(max(means), 4) if means else None, high, one.undefined,
        None if share is None else round(share, 3), *(None if x is None else round(x, 4) for x in figures),
    ]  # fmt: skip


def importances(run: Run) -> Sheet:
    """The form of the published importance table; beside it the loss on held-out deposits and Shapley values."""
    columns = ("feature", "impurity", "loss", "deviation", "contribution", "raises")
    size = sizes(run)
    rows: list[list[Value | Labels]] = [
        [run.evidence.labels[i.name], *(None if x is None else round(x, 6) for x in
         (i.impurity, i.permutation, i.deviation, size.get(i.name))), direction(run, i.name)]
        for i in run.importance
    ]  # fmt: skip
    return _sheet(columns, rows)


def told(found: Surroundings, radius: float) -> Sheet:
    """Targets, new ones first; `radius` of the labels in metres."""
    columns = ("number", "known", "around", "lon", "lat", "area", "mean", "spread", "occurrence", "line",
               "leading")  # fmt: skip
    rows: list[list[Value | Labels]] = []
    for one in found.told:
        t = one.target
        rows.append(
            [
                t.number, words("said", "yes" if t.known else "no"), around(one), round(t.lon, 5), round(t.lat, 5),
                round(t.area_km2, 3), round(t.mean, 5), round(t.deviation, 5), *_neighbours(one), one.leading,
            ]
        )  # fmt: skip
    return _sheet(columns, rows, kind=found.kind or Labels("line", "线"), radius=f"{radius:g}")


def around(one: Told) -> Labels:
    """Whether any known occurrence lies in a target or near it, by name."""
    found = one.around
    if found is None:
        return words("said", "no")
    if found.metres == 0:
        return words("said", "inside", name=found.name)
    return words("said", "away", name=found.name, km=f"{found.metres / 1000:.2f}")


def _neighbours(one: Told) -> list[Labels | None]:
    def said(x: Neighbour) -> Labels:
        metres = f"{x.metres / 1000:.2f} km"
        return Labels(f"{x.name.en}, {metres}", f"{x.name.zh}，{metres}")

    return [None if x is None else said(x) for x in (one.occurrence, one.line)]


def curves(run: Run) -> tuple[tuple[str, ...], list[tuple[Value, ...]]]:
    """Share of the area, of the positive cells captured out of fold and in sample, and lowest value."""
    columns = ("area", "prediction_rate", "success_rate", "threshold")
    if run.prediction is None or run.success is None:
        return columns, []
    rows = zip(
        run.prediction.area, run.prediction.captured, run.success.captured, run.prediction.threshold, strict=True
    )
    return columns, [tuple(float(x) for x in r) for r in rows]


def folds(run: Run) -> tuple[tuple[str, ...], list[tuple[Value, ...]]]:
    """Every fold of every validation, also those without an AUC and why."""
    columns = ("division", "size_deg", "repeat", "fold", "cells", "positives", "deposits", "auc", "reason",
               "average_precision", "accuracy", "brier", "split_share")  # fmt: skip
    rows: list[tuple[Value, ...]] = []
    validated = [x for x in (run.grouped, *run.blocks, run.random) if x is not None]
    for one in validated:
        for repeat, found in enumerate(one.runs, 1):
            for f in found:
                s = f.scores
                rows.append(
                    (one.division, one.size, repeat, f.fold + 1, f.cells, f.positives, f.deposits, s.auc, s.reason,
                     s.ap, s.accuracy, s.brier, f.split_share)
                )  # fmt: skip
    return columns, rows

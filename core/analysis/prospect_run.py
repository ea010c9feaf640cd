"""One prospectivity run from layers to figures and a map; nothing is written here."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from shapely.geometry.base import BaseGeometry

from core.analysis.prospect_build import Builder, Evidence
from core.analysis.prospect_choices import Roles
from core.analysis.prospect_data import Map, area_of, dataset, occurrences, whole_map
from core.analysis.prospect_progress import Progress, Tell
from core.analysis.prospect_read import Rows
from core.analysis.prospect_request import ProspectRequest, check
from core.analysis.prospect_words import Note, note
from core.database.engine import Database
from core.prospectivity.classes import HIGH, Classes, classify
from core.prospectivity.contributions import Contributions, contributions
from core.prospectivity.ensemble import Member, out_of_fold, train
from core.prospectivity.folds import Division
from core.prospectivity.grid import GridSpec, grid_over, inside, stretch
from core.prospectivity.importance import Importance, importances
from core.prospectivity.labels import Labels, Places, label
from core.prospectivity.leaks import Leak, leaks
from core.prospectivity.metrics import Calibration, RateCurve, Scores, calibration, scores
from core.prospectivity.placebo import Placebo, placebo
from core.prospectivity.runner import Runner
from core.prospectivity.targets import Target, targets
from core.prospectivity.validation import Dataset, Validation, divided, validate
from core.prospectivity.verdict import FEW, FEWEST, Verdict, verdict
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units


@dataclass(frozen=True)
class Run:
    """Everything a run found."""

    request: ProspectRequest
    grid: GridSpec
    area: BaseGeometry
    rows: Rows
    """The chosen occurrences."""
    places: Places
    evidence: Evidence
    data: Dataset
    members: tuple[Member, ...]
    grouped: Validation | None
    """None when there are too few deposits for any figure."""
    blocks: tuple[Validation, ...]
    random: Validation | None
    placebo: Placebo | None
    overall: Scores
    """Out-of-fold values of all labelled cells together."""
    calibration: Calibration
    prediction: RateCurve | None
    """What the best part of the map holds; None where no cell near an occurrence was judged without it."""
    success: RateCurve | None
    """From values of models that knew the cells: how well the map fits what it was made from."""
    importance: tuple[Importance, ...]
    contributions: Contributions | None
    """Shapley values of some cells; None for models without an exact way."""
    leaks: tuple[Leak, ...]
    verdict: Verdict
    map: Map
    classes: Classes
    targets: tuple[Target, ...]
    notes: tuple[Note, ...]
    steps: Mapping[str, float]
    """Seconds by step."""


def run(
    db: Database, card: SchemaCard, units: Units, roles: Roles, request: ProspectRequest, *,
    tell: Tell | None = None, stop: Callable[[], None] | None = None, workers: int = 1,
    scheduler: str | None = None,
) -> Run:  # fmt: skip
    """Run a request.

    Raises:
        AnalysisError: it cannot be run on these data; the sentence says why.
        AnalysisCancelledError: `stop` raised.
    """
    check(request)
    progress = Progress(tell, stop)
    runner = Runner(min(workers, os.cpu_count() or 1), scheduler, progress.check)
    progress.step("read")
    area = area_of(db, card, request)
    grid = grid_over(area, request.cell, request.epsg)
    rows, places = occurrences(db, card, request.labels, grid=grid, area=area, stop=progress.check)
    builder = Builder(db, card, units, roles=roles, grid=grid, area=area, check=progress.check)
    evidence = builder.build(request)
    cells = np.flatnonzero(inside(grid, area))
    everywhere = label(grid, cells, places, radius=request.radius)
    data, notes = dataset(grid, everywhere, evidence, request, progress)
    notes = [*_about_area(grid, area), *_about_places(rows, data.labels), *evidence.notes, *notes]
    return _judged(_Work(request, area, rows, places, evidence, data, everywhere, notes), runner, progress)


@dataclass(frozen=True)
class _Work:
    request: ProspectRequest
    area: BaseGeometry
    rows: Rows
    places: Places
    evidence: Evidence
    data: Dataset
    everywhere: Labels
    notes: list[Note]


def _judged(work: _Work, runner: Runner, progress: Progress) -> Run:
    request, data = work.request, work.data
    enough = data.labels.groups >= FEWEST
    grouped, blocks, random, controls = _validated(work, runner, progress) if enough else (None, (), None, None)
    tell = progress.step("map")
    fold, _ = divided(data, "grouped", k=request.folds, seed=request.seed)
    draws = min(3, request.model.effective_draws)
    values = out_of_fold(data, fold, request.model, runner, draws=draws, seed=request.seed, tell=tell)
    members = train(data, request.model, runner, request.seed)
    made = whole_map(work.evidence, data, work.everywhere, members, values, progress=progress)
    importance = importances(
        data, members, fold, request.model, runner, seed=request.seed, tell=progress.step("importance")
    )
    classes = classify(made.mean)
    high = classes.codes[data.table.cells] == HIGH
    explained = contributions(members, data.table.cells, data.table.values, high, seed=request.seed)
    progress.step("targets")
    found = targets(data.grid, classes.codes == HIGH, made.known, made.mean, made.deviation)
    leaking = leaks(data) if enough else ()  # of a handful of places some feature is always extreme
    made_of = {f.name: f.kind for f in data.features}
    wrong = any(made_of[x.feature] not in ("element", "component") for x in leaking)
    rows = (data.labels.y >= 0) & np.isfinite(values)
    y, p, w = data.labels.y[rows], values[rows], data.weight[rows]
    notes = [*work.notes, *_about_run(work, leaking, (grouped, *blocks, random), classes)]
    prediction = made.captured()
    progress.step("done")
    return Run(
        request, data.grid, work.area, work.rows, work.places, work.evidence, data, tuple(members), grouped,
        blocks, random, controls, scores(y, p, w), calibration(y, p, w), prediction,
        made.captured(seen=True), importance, explained, leaking,
        verdict(data.labels.groups, grouped, controls, wrong, prediction), made, classes, found, tuple(notes),
        progress.seconds,
    )  # fmt: skip


def _validated(
    work: _Work, runner: Runner, progress: Progress
) -> tuple[Validation, tuple[Validation, ...], Validation, Placebo | None]:
    """Validation under each division, and the placebos."""
    request, data = work.request, work.data

    def under(division: Division, size: float | None, repeats: int, tell: Callable[[float], None]) -> Validation:
        return validate(
            data, division, request.model, runner, size=size, k=request.folds, repeats=repeats, seed=request.seed,
            tell=tell,
        )  # fmt: skip

    grouped = under("grouped", None, request.repeats, progress.step("grouped"))
    tell, sizes = progress.step("block"), request.block_sizes if request.block_repeats else ()
    blocks = tuple(
        under("block", size, request.block_repeats, lambda x, i=i: tell((i + x) / len(sizes)))  # type: ignore[misc]
        for i, size in enumerate(sizes)
    )
    random = under("random", None, 1, progress.step("random"))
    tell = progress.step("placebo")
    controls = None
    if request.placebos:
        controls = placebo(
            data, work.places, request.model, runner, sets=request.placebos, pattern=request.pattern,
            k=request.folds, seed=request.seed, tell=tell,
        )  # fmt: skip
    return grouped, blocks, random, controls


def _about_area(grid: GridSpec, area: BaseGeometry) -> list[Note]:
    wrong = stretch(grid, area)
    return [note("stretch", percent=f"{100 * wrong:.2f}")] if wrong > 0.002 else []


def _about_places(rows: Rows, labels: Labels) -> list[Note]:
    found = []
    if labels.outside:
        names = [rows.names[i] or f"#{rows.fids[i]}" for i in labels.outside[:5]]
        more = "…" if len(labels.outside) > 5 else ""
        found.append(note("outside", n=len(labels.outside), all=len(rows.fids), names=", ".join(names) + more))
    inside = len(rows.fids) - len(labels.outside)
    if labels.deposits < inside:
        found.append(note("blind", warning=True, n=f"{inside - labels.deposits:,}", all=f"{inside:,}"))
    if FEWEST <= labels.groups < FEW:
        found.append(note("few", warning=True, n=labels.groups))
    return found


def _about_run(
    work: _Work, leaking: tuple[Leak, ...], validations: tuple[Validation | None, ...], classes: Classes
) -> list[Note]:
    found = []
    kinds = {f.name: f.kind for f in work.data.features}
    for leak in leaking:
        code = "halo" if kinds[leak.feature] in ("element", "component") else "leak"
        found.append(note(code, warning=True, feature=work.evidence.labels[leak.feature], auc=f"{leak.auc:.3f}"))
    for feature, column in zip(work.data.features, work.data.table.values.T, strict=True):
        if len(column) and column.min() == column.max():
            found.append(note("constant", warning=True, feature=work.evidence.labels[feature.name]))
    if any(f.note == "few_for_smote" for v in validations if v for f in v.folds):
        found.append(note("few_for_smote", warning=True))
    if work.request.model.kind == "fuzzy":
        found.append(note("fuzzy"))
    if classes.tied:
        found.append(note("tied", n=f"{classes.tied:,}"))
    return found

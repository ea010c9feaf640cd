"""The whole analysis of element association, from a table of samples to its results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from core.errors import AnalysisError
from core.geochem import places
from core.geochem.adequacy import Adequacy, adequacy, correlation
from core.geochem.anomalies import Anomalies, find_anomalies
from core.geochem.bounds import check_settings
from core.geochem.classes import Classes, classify
from core.geochem.cleaning import Choices, Cleaned, clean
from core.geochem.components import Components, ScoreRule, components, varimax
from core.geochem.element_groups import ElementGroups, Measure, element_groups
from core.geochem.fractal import sample_areas
from core.geochem.rare_earths import RareEarths, rare_earths
from core.geochem.summary import Summary, summarise
from core.geochem.table import Array, Samples
from core.geochem.thresholds import Method as ThresholdMethod
from core.geochem.thresholds import Subject, Threshold, exceeding, thresholds_of
from core.geochem.transform import Choice, Prepared, Scaling, prepare, suited

STEPS = ("clean", "summary", "correlation", "components", "classes", "groups", "anomalies")
Step = Callable[[str, float], None]
"""Told the name of each step as it begins and the share done; raises when the work was cancelled."""


@dataclass(frozen=True)
class Plan:
    """Every parameter of the analysis; the values here are the defaults."""

    choices: Choices = field(default_factory=Choices)
    transform: Choice = "log1p"
    """``auto``: what suits the medians of the contents, see :func:`core.geochem.transform.suited`."""
    scaling: Scaling = "z"
    robust: bool = False
    """Components by the minimum covariance determinant."""
    factors: int = 0
    """Varimax factors; 0: none, -1: as many as parallel analysis keeps."""
    score_rule: ScoreRule = "both"
    score_limit: float = 2.0
    """Standard deviations from which a score is anomalous."""
    classes: int | None = None
    """Classes of samples; None: the best silhouette."""
    measure: Measure = "ward"
    groups: int = 2
    """Groups of elements."""
    subjects: tuple[str, ...] = ()
    """What is looked at for anomalies: elements, ratios ``La/Lu``, scores ``PC2``; empty: every element."""
    threshold: ThresholdMethod = "p95"
    by_rock: bool = False
    """Thresholds of their own for each rock that has thirty samples."""
    together: int | None = None
    """Subjects a sample must exceed to be anomalous; None: one, or a fifth of the subjects."""
    eps_m: float | None = None
    """Search distance of anomaly clusters; None: twice the spacing of the samples."""
    least: int = 4
    seed: int = 20240


@dataclass(frozen=True)
class Association:
    """The results."""

    plan: Plan
    cleaned: Cleaned
    prepared: Prepared
    summaries: tuple[Summary, ...]
    pearson: Array
    spearman: Array
    adequacy: Adequacy
    components: Components
    factors: Array | None
    """(p, f) varimax loadings, None when not asked for."""
    classes: Classes
    groups: ElementGroups
    points: Array
    """(n, 2) places of the samples, metres."""
    spacing_m: float
    areas: Array | None
    """(n,) m² each sample stands for, None for fewer than two sites."""
    thresholds: tuple[Threshold, ...]
    anomalies: Anomalies
    rare_earths: RareEarths | None

    @property
    def names(self) -> tuple[str, ...]:
        """The elements."""
        return self.cleaned.samples.symbols

    @property
    def values(self) -> Array:
        """(n, p) ppm."""
        return self.cleaned.values


def associate(samples: Samples, plan: Plan, step: Step = lambda _name, _share: None) -> Association:
    """Run the analysis.

    Raises:
        AnalysisError: the data do not allow it, or a setting is out of its range; the sentence says why.
    """
    check_plan(plan)
    step("clean", 0.0)
    cleaned = clean(samples, plan.choices)
    names, values = cleaned.samples.symbols, cleaned.values
    step("summary", 0.05)
    transform = suited(values) if plan.transform == "auto" else plan.transform
    prepared = prepare(cleaned, transform, plan.scaling)
    summaries = summarise(names, values, prepared.transformed)
    step("correlation", 0.1)
    n = len(values)
    pearson, spearman = correlation(prepared.columns), correlation(prepared.transformed, "spearman")
    fit = _adequacy(prepared, pearson, n)
    step("components", 0.15)
    parts = components(prepared, robust=plan.robust, seed=plan.seed)
    factors = _factors(parts, plan)
    step("classes", 0.25)
    classes = classify(
        prepared, values, k=plan.classes, seed=plan.seed, check=lambda: step("classes", 0.4)
    )  # fmt: skip
    step("groups", 0.7)
    tree = element_groups(names, pearson, n, measure=plan.measure, count=plan.groups)
    step("anomalies", 0.75)
    points = places.metres(cleaned.samples.lon, cleaned.samples.lat)
    spacing = places.spacing(points)
    areas = sample_areas(points, spacing) if spacing > 0 else None
    thresholds, found = _anomalies(cleaned, parts, plan, points, spacing=spacing, areas=areas)
    earths = rare_earths(
        cleaned.parts.symbols, cleaned.parts.values, classes.labels,
        tuple(str(i + 1) for i in range(len(classes.sizes))),
    )  # fmt: skip
    return Association(
        plan, cleaned, prepared, summaries, pearson, spearman, fit, parts, factors, classes, tree, points, spacing,
        areas, thresholds, found, earths,
    )  # fmt: skip


def check_plan(plan: Plan) -> None:
    """Refuse a plan with a setting out of its range.

    Raises:
        AnalysisError: the sentence names the setting and its range.
    """
    check_settings(vars(plan.choices) | vars(plan))


def _adequacy(prepared: Prepared, pearson: Array, n: int) -> Adequacy:
    """KMO and Bartlett of the columns, or of the coordinates where the columns are closed by construction."""
    if prepared.basis is not None:
        return adequacy(correlation(prepared.space), n)
    return adequacy(pearson, n, closed=prepared.closed)


def _factors(parts: Components, plan: Plan) -> Array | None:
    count = parts.kept if plan.factors < 0 else min(plan.factors, len(parts.eigenvalues))
    return varimax(parts, count) if count >= 2 else None


def subjects_of(cleaned: Cleaned, parts: Components, wanted: tuple[str, ...]) -> tuple[Subject, ...]:
    """The subjects called `wanted`, every element when none is.

    Raises:
        AnalysisError: a name is neither an element, nor a ratio of two, nor a component.
    """
    symbols, values = cleaned.parts.symbols, cleaned.parts.values
    column = {x: values[:, j] for j, x in enumerate(symbols)}
    scores = {f"PC{j + 1}": x for j, x in enumerate(parts.standard_scores.T)}
    found: list[Subject] = []
    for name in wanted or cleaned.samples.symbols:
        over, _, under = name.partition("/")
        if name in column:
            found.append(Subject(name, "element", column[name]))
        elif over in column and under in column:
            found.append(Subject(name, "ratio", column[over] / column[under]))
        elif name in scores:
            found.append(Subject(name, "score", scores[name]))
        else:
            known = ", ".join(symbols)
            raise AnalysisError(
                f"“{name}” is neither an element that can be used ({known}), nor a ratio of two, nor a component.",
                sentence_zh=f"“{name}”既不是可用元素（{known}），也不是两元素之比或主成分。",
            )
    return tuple(found)


def _anomalies(
    cleaned: Cleaned, parts: Components, plan: Plan, points: Array, *, spacing: float, areas: Array | None
) -> tuple[tuple[Threshold, ...], Anomalies]:
    subjects = subjects_of(cleaned, parts, plan.subjects)
    censored = {x.name: x.censored for x in cleaned.quality}
    thresholds = tuple(t for x in subjects for t in thresholds_of(x, areas, censored.get(x.name, 0.0)))
    groups = cleaned.samples.groups if plan.by_rock else ()
    exceeds = exceeding(subjects, plan.threshold, areas, groups)
    together = plan.together or max(1, round(len(subjects) / 5))
    eps = 2 * spacing if plan.eps_m is None else plan.eps_m
    found = find_anomalies(
        subjects, exceeds, points, together=min(together, len(subjects)), eps_m=eps, least=plan.least
    )  # fmt: skip
    return thresholds, found


def outlying(parts: Components) -> float:
    """Share of samples beyond five standard deviations in one of the first three components."""
    return float((np.abs(parts.standard_scores[:, :3]) > 5).any(axis=1).mean())

"""The tables of an analysis of element association: what stands in them, and which findings they hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from core.analysis.draft import Draft
from core.analysis.record import Value
from core.analysis.wording import both
from core.geochem.associate import Association
from core.geochem.components import unusual

FILE = "association_sentences.json"
LOADING = 0.3
"""Loadings beyond this are read; those beyond become findings."""
SHOWN = 6
"""Components that are shown at least, where there are so many."""
DIGITS = 6


@dataclass(frozen=True)
class Table:
    """One table before it is written."""

    name: str
    header: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


def shown(found: Association) -> int:
    """How many components are shown: six, or as many as parallel analysis keeps when that is more."""
    return min(max(SHOWN, found.components.kept), len(found.components.eigenvalues))


def component_names(found: Association) -> tuple[str, ...]:
    """PC1 … of the components shown."""
    return tuple(f"PC{i + 1}" for i in range(shown(found)))


def unit_factors(found: Association) -> np.ndarray:
    """What ppm are divided by to stand in the unit of each element, shape (p,)."""
    return np.array([x.ppm for x in found.cleaned.samples.elements])


def write_tables(draft: Draft, found: Association, more: Iterable[Table]) -> None:
    """Write every table into the draft, those of :mod:`core.analysis.association_tables_single` as `more`."""
    for table in (
        *_description(found), *_components(found), *_classes(found), *_groups(found), *more,
    ):  # fmt: skip
        rows = [tuple(_short(x) for x in row) for row in table.rows]
        draft.add_table(table.name, both(FILE, f"table_{table.name}"), table.header, rows)


def _description(found: Association) -> Iterable[Table]:
    yield Table(
        "quality",
        ("element", "unit", "analysed", "missing_pct", "below_limit_pct", "above_range", "used", "reason"),
        tuple(
            (x.name, x.unit, x.analysed, 100 * x.missing, 100 * x.censored, x.above,
             "yes" if x.name in found.names else "no", x.reason or ("" if x.name in found.names else "not_chosen"))
            for x in found.cleaned.quality
        ),
    )  # fmt: skip
    rows: list[tuple[Value, ...]] = []
    for x, element in zip(found.summaries, found.cleaned.samples.elements, strict=True):
        figures = (
            x.minimum,
            x.p25,
            x.median,
            x.p75,
            x.p95,
            x.maximum,
            x.mean,
            x.deviation,
            x.mad,
            x.geometric_mean,
        )
        rows.append(
            (x.name, element.unit, x.n, *(v / element.ppm for v in figures), x.skewness, x.kurtosis,
             x.skewness_transformed)
        )  # fmt: skip
    yield Table(
        "statistics",
        ("element", "unit", "n", "min", "p25", "median", "p75", "p95", "max", "mean", "deviation", "mad",
         "geometric_mean", "skewness", "excess_kurtosis", "skewness_transformed"),
        tuple(rows),
    )  # fmt: skip
    for name, matrix in (("correlation", found.pearson), ("correlation_rank", found.spearman)):
        yield Table(name, ("element", *found.names), labelled(found.names, matrix))


def _components(found: Association) -> Iterable[Table]:
    parts, plan, names = found.components, found.plan, component_names(found)
    flags = unusual(parts, plan.score_rule, plan.score_limit)
    cumulative = np.cumsum(parts.share)
    rows = []
    for i in range(len(parts.eigenvalues)):
        random = float(parts.random[i]) if len(parts.random) else None
        kept = ("yes" if i < parts.kept else "no") if random is not None else None
        rows.append(
            (f"PC{i + 1}", parts.eigenvalues[i], 100 * parts.share[i], 100 * cumulative[i], random, kept,
             int(flags[:, i].sum()))
        )  # fmt: skip
    yield Table(
        "variance",
        (
            "component",
            "eigenvalue",
            "variance_pct",
            "cumulative_pct",
            "unrelated_95",
            "above_unrelated",
            "anomalous",
        ),
        tuple(rows),
    )
    yield Table("loadings", ("element", *names), labelled(found.names, parts.loadings[:, : len(names)]))
    if found.factors is not None:
        factors = tuple(f"F{i + 1}" for i in range(found.factors.shape[1]))
        yield Table("factors", ("element", *factors), labelled(found.names, found.factors))


def _classes(found: Association) -> Iterable[Table]:
    classes = found.classes
    yield Table(
        "class_choice",
        ("classes", "spread", "silhouette", "calinski_harabasz", "davies_bouldin"),
        tuple((x.k, x.inertia, x.silhouette, x.calinski_harabasz, x.davies_bouldin) for x in classes.trials),
    )
    total = sum(classes.sizes)
    yield Table(
        "classes",
        ("class", "samples", "share_pct", "silhouette"),
        tuple(
            (i + 1, n, 100 * n / total, s)
            for i, (n, s) in enumerate(zip(classes.sizes, classes.silhouette_of, strict=True))
        ),
    )
    ks = range(1, len(classes.sizes) + 1)
    header, columns = ["element", "unit"], []
    factors = unit_factors(found)
    for name, table in (("log1p", classes.log1p), ("centre", classes.ppm), ("median", classes.medians)):
        if table is not None:
            header += [f"class_{k}_{name}" for k in ks]
            columns.append(table if name == "log1p" else table / factors)
    columns.append(classes.centres if found.prepared.basis is None else classes.transformed)
    header += [f"class_{k}_standardised" for k in ks]
    cells = np.vstack(columns).T
    units = [x.unit for x in found.cleaned.samples.elements]
    yield Table(
        "class_centres", tuple(header),
        tuple((name, unit, *row) for name, unit, row in zip(found.names, units, cells.tolist(), strict=True)),
    )  # fmt: skip


def _groups(found: Association) -> Iterable[Table]:
    tree = found.groups
    yield Table(
        "element_groups", ("group", "elements"),
        tuple((i + 1, " ".join(x)) for i, x in enumerate(tree.groups)),
    )  # fmt: skip
    names: list[str] = list(found.names)
    rows: list[tuple[Value, ...]] = []
    for left, right, height, size in tree.linkage:
        a, b = names[int(left)], names[int(right)]
        names.append(f"{a}-{b}")
        rows.append((a, b, float(height), int(size)))
    yield Table("dendrogram", ("left", "right", "distance", "elements"), tuple(rows))


def labelled(names: Sequence[str], matrix: np.ndarray) -> tuple[tuple[Value, ...], ...]:
    """Rows of a matrix with their names before them."""
    return tuple((name, *row) for name, row in zip(names, matrix.tolist(), strict=True))


def _short(value: Value) -> Value:
    """Numbers to so many figures that nothing of the result is lost and files of two machines are the same."""
    if isinstance(value, bool) or not isinstance(value, float | np.floating):
        return value
    return float(f"{value:.9g}") if np.isfinite(value) else None

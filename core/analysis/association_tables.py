"""The tables of an analysis of element association: what stands in them, and which findings they hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from core.analysis.association_near import Near
from core.analysis.draft import Draft
from core.analysis.record import Value
from core.analysis.wording import both
from core.geochem.associate import Association
from core.geochem.components import unusual
from core.geochem.thresholds import LEAST_IN_GROUP

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


def write_tables(draft: Draft, found: Association, near: dict[str, list[Near | None]]) -> None:
    """Write every table into the draft."""
    for table in (
        *_description(found), *_components(found), *_classes(found), *_groups(found), *_anomalies(found, near),
        *_rocks(found), *_rare_earths(found), _samples(found),
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
        yield Table(name, ("element", *found.names), _labelled(found.names, matrix))


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
    yield Table("loadings", ("element", *names), _labelled(found.names, parts.loadings[:, : len(names)]))
    if found.factors is not None:
        factors = tuple(f"F{i + 1}" for i in range(found.factors.shape[1]))
        yield Table("factors", ("element", *factors), _labelled(found.names, found.factors))


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


def _anomalies(found: Association, near: dict[str, list[Near | None]]) -> Iterable[Table]:
    unit = {x.name: (x.unit, x.ppm) for x in found.cleaned.parts.elements}
    yield Table(
        "thresholds",
        ("subject", "rule", "threshold", "unit", "above", "at_limit"),
        tuple(
            (x.subject, x.method, None if x.value is None else x.value / unit.get(x.subject, ("", 1.0))[1],
             unit.get(x.subject, ("", 1.0))[0], x.above, "yes" if x.at_limit else "no")
            for x in found.thresholds
        ),
    )  # fmt: skip
    anomalies, samples = found.anomalies, found.cleaned.samples
    if anomalies.exceeding.by_group:
        names = [x.name for x in anomalies.subjects]
        scale = [unit.get(x, ("", 1.0))[1] for x in names]
        rows = tuple(
            (rock, *(None if v is None else v / s for v, s in zip(values, scale, strict=True)))
            for rock, values in anomalies.exceeding.by_group.items()
        )
        yield Table("rock_thresholds", ("rock", *names), rows)
    kinds = tuple(near)
    header = ("cluster", "samples", "area_km2", "lon", "lat", "leading", "contrast", "peak", "unit", "peak_sample",
              "peak_row", "frequency", *(f"{k}_{x}" for k in kinds for x in ("name", "distance_m")))  # fmt: skip
    rows_out = []
    for i, x in enumerate(anomalies.clusters):
        name, factor = unit.get(x.leading, ("", 1.0))
        told: list[Value] = []
        for kind in kinds:
            one = near[kind][i]
            told += [one.name, one.distance_m] if one else [None, None]
        rows_out.append(
            (x.number, len(x.rows), x.area_km2, *_middle(found, x.rows), x.leading, x.contrast, x.peak / factor,
             name, samples.names[x.peak_row] if samples.names else "", int(samples.ids[x.peak_row]),
             "; ".join(f"{s} {n}" for s, n in x.frequency), *told)
        )  # fmt: skip
    yield Table("anomaly_clusters", header, tuple(rows_out))


def _rocks(found: Association) -> Iterable[Table]:
    groups = np.array(found.cleaned.samples.groups, dtype=object)
    if not len(groups):
        return
    names = [x for x in sorted(set(groups.tolist())) if x and (groups == x).sum() >= LEAST_IN_GROUP]
    values = found.values / unit_factors(found)
    rows = tuple(
        (x, int((groups == x).sum()), *np.median(values[groups == x], axis=0).tolist()) for x in names
    )  # fmt: skip
    yield Table("rocks", ("rock", "samples", *found.names), rows)


def _rare_earths(found: Association) -> Iterable[Table]:
    earths = found.rare_earths
    if earths is None:
        return
    header = [
        "element",
        "all_p25",
        "all_median",
        "all_p75",
        *(f"class_{x}_median" for x, _ in earths.patterns[1:]),
    ]
    columns = [
        earths.quartiles[0],
        earths.patterns[0][1],
        earths.quartiles[1],
        *(x for _, x in earths.patterns[1:]),
    ]
    yield Table("rare_earths", tuple(header), _labelled(earths.elements, np.column_stack(columns)))
    rows = [(x, *np.percentile(v, [5, 25, 50, 75, 95]).tolist()) for x, v in earths.ratios.items()]
    yield Table("rare_earth_ratios", ("ratio", "p5", "p25", "median", "p75", "p95"), tuple(rows))


def _samples(found: Association) -> Table:
    samples, names = found.cleaned.samples, component_names(found)
    scores = found.components.standard_scores[:, : len(names)]
    columns: list[Sequence[Value]] = [
        samples.ids.tolist(), samples.names or [""] * len(samples), samples.lon.tolist(), samples.lat.tolist(),
    ]  # fmt: skip
    header = ["row", "sample", "lon", "lat"]
    if samples.groups:
        columns.append(samples.groups)
        header.append("rock")
    columns += [(found.classes.labels + 1).tolist(), *scores.T.round(DIGITS).tolist()]
    columns += [found.anomalies.flags.tolist(), found.anomalies.labels.tolist()]
    header += ["class", *names, "exceeds", "cluster"]
    return Table("samples", tuple(header), tuple(zip(*columns, strict=True)))


def _middle(found: Association, rows: np.ndarray) -> tuple[float, float]:
    samples = found.cleaned.samples
    return float(samples.lon[rows].mean()), float(samples.lat[rows].mean())


def _labelled(names: Sequence[str], matrix: np.ndarray) -> tuple[tuple[Value, ...], ...]:
    return tuple((name, *row) for name, row in zip(names, matrix.tolist(), strict=True))


def _short(value: Value) -> Value:
    """Numbers to so many figures that nothing of the result is lost and files of two machines are the same."""
    if isinstance(value, bool) or not isinstance(value, float | np.floating):
        return value
    return float(f"{value:.9g}") if np.isfinite(value) else None

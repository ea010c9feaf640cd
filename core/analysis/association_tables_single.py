"""The tables of an element association that look at anomalies, rocks, rare earths and single samples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from core.analysis.association_near import Near
from core.analysis.association_tables import DIGITS, Table, component_names, labelled, unit_factors
from core.analysis.record import Value
from core.geochem.associate import Association
from core.geochem.thresholds import LEAST_IN_GROUP


def single_tables(found: Association, near: dict[str, list[Near | None]]) -> Iterable[Table]:
    """Every table of this kind; `near` holds the nearest features of each anomaly cluster."""
    yield from _anomalies(found, near)
    yield from _rocks(found)
    yield from _rare_earths(found)
    yield _samples(found)


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
    nearest = [f"{k}_{x}" for k in kinds for x in ("name", "name_zh", "distance_m")]
    header = ("cluster", "samples", "area_km2", "lon", "lat", "leading", "contrast", "peak", "unit", "peak_sample",
              "peak_row", "frequency", *nearest)  # fmt: skip
    rows_out = []
    for i, x in enumerate(anomalies.clusters):
        name, factor = unit.get(x.leading, ("", 1.0))
        told: list[Value] = []
        for kind in kinds:
            one = near[kind][i]
            told += [one.called("en"), one.called("zh"), one.distance_m] if one else [None, None, None]
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
    yield Table("rare_earths", tuple(header), labelled(earths.elements, np.column_stack(columns)))
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
    columns += [found.anomalies.flags.tolist(), found.anomalies.labels.tolist(), _over(found)]
    header += ["class", *names, "exceeds", "cluster", "over"]
    columns += [[float(f"{v:.6g}") for v in x] for x in (found.values / unit_factors(found)).T.tolist()]
    header += [f"{x.name} ({x.unit})" for x in samples.elements]
    return Table("samples", tuple(header), tuple(zip(*columns, strict=True)))


def _over(found: Association) -> list[str]:
    """What each sample exceeds, by name."""
    subjects = [x.name for x in found.anomalies.subjects]
    told = [""] * len(found.values)
    for i in np.flatnonzero(found.anomalies.flags):
        told[i] = " ".join(subjects[j] for j in np.flatnonzero(found.anomalies.exceeding.flags[i]))
    return told


def _middle(found: Association, rows: np.ndarray) -> tuple[float, float]:
    samples = found.cleaned.samples
    return float(samples.lon[rows].mean()), float(samples.lat[rows].mean())

"""What the report of an element association says of anomalies: rule, counts, clusters and what is nearest."""

from __future__ import annotations

import numpy as np

from core.analysis.association_names import RockNames
from core.analysis.association_near import Near
from core.analysis.wording import Count, Words, grid, number, safe
from core.geochem.associate import Association
from core.geochem.thresholds import LEAST_IN_GROUP, METHODS, PERCENT
from core.vocabulary.card import SchemaCard

WIDE_KM = 500
"""From the middle of the samples; the plane on which they are measured bends distances beyond it."""
CLUSTERS = 12
"""Clusters in the table of the report; the file holds all."""


def anomaly_lines(
    found: Association, near: dict[str, list[Near | None]], card: SchemaCard, words: Words, called: RockNames
) -> list[str]:
    """The part of the report on anomalies; `called` names the rocks."""
    anomalies, method = found.anomalies, found.plan.threshold
    names = [x.name for x in anomalies.subjects]
    lines = [
        words("anomaly_rule", method=words(f"method_{method}"), together=anomalies.together,
              subjects=Count(len(names)), names=words.joined(names))
    ]  # fmt: skip
    if method in PERCENT:
        lines.append(words("anomaly_percent"))
    if anomalies.exceeding.by_group:
        rocks = called.listed(anomalies.exceeding.by_group, words.language)
        lines.append(words("anomaly_by_rock", least=LEAST_IN_GROUP, rocks=rocks))
    mine = [x for x in found.thresholds if x.method == method]
    for key, wrong in (
        ("anomaly_at_limit", [x.subject for x in mine if x.at_limit]),
        ("anomaly_none_value", [x.subject for x in mine if x.value is None]),
    ):
        if wrong:
            lines.append(words(key, subjects=words.joined(wrong)))
    lines.append(_count(found, words))
    parts = [" ".join(lines), words("anomaly_methods"), _methods(found, words)]
    if anomalies.clusters:
        parts.append(_cluster_table(found, near, card, words))
        if len(anomalies.clusters) > CLUSTERS:
            left = len(anomalies.clusters) - CLUSTERS
            parts.append(words("clusters_first", shown=CLUSTERS, total=len(anomalies.clusters), left=left))
        reach = float(np.hypot(*found.points.T).max()) / 1000
        told = [words("near_line")] if near else []
        told += [words("anomaly_wide", km=f"{reach:,.0f}")] if reach > WIDE_KM else []
        parts += [" ".join(told)] if told else []
    return parts


def _count(found: Association, words: Words) -> str:
    """How many samples are anomalous and how many of them lie together."""
    anomalies = found.anomalies
    n, inside = len(anomalies.anomalous), int((anomalies.labels > 0).sum())
    if not n:
        return words("anomaly_none")
    rest = words("anomaly_rest", n=Count(n - inside)) if n > inside else ""
    return words(
        "anomaly_count" if inside else "anomaly_no_clusters", n=Count(n), inside=Count(inside), rest=rest,
        clusters=Count(len(anomalies.clusters)), least=anomalies.least, eps=f"{anomalies.eps_m:,.0f}",
    )  # fmt: skip


def _methods(found: Association, words: Words) -> str:
    names = [x.name for x in found.anomalies.subjects]
    counts = {(x.subject, x.method): x for x in found.thresholds}
    rows = [
        [x, *("–" if counts[x, m].value is None else f"{counts[x, m].above:,}" for m in METHODS)] for x in names
    ]
    return grid(["", *(words(f"method_{m}") for m in METHODS)], rows)


def _cluster_table(found: Association, near: dict[str, list[Near | None]], card: SchemaCard, words: Words) -> str:
    unit = {x.name: (x.unit, x.ppm) for x in found.cleaned.parts.elements}
    kinds = [card.entity_types[x].labels.in_(words.language) for x in near]
    header = [words(f"h_{x}") for x in ("cluster", "samples", "area", "leading", "contrast", "peak", "frequent")]
    header += [words("h_nearest", kind=x) for x in kinds]
    rows = []
    for i, x in enumerate(found.anomalies.clusters[:CLUSTERS]):
        name, factor = unit.get(x.leading, ("", 1.0))
        frequent = ", ".join(f"{s} {n}" for s, n in x.frequency[:4])
        told = [_told(near[k][i], words) for k in near]
        rows.append(
            [str(x.number), f"{len(x.rows):,}", number(x.area_km2), x.leading, f"{x.contrast:.2f}",
             f"{number(x.peak / factor)} {name}".strip(), frequent, *told]
        )  # fmt: skip
    return grid(header, rows)


def _told(near: Near | None, words: Words) -> str:
    if near is None:
        return "–"
    name = near.called(words.language) or words("nameless", n=near.fid)
    return words("near_cell", name=safe(name), km=f"{near.distance_m / 1000:,.2f}")

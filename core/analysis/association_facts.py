"""Findings of an analysis of element association that answers may cite, each with its place in a table."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.analysis.association_near import Near
from core.analysis.association_tables import FILE, LOADING, component_names
from core.analysis.draft import Draft
from core.analysis.record import Fact, Value
from core.analysis.wording import Words, both
from core.geochem.associate import Association
from core.geochem.components import unusual
from core.i18n import LANGUAGES
from core.vocabulary.card import Labels, SchemaCard


class _Writer:
    """Adds facts to a draft."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft

    def __call__(
        self, key: str, sentence: str, value: Value, unit: str = "", *, at: tuple[str, int, str] | None = None,
        **words: Any,
    ) -> None:  # fmt: skip
        table, row, column = at or ("", None, "")
        label = both(FILE, f"fact_{sentence}", **words)
        self.draft.add_fact(Fact(key, label, value, unit, table, row, column))


def write_facts(draft: Draft, found: Association, near: dict[str, list[Near | None]], card: SchemaCard) -> None:
    """Add every finding; the tables must be in the draft already."""
    add = _Writer(draft)
    add("samples", "n", found.cleaned.rows_used)
    add("elements", "elements", len(found.names))
    if found.adequacy.kmo is not None:
        add("kmo", "kmo", found.adequacy.kmo)
        add("bartlett.chi_square", "chi", found.adequacy.chi_square)
        add("bartlett.p", "p", found.adequacy.p_value)
    _component_facts(add, found)
    _class_facts(add, found)
    for i, group in enumerate(found.groups.groups):
        add(f"group.{i + 1}", "group", "-".join(group), at=("element_groups", i, "elements"), number=i + 1)
    _anomaly_facts(add, found, near, card)
    for i, (name, values) in enumerate(found.rare_earths.ratios.items() if found.rare_earths else ()):
        at = ("rare_earth_ratios", i, "median")
        add(
            f"rare_earths.{name}",
            "ratio",
            float(np.median(values)),
            "ppm" if name == "total" else "",
            at=at,
            ratio=name,
        )


def _component_facts(add: _Writer, found: Association) -> None:
    parts, plan = found.components, found.plan
    flags = unusual(parts, plan.score_rule, plan.score_limit)
    if len(parts.random):
        add("pca.kept", "kept", parts.kept)
    for j, name in enumerate(component_names(found)):
        at = ("variance", j, "variance_pct")
        add(f"pca.{name}.variance_pct", "variance", 100 * float(parts.share[j]), "%", at=at, name=name)
        add(
            f"pca.{name}.anomalous",
            "anomalous",
            int(flags[:, j].sum()),
            at=("variance", j, "anomalous"),
            name=name,
        )
        for i, element in enumerate(found.names):
            value = float(parts.loadings[i, j])
            if abs(value) > LOADING:
                at = ("loadings", i, name)
                add(f"pca.{name}.loading.{element}", "loading", value, at=at, name=name, element=element)


def _class_facts(add: _Writer, found: Association) -> None:
    classes = found.classes
    add("classes", "classes", len(classes.sizes))
    add("classes.silhouette", "silhouette", classes.silhouette)
    for k, size in enumerate(classes.sizes):
        add(f"class.{k + 1}.samples", "class_n", size, at=("classes", k, "samples"), number=k + 1)
        for i, element in enumerate(found.names if classes.log1p is not None else ()):
            value = float(classes.log1p[k, i]) if classes.log1p is not None else None
            at = ("class_centres", i, f"class_{k + 1}_log1p")
            add(f"class.{k + 1}.centre.{element}", "centre", value, at=at, number=k + 1, element=element)


def _anomaly_facts(add: _Writer, found: Association, near: dict[str, list[Near | None]], card: SchemaCard) -> None:
    anomalies, rule = found.anomalies, both(FILE, f"method_{found.plan.threshold}")
    unit = {x.name: (x.unit, x.ppm) for x in found.cleaned.parts.elements}
    for i, x in enumerate(found.thresholds):
        if x.method == found.plan.threshold and x.value is not None:
            name, factor = unit.get(x.subject, ("", 1.0))
            add(
                f"threshold.{x.subject}", "threshold", x.value / factor, name, at=("thresholds", i, "threshold"),
                subject=x.subject, method=rule,
            )  # fmt: skip
    add("anomalies.samples", "anomalies", len(anomalies.anomalous), method=rule)
    add("anomalies.clusters", "clusters", len(anomalies.clusters))
    for i, cluster in enumerate(anomalies.clusters):
        key, n = f"cluster.{cluster.number}", cluster.number
        table = "anomaly_clusters"
        add(f"{key}.samples", "cluster_n", len(cluster.rows), at=(table, i, "samples"), number=n)
        add(f"{key}.area", "cluster_area", cluster.area_km2, "km²", at=(table, i, "area_km2"), number=n)
        add(f"{key}.leading", "cluster_lead", cluster.leading, at=(table, i, "leading"), number=n)
        for kind, places in near.items():
            one = places[i]
            if one is not None:
                called = card.entity_types[kind].labels
                en, zh = (_told_near(Words(FILE, x), called.in_(x), n, one) for x in LANGUAGES)
                label = Labels(en, zh)
                add.draft.add_fact(
                    Fact(f"{key}.nearest.{kind}", label, one.distance_m, "m", table, i, f"{kind}_distance_m")
                )


def _told_near(words: Words, kind: str, number: int, one: Near) -> str:
    """The label of the feature nearest to an anomaly cluster."""
    name = one.called(words.language) or words("nameless", n=one.fid)
    return words("fact_cluster_near", kind=kind, number=number, name=name)

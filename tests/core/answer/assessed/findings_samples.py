"""Findings of two hand-made analyses."""

from __future__ import annotations

from typing import Any

from core.analysis.record import Fact
from core.analysis.store import new_record
from core.answer.assessed.findings import Finding, Near
from core.errors import Language
from core.vocabulary.card import Labels


def _facts(*given: tuple[str, Labels, Any, str]) -> dict[str, Fact]:
    return {key: Fact(key, label, value, unit) for key, label, value, unit in given}


def association_facts() -> tuple[Fact, ...]:
    called = Labels("x", "x")
    near = Labels("deposit nearest to anomaly cluster 1: Old Pit", "距 1 号异常区最近的矿床：Old Pit")
    far = Labels("deposit nearest to anomaly cluster 2: Far Hill", "距 2 号异常区最近的矿床：Far Hill")
    return tuple(
        _facts(
            ("samples", called, 16370, ""), ("elements", called, 3, ""), ("kmo", called, 0.81649, ""),
            ("pca.PC1.variance_pct", called, 70.0512, "%"), ("pca.PC1.anomalous", called, 326, ""),
            ("pca.PC1.loading.La", called, 0.9123, ""), ("pca.PC1.loading.Nb", called, -0.4321, ""),
            ("classes", called, 2, ""), ("classes.silhouette", called, 0.40712, ""),
            ("class.1.samples", called, 16000, ""), ("class.2.samples", called, 370, ""),
            ("class.1.centre.La", called, 3.6, ""), ("class.2.centre.La", called, 5.8449, ""),
            ("group.1", called, "Ho-Er", ""), ("group.2", called, "La-Nb", ""),
            ("threshold.La", called, 83.25, "ppm"), ("anomalies.samples", called, 1228, ""),
            ("anomalies.clusters", called, 2, ""),
            ("cluster.1.samples", called, 632, ""), ("cluster.1.area", called, 216.41, "km²"),
            ("cluster.1.leading", called, "La", ""), ("cluster.1.nearest.deposit", near, 153.2, "m"),
            ("cluster.2.samples", called, 28, ""), ("cluster.2.area", called, 14.08, "km²"),
            ("cluster.2.leading", called, "Nb", ""), ("cluster.2.nearest.deposit", far, 6114.0, "m"),
        ).values()
    )  # fmt: skip


def prospectivity_facts(verdict: str = "better") -> tuple[Fact, ...]:
    told = Labels(f"Verdict {verdict}: AUC 0.81.", f"结论 {verdict}：AUC 为 0.81。")
    return tuple(
        _facts(
            ("verdict", told, verdict, ""), ("occurrences", Labels("Occurrences", "矿产地"), 28, ""),
            ("groups", Labels("Groups", "分组"), 26, ""),
            ("auc.group", Labels("Mean AUC, grouped by deposit", "平均 AUC，按矿床分组"), 0.8123, ""),
            ("class.high.threshold", Labels("x", "x"), 0.93441, ""),
            ("class.high.cells", Labels("x", "x"), 184, ""),
            ("importance.La", Labels("Impurity importance of La", "La 的不纯度重要性"), 0.1201, ""),
            ("loss.La", Labels("Loss of AUC without La", "打乱 La 后的 AUC 损失"), 0.0531, ""),
            ("targets.new", Labels("x", "x"), 2, ""), ("targets.known", Labels("x", "x"), 1, ""),
        ).values()
    )  # fmt: skip


def target(number: int, mean: float, *, known: bool = False, lon: float = 109.9613) -> dict[str, Any]:
    return {
        "target": number, "known": known, "area_km2": 1.52, "mean": mean, "lon": lon, "lat": 41.80631,
        "leading_en": "La higher than on 99 % of the area", "leading_zh": "La 高于 99% 的区域",
        "occurrence": "Old Pit", "occurrence_m": 1890.4,
    }  # fmt: skip


def association(language: Language = "en") -> Finding:
    record = new_record(
        "association", Labels("Element association: sheet", "元素组合分析：图幅"), (), "x", region="Example Field",
        settings={}, software={},
    )  # fmt: skip
    return Finding(record, {x.key: x for x in association_facts()}, stated_in=language)


def prospectivity(language: Language = "en", *, verdict: str = "better", near: Near | None = None) -> Finding:
    record = new_record(
        "prospectivity", Labels("Prospectivity of gold", "金成矿潜力"), (), "x", region="Example Field",
        settings={}, software={},
    )  # fmt: skip
    facts = {x.key: x for x in prospectivity_facts(verdict)}
    places = {"targets": (target(1, 0.912), target(2, 0.975), target(3, 0.99, known=True))}
    return Finding(record, facts, places, stated_in=language, near=near)

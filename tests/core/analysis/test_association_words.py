"""What the report of an element association says: whose data, which components, how many, in whose language."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from core.analysis.association_names import RockNames
from core.analysis.association_near import Near
from core.analysis.association_origin import invented_line
from core.analysis.association_reading import component_lines
from core.analysis.association_report_anomalies import CLUSTERS, anomaly_lines
from core.analysis.association_report_quality import quality_lines
from core.analysis.association_request import RockColumn
from core.analysis.association_tables import FILE
from core.analysis.record import AnalysisRecord, LayerUse
from core.analysis.wording import Count, Words
from core.geochem.associate import Association, Plan, associate
from core.geochem.cleaning import Choices
from core.i18n import LANGUAGES
from core.vocabulary.card import Labels, SchemaCard
from tests.core.geochem.tables import related, samples_of

EN, ZH = Words(FILE, "en"), Words(FILE, "zh")
OWN = LayerUse("own", Labels("My samples", "自有样品"), 1, role="samples")
BODIES = LayerUse("bodies", Labels("Bodies", "地质体"), 1, role="rocks", invented=True)
MINES = LayerUse("mines", Labels("Mines", "矿产地"), 1, role="reference", invented=True)


def record(*layers: LayerUse, **settings: object) -> AnalysisRecord:
    return AnalysisRecord(
        "association-1", "association", Labels("A", "甲"), datetime.now(UTC), layers, "v", None, settings
    )  # fmt: skip


def test_only_invented_samples_make_every_figure_invented() -> None:
    assert invented_line(record(OWN), "en") == ""
    every = invented_line(record(replace(OWN, invented=True), BODIES), "en")
    assert "Every figure below" in every
    assert "My samples" in every
    part = invented_line(record(OWN, BODIES, MINES, plan={"by_rock": True}, only_rocks=["schist"]), "en")
    assert "Every figure" not in part
    assert "My samples" not in part
    for rests in ("Bodies, Mines", "figures by rock", "which samples were", "thresholds, anomalous", "nearest"):
        assert rests in part
    plain = invented_line(record(OWN, MINES, plan={"by_rock": False}), "zh")
    assert "矿产地" in plain
    assert "最近的要素" in plain
    assert "岩性" not in plain


def loaded(loadings: list[float], transform: str = "log10") -> Association:
    """An analysis whose first component has the given loadings."""
    found = associate(samples_of(related(60, len(loadings))), Plan(classes=2, transform=transform))  # type: ignore[arg-type]
    table = found.components.loadings.copy()
    table[:, 0] = loadings
    return replace(found, components=replace(found.components, loadings=table))


@pytest.mark.parametrize(
    ("loadings", "transform", "said"),
    [
        ([0.5, 0.5, 0.5, 0.5], "log10", "the overall level of these elements"),
        ([0.7, 0.7, 0.1, 0.022], "log10", "high where E0, E1 are high."),
        ([0.7, 0.7, 0.1, 0.022], "clr", "high where E0, E1 are high against the other parts."),
        ([0.5, 0.5, 0.5, 0.5], "clr", "against the other parts."),
        ([0.29, -0.29, 0.2, 0.1], "log10", "no loading is beyond ±0.3; the largest are of E0 (0.29), E1 (−0.29)"),
        ([0.8, -0.5, 0.29, 0.1], "log10", "E0 against E1."),
    ],
)
def test_a_component_is_told_by_loadings_beyond_the_stated_limit(
    loadings: list[float], transform: str, said: str
) -> None:
    line = component_lines(loaded(loadings, transform), EN)[0].split("\n")[0]
    assert said in line
    assert ("level" in line) == ("overall level" in said)


def test_counts_choose_their_words() -> None:
    assert EN("pc_anomalous", n=Count(1)) == "1 sample is anomalous."
    assert EN("pc_anomalous", n=Count(1200)) == "1,200 samples are anomalous."
    assert EN("parallel_line", kept=Count(1)).startswith("1 of them is stronger")
    told = EN("anomaly_count", n=Count(5), inside=Count(4), clusters=Count(1), least=4, eps="9",
              rest=EN("anomaly_rest", n=Count(1)))  # fmt: skip
    assert told.startswith("5 samples are anomalous; 4 of them form 1 cluster")
    assert told.endswith("the other one is scattered.")


def test_what_the_table_of_clusters_leaves_out_is_told_with_its_place(card: SchemaCard) -> None:
    found = associate(samples_of(related(400, 3)), Plan(classes=2, threshold="p75", eps_m=1_100.0, least=2))
    total = len(found.anomalies.clusters)
    assert total > CLUSTERS
    for words in (EN, ZH):
        told = "\n".join(anomaly_lines(found, {}, card, words, RockNames(card, None)))
        assert words("clusters_first", shown=CLUSTERS, total=total, left=total - CLUSTERS) in told
        assert "anomaly_clusters.csv" in told


def test_impossible_contents_and_imputed_values_are_told() -> None:
    values, limits = related(60, 3), np.full((60, 3), np.nan)
    values[5, 1] = 1e25
    values[:15, 0], limits[:15, 0] = np.nan, 0.5
    samples = samples_of(values, ("Au", "Cu", "La"), limits=limits)
    found = associate(samples, Plan(Choices(censored="ros"), classes=2))
    english, chinese = (" ".join(quality_lines(found, x)) for x in (EN, ZH))
    assert "1 cell holds more than the whole sample (100 %) and counts as not measured" in english
    assert "Cu 1.00e+25 ppm in row 6." in english
    assert "serves summaries" in english
    assert "第 6 行 Cu 为 1.00e+25 ppm" in chinese
    assert "ROS 适用于统计参数" in chinese


def test_features_and_rocks_are_called_in_the_language_of_the_reader(card: SchemaCard) -> None:
    both = Near("t", 1, "Saiwusu", 10.0, "赛乌素")
    assert (both.called("en"), both.called("zh")) == ("Saiwusu", "赛乌素")
    assert Near("t", 1, "Saiwusu", 10.0).called("zh") == "Saiwusu"
    assert Near("t", 1, "", 10.0).called("en") == ""
    layer = next(x for x in card.layers if x.geometry == "polygon" and "lithology" in x.columns)
    raws = next(iter(layer.columns["lithology"].concepts.values()))
    called = RockNames(card, RockColumn(layer.table, "lithology"))
    for language in LANGUAGES:
        said = called(raws[0], language)
        assert any("\u4e00" <= x <= "\u9fff" for x in said) == (language == "zh")
    assert called("not a rock that anybody knows", "zh") == "not a rock that anybody knows"

"""Element association from loaded layers to a kept result, on the demonstration data and on bad ones."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from geographiclib.geodesic import Geodesic
from shapely.geometry import Point, box, shape

from core.analysis.association_request import AssociationRequest, rock_columns, sample_layers, usual_elements
from core.analysis.association_run import run_association
from core.analysis.association_samples import read_samples
from core.analysis.plotting import chinese_font, write_plot
from core.analysis.store import Analysis, AnalysisStore
from core.database.engine import Database
from core.errors import AnalysisCancelledError, AnalysisError
from core.geochem.associate import Plan
from core.geochem.cleaning import Choices
from core.query.cancel import CancelToken
from core.vocabulary.card import Labels, SchemaCard
from core.vocabulary.units import Units

ELEMENTS = ("La", "Ce", "Pr", "Nd", "Sm", "Eu", "Gd", "Tb", "Ho", "Er", "Tm", "Lu", "Nb", "F", "Zr")
SAMPLES = "bayan_obo_samples"
PUBLISHED = Plan(Choices(ELEMENTS, censored="half"), classes=3)
VARIANCE = (70.05, 14.20, 5.09, 4.12, 2.82, 2.00)
"""Per cent, as published for the region the invented data imitate."""
LOADINGS = {
    "PC2": {"Ho": 0.345, "Er": 0.316, "Tm": 0.443, "Lu": 0.448},
    "PC3": {"Zr": 0.872, "F": -0.380},
    "PC4": {"F": 0.715, "Eu": 0.368, "Zr": 0.366},
    "PC5": {"Eu": 0.535, "Tb": 0.411, "F": -0.517, "Nd": -0.328},
    "PC6": {"Nb": 0.910},
}
"""The published loadings beyond 0.3 that have a sign of their own."""
SIZES, CENTRES = (9184, 6787, 399), {"La": (3.67, 2.85, 5.83), "F": (6.48, 5.50, 7.84), "Nb": (2.66, 1.83, 4.71)}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> AnalysisStore:
    return AnalysisStore(tmp_path_factory.mktemp("analyses"))


@pytest.fixture(scope="module")
def published(demo_database: Database, card: SchemaCard, units: Units, store: AnalysisStore) -> Analysis:
    request = AssociationRequest(SAMPLES, rocks=rock_columns(card, card.layer(SAMPLES))[0], plan=PUBLISHED)
    return run_association(demo_database, card, units, store, request, plots=False)


def cell(frame: pd.DataFrame, row: object, column: str) -> float:
    return float(str(frame.loc[row, column]))  # type: ignore[index]


def table(analysis: Analysis, name: str) -> pd.DataFrame:
    path = analysis.path(name)
    assert path is not None
    return pd.read_csv(path, encoding="utf-8-sig")


def test_variance_loadings_classes_and_groups_have_the_published_structure(published: Analysis) -> None:
    variance = table(published, "variance")["variance_pct"]
    assert np.allclose(variance[:6], VARIANCE, atol=0.3)
    loadings = table(published, "loadings").set_index("element")
    assert (loadings["PC1"] > 0).all()
    for name, expected in LOADINGS.items():
        for element, value in expected.items():
            assert cell(loadings, element, name) * value > 0, (name, element)
            assert abs(cell(loadings, element, name) - value) < 0.03
    assert np.allclose(table(published, "classes")["samples"], SIZES, rtol=0.05)
    centres = table(published, "class_centres").set_index("element")
    for element, expected_centres in CENTRES.items():
        found = [cell(centres, element, f"class_{k}_log1p") for k in (1, 2, 3)]
        assert np.allclose(found, expected_centres, atol=0.2), element
    facts = {x.key: x.value for x in published.facts()}
    assert facts["group.1"] == "Ho-Er-Tm-Lu"
    assert facts["group.2"] == "La-Ce-Pr-Nd-Sm-Eu-Gd-Tb-Nb-F-Zr"
    assert 0.80 < float(facts["kmo"] or 0) < 0.84
    called = {x.key: x.label for x in published.facts()}
    assert (called["threshold.La"].en, called["threshold.La"].zh) == (
        "threshold of La (95th percentile)", "La 异常下限（95% 分位数）"
    )  # fmt: skip
    assert "95th percentile" in called["anomalies.samples"].en
    assert 0.38 < float(facts["classes.silhouette"] or 0) < 0.43


def test_facts_point_at_the_cells_that_hold_them(published: Analysis) -> None:
    tables = {name: table(published, name) for name in {x.table for x in published.facts() if x.table}}
    checked = 0
    for fact in published.facts():
        if not fact.table or fact.row is None or not isinstance(fact.value, int | float):
            continue
        cell = tables[fact.table].iloc[fact.row][fact.column]
        assert float(cell) == pytest.approx(float(fact.value), rel=1e-7), fact.key
        checked += 1
    assert checked > 150


def test_the_report_says_that_the_data_are_invented_and_what_it_does_not_show(published: Analysis) -> None:
    for language, invented, limits in (
        ("en", "invented", "no figure here is evidence of ore"),
        ("zh", "虚构", "成矿证据"),
    ):
        text = published.report(language)  # type: ignore[arg-type]
        assert invented in text.split("##")[0]
        assert limits in text
        assert "{" not in text
        assert "**0.448**" in text
    assert published.record.invented


def test_nearest_features_are_at_the_distance_an_independent_geodesic_gives(
    published: Analysis, demo_database: Database
) -> None:
    clusters = table(published, "anomaly_clusters")
    samples = table(published, "samples").set_index("row")
    peak = samples.loc[int(cell(clusters, 0, "peak_row"))]
    import sqlalchemy as sa  # noqa: PLC0415

    with demo_database.reader.connect() as connection:
        rows = connection.execute(
            sa.text('SELECT "NAME_EN", ST_X(geom), ST_Y(geom) FROM layers.bayan_obo_occurrences')
        ).all()
    metres = {name: Geodesic.WGS84.Inverse(peak["lat"], peak["lon"], y, x)["s12"] for name, x, y in rows}
    assert clusters.loc[0, "deposit_distance_m"] == pytest.approx(min(metres.values()), abs=0.01)
    assert metres[clusters.loc[0, "deposit_name"]] == pytest.approx(min(metres.values()), abs=0.01)
    assert not any("sichuan" in x.table for x in published.record.layers)


def test_maps_hold_what_the_tables_hold(published: Analysis) -> None:
    points, outlines = published.path("sample_points"), published.path("cluster_outlines")
    assert points is not None
    assert outlines is not None
    features = json.loads(points.read_text(encoding="utf-8"))["features"]
    samples = table(published, "samples")
    assert [x["properties"]["fid"] for x in features] == samples["row"].tolist()
    assert [x["properties"]["class"] for x in features] == samples["class"].tolist()
    clusters = {
        x["properties"]["cluster"]: shape(x["geometry"]) for x in json.loads(outlines.read_text())["features"]
    }
    inside = samples[samples["cluster"] > 0]
    places = zip(inside["cluster"], inside["lon"], inside["lat"], strict=True)
    assert all(clusters[c].contains(Point(x, y)) for c, x, y in places)


def test_region_area_and_rocks_choose_the_samples(demo_database: Database, card: SchemaCard, units: Units) -> None:
    layer = card.layer("sichuan_soils")
    base = AssociationRequest(layer.table, rocks=rock_columns(card, layer)[0])
    everything = read_samples(demo_database, card, units, base)
    west, south, east, north = layer.extent
    middle = (west + east) / 2
    part = read_samples(demo_database, card, units, replace(base, area=box(west, south, middle, north)))
    assert sorted(part.ids.tolist()) == sorted(everything.ids[everything.lon <= middle].tolist())
    rock = max(set(everything.groups), key=everything.groups.count)
    on = read_samples(demo_database, card, units, replace(base, only_rocks=(rock,)))
    assert len(on) == everything.groups.count(rock)
    with pytest.raises(AnalysisError, match="no region"):
        read_samples(demo_database, card, units, replace(base, region="Atlantis"))
    with pytest.raises(AnalysisError, match="No sample"):
        read_samples(demo_database, card, units, replace(base, area=box(0, 0, 1, 1)))


def test_contents_come_in_ppm_with_their_limits(demo_database: Database, card: SchemaCard, units: Units) -> None:
    samples = read_samples(demo_database, card, units, AssociationRequest(SAMPLES))
    unit = {x.name: (x.unit, x.ppm) for x in samples.elements}
    assert (unit["Au"], unit["SiO2"], unit["La"]) == (("ppb", 0.001), ("%", 10_000.0), ("ppm", 1.0))
    gold = samples.symbols.index("Au")
    below = np.isfinite(samples.limits[:, gold])
    assert below.any()
    assert np.isnan(samples.values[below, gold]).all()


def test_layers_and_elements_are_proposed_from_the_data(card: SchemaCard) -> None:
    assert sample_layers(card)[0].table == SAMPLES
    assert {x.table for x in sample_layers(card)} == {SAMPLES, "yunnan_samples", "sichuan_soils"}
    assert "SiO2" not in usual_elements(card, card.layer(SAMPLES))


@pytest.mark.parametrize("at", ["classes", "write"])
def test_a_cancelled_run_leaves_nothing(
    demo_database: Database, card: SchemaCard, units: Units, tmp_path: Path, at: str
) -> None:
    token = CancelToken()
    small = AssociationRequest("sichuan_soils")

    def step(name: str, _: float) -> None:
        if name == at:
            token.cancel()

    with pytest.raises(AnalysisCancelledError, match="cancelled"):
        run_association(
            demo_database, card, units, AnalysisStore(tmp_path), small, cancel=token, step=step, plots=False
        )
    assert list(tmp_path.iterdir()) == []


def test_a_layer_without_contents_is_refused(demo_database: Database, card: SchemaCard, units: Units) -> None:
    for name, words in (("bayan_obo_faults", "no contents"), ("nothing", "There is no layer")):
        with pytest.raises(AnalysisError, match=words):
            read_samples(demo_database, card, units, AssociationRequest(name))


def test_a_figure_is_kept_in_both_languages_and_formats(tmp_path: Path) -> None:
    said: list[str] = []

    def drawing(figure: Any, language: str) -> None:
        said.append(language)
        figure.add_subplot()

    with AnalysisStore(tmp_path).draft() as draft:
        write_plot(draft, "figure_x", Labels("X", "甲"), (2, 2), drawing)
        files = sorted(x.file for x in draft.products)
        assert all((draft.directory / x).stat().st_size > 500 for x in files)
    assert files == [
        "figure_x.en.png", "figure_x.zh.png", "figure_x_vector.en.svg", "figure_x_vector.zh.svg"
    ]  # fmt: skip
    assert said == ["en", "zh" if chinese_font() else "en"]


def test_a_request_comes_back_from_what_is_kept_with_the_result(card: SchemaCard) -> None:
    rocks = rock_columns(card, card.layer(SAMPLES))[0]
    plan = replace(PUBLISHED, subjects=("La/Lu", "PC2"), eps_m=700.0, together=2, robust=True, transform="clr")
    request = AssociationRequest(SAMPLES, "R", box(1, 2, 3, 4), rocks, ("marble",), plan)
    again = AssociationRequest.of(json.loads(json.dumps(request.plain())))
    assert again.area is not None
    assert again.area.equals(box(1, 2, 3, 4))
    assert replace(again, area=None) == replace(request, area=None)


def test_the_table_of_samples_names_what_each_exceeds(published: Analysis) -> None:
    samples = table(published, "samples")
    over = samples["over"].fillna("")
    assert [len(x.split()) for x in over] == samples["exceeds"].tolist()
    limits = table(published, "thresholds").query("rule == 'p95'").set_index("subject")["threshold"]
    high = samples["La (ppm)"] > limits["La"]
    assert high.tolist() == ["La" in x.split() for x in over]

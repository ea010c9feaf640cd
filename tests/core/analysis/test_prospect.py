"""Runs from the demonstration layers to a kept result: files, facts, reports; refusals; a stop leaves nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyproj
import pytest
import rasterio
import sqlalchemy as sa
from rasterio.transform import from_origin
from shapely.geometry import Point, box, shape
from shapely.ops import nearest_points

from core.analysis.prospect_choices import label_values, read_roles, shape_choices
from core.analysis.prospect_names import value_labels
from core.analysis.prospect_origin import origin
from core.analysis.prospect_read import read_rows
from core.analysis.prospect_request import (
    CategoryFeature,
    LabelRule,
    ProspectRequest,
    RasterFeature,
    ShapeFeature,
    as_published,
)
from core.analysis.record import LayerUse
from core.analysis.store import Analysis, AnalysisStore
from core.errors import AnalysisCancelledError, AnalysisError, QueryCancelledError
from core.prospectivity.models import ModelSpec
from core.service import MineralApp
from core.service.prospecting import Prospecting, raster_name
from core.settings import ROOT
from core.vocabulary.card import Labels as ShownLabels

SPEC = ModelSpec(trees=5, draws=1)


@pytest.fixture(scope="module")
def work(app: MineralApp, tmp_path_factory: pytest.TempPathFactory) -> Prospecting:
    """Prospectivity on the demonstration regions with a shelf of its own."""
    return Prospecting(app.database, app.settings, AnalysisStore(tmp_path_factory.mktemp("kept")))


@pytest.fixture(scope="module")
def region(app: MineralApp) -> str:
    """The first region: it has every kind of layer."""
    return app.regions()[0]


@pytest.fixture(scope="module")
def request_(work: Prospecting, app: MineralApp, region: str) -> ProspectRequest:
    """The usual request on coarse cells, with a small model."""
    start = work.start(app.card, region)
    assert start.samples is not None
    samples = replace(start.samples, elements=start.samples.elements[:4])
    return replace(
        start, samples=samples, cell=1_000.0, radius=2_000.0, model=SPEC, placebos=19, repeats=1, block_repeats=1
    )


@pytest.fixture(scope="module")
def kept(work: Prospecting, app: MineralApp, request_: ProspectRequest) -> Iterator[Analysis]:
    """A finished run."""
    found = work.run(app.card, app.units, request_, workers=1)
    yield found
    work.delete(found.record.id)


def test_the_start_is_one_deposit_type_with_the_evidence_of_the_region(request_: ProspectRequest) -> None:
    assert request_.labels.values
    assert len(request_.labels.values) == 1
    assert [x.measure for x in request_.shapes] == ["distance"]
    assert len(request_.categories) == 1
    assert ProspectRequest.from_plain(json.loads(json.dumps(request_.plain()))) == request_


def test_contacts_and_single_classes_of_bodies_can_be_measured_to(
    work: Prospecting, app: MineralApp, request_: ProspectRequest
) -> None:
    layer = app.card.layer(request_.categories[0].table)
    choices = shape_choices(app.card, layer, work.roles())
    intrusions = next(x for x in choices if x.values == ("intrusion",))
    touching = next(x for x in choices if x.measure == "contacts")
    asked = replace(
        request_, shapes=(ShapeFeature(layer.table), touching, intrusions), categories=(), samples=None
    )
    made = {f.name: (label, values) for f, label, _, values in work.preview(app.card, app.units, asked)}
    assert len({label.en for label, _ in made.values()}) == 3
    whole, contact, intrusion = (values[np.isfinite(values)] for _, values in made.values())
    assert (intrusion >= whole).all()
    assert contact.max() > 0


def test_a_result_has_its_files_and_facts_in_both_languages(kept: Analysis, app: MineralApp) -> None:
    files = {x.file for x in kept.record.products}
    assert {"potential.tif", "classes.tif", "targets.geojson", "validation.csv", "importance.csv", "report.en.md",
            "report.zh.md", "placebo.csv", "folds.csv", "curves.csv", "calibration.csv"} <= files  # fmt: skip
    facts = {x.key: x for x in kept.facts()}
    assert facts["verdict"].value in ("better", "weak", "chance")
    assert {"auc.grouped", "auc.placebo", "class.high.threshold", "targets.new"} <= set(facts)
    for language in ("en", "zh"):
        report = kept.report(language)
        assert facts["verdict"].label.in_(language) in report
        assert "{" not in report
        assert ("invented" if language == "en" else "虚构") in report
    assert not any("\u4e00" <= c <= "\u9fff" for c in kept.report("en").replace("矿", ""))


def _places(app: MineralApp, tables: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Table, longitude and latitude of every row."""
    found: list[tuple[str, float, float]] = []
    with app.database.reader.connect() as connection:
        for table in tables:
            rows = connection.execute(sa.text(f'SELECT ST_X(geom), ST_Y(geom) FROM layers."{table}" ORDER BY fid'))
            found += [(table, float(x), float(y)) for x, y in rows]
    return found


def test_what_the_best_of_the_area_holds_follows_from_the_raster(
    kept: Analysis, work: Prospecting, app: MineralApp, request_: ProspectRequest
) -> None:
    with rasterio.open(kept.path("potential")) as found:
        values, held_out, to = found.read(1), found.read(3), found.transform
        project = pyproj.Transformer.from_crs(4326, found.crs, always_xy=True)
        back = pyproj.Transformer.from_crs(found.crs, 4326, always_xy=True)
    rule = request_.labels
    rows = read_rows(app.database, app.card, rule.table, attribute=rule.attribute, values=rule.values)
    area = work.area(app.card, kept.record.region)
    row, column = np.mgrid[: values.shape[0], : values.shape[1]]
    x, y = to.c + (column + 0.5) * to.a, to.f + (row + 0.5) * to.e
    near = np.zeros(values.shape, bool)
    for point in rows.shapes:
        px, py = project.transform(point.x, point.y)
        middle = (
            to.c + (np.floor((px - to.c) / to.a) + 0.5) * to.a,
            to.f + (np.floor((py - to.f) / to.e) + 0.5) * to.e,
        )
        if area.contains(Point(*back.transform(*middle))):
            near |= np.hypot(x - px, y - py) <= request_.radius
    has = np.isfinite(values)
    near = near[has] & np.isfinite(held_out[has])
    score, facts = values[has], {f.key: f.value for f in kept.facts()}
    for share in (0.01, 0.05, 0.1):
        least = np.sort(score)[::-1][int(share * len(score))]
        above, tied = score > least, score == least
        part = (share * len(score) - above.sum()) / tied.sum()
        expected = 100 * (near[above].sum() + part * near[tied].sum()) / near.sum()
        assert facts[f"captured.{100 * share:g}"] == pytest.approx(expected, abs=0.01)
    assert f"{facts['captured.1']:.0f}, {facts['captured.5']:.0f} and {facts['captured.10']:.0f} %" in kept.report(
        "en"
    )


def test_known_occurrences_of_any_kind_are_told_at_targets(
    kept: Analysis, work: Prospecting, app: MineralApp, request_: ProspectRequest
) -> None:
    path = kept.path("targets")
    assert path is not None
    features = json.loads(path.read_text(encoding="utf-8"))["features"]
    kinds = work.roles().labels
    every = _places(app, tuple(x.table for k in kinds for x in app.card.layers_of(k) if x.geometry == "point"))
    earth = pyproj.Geod(ellps="WGS84")
    told = 0
    for feature in features:
        outline, own = shape(feature["geometry"]), feature["properties"]
        away = min(
            0.0
            if outline.covers(Point(x, y))
            else earth.inv(*nearest_points(outline, Point(x, y))[0].coords[0], x, y)[2]
            for _, x, y in every
        )
        if abs(away - request_.radius) > 0.01 * request_.radius:
            assert ("any_known" in own) == (away < request_.radius)
        if "any_known" in own:
            told += not own["known"]
            assert own["any_known_m"] == pytest.approx(away, rel=0.4, abs=1)  # nearest in degrees, not in metres
    facts = {f.key: f.value for f in kept.facts()}
    assert facts["targets.new_at_known"] == told
    table = (kept.directory / "target_table.csv").read_text("utf-8-sig").splitlines()
    assert "an occurrence the model was trained on" in table[0]
    assert f"any known occurrence in it or within {request_.radius:g} m" in table[0]


def test_the_raster_has_the_grid_the_verdict_and_no_value_outside(kept: Analysis) -> None:
    path = kept.path("potential")
    assert path is not None
    with rasterio.open(path) as found:
        assert found.crs.is_projected
        assert found.res == (1_000.0, 1_000.0)
        assert np.isnan(found.nodata)
        assert found.tags()["VERDICT"]
        values = found.read(1)
    assert np.isnan(values).any()
    inside = values[np.isfinite(values)]
    assert ((inside >= 0) & (inside <= 1)).all()
    with rasterio.open(kept.path("classes")) as found:
        codes = found.read(1)
    has = np.isfinite(codes)
    assert np.isfinite(values).sum() == has.sum()
    assert (codes[has] == 3).sum() == round(0.01 * has.sum())
    assert values[codes == 3].min() >= values[codes == 2].max()


def test_targets_lie_in_the_region_with_what_is_near(kept: Analysis, work: Prospecting, app: MineralApp) -> None:
    path = kept.path("targets")
    assert path is not None
    features = json.loads(path.read_text(encoding="utf-8"))["features"]
    area = work.area(app.card, kept.record.region).buffer(0.02)
    for feature in features:
        own = feature["properties"]
        assert area.contains(shape(feature["geometry"]))
        assert own["leading_en"]
        assert own["leading_zh"]
        assert own["occurrence_m"] >= 0
        assert own["line_m"] >= 0
        assert own["known"] or own["area_km2"] >= 3


def test_the_map_gets_the_raster_and_the_same_run_is_not_done_twice(
    kept: Analysis, work: Prospecting, app: MineralApp, request_: ProspectRequest
) -> None:
    assert raster_name(kept.record.id) in {x.name for x in work.rasters.list()}
    assert work.earlier(request_) is not None
    assert work.run(app.card, app.units, request_).record.id == kept.record.id
    assert work.earlier(replace(request_, seed=1)) is None
    # maps of potential are never offered as evidence of the next run
    assert raster_name(kept.record.id) not in {x.name for x in work.raster_choices()}


def test_two_sessions_that_ask_for_the_same_at_once_do_it_once(
    work: Prospecting, app: MineralApp, request_: ProspectRequest
) -> None:
    asked = replace(
        request_, samples=None, categories=(), placebos=0, block_repeats=0, seed=5, model=ModelSpec("woe", draws=1)
    )
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: work.run(app.card, app.units, asked, workers=1), range(2)))
    assert both[0].record.id == both[1].record.id
    assert not list(work.store.directory.glob(".turn-*"))
    work.rasters.drop(raster_name(both[0].record.id))
    assert work.run(app.card, app.units, asked).record.id == both[0].record.id
    assert raster_name(both[0].record.id) in {x.name for x in work.rasters.list()}
    work.delete(both[0].record.id)


def test_what_is_deleted_leaves_the_map_and_comes_back(kept: Analysis, work: Prospecting) -> None:
    name = raster_name(kept.record.id)
    work.delete(kept.record.id)
    assert name not in {x.name for x in work.rasters.list()}
    assert work.restore(kept.record.id).record.id == kept.record.id
    assert name in {x.name for x in work.rasters.list()}


def test_evidence_can_be_looked_at_before(work: Prospecting, app: MineralApp, request_: ProspectRequest) -> None:
    found = work.preview(app.card, app.units, request_)
    assert len(found) == 6
    for feature, label, grid, values in found:
        assert label.en
        assert label.zh
        assert values.shape == (grid.height, grid.width)
        assert np.isfinite(values).mean() > 0.5, feature


@pytest.mark.parametrize("step", ["features", "placebo", "targets"])
def test_a_stop_leaves_nothing(work: Prospecting, app: MineralApp, request_: ProspectRequest, step: str) -> None:
    now = {"step": ""}

    def tell(name: str, share: float) -> None:
        assert 0 <= share <= 1
        now["step"] = name

    def stop() -> None:
        if now["step"] == step:
            raise QueryCancelledError("stopped")

    before = {x.name for x in work.rasters.list()}, [x.record.id for x in work.store.list().analyses]
    with pytest.raises(AnalysisCancelledError, match="nothing of it was kept"):
        work.run(app.card, app.units, replace(request_, seed=7, placebos=1), tell=tell, stop=stop, workers=1)
    assert ({x.name for x in work.rasters.list()}, [x.record.id for x in work.store.list().analyses]) == before
    assert not list(work.store.directory.glob(".new-*"))


def _raster(path: Path, crs: str | None, values: np.ndarray, west: float = 109.2) -> RasterFeature:
    with rasterio.open(
        path, "w", driver="GTiff", height=values.shape[0], width=values.shape[1], count=1, dtype="float32",
        crs=crs, transform=from_origin(west, 42.3, 1.2 / values.shape[1], 0.9 / values.shape[0]),
    ) as target:  # fmt: skip
        target.write(values.astype(np.float32), 1)
    return RasterFeature("magnetics", "Magnetics", str(path))


Change = Callable[[ProspectRequest, Path], ProspectRequest]
BAD: dict[str, tuple[Change, str]] = {
    "no occurrence near": (lambda r, _: replace(r, region=None, area=box(0, 0, 0.5, 0.5)), "No chosen occurrence"),
    "one class": (lambda r, _: replace(r, radius=90_000.0), "one class"),
    "unknown value": (lambda r, _: replace(r, labels=replace(r.labels, values=("nothing",))), "is no value"),
    "unknown layer": (lambda r, _: replace(r, shapes=(ShapeFeature("nowhere"),)), "no layer"),
    "no evidence": (lambda r, _: replace(r, shapes=(), categories=(), samples=None), "No evidence"),
    "labels as evidence": (lambda r, _: replace(r, shapes=(ShapeFeature(r.labels.table),)), "same time"),
    "cell of nothing": (lambda r, _: replace(r, cell=0.0), "cell"),
    "unknown region": (lambda r, _: replace(r, region="Atlantis"), "no region"),
    "attribute missing": (
        lambda r, _: replace(r, categories=(CategoryFeature(r.categories[0].table, "size"),)), "size"
    ),
    "raster without system": (
        lambda r, d: replace(r, rasters=(_raster(d / "a.tif", None, np.ones((9, 12))),)), "where it lies"
    ),
    "raster elsewhere": (
        lambda r, d: replace(r, rasters=(_raster(d / "b.tif", "EPSG:4326", np.ones((9, 12)), -60.0),)), "Magnetics"
    ),
    "raster of nan": (
        lambda r, d: replace(r, rasters=(_raster(d / "c.tif", "EPSG:4326", np.full((9, 12), np.nan)),)),
        "Magnetics",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_sentence_in_both_languages_and_leaves_nothing(
    case: str, work: Prospecting, app: MineralApp, request_: ProspectRequest, tmp_path: Path
) -> None:
    change, words = BAD[case]
    with pytest.raises(AnalysisError, match=words) as caught:
        work.run(app.card, app.units, change(request_, tmp_path), workers=1)
    assert caught.value.say("zh") != caught.value.say("en")
    assert not list(work.store.directory.glob(".new-*"))


def test_unstated_sentinels_of_a_raster_are_told_and_left_out(
    work: Prospecting, app: MineralApp, request_: ProspectRequest, tmp_path: Path
) -> None:
    values = np.random.default_rng(0).normal(50, 2, (90, 120))
    values[:20] = -99
    raster = _raster(tmp_path / "m.tif", "EPSG:4326", values)
    few = replace(request_, shapes=(), categories=(), samples=None, rasters=(raster,), placebos=0, block_repeats=0)
    found = work.run(app.card, app.units, few, workers=1)
    notes = (found.directory / "notes.csv").read_text("utf-8-sig")
    assert "cells of -99 count as without data" in notes
    assert '"Magnetics"' not in notes
    assert {x.key: x for x in found.facts()}["verdict"].value == "undefined"  # no pseudo-deposits, no verdict
    work.delete(found.record.id)


@pytest.mark.parametrize("count", [1, 2, 4])
def test_few_occurrences_are_too_few_to_tell_and_still_give_a_map(
    work: Prospecting, app: MineralApp, request_: ProspectRequest, count: int
) -> None:
    table = request_.labels.table
    points = np.array([(x, y) for _, x, y in _places(app, (table,))])
    gaps = np.abs(points[:, None] - points).max(axis=2)
    lonely = int(np.argmax(np.sort(gaps, axis=1)[:, 1]))
    reach = np.sort(gaps[lonely])
    half = (reach[count - 1] + reach[count]) / 2
    x, y = points[lonely]
    asked = replace(
        request_, labels=LabelRule(table), region=None, area=box(x - half, y - half, x + half, y + half),
        categories=(), samples=None, cell=400.0, radius=500.0,
    )  # fmt: skip
    found = work.run(app.card, app.units, asked, workers=1)
    facts = {f.key: f.value for f in found.facts()}
    assert facts["verdict"] == "too_few"
    assert facts["occurrences"] == count
    assert not [k for k in facts if k.startswith(("auc", "captured"))]
    with rasterio.open(found.path("potential")) as raster:
        assert np.isfinite(raster.read(1)).any()
    assert "too few" in found.report("en")
    assert "太少" in found.report("zh")
    work.delete(found.record.id)


def test_an_unknown_layer_of_labels_is_answered_with_the_layers_there_are(
    work: Prospecting, app: MineralApp, region: str, request_: ProspectRequest
) -> None:
    for wrong in ("nosuch", request_.shapes[0].table):
        with pytest.raises(AnalysisError) as caught:
            work.start(app.card, region, labels=wrong)
        assert request_.labels.table in caught.value.say()
        assert caught.value.say("zh") != caught.value.say()


def test_only_invented_layers_are_called_invented(kept: Analysis) -> None:
    def said(labels: bool, lines: bool, samples: bool, rasters: tuple[str, ...] = ()) -> str:
        layers = tuple(
            LayerUse(x, ShownLabels(x, x), 1, 1, role, invented)
            for x, role, invented in (
                ("own", "labels", labels),
                ("l", "evidence", lines),
                ("s", "evidence", samples),
            )
        )
        found = origin(replace(kept.record, layers=layers, settings={"rasters": rasters}))
        return found.en if found else ""

    assert said(False, False, False) == ""
    assert "“l”" in said(False, True, False)
    assert "“own”" not in said(False, True, False)
    assert said(True, False, False) == said(False, True, True) == said(True, True, True)
    assert "“l”, “s”" in said(False, True, True, ("magnetics",))


def test_rocks_are_named_in_both_languages(app: MineralApp, request_: ProspectRequest, kept: Analysis) -> None:
    layer = request_.categories[0].table
    values = app.card.layer(layer).columns["lithology"].inventory or ()
    found = value_labels(app.card, layer, "lithology", (*values, "other"))
    assert [x.en for x in found] == [*values, "other"]
    assert all(any("\u4e00" <= c <= "\u9fff" for c in x.zh) for x in found)
    assert "岩性：biotite" not in kept.report("zh")


def test_settings_that_are_none_are_refused() -> None:
    for plain in ({}, {"labels": {"table": "x"}, "colour": 1}, {"labels": {"table": "x"}, "cell": -1}):
        with pytest.raises(AnalysisError) as caught:
            ProspectRequest.from_plain(plain)
        assert caught.value.say("zh")


def test_the_published_protocol_is_kept_for_comparison(request_: ProspectRequest) -> None:
    found = as_published(request_)
    assert (found.cell, found.radius, found.model.trees, found.model.leaf) == (200.0, 1_000.0, 50, 1)
    assert found.block_sizes == (0.02, 0.03, 0.05, 0.07, 0.10)
    assert found.block_repeats == 10


def test_values_of_a_family_include_their_members(app: MineralApp, request_: ProspectRequest) -> None:
    layer = app.card.layer(request_.labels.table)
    values = {v.id: set(v.cells) for v in label_values(app.card, layer, "genetic_type")}
    wide = max(values, key=lambda k: len(values[k]))
    assert any(values[k] < values[wide] for k in values)
    assert read_roles(ROOT / "data_mappings").labels
    assert LabelRule(layer.table).values == ()

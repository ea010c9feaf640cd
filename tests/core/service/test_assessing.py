"""Questions about anomalies and potential as a whole, on the demo regions with kept analyses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from shapely.geometry import Point, mapping

from core.analysis.map_look import TARGET
from core.analysis.record import Fact, LayerUse
from core.analysis.store import AnalysisStore, new_record
from core.answer.assessed.sections import SECTIONS, by_section
from core.answer.model import Answer
from core.answer.report_model import Grid, Picture
from core.database.registry import data_version
from core.errors import Language
from core.service import MineralApp
from core.service.reports import Reports, written
from core.vocabulary.card import Labels
from tests.core.answer.assessed.findings_samples import association_facts, prospectivity_facts, target

COMPOSITE = {
    "en": "What is the geological significance of the REE-Fe-Nb composite anomalies in the Bayan Obo area? What "
    "is the prospecting potential of this area?",
    "zh": "白云鄂博地区REE-Fe-Nb综合异常的地质意义是什么？该区找矿潜力如何？",
}


@pytest.fixture(scope="module")
def store(app: MineralApp) -> AnalysisStore:
    return AnalysisStore.of(app.settings)


def keep(store: AnalysisStore, app: MineralApp, kind: Any, facts: tuple[Fact, ...], **more: Any) -> str:
    region = more.pop("region", app.regions()[0])
    layers = more.pop("layers", ())
    record = new_record(
        kind, Labels(f"Kept {kind}", f"保存的 {kind}"), layers, data_version(app.database), region=region,
        settings=more.pop("settings", {}), software={},
    )  # fmt: skip
    with store.draft() as draft:
        for fact in facts:
            draft.add_fact(replace(fact, table="", row=None))
        if kind == "prospectivity":
            draft.add_geometry("targets", Labels("Targets", "靶区"), more["collection"])
        return store.keep(draft, record).record.id


def targets(*places: tuple[float, float]) -> dict[str, Any]:
    features = [
        {
            "type": "Feature",
            "geometry": mapping(Point(lon, lat).buffer(0.005)),
            "properties": target(i, 0.9 - i / 100),
        }
        for i, (lon, lat) in enumerate(places, 1)
    ]
    return {"type": "FeatureCollection", "features": features}


@pytest.fixture
def kept(app: MineralApp, store: AnalysisStore) -> Iterator[tuple[str, str]]:
    """An association and a prospectivity run; one target lies on a named fault, one far from it."""
    name = next(n for n in app.card.names if n.entity_type == "fault" and not n.alias)
    one = keep(store, app, "association", association_facts())
    places = targets(first_point(app, name.canonical), (108.0, 40.0))
    two = keep(store, app, "prospectivity", prospectivity_facts(), collection=places)
    yield one, two
    for identifier in (one, two):
        store.delete(identifier)


def first_point(app: MineralApp, fault: str) -> tuple[float, float]:
    found = app.ask(f"Where is the {fault}?")
    row = found.evidence[0].row
    return row.lon, row.lat


def sections(answer: Answer) -> dict[str, str]:
    return {name: " ".join(c.text for c in inside) for name, inside in by_section(answer.claims) if name}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_composite_question_is_answered_under_five_headings(
    app: MineralApp, kept: tuple[str, str], language: Language
) -> None:
    answer = app.ask(COMPOSITE[language])
    assert (answer.status, answer.language) == ("answered", language)
    assert (answer.citation_coverage, answer.citation_correct, answer.dropped) == (1.0, 1.0, ())
    told = sections(answer)
    assert list(told) == list(SECTIONS)
    for section, figures in (("geochemistry", ("70.05", "370", "83.25 ppm")), ("zoning", ("0.812", "0.9344"))):
        assert all(x in told[section] for x in figures)
    assert "Fe" in told["geochemistry"]  # asked about, not analysed: said so
    deposits = app.ask("How many deposits are there in Bayan Obo?").result
    assert deposits is not None
    assert str(deposits.total) in told["clues"]
    assert {x.analysis for x in answer.overlays} == {kept[1]}  # the only one with places


def test_a_report_of_it_has_the_headings_and_names_the_analyses(app: MineralApp, kept: tuple[str, str]) -> None:
    answer = app.ask(COMPOSITE["en"])
    report = Reports(app).report(answer)
    found = {x.key: x for x in report.sections}
    cells = {y for b in found["evidence"].blocks if isinstance(b, Grid) for row in b.rows for y in row}
    figures = [c for x in answer.claims for c in x.citations if c.kind == "finding" and c.unit is not None]
    assert figures
    assert all(any(c.text in x for x in cells) for c in figures), "each figure of the text is in a table"
    assert [k for k in found if k.startswith("assessed_")] == [f"assessed_{x}" for x in SECTIONS]
    assert all(found[f"assessed_{x}"].blocks for x in SECTIONS)
    page = written(report, "html").decode()
    assert all(x in page for x in (*kept, "70.05", "0.9344", "Geochemical characteristics"))


def test_its_map_shows_the_targets_and_names_what_is_gone(
    app: MineralApp, kept: tuple[str, str], store: AnalysisStore
) -> None:
    answer = app.ask(COMPOSITE["zh"])
    picture = next(x for x in Reports(app).report(answer).sections if x.key == "map").blocks[0]
    assert isinstance(picture, Picture)
    assert picture.svg.count(TARGET) >= 3  # outlines, a number, the legend
    assert all(x in picture.svg for x in ("靶区", 'id="scale"', 'id="north"', "′E"))
    lost = replace(answer.overlays[0], analysis="prospectivity-20000101-000000-000000")
    gone = replace(answer, overlays=(lost,))
    section = next(x for x in Reports(app).report(gone).sections if x.key == "map")
    assert answer.overlays[0].title in section.empty


def test_without_any_analysis_nothing_is_guessed(app: MineralApp) -> None:
    answer = app.ask("What is the prospecting potential of the Bayan Obo area?")
    assert (answer.status, answer.reason, answer.overlays) == ("refused", "no_raster", ())


def test_an_empty_heading_says_what_to_do(app: MineralApp, store: AnalysisStore) -> None:
    identifier = keep(store, app, "association", association_facts())
    told = sections(app.ask("What is the prospecting potential of the Bayan Obo area?"))
    store.delete(identifier)
    assert "no prospectivity model has been computed" in told["zoning"]


def test_potential_near_a_named_feature_tells_the_targets_there(app: MineralApp, kept: tuple[str, str]) -> None:
    name = next(n for n in app.card.names if n.entity_type == "fault" and not n.alias)
    told = sections(app.ask(f"prospecting potential near the {name.canonical}"))["zoning"]
    assert f"within 5 km of {name.canonical}: 1" in told
    assert f"0 m from {name.canonical}" in told
    assert "Target 2 at" not in told


@pytest.mark.parametrize(
    ("question", "word"),
    [("prospecting potential near fault Qqzz9", "Qqzz9"), ("白云鄂博Q9断裂附近的找矿潜力如何？", "Q9")],
)
def test_a_feature_that_does_not_exist_is_asked_back(
    app: MineralApp, kept: tuple[str, str], question: str, word: str
) -> None:
    answer = app.ask(question)
    assert (answer.status, answer.reason, answer.claims) == ("refused", "missing", ())
    assert word in answer.message


def test_a_word_that_was_not_used_is_told_first(app: MineralApp, kept: tuple[str, str]) -> None:
    claims = app.ask("qqzzing prospecting potential of Bayan Obo").claims
    assert claims[0].kind == "caveat"
    assert "qqzzing" in claims[0].text


def test_an_analysis_of_changed_layers_is_called_out_of_date(app: MineralApp, store: AnalysisStore) -> None:
    gone = LayerUse("gone_layer", Labels("Gone samples", "已删样品"), 1)
    identifier = keep(store, app, "association", association_facts(), layers=(gone,))
    answer = app.ask("Interpret the geochemical anomalies of the Bayan Obo area")
    store.delete(identifier)
    assert any("out of date" in c.text and "Gone samples" in c.text for c in answer.claims)
    assert answer.citation_correct == 1.0


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_area_without_an_analysis_gets_no_figures_of_another(
    app: MineralApp, kept: tuple[str, str], language: Language
) -> None:
    other = app.card.region_called(app.regions()[1], language)
    asked = {"en": f"What is the prospecting potential of {other}?", "zh": f"{other}的找矿潜力如何？"}
    answer = app.ask(asked[language])
    assert (answer.status, answer.reason, answer.claims) == ("refused", "no_raster", ())
    assert {"en": "of other areas", "zh": "其他地区"}[language] in answer.message


def test_one_section_may_be_of_the_area_and_the_other_empty(
    app: MineralApp, kept: tuple[str, str], store: AnalysisStore
) -> None:
    other = app.regions()[1]
    identifier = keep(store, app, "association", association_facts(), region=other)
    answer = app.ask(f"What is the prospecting potential of {other}?")
    told = sections(answer)
    store.delete(identifier)
    assert answer.dropped == ()
    assert "70.05" in told["geochemistry"]
    assert told["zoning"].startswith("Empty: the prospectivity models that are kept are of other areas")
    assert "Check target" not in told["recommendations"]


def test_an_analysis_of_a_part_of_the_area_says_so(app: MineralApp, store: AnalysisStore) -> None:
    lon, lat = 109.97, 41.8
    drawn = mapping(Point(lon, lat).buffer(0.5))
    identifier = keep(store, app, "association", association_facts(), region=None, settings={"area": drawn})
    answer = app.ask("Interpret the geochemical anomalies of the Bayan Obo area")
    store.delete(identifier)
    assert any("made for another area" in c.text for c in answer.claims)


def test_only_the_layers_that_are_invented_are_called_that(app: MineralApp, store: AnalysisStore) -> None:
    layers = (
        LayerUse("own", Labels("Own samples", "自有样品"), 1, 10, "samples"),
        LayerUse("made", Labels("Made bodies", "虚构地质体"), 1, 10, "rocks", invented=True),
    )
    identifier = keep(store, app, "association", association_facts(), layers=layers)
    answer = app.ask("Interpret the geochemical anomalies of the Bayan Obo area")
    store.delete(identifier)
    told = next(c.text for c in answer.claims if "demonstration data" in c.text)
    assert "Made bodies" in told
    assert "Own samples" not in told
    assert answer.citation_correct == 1.0


@pytest.mark.parametrize(
    "question", ["解释白云鄂博地区的地球化学异常", "Interpret the geochemical anomalies of Bayan Obo"]
)
def test_what_anomalies_mean_is_told_from_analyses(app: MineralApp, kept: tuple[str, str], question: str) -> None:
    assert "70.05" in sections(app.ask(question))["geochemistry"]


@pytest.mark.parametrize(
    "question", ["explain PCA", "解释白云鄂博矿床的成因", "Which samples have anomalous Au in Bayan Obo?"]
)
def test_other_questions_go_their_own_way(app: MineralApp, kept: tuple[str, str], question: str) -> None:
    assert not any(c.section for c in app.ask(question).claims)

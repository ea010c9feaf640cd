"""Answers from documents: what quoted passages state of loaded features is held against the data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from core.answer.model import Answer
from core.errors import Language
from core.knowledge.search import Library, Means
from core.query.result import FeatureRef
from core.service import MineralApp
from core.service.asking import Tools, answer
from core.service.request import Request
from core.vocabulary.card import SchemaCard

Asked = Callable[..., Answer]

FEATURE, FAULT, REGION = "Bilute Gold Deposit", "Heinaobao fault", "Bayan Obo"
QUESTIONS: dict[Language, str] = {
    "en": "What are the ore controls of greenstone?",
    "zh": "绿岩带的控矿因素是什么？",
}
HEADS: dict[Language, str] = {"en": "Ore controls of greenstone", "zh": "绿岩带的控矿因素"}


def ref_of(card: SchemaCard, text: str) -> FeatureRef:
    found = next(x for x in card.names if x.text == text)
    return FeatureRef(found.table, found.fids[0])


def scalar(app: MineralApp, sql: str, **values: object) -> float:
    with app.database.owner.connect() as connection:
        return float(connection.execute(sa.text(sql), values).scalar_one())


@pytest.fixture(scope="module")
def kilometres(app: MineralApp) -> float:
    """Distance of the pair by PostGIS, which is within 0.11 km of the truth."""
    one, other = ref_of(app.card, FEATURE), ref_of(app.card, FAULT)
    sql = (
        f'SELECT ST_Distance(a.geom::geography, b.geom::geography) / 1000 FROM layers."{one.table}" a, '
        f'layers."{other.table}" b WHERE a.fid = :one AND b.fid = :other'
    )
    return scalar(app, sql, one=one.fid, other=other.fid)


@pytest.fixture
def asked(app: MineralApp, tmp_path: Path) -> Iterator[Asked]:
    """Asks a document of one passage."""
    opened: list[Library] = []

    def ask(text: str, language: Language = "en", question: str = "") -> Answer:
        folder = tmp_path / str(len(opened))
        folder.mkdir()
        (folder / "report.md").write_text(f"# {HEADS[language]}\n\n{text}\n", encoding="utf-8")
        opened.append(Library.open(folder, Means()))
        tools = Tools(app.database, app.settings, opened[-1])
        return answer(Request(question or QUESTIONS[language], intent="knowledge"), app.context(), tools)

    yield ask
    for one in opened:
        one.close()


def said(found: Answer) -> list[str]:
    assert found.status == "answered", found.message
    assert (found.citation_coverage, found.citation_correct, found.dropped) == (1.0, 1.0, ())
    return [x.text for x in found.claims if x.kind == "caveat"]


def test_distances_are_held_against_the_map(asked: Asked, kilometres: float) -> None:
    (same,) = said(asked(f"The {FEATURE} lies {kilometres:.0f} km from the {FAULT}."))
    assert same.startswith("Text and map agree")
    found = asked(f"Ore is old. {FEATURE} lies {kilometres / 4:.0f} km north of the {FAULT}.")
    (other,) = said(found)
    assert other.startswith("Text and map differ")
    assert "± 0.5 km as written" in other
    distance = next(c for x in found.claims for c in x.citations if c.kind == "distance" and c.unit == "m")
    assert float(distance.value) / 1000 == pytest.approx(kilometres, abs=0.11)
    assert said(asked(f"{FEATURE} lies within {2 * kilometres:.0f} km of the {FAULT}."))[0].startswith(
        "Text and map agree"
    )


def test_the_distance_to_the_nearest_of_a_kind_is_held_against_the_map(app: MineralApp, asked: Asked) -> None:
    ref = ref_of(app.card, FEATURE)
    faults = [x.table for x in app.card.layers if x.entity_type == "fault"]
    nearest = min(
        scalar(
            app,
            f"SELECT coalesce(min(ST_Distance(a.geom::geography, b.geom::geography)), 1e9) / 1000 "
            f'FROM layers."{ref.table}" a, layers."{table}" b WHERE a.fid = :fid',
            fid=ref.fid,
        )
        for table in faults
    )
    (same,) = said(asked(f"{FEATURE} lies {nearest:.1f} km from the nearest fault."))
    assert same.startswith("Text and map agree")
    (other,) = said(asked(f"{FEATURE} lies {nearest + 10:.1f} km from the nearest fault."))
    assert other.startswith("Text and map differ")
    assert "the nearest fault" in other
    (other,) = said(asked(f"{FEATURE}距最近的断裂{nearest + 10:.1f}公里。", "zh"))
    assert other.startswith("文献与地图不一致")
    (held,) = said(asked(f"{FEATURE} lies less than {nearest + 10:.0f} km from the nearest fault."))
    assert held.startswith("Text and map agree")
    assert said(asked(f"{FEATURE} lies {nearest + 10:.1f} km from the nearest normal fault.")) == []


def test_classes_years_and_contents_are_held_against_the_data(app: MineralApp, asked: Asked) -> None:
    ref = ref_of(app.card, FEATURE)
    column = app.card.layer(ref.table).columns["discovery_year"].name
    year = scalar(app, f'SELECT "{column}" FROM layers."{ref.table}" WHERE fid = :fid', fid=ref.fid)
    text = f"The {FEATURE} was discovered in {year:.0f}. The {FEATURE} is a giant deposit."
    first, second = said(asked(text))
    assert first.startswith("Text and data differ: “Ore controls of greenstone” gives giant as size")
    assert second.startswith("Text and data agree")
    assert f"{year:.0f}" in second


def test_counts_of_a_study_area_are_asked_of_the_data(app: MineralApp, asked: Asked) -> None:
    fault, area = ref_of(app.card, FAULT), ref_of(app.card, REGION)
    sql = (
        f'SELECT count(*) FROM layers."{fault.table}" f, layers."{area.table}" r '
        "WHERE r.fid = :area AND ST_Intersects(f.geom, r.geom)"
    )
    count = int(scalar(app, sql, area=area.fid))
    for language, text in (
        ("en", f"There are {count} faults in {REGION}."),
        ("en", f"{REGION} has {count} faults."),
        ("zh", f"白云鄂博地区有{count}条断裂。"),
    ):
        (same,) = said(asked(text, language))
        assert same.startswith(("Text and data agree", "文献与数据一致"))
    (other,) = said(asked(f"There are {count + 1} faults in {REGION}."))
    assert other.startswith("Text and data differ")
    assert f"{count} faults" in other


@pytest.mark.parametrize(
    "text",
    [
        f"{FEATURE} lies 3–5 km from the {FAULT}.",
        f"Unlike the giant mines of the north, {FEATURE} is worked by hand.",
        f"Of 40 drill holes in {REGION} few met ore.",
        f"There are some 7 unnamed faults in {REGION} that nobody mapped.",
        f"{FEATURE} was visited in 1958, when gold was cheap.",
    ],
)
def test_what_cannot_be_bound_is_left_alone(text: str, asked: Asked) -> None:
    assert said(asked(text)) == []


def test_a_named_feature_is_answered_with_its_passages_and_its_row(asked: Asked) -> None:
    question = f"What is known about {FEATURE}?"
    found = asked(f"Quartz veins of {FEATURE} dip steeply.", question=question)
    assert [x.kind for x in found.claims][:2] == ["passage", "row"]
    assert "dip steeply" in found.claims[0].text
    assert FEATURE in found.claims[1].text
    assert [e.row.name for e in found.evidence] == [FEATURE]
    assert found.claims[0].text.startswith("A document says: “")
    deposits = f"{HEADS['en']} of deposits. Quartz veins are known to dip steeply everywhere."
    for asks in (question, f"Tell me about the deposit {FEATURE}"):
        without = asked(deposits, question=asks)
        assert without.claims[0].text.startswith(f"No loaded document names {FEATURE}")
        assert [x.kind for x in without.claims if x.kind != "caveat"] == ["summary", "row"]
        assert without.citation_correct == 1.0
    kept = asked(deposits, "zh", question=f"关于{FEATURE}有哪些资料？")
    assert [x.kind for x in kept.claims if x.kind != "caveat"] == ["summary", "row"]


def test_passages_about_the_named_study_area_come_first(asked: Asked) -> None:
    text = (
        f"Ores of greenstone are banded.\n\n# Ores of greenstone, too\n\nIn {REGION} ores of greenstone are rare."
    )
    found = asked(text, question=f"What are ores of greenstone in {REGION} like?")
    assert REGION in found.claims[0].text.split("” (")[0]

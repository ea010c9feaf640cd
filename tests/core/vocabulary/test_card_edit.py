"""Refining a card: what is said is written, what is wrong is named, nothing else changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.settings import ROOT
from core.vocabulary.card_edit import ColumnEdit, LayerEdit, edited, present, problems
from core.vocabulary.card_file import CardFile, load_card_file
from core.vocabulary.units import Units

TABLE = "hospitals"


@pytest.fixture(scope="module")
def card() -> CardFile:
    return load_card_file(ROOT / "data_mappings" / "urban" / "card.json")


def test_nothing_changed_is_the_same_card(card: CardFile, units: Units) -> None:
    now = present(card, TABLE)
    assert problems(card, TABLE, now, units) == ()
    after = edited(card, TABLE, now, units)
    assert after.tables == card.tables
    assert after.columns == card.columns
    assert {x.id: x.labels for x in after.attributes} == {x.id: x.labels for x in card.attributes}


def test_words_names_and_units(card: CardFile, units: Units) -> None:
    now = present(card, TABLE)
    beds = ColumnEdit("bed places", "床位", "", ("beds",))
    change = replace(
        now, en="infirmary", plural="infirmaries", synonyms=("clinic", " clinic ", ""), near_m=250.0,
        extent_words=("the town",), columns={**now.columns, "beds": beds},
    )  # fmt: skip
    assert problems(card, TABLE, change, units) == ()
    after = edited(card, TABLE, change, units)
    kind = next(x for x in after.entity_types if x.id == "hospital")
    assert (kind.labels.en, kind.plural.en, kind.near_m) == ("infirmary", "infirmaries", 250.0)
    assert kind.synonyms[0] == "clinic"
    assert kind.synonyms.count("clinic") == 1
    assert set(kind.words_imply) <= set(kind.synonyms)
    assert after.tables[TABLE].extent_words == ("the town",)
    assert next(x for x in after.attributes if x.id == "beds").labels.en == "bed places"
    assert after.tables["parks"] == card.tables["parks"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"en": " "}, ("en", "empty")),
        ({"en": "Park"}, ("en", "taken")),
        ({"near_m": 0.0}, ("near_m", "number")),
        ({"near_m": float("nan")}, ("near_m", "number")),
        ({"feature_key": "colour"}, ("feature_key", "unknown")),
        ({"name_attribute": "colour"}, ("name_attribute", "unknown")),
    ],
)
def test_what_is_wrong_is_named(
    card: CardFile, units: Units, change: dict[str, object], expected: tuple[str, str]
) -> None:
    edit: LayerEdit = replace(present(card, TABLE), **change)  # type: ignore[arg-type]
    assert expected in problems(card, TABLE, edit, units)


def test_an_unknown_unit_is_named(card: CardFile, units: Units) -> None:
    now = present(card, TABLE)
    columns = {**now.columns, "beds": replace(now.columns["beds"], unit="parsnips")}
    assert problems(card, TABLE, replace(now, columns=columns), units) == (("beds", "unit"),)

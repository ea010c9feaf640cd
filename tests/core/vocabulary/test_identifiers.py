"""Identifiers as words, and names in other forms."""

from __future__ import annotations

import pytest

from core.settings import ROOT
from core.vocabulary.common import load_common
from core.vocabulary.identifiers import identifier_of, parse_identifier, unit_in
from core.vocabulary.romanise import forms, pinyin, with_endings, without_suffix

COMMON = load_common(ROOT / "data_mappings")


@pytest.mark.parametrize(
    ("text", "words", "year"),
    [
        ("Pop_65Plus", ("population", "65", "plus"), None),
        ("gdp_1994", ("gdp",), 1994),
        ("pop2020", ("population",), 2020),
        ("2020年人口", ("人口",), 2020),
        ("area (km2)", ("area",), None),
        ("subwayStations", ("subway", "stations"), None),
        ("1999", ("1999",), None),
        ("", (), None),
    ],
)
def test_words_and_years(text: str, words: tuple[str, ...], year: int | None) -> None:
    found = parse_identifier(text, COMMON.words.abbreviations)
    assert (found.words, found.year) == (words, year)


@pytest.mark.parametrize(("text", "unit"), [("area (km2)", "km2"), ("面积（公顷）", "公顷"), ("area", None)])
def test_units_in_brackets(text: str, unit: str | None) -> None:
    assert unit_in(text) == unit


def test_ids_are_free() -> None:
    assert identifier_of("Big River!", {"big_river"}) == "big_river_2"
    assert identifier_of("%", set()) == "item"


def test_forms_of_names() -> None:
    assert forms("甲乙河(丙河、丁戊河)") == ("甲乙河(丙河、丁戊河)", "甲乙河", "丙河", "丁戊河")
    assert forms("甲乙/丙丁") == ("甲乙/丙丁", "甲乙", "丙丁", "甲乙丙丁")
    assert without_suffix("甲乙维吾尔自治区", ("自治区", "维吾尔自治区")) == "甲乙"
    assert without_suffix("甲区", ("区",)) == "甲区"
    assert with_endings("甲乙", ("线", "Railway"), ()) == ("甲乙线",)
    assert with_endings("甲乙线", ("线", "铁路"), ()) == ()
    assert pinyin("武汉") in ("Wuhan", "")
    assert pinyin("A武") == ""

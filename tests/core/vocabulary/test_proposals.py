"""Proposals against what a person who reads the headings would say; the expectations are written by hand."""

from __future__ import annotations

from functools import cache

import pytest

from core.settings import ROOT
from core.vocabulary.card import GeometryKind
from core.vocabulary.headings import load_headings
from core.vocabulary.mappings import load_mappings
from core.vocabulary.proposals import CERTAIN, ColumnFacts, LayerFacts, Proposal, Weigher, propose

Column = tuple[str, tuple[str, ...] | tuple[float, float]]


@cache
def weigher() -> Weigher:
    directory = ROOT / "data_mappings"
    return Weigher.of(load_mappings(directory), load_headings(directory))


def facts(geometry: GeometryKind, title: str, *columns: Column) -> LayerFacts:
    made = []
    for heading, values in columns:
        if values and isinstance(values[0], float):
            low, high = values
            made.append(ColumnFacts(heading, True, low=float(low), high=float(high)))
        else:
            made.append(ColumnFacts(heading, False, values=tuple(str(x) for x in values), complete=True))
    return LayerFacts("t", title, tuple(made), geometry)


def bound(proposal: Proposal) -> dict[str, str]:
    return {x.column: f"{x.attribute}|{x.unit}" if x.unit else x.attribute for x in proposal.columns}


LAYERS: dict[str, tuple[LayerFacts, str, dict[str, str]]] = {
    "pinyin initials of a Chinese shapefile": (
        facts(
            "point", "layer1",
            ("KCMC", ("德兴铜矿", "城门山铜矿", "金山金矿")), ("KZ", ("Cu", "Cu;Mo", "Au")),
            ("CYLX", ("斑岩型", "矽卡岩型", "石英脉型")), ("GM", ("大型", "中型", "小型")),
            ("X", (115.0, 118.0)), ("Y", (28.0, 30.0)),
        ),
        "deposit",
        {"KCMC": "name", "KZ": "commodity", "CYLX": "genetic_type", "GM": "size"},
    ),
    "full Chinese headings": (
        facts(
            "point", "导出",
            ("矿床名称", ("甲金矿", "乙铅锌矿")), ("主要矿种", ("金", "铅、锌")), ("矿床规模", ("大型", "小型")),
            ("发现年份", (1956.0, 2004.0)), ("资源量(吨)", (12.0, 5000.0)), ("平均品位(g/t)", (0.5, 12.0)),
            ("经度", (100.0, 110.0)), ("纬度", (30.0, 40.0)),
        ),
        "deposit",
        {
            "矿床名称": "name", "主要矿种": "commodity", "矿床规模": "size", "发现年份": "discovery_year",
            "资源量(吨)": "reserves|t", "平均品位(g/t)": "grade|g/t",
        },
    ),
    "English occurrences, cut to ten letters": (
        facts(
            "point", "export",
            ("DEP_NAME", ("Alpha Mine", "Beta Mine")), ("COMMODITIE", ("gold", "copper, gold")),
            ("DISCOVERY_", (1900.0, 1999.0)), ("GENETIC_TY", ("skarn", "porphyry")), ("OBJECTID", (1.0, 2.0)),
        ),
        "deposit",
        {
            "DEP_NAME": "name", "COMMODITIE": "commodity", "DISCOVERY_": "discovery_year",
            "GENETIC_TY": "genetic_type",
        },
    ),
    "assays with units in many spellings": (
        facts(
            "point", "2019 results",
            ("Sample No.", ("S-1", "S-2")), ("Au_ppb", (0.1, 800.0)), ("Cu(ppm)", (1.0, 900.0)),
            ("w(As)/10-6", (1.0, 90.0)), ("SiO2 [wt%]", (40.0, 80.0)), ("Hg(10⁻⁹)", (1.0, 90.0)),
            ("Zn mg/kg", (1.0, 300.0)), ("TFe2O3（%）", (1.0, 9.0)), ("W", (0.1, 4.0)), ("MOppm", (0.1, 9.0)),
        ),
        "geochem_sample",
        {
            "Sample No.": "sample_id", "Au_ppb": "Au|ppb", "Cu(ppm)": "Cu|ppm", "w(As)/10-6": "As|ppm",
            "SiO2 [wt%]": "SiO2|%", "Hg(10⁻⁹)": "Hg|ppb", "Zn mg/kg": "Zn|mg/kg", "TFe2O3（%）": "TFe2O3|%",
            "W": "W|ppm", "MOppm": "Mo|ppm",
        },
    ),
    "Chinese samples": (
        facts(
            "point", "土壤测量",
            ("样品编号", ("T001", "T002")), ("样品类型", ("土壤", "水系沉积物")), ("金（ppb）", (0.1, 80.0)),
            ("氧化钾(%)", (0.1, 5.0)), ("高程", (10.0, 900.0)),
        ),
        "geochem_sample",
        {
            "样品编号": "sample_id", "样品类型": "medium", "金（ppb）": "Au|ppb", "氧化钾(%)": "K2O|%",
            "高程": "elevation|m",
        },
    ),
    "faults in English": (
        facts(
            "line", "structures",
            ("fault_name", ("North Fault", "River Fault")), ("Sense", ("normal", "reverse", "strike-slip")),
            ("DIP_DEG", (30.0, 88.0)), ("trend", ("NE", "NW", "EW")), ("SHAPE_LENG", (1.0, 99.0)),
        ),
        "fault",
        {"fault_name": "name", "Sense": "fault_type", "DIP_DEG": "dip|°", "trend": "strike"},
    ),
    "faults in Chinese, type told by the kind": (
        facts(
            "line", "区域断裂",
            ("断裂名称", ("红河断裂", "小江断裂")), ("类型", ("正断层", "逆断层", "走滑断层")),
            ("走向", ("北东", "南北")),
        ),
        "fault",
        {"断裂名称": "name", "类型": "fault_type", "走向": "strike"},
    ),
    "map units, two languages of names": (
        facts(
            "polygon", "geology",
            ("UNIT_NAME", ("Bilute Group", "Dulahala Group")), ("UNIT_CN", ("比鲁特岩组", "都拉哈拉岩组")),
            ("LITH", ("slate", "quartz sandstone", "granite")), ("Era", ("Permian", "Jurassic")),
        ),
        "geo_body",
        {"UNIT_NAME": "name", "UNIT_CN": "name_zh", "LITH": "lithology", "Era": "age"},
    ),
    "provinces": (
        facts("polygon", "行政区划", ("省份", ("四川省", "云南省")), ("面积", (1.0, 9.0))),
        "region",
        {"省份": "name"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYERS)
def test_kind_and_columns_are_what_a_reader_of_the_headings_says(name: str) -> None:
    layer, kind, expected = LAYERS[name]
    found = propose(layer, weigher())
    assert found.entity_type == kind
    assert bound(found) == expected


def test_each_proposal_says_why_in_both_languages() -> None:
    for layer, _, _ in LAYERS.values():
        found = propose(layer, weigher())
        for one in (*found.columns, *found.kinds[:1]):
            assert 0 < one.confidence <= 1
            assert one.why("en")
            assert one.why("zh")
            assert one.why("en") != one.why("zh")
        for left in found.skipped:
            assert left.reason.say("en")
            assert left.reason.say("zh")


def test_a_unit_that_is_not_given_is_an_assumption_and_never_certain() -> None:
    found = propose(
        facts("point", "assays", ("Au", (0.1, 9.0)), ("Cu", (1.0, 50.0)), ("Pb", (1.0, 9.0))), weigher()
    )
    gold = found.column("Au")
    assert gold is not None
    assert (gold.unit, gold.unit_stated) == ("ppb", False)
    assert gold.confidence < CERTAIN
    assert "No unit is given" in gold.why("en")
    assert "未注明单位" in gold.why("zh")


def test_a_stated_unit_of_the_row_below_the_heading_counts() -> None:
    column = ColumnFacts("Au", True, unit="g/t", low=0.1, high=3.0)
    gold = propose(LayerFacts("t", "assays", (column,), "point"), weigher(), "geochem_sample").column("Au")
    assert gold is not None
    assert (gold.unit, gold.unit_stated) == ("g/t", True)


def test_a_unit_before_the_code_of_a_method_is_read() -> None:
    found = propose(facts("point", "till", ("Cu_ppm_511P", (1.0, 50.0)), ("Cu_511P_T", ("a", "b"))), weigher())
    copper = found.column("Cu")
    assert copper is not None
    assert (copper.column, copper.unit, copper.unit_stated) == ("Cu_ppm_511P", "ppm", True)


def test_numbers_that_cannot_be_speak_against_it() -> None:
    found = propose(facts("point", "samples", ("SiO2(%)", (10.0, 250.0))), weigher(), "geochem_sample")
    assert found.column("SiO2") is None
    years = propose(facts("point", "mines", ("Year found", (1.0, 12.0))), weigher(), "deposit")
    assert years.column("discovery_year") is None


def test_an_oxide_is_never_taken_for_its_element() -> None:
    found = propose(facts("point", "samples", ("K2O(%)", (0.1, 9.0)), ("MnO", (0.1, 0.3))), weigher())
    assert {x.attribute for x in found.columns} == {"K2O", "MnO"}


def test_text_is_no_number() -> None:
    found = propose(facts("point", "samples", ("Au_ppb", ("see note", "high"))), weigher(), "geochem_sample")
    assert found.columns == ()


def test_values_alone_can_tell() -> None:
    layer = facts("point", "mines", ("F7", ("大型", "中型", "小型", "矿点")), ("F8", ("abc", "def")))
    found = propose(layer, weigher(), "deposit")
    assert bound(found) == {"F7": "size"}
    assert found.column("size").confidence < 0.9  # type: ignore[union-attr]
    assert [x.column for x in found.skipped] == ["F8"]


def test_codes_of_one_letter_are_proposed_as_first_letters() -> None:
    found = propose(facts("point", "mines", ("SCALE", ("L", "M", "S"))), weigher(), "deposit").column("size")
    assert found is not None
    assert {x.raw: x.concepts for x in found.values} == {"L": ("large",)}
    assert found.values[0].confidence < CERTAIN
    assert found.unknown == ("M", "S")  # medium or mineralized spot, small or super-large


def test_misspelt_values_are_proposed_and_strange_ones_are_listed() -> None:
    column = ("lithology", ("granite", "grannite", "sandstone", "sandstoen", "zzz"))
    found = propose(facts("polygon", "units", column), weigher(), "geo_body").column("lithology")
    assert found is not None
    assert {x.raw: x.concepts for x in found.values} == {"grannite": ("granite",), "sandstoen": ("sandstone",)}
    assert found.unknown == ("zzz",)


def test_each_attribute_and_each_column_once() -> None:
    layer = facts("point", "mines", ("Name", ("a", "b")), ("Deposit name", ("c", "d")), ("NAME_EN", ("e", "f")))
    found = propose(layer, weigher(), "deposit")
    assert [x.attribute for x in found.columns].count("name") == 1
    assert {x.column for x in found.skipped} == {"Name", "Deposit name", "NAME_EN"} - {found.columns[0].column}


def test_a_layer_that_says_nothing_gets_no_kind() -> None:
    found = propose(facts("point", "export_3", ("a1", ("u", "v")), ("a2", (1.0, 2.0))), weigher())
    assert found.entity_type is None
    assert found.columns == ()

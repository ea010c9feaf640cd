"""Styles and layers of different worlds: names, values, classes and the report of what does not fit."""

from __future__ import annotations

import datetime as dt
import random

import numpy as np
import pandas as pd
import pytest

from core.errors import IngestError
from core.mapping.style_classify import NONE, StyleClassifier
from core.mapping.style_match import StyleBinding, best_layers, match
from core.mapping.style_model import Renderer, Rotation, StyleClass, StyleDocument, StyleLayer
from core.mapping.style_names import canon, resolve
from core.mapping.style_scale import factors, turns, zooms
from core.mapping.style_symbols import StyleSymbol
from tests.core.mapping.cim.builders import breaks, line, polygon, read_layer, ref, simple, unique, unique_class

LINE = StyleSymbol(geometry="line")


@pytest.mark.parametrize(
    ("field", "columns", "column", "how"),
    [
        ("AGE", ["age", "AGE"], "AGE", "exact"),
        ("Age", ["AGE", "x"], "AGE", "case"),
        ("ＡＧＥ", ["age"], "age", "case"),
        ("TOPGIS.GC_UNITS.KIND", ["kind", "x"], "kind", "table"),
        ("KIND", ["units.kind", "x"], "units.kind", "table"),
        ("LITH_AGGREGATE_NAME", ["lith_aggre", "x"], "lith_aggre", "cut"),
        ("地层名称", ["地层名", "时代"], "地层名", "cut"),  # ten bytes of UTF-8 hold three characters
        ("地层单位名称代号", ["地层单位名", "时代"], "地层单位名", "cut"),  # and of GBK five
        ("lith_aggre", ["LITH_AGGREGATE_NAME"], "LITH_AGGREGATE_NAME", "cut"),
        ("ROCK TYPE", ["rock_type"], "rock_type", "loose"),
        ("AGE", ["period"], None, ""),
        ("kind", ["a.kind", "b.kind"], None, ""),
        ("", ["a"], None, ""),
    ],
)
def test_fields(field: str, columns: list[str], column: str | None, how: str) -> None:
    found = resolve(field, columns)
    assert (found.column, found.how) == (column, how)


def test_the_user_decides() -> None:
    assert resolve("AGE", ["AGE", "period"], "period").column == "period"
    assert resolve("AGE", ["AGE"], "gone").column == "AGE"
    assert resolve("kind", ["a.kind", "b.kind"]).candidates == ("a.kind", "b.kind")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, None), (float("nan"), None), (pd.NA, None), (pd.NaT, None), ("<Null>", None), (True, "1"),
        (46006.0, "46006"), (np.int64(7), "7"), (np.float32(0.5), "0.5"), (1e20, "1e+20"), (" J \n", "J"),
        ("", ""), ("007", "007"),
        (dt.date(2020, 1, 2), "2020-01-02"), (dt.datetime(2020, 1, 2, 3, 4, 5), "2020-01-02 03:04:05"),
        (pd.Timestamp("2020-01-02"), "2020-01-02"), (10**400, str(10**400)),
    ],
)  # fmt: skip
def test_values(value: object, text: str | None) -> None:
    assert canon(value) == text


def _unique(*classes: tuple[str | None, ...], fields: tuple[str, ...] = ("f",)) -> Renderer:
    made = tuple(StyleClass(key=f"c{i}", label=str(v), symbol=LINE, values=(v,)) for i, v in enumerate(classes))
    return Renderer(kind="unique", fields=fields, classes=made)


def test_values_in_other_spellings() -> None:
    classifier = StyleClassifier(
        _unique(("46006",), ("Jurassic",), (None,), ("2.50",), ("01.02.2020 00:00:00",), ("a",), ("A",))
    )
    values = [46006, 46006.0, " 46006", "JURASSIC", None, "", 2.5, dt.date(2020, 2, 1), "A", "b"]
    assert classifier.classify({"f": values}, 10).tolist() == [0, 0, 0, 1, 2, 2, 3, 4, 6, NONE]


def test_case_decides_only_where_it_is_clear() -> None:
    classifier = StyleClassifier(_unique(("ab",), ("AB",)))
    assert classifier.classify({"f": ["ab", "AB", "Ab"]}, 3).tolist() == [0, 1, NONE]


def test_several_fields_against_a_plain_loop() -> None:
    rng = random.Random(5)
    combos = [(str(rng.randint(0, 3)), rng.choice(["x", "y", None]), str(rng.randint(0, 2))) for _ in range(25)]
    distinct = list(dict.fromkeys(combos))
    classifier = StyleClassifier(_unique(*distinct, fields=("a", "b", "c")))
    rows = [(rng.randint(0, 4), rng.choice(["x", "y", "", None]), float(rng.randint(0, 3))) for _ in range(500)]
    found = classifier.classify({f: [r[i] for r in rows] for i, f in enumerate("abc")}, 500)
    wanted = [
        next((k for k, c in enumerate(distinct) if c == (str(a), b or None, f"{d:.0f}")), NONE) for a, b, d in rows
    ]
    assert found.tolist() == wanted


def test_breaks_with_an_absent_bound() -> None:
    layer = read_layer(breaks("V", [-3, -2, -1, None, 1, 2, 3], minimumBreak=-9))
    assert layer.renderer is not None
    values = [0, -0.5, -1, 0.001, 3, 3.1, -9, -9.1, None, "2", "n.a.", float("inf")]
    found = StyleClassifier(layer.renderer).classify({"V": values}, len(values))
    assert found.tolist() == [3, 3, 2, 4, 6, NONE, 0, NONE, NONE, 5, NONE, NONE]


def test_breaks_of_ratios() -> None:
    layer = read_layer(breaks("V", [1, 2], normalizationType="Field", normalizationField="AREA"))
    assert layer.renderer is not None
    classifier = StyleClassifier(layer.renderer)
    assert classifier.needs == ("V", "AREA")
    found = classifier.classify({"V": [4, 4, 4, 4], "AREA": [8, 2, 0, None]}, 4)
    assert found.tolist() == [0, 1, NONE, NONE]


def _units(**more: object) -> StyleLayer:
    classes = [unique_class(x, polygon(), (x,)) for x in ("J", "K", "P")]
    classes[2]["visible"] = False
    return read_layer(unique(["AGE"], *classes, **more), table={"definitionExpression": "AREA > 1"})


def test_the_report_counts_every_feature_once() -> None:
    values = {"age": ["J", "J", "K", "P", "T", "T", "Q", None, "J"], "area": [2, 2, 2, 2, 2, 2, 2, 2, 0]}
    report = match(_units(), ["age", "area", "name"], values)
    assert (report.total, report.filtered, report.unmatched, report.unmatched_kinds) == (9, 1, 4, 3)
    assert dict(report.counts) == {"c0": 2, "c1": 1, "c2": 1}
    assert report.total == report.filtered + report.unmatched + sum(report.counts.values())
    assert report.unmatched_values[0] == (("T",), 2)
    assert [n.code for n in report.notes] == ["field_taken", "filtered", "unmatched", "hidden"]
    assert "T, " in report.notes[2].text
    assert "4" in report.notes[2].text_zh


def test_rows_that_stand_for_several_features() -> None:
    report = match(_units(), ["AGE", "AREA"], {"AGE": ["J", "Z"], "AREA": [2, 2]}, counts=[1000, 7])
    assert (report.total, report.counts["c0"], report.unmatched) == (1007, 1000, 7)
    assert {c.label for c in report.empty_classes} == {"K", "P"}


def test_a_default_takes_the_rest() -> None:
    layer = _units(useDefaultSymbol=True, defaultSymbol=ref(polygon()), defaultLabel="rest")
    report = match(layer, ["AGE", "AREA"], {"AGE": ["J", "Z", None], "AREA": [2, 2, 2]})
    assert (report.counts["other"], report.unmatched) == (2, 2)
    assert report.notes[0].code == "defaulted"


def test_a_missing_field_is_named() -> None:
    report = match(_units(), ["x"], {"x": [1, 2]})
    assert not report.complete
    assert (report.unmatched, [n.code for n in report.notes][:2]) == (2, ["field_missing", "query_fields"])


def test_another_geometry_is_refused() -> None:
    with pytest.raises(IngestError, match="polygons") as refused:
        match(_units(), ["AGE"], {"AGE": ["J"]}, geometry="point", title="采样点")
    assert "采样点" in refused.value.say("zh")
    assert match(_units(), ["AGE", "AREA"], {"AGE": ["J"], "AREA": [2]}, geometry="polygon").total == 1


def test_what_a_binding_reads() -> None:
    layer = _units()
    binding = StyleBinding(layer, ["AGE", "AREA", "z"], {"AGE": "z"})
    assert binding.needs == ("z", "AREA")


def test_the_likeliest_layer_comes_first() -> None:
    lines = read_layer(simple(line()), name="Faults")
    other = read_layer(unique(["KIND"], unique_class("a", polygon(), ("a",))), name="Other")
    document = StyleDocument(layers=(lines, other, _units()))
    names = [x.name for x in best_layers(document, ["map_units"], ["AGE", "AREA"], "polygon")]
    assert names == ["Units", "Other"]
    assert best_layers(document, ["OTHER"], ["AGE"], "polygon")[0].name == "Other"


def test_many_features_in_little_time() -> None:
    classifier = StyleClassifier(_unique(*[(str(i),) for i in range(200)]))
    values = [i % 250 for i in range(200_000)]
    found = classifier.classify({"f": values}, len(values))
    assert int((found == NONE).sum()) == 40_000


def test_sizes_go_with_the_root_of_the_value() -> None:
    layer = read_layer({"type": "CIMProportionalRenderer", "field": "T", "minSymbol": ref(line()),
                        "minDataValue": 2, "maxDataValue": 32})  # fmt: skip
    assert layer.renderer is not None
    assert layer.renderer.growth is not None
    assert factors(layer.renderer.growth, [2, 8, 32, 500, 0, None, "x"]).tolist() == [1, 2, 4, 4, 1, 1, 1]


def test_turns_by_azimuth_run_the_other_way() -> None:
    assert turns(Rotation(field="d", direction="geographic"), [90, "45", None]).tolist() == [270, 315, 0]
    assert turns(Rotation(field="d"), [90, -90]).tolist() == [90, 270]


def test_scales_are_zooms() -> None:
    layer = StyleLayer(id="a", name="a", min_scale=24_000, max_scale=1_000)
    assert zooms(layer, 30) == (14.38, 18.97)
    assert zooms(StyleLayer(id="a", name="a")) == (None, None)

"""Documents: groups, order, bounds, hostile files; and what is said about files of another kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import IngestError
from core.mapping.cim import bounded, read_lyrx
from core.mapping.cim.document import MAX_LAYERS
from core.mapping.label_text import label_of
from core.mapping.predicate import rows_that_hold
from core.mapping.style_model import StyleDocument
from tests.core.mapping.cim.builders import (
    codes,
    document,
    encoded,
    feature_layer,
    fill,
    group,
    line,
    point,
    polygon,
    read,
    read_layer,
    rgb,
    simple,
    unique,
    unique_class,
)


def test_groups_pass_on_what_they_say() -> None:
    faults = feature_layer(simple(line()), "Faults", transparency=50, minScale=200_000)
    units = feature_layer(simple(polygon()), "Units", visibility=False, maxScale=500)
    sites = feature_layer(simple(point()), "Sites")
    inner = group("Inner", faults, transparency=20, minScale=100_000)
    outer = group("Outer", inner, units)
    found = read(faults, units, sites, inner, outer, top=[sites["uRI"], outer["uRI"]]).layers
    assert [x.name for x in found] == ["Sites", "Faults", "Units"]  # topmost first
    assert [x.groups for x in found] == [(), ("Outer", "Inner"), ("Outer",)]
    assert (found[1].opacity, found[1].min_scale) == (0.4, 100_000)
    assert (found[2].visible, found[2].max_scale) == (False, 500)


def test_groups_that_hold_each_other_come_to_an_end() -> None:
    layer = feature_layer(simple(line()))
    one, two = group("One", layer), group("Two")
    two["layers"] = [one["uRI"]]
    one["layers"].append(two["uRI"])
    assert [x.name for x in read(layer, one, two).layers] == ["Units"]


def test_empty_groups_missing_members_and_other_layers_are_noted() -> None:
    empty, missing = group("Empty"), group("Gap")
    missing["layers"] = ["CIMPATH=nowhere"]
    other = {"type": "CIMAnnotationLayer", "name": "Text", "uRI": "t"}
    found = read(feature_layer(simple(line())), empty, missing, other)
    assert {n.code for n in found.notes} == {"empty_group", "missing_layer", "layer_kind"}


def test_a_document_without_a_layer_to_draw_is_refused() -> None:
    with pytest.raises(IngestError, match="CIMAnnotationLayer") as refused:
        read({"type": "CIMAnnotationLayer", "name": "Text", "uRI": "t"})
    assert "图层" in refused.value.say("zh")


def test_names_aliases_data_set_and_display_field() -> None:
    described = [{"fieldName": "LITH", "alias": "岩性"}, {"fieldName": "ID", "alias": "ID", "visible": False}]
    data = {"type": "CIMStandardDataConnection", "dataset": "survey.units",
            "workspaceConnectionString": "DATABASE=C:\\secret.gdb"}  # fmt: skip
    layer = read_layer(
        simple(polygon()), name="地质单元", table={"fieldDescriptions": described, "dataConnection": data}
    )
    assert (layer.name, layer.dataset, layer.display_field) == ("地质单元", "survey.units", "NAME")
    assert [(f.name, f.alias, f.visible) for f in layer.fields] == [("LITH", "岩性", True), ("ID", "", False)]
    assert "secret" not in layer.model_dump_json()


def test_a_definition_query_is_a_typed_condition() -> None:
    layer = read_layer(simple(line()), table={"definitionExpression": "KIND NOT IN (1, 2) AND NAME <> 'x'"})
    assert layer.query is not None
    kept = rows_that_hold(layer.query, {"KIND": [1, 3, 3, None], "NAME": ["a", "a", "x", "a"]}, 4)
    assert kept.tolist() == [False, True, False, False]


@pytest.mark.parametrize(
    "text", ["A = (SELECT max(A) FROM t)", "1=1; DROP TABLE x", "UPPER(A) = 'X'", "A + 1 > 2"]
)
def test_a_query_nobody_understands_is_noted_and_not_applied(text: str) -> None:
    layer = read_layer(simple(line()), table={"definitionExpression": text})
    assert (layer.query, layer.query_text, codes(layer)) == (None, text, ["query"])


def _label(expression: str, **more: object) -> dict:
    symbol = {
        "type": "CIMTextSymbol",
        "height": 9,
        "fontFamilyName": "Tahoma",
        "fontStyleName": "Bold",
        "symbol": polygon(fill(rgb(1, 2, 3))),
        "haloSize": 1.5,
        "haloSymbol": polygon(fill(rgb(255, 255, 255))),
    }
    return {"type": "CIMLabelClass", "name": "Class 1", "expression": expression, "expressionEngine": "Arcade",
            "visibility": True, "textSymbol": {"symbol": symbol}, **more}  # fmt: skip


def test_labels() -> None:
    where = _label(
        "$feature.NAME + ' (' + Round($feature.AU, 1) + ' ppb)'", whereClause="AU > 5", minimumScale=50_000
    )
    layer = read_layer(simple(point()), labelVisibility=True, labelClasses=[where])
    (label,) = layer.labels
    assert layer.labels_on
    assert (label.size, label.bold, label.color, label.halo_width) == (12.0, True, "#010203", 2.0)
    assert label.min_scale == 50_000
    assert label.where is not None
    assert label_of(label.parts, {"NAME": "甲", "AU": 12.34}) == "甲 (12.3 ppb)"
    assert codes(layer) == []


def test_a_label_that_needs_a_program_writes_the_display_field() -> None:
    layer = read_layer(
        simple(point()), labelVisibility=True, labelClasses=[_label("if ($feature.A > 2) { return 1 }")]
    )
    assert label_of(layer.labels[0].parts, {"NAME": "x"}) == "x"
    assert codes(layer) == ["label_expression"]
    off = read_layer(simple(point()), labelClasses=[_label("if (1) { return 1 }")])
    assert (off.labels_on, codes(off)) == (False, [])


def test_what_other_files_are_called() -> None:
    for data, words in (
        (b"\xd0\xcf\x11\xe0\xa1\xb1", ".lyr"), (b"PK\x03\x04xx", "archive"), (b"SQLite format 3\x00", "database"),
        (b"<qgis></qgis>", "XML"), (b"  \n", "empty"), (b"\xff\xfe\x00", "UTF-8"), (b'{"a": \xe9}', "UTF-8"),
        (b'{"layers": [1, 2}', "line 1"), (b"[]", "no layer definitions"), (b'{"a": 1}', "no layer definitions"),
        (b'{"layerDefinitions": []}', "no layer that can be drawn"), (b"[" * 200_000, "levels deep"),
        (b"[" * 200 + b"]" * 200, "levels deep"), (b"[" + b"{}," * 1_000_001 + b"{}]", "objects and lists"),
    ):  # fmt: skip
        with pytest.raises(IngestError) as refused:
            read_lyrx(data)
        assert words in refused.value.say("en")
        assert refused.value.sentence_zh


def test_bounds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bounded, "MAX_BYTES", 10_000)
    path = tmp_path / "a.lyrx"
    path.write_bytes(encoded(document(feature_layer(simple(line())))) + b" " * 10_000)
    for source in (path, path.read_bytes()):
        with pytest.raises(IngestError, match="MB"):
            read_lyrx(source)
    with pytest.raises(IngestError, match="cannot be opened"):
        read_lyrx(tmp_path / "none.lyrx")


def test_too_many_layers() -> None:
    with pytest.raises(IngestError, match=str(MAX_LAYERS)):
        read(*[feature_layer(simple(line()), f"L{i}") for i in range(MAX_LAYERS + 1)])


def test_numbers_beyond_reason() -> None:
    text = json.dumps(document(feature_layer(simple(line()))))
    assert read_lyrx(text.replace("1.0", "9" * 500).encode()).layers[0].renderer is not None
    with pytest.raises(IngestError, match="digits"):
        read_lyrx(text.replace("1.0", "9" * 5000).encode())
    for word in ("NaN", "Infinity", "1e999", "-1e999"):
        found = read_lyrx(json.dumps(document(feature_layer(simple(line())))).replace("1.0", word).encode())
        assert found.layers[0].classes[0].symbol.passes == ()


def test_a_byte_order_mark_and_utf_16() -> None:
    text = json.dumps(document(feature_layer(simple(line()), "断层")), ensure_ascii=False)
    for data in (text.encode("utf-8-sig"), text.encode("utf-16")):
        assert read_lyrx(data).layers[0].name == "断层"


def test_storage_gives_the_same_document_back() -> None:
    classes = [unique_class(f"{i}", polygon(fill(rgb(i, i, i))), (str(i),)) for i in range(5)]
    labels = [_label("[NAME]", whereClause="A IS NULL")]
    found = read(
        feature_layer(unique(["A"], *classes), "A", table={"definitionExpression": "NOT (A = 1 OR B LIKE 'x%')"}),
        feature_layer(simple(point()), "B", labelVisibility=True, labelClasses=labels),
    )
    assert StyleDocument.from_json(found.to_json()) == found
    half = read_layer(simple(line()), name="\ud800 half")
    assert half.name == "? half"

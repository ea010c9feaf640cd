"""Renderers of layer files: what a missing member means, which classes exist and which are drawn."""

from __future__ import annotations

import pytest

from core.mapping.style_model import Rotation
from core.mapping.style_symbols import Fill, MarkersInside
from tests.core.mapping.cim.builders import (
    breaks,
    character,
    codes,
    fill,
    line,
    point,
    polygon,
    raster_layer,
    read,
    read_layer,
    ref,
    rgb,
    simple,
    stroke,
    unique,
    unique_class,
)


def test_a_simple_renderer_takes_the_name_of_its_layer() -> None:
    layer = read_layer(simple(line()), name="Faults")
    assert layer.renderer is not None
    assert (layer.renderer.kind, layer.geometry, layer.renderer.classes[0].label) == ("simple", "line", "Faults")


def test_unique_values_with_headings_nulls_and_several_fields() -> None:
    jurassic = unique_class("Jurassic", polygon(), ("J", "<Null>"), ("J2", "sed"))
    layer = read_layer(unique(["AGE", "KIND"], jurassic, heading="Strata"))
    assert layer.renderer is not None
    (one,) = layer.renderer.classes
    assert layer.renderer.fields == ("AGE", "KIND")
    assert (one.heading, one.values) == ("Strata", (("J", None), ("J2", "sed")))


def test_a_default_is_drawn_only_when_the_file_says_so() -> None:
    default = {"defaultSymbol": ref(polygon(fill(rgb(1, 1, 1)))), "defaultLabel": "the rest"}
    unused = read_layer(unique(["A"], unique_class("a", polygon(), ("a",)), **default))
    used = read_layer(unique(["A"], unique_class("a", polygon(), ("a",)), useDefaultSymbol=True, **default))
    assert unused.renderer is not None
    assert unused.renderer.default is None
    assert used.renderer is not None
    assert used.renderer.default is not None
    assert (used.renderer.default.label, used.classes[-1].key) == ("the rest", "other")


def test_only_a_default_is_a_simple_renderer() -> None:
    layer = read_layer({"type": "CIMUniqueValueRenderer", "fields": ["A"], "defaultSymbol": ref(line())})
    assert layer.renderer is not None
    assert (layer.renderer.kind, len(layer.renderer.classes), layer.geometry) == ("simple", 1, "line")


def test_hidden_classes_are_kept_and_noted() -> None:
    layer = read_layer(unique(["A"], unique_class("a", polygon(), ("a",), visible=False)))
    assert layer.renderer is not None
    assert not layer.renderer.classes[0].visible
    assert [(n.code, n.severity, n.classes) for n in layer.notes] == [("hidden", "info", ("a",))]


def test_a_value_list_of_the_wrong_length_matches_nothing() -> None:
    layer = read_layer(unique(["A", "B"], unique_class("a", polygon(), ("a",), ("b", "c"))))
    assert layer.renderer is not None
    assert layer.renderer.classes[0].values == (("b", "c"),)
    assert codes(layer) == ["values_mismatch"]


def test_an_absent_bound_is_zero() -> None:
    layer = read_layer(breaks("V", [-3, -2, -1, None, 1, 2, 3], minimumBreak=-9))
    assert layer.renderer is not None
    assert [c.upper for c in layer.renderer.classes] == [-3, -2, -1, 0, 1, 2, 3]
    assert [c.lower for c in layer.renderer.classes] == [-9, -3, -2, -1, 0, 1, 2]


def test_an_absent_minimum_is_zero_unless_the_classes_lie_below() -> None:
    above, below = read_layer(breaks("V", [5, 10])), read_layer(breaks("V", [-5, 10]))
    assert above.renderer is not None
    assert below.renderer is not None
    assert [above.renderer.classes[0].lower, below.renderer.classes[0].lower] == [0.0, None]


def test_classes_of_ratios() -> None:
    layer = read_layer(breaks("V", [1, 2], normalizationType="Field", normalizationField="AREA"))
    assert layer.renderer is not None
    assert (layer.renderer.normalise, layer.renderer.normalise_field) == ("field", "AREA")
    other = read_layer(breaks("V", [1, 2], normalizationType="Log"))
    assert other.renderer is not None
    assert (other.renderer.kind, len(other.renderer.classes), codes(other)) == (
        "unsupported",
        2,
        ["normalisation"],
    )


def test_graduated_symbols_of_polygons_stand_in_the_middle() -> None:
    value = breaks("V", [1], point(character(33)), backgroundSymbol=ref(polygon(fill(rgb(7, 7, 7)))))
    layer = read_layer(value)
    assert layer.renderer is not None
    ground, signs = layer.renderer.classes[0].symbol.passes
    assert layer.geometry == "polygon"
    assert isinstance(ground, Fill)
    assert isinstance(signs, MarkersInside)
    assert signs.centre


def test_proportional_sizes() -> None:
    value = {"type": "CIMProportionalRenderer", "field": "T", "minSymbol": ref(point(character(33, size=8))),
             "minDataValue": 2, "maxDataValue": 50}  # fmt: skip
    layer = read_layer(value)
    assert layer.renderer is not None
    growth = layer.renderer.growth
    assert growth is not None
    assert (growth.at, growth.size, growth.high) == (2, 8.0, 40.0)  # the root of 25 times as large
    ground = read_layer({**value, "unitSymbolization": {"type": "CIMUnitSymbolization"}})
    assert ground.renderer is not None
    assert (ground.renderer.growth, codes(ground)) == (None, ["real_world"])


@pytest.mark.parametrize("text", ["$feature.AGE", "$feature['AGE']", "return $feature.AGE;", '$feature["AGE"]'])
def test_an_expression_that_is_a_field_is_a_field(text: str) -> None:
    value = unique([], unique_class("a", polygon(), ("a",)), valueExpressionInfo={"expression": text})
    layer = read_layer(value)
    assert layer.renderer is not None
    assert (layer.renderer.kind, layer.renderer.fields) == ("unique", ("AGE",))


@pytest.mark.parametrize("value", [
    unique(["A"], unique_class("a", line(), ("a",)), valueExpressionInfo={"expression": "IIF($feature.A, 1, 2)"}),
    breaks("V", [1], line(), valueExpressionInfo={"expression": "$feature.A / 2"}),
    unique([], unique_class("a", line(), ("a",))),
])  # fmt: skip
def test_classes_of_a_program_are_listed_and_drawn_neutrally(value: dict) -> None:
    layer = read_layer(value)
    assert layer.renderer is not None
    assert (layer.renderer.kind, len(layer.renderer.classes), layer.geometry) == ("unsupported", 1, "line")
    assert layer.renderer.default is not None
    assert codes(layer) == ["expression_renderer"]


@pytest.mark.parametrize("value", [{"type": "CIMHeatMapRenderer"}, {"type": "CIMChartRenderer"}, {}, None])
def test_other_renderers_are_neutral(value: dict | None) -> None:
    layer = read_layer(value)
    assert layer.renderer is not None
    assert layer.renderer.kind == "unsupported"
    assert codes(layer) == ["renderer" if value else "no_renderer"]


def test_rotation_by_a_field() -> None:
    variable = {"type": "CIMRotationVisualVariable", "rotationTypeZ": "Geographic",
                "visualVariableInfoZ": {"expression": "[STRIKE]"}}  # fmt: skip
    layer = read_layer(simple(point(), visualVariables=[variable]))
    assert layer.rotation == Rotation(field="STRIKE", direction="geographic")
    info = {"valueExpressionInfo": {"expression": "$feature.DIP + 90"}}
    other = read_layer(simple(point(), visualVariables=[{**variable, "visualVariableInfoZ": info}]))
    assert (other.rotation, codes(other)) == (None, ["rotation"])


def test_other_variables_are_noted() -> None:
    layer = read_layer(simple(point(), visualVariables=[{"type": "CIMTransparencyVisualVariable"}]))
    assert codes(layer) == ["variable"]


def test_symbols_that_vary_with_the_scale_are_noted() -> None:
    sizes = [{"scale": 1000, "size": 4}, {"scale": 5000, "size": 2}]
    value = {"type": "CIMSimpleRenderer", "symbol": ref(point(), scaleDependentSizeVariation=sizes, minScale=5000)}
    assert codes(read_layer(value)) == ["scale_sizes", "symbol_scales"]


def test_a_stretched_raster() -> None:
    ramp = {"type": "CIMMultipartColorRamp", "weights": [3, 1], "colorRamps": [
        {"type": "CIMLinearContinuousColorRamp", "fromColor": rgb(0, 0, 0), "toColor": rgb(100, 100, 100)},
        {"type": "CIMLinearContinuousColorRamp", "fromColor": rgb(100, 100, 100), "toColor": rgb(255, 0, 0)},
    ]}  # fmt: skip
    value = {"type": "CIMRasterStretchColorizer", "colorRamp": ramp, "stretchType": "PercentMinimumMaximum",
             "minPercent": 2, "maxPercent": 2, "invert": True, "stretchStats": {"min": -5, "max": 90}}  # fmt: skip
    (layer,) = read(raster_layer(value)).layers
    assert layer.raster is not None
    assert (layer.geometry, layer.raster.kind, layer.raster.invert) == ("raster", "stretch", True)
    assert (layer.raster.low, layer.raster.high, layer.raster.percent) == (-5, 90, (2, 2))
    assert [(t, c) for t, c, _ in layer.raster.stops] == [
        (0, "#000000"), (0.75, "#646464"), (0.75, "#646464"), (1, "#ff0000")
    ]  # fmt: skip


def test_a_classified_raster() -> None:
    found = [
        {"upperBound": -1, "color": rgb(1, 0, 0)},
        {"color": rgb(0, 1, 0)},
        {"upperBound": 4, "label": "high"},
    ]
    (layer,) = read(
        raster_layer({"type": "CIMRasterClassifyColorizer", "classBreaks": found, "minimumBreak": -7})
    ).layers
    assert layer.raster is not None
    assert [(c.lower, c.upper) for c in layer.raster.classes] == [(-7, -1), (-1, 0), (0, 4)]
    assert [c.label for c in layer.raster.classes] == ["≤ -1", "≤ 0", "high"]
    assert layer.raster.classes[1].symbol.passes[0].color == "#000100"  # type: ignore[union-attr]


def test_a_raster_of_unique_values() -> None:
    classes = [
        {"values": ["1", "2"], "label": "granite", "color": rgb(9, 9, 9)},
        {"values": ["3"], "visible": False},
    ]
    groups = [{"heading": "g", "classes": classes}]
    value = {"type": "CIMRasterUniqueValueColorizer", "fieldName": "ROCK", "groups": groups,
             "useDefaultColor": True, "defaultColor": rgb(1, 1, 1)}  # fmt: skip
    (layer,) = read(raster_layer(value)).layers
    assert layer.raster is not None
    assert layer.raster.classes[0].values == (("1",), ("2",))
    assert [c.visible for c in layer.raster.classes] == [True, False]
    assert layer.raster.default is not None
    assert codes(layer) == ["raster_table"]


def test_a_colorizer_nobody_draws() -> None:
    (layer,) = read(raster_layer({"type": "CIMRasterDiscreteColorColorizer"})).layers
    assert layer.raster is not None
    assert (layer.raster.kind, codes(layer)) == ("unsupported", ["colorizer"])


def test_strokes_of_a_polygon_stay_strokes() -> None:
    layer = read_layer(simple(polygon(stroke(width=3), fill())))
    assert layer.fidelity.model_dump() == {"faithful": 2, "approximate": 0, "dropped": 0}

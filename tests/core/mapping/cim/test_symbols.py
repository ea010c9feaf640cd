"""Symbol layers become passes, the first of the file on top; what is drawn otherwise is noted."""

from __future__ import annotations

import base64
import io

import pytest
from PIL import Image

from core.mapping.style_symbols import (
    Fill,
    Gradient,
    Hatch,
    Marker,
    MarkersAlong,
    MarkersInside,
    PictureFill,
    Stroke,
)
from tests.core.mapping.cim.builders import (
    character,
    circle,
    codes,
    dashed,
    fill,
    hatch,
    line,
    picture_data,
    point,
    polygon,
    read_layer,
    read_passes,
    rgb,
    rings,
    simple,
    stroke,
    vector,
)

PX = 96 / 72
ALONG = {"type": "CIMMarkerPlacementAlongLineSameSize", "placementTemplate": [15], "angleToLine": True}
INSIDE = {"type": "CIMMarkerPlacementInsidePolygon", "stepX": 9, "stepY": 6, "shiftOddRows": True}


def test_the_first_layer_lies_on_top_and_disabled_ones_are_left_out() -> None:
    hidden = stroke(width=9, enable=False)
    passes = read_passes(polygon(stroke(rgb(1, 2, 3, 50), 2), hidden, stroke(width=4), fill(rgb(9, 9, 9))))
    assert [type(p) for p in passes] == [Fill, Stroke, Stroke]
    assert [p.width for p in passes[1:]] == pytest.approx([4 * PX, 2 * PX], abs=1e-3)
    assert (passes[2].color, passes[2].opacity) == ("#010203", 0.5)


def test_what_has_no_width_or_no_colour_is_not_drawn() -> None:
    bare = {"type": "CIMSolidFill", "enable": True}
    assert read_passes(polygon(stroke(width=0), fill(rgb(1, 1, 1, 0)), bare)) == ()


@pytest.mark.parametrize(
    ("template", "dash"),
    [
        ((3, 6), (4.0, 8.0)),
        ((3,), (4.0, 4.0)),
        ((0, 3, 6, 3), (0.0, 4.0, 8.0, 4.0)),
        ((1, 0), ()),
        ((), ()),
        ((0, 0), ()),
    ],
)
def test_dashes(template: tuple[float, ...], dash: tuple[float, ...]) -> None:
    (one,) = read_passes(line(dashed(*template)))
    assert one.dash == dash


def test_an_offset_is_kept_and_told() -> None:
    layer = read_layer(simple(line(stroke(effects=[{"type": "CIMGeometricEffectOffset", "offset": -3}]))))
    assert layer.renderer is not None
    assert layer.renderer.classes[0].symbol.passes[0].offset == -4.0  # type: ignore[union-attr]
    assert codes(layer) == []
    assert layer.fidelity.faithful == 1


def test_an_effect_nobody_draws_is_noted_with_its_class() -> None:
    wave = stroke(effects=[{"type": "CIMGeometricEffectWave"}])
    layer = read_layer(simple(line(wave), label="wavy"))
    assert [(n.code, n.classes) for n in layer.notes] == [("effect", ("wavy",))]
    assert layer.fidelity.approximate == 1


def test_a_hatch_keeps_angle_separation_and_lines() -> None:
    (flat,) = read_passes(polygon(hatch()))
    assert isinstance(flat, Hatch)
    assert (flat.angle, flat.lines[0].color) == (0.0, "#ff0000")
    (turned,) = read_passes(polygon(hatch(-45, 3, stroke(width=2), dashed(3, 3))))
    assert turned.angle == 315
    assert turned.separation == 4.0
    assert [s.dash for s in turned.lines] == [(4.0, 4.0), ()]  # the first of the file lies on top


def test_a_gradient_has_a_middle_colour() -> None:
    ramp = {"type": "CIMLinearContinuousColorRamp", "fromColor": rgb(0, 0, 0), "toColor": rgb(200, 100, 50)}
    (one,) = read_passes(polygon({"type": "CIMGradientFill", "enable": True, "colorRamp": ramp}))
    assert isinstance(one, Gradient)
    assert one.color == "#643219"
    assert [s[1] for s in one.stops] == ["#000000", "#c86432"]


def test_a_picture_is_encoded_anew() -> None:
    (one,) = read_passes(polygon({"type": "CIMPictureFill", "enable": True, "url": picture_data(), "height": 12}))
    assert isinstance(one, PictureFill)
    assert (one.width, one.height) == (32.0, 16.0)
    with Image.open(io.BytesIO(base64.b64decode(one.picture.partition(",")[2]))) as image:
        assert (image.format, image.size, image.getpixel((0, 0))) == ("PNG", (8, 4), (10, 200, 30, 255))


@pytest.mark.parametrize("url", [
    "https://example.org/x.png", "C:\\pictures\\x.png", "file:///etc/passwd", "data:image/svg+xml;base64,PHN2Zy8+",
    "data:image/png;base64,AAAA", "data:image/png;base64,***", "data:image/png;base64,", None, 7,
    "data:image/png;base64," + "A" * 3_000_000, "data:image/x-emf;base64,AQAAAA==",
])  # fmt: skip
def test_a_picture_from_elsewhere_is_replaced_and_noted(url: object) -> None:
    layer = read_layer(simple(point({"type": "CIMPictureMarker", "enable": True, "size": 9, "url": url})))
    assert layer.renderer is not None
    (one,) = layer.renderer.classes[0].symbol.passes
    assert isinstance(one, Marker)
    assert (one.shape, one.picture) == ("circle", None)
    assert codes(layer) == ["picture"]


def test_a_picture_of_too_many_pixels_is_not_opened() -> None:
    huge = picture_data(size=(3000, 2000), kind="PNG")
    layer = read_layer(simple(point({"type": "CIMPictureMarker", "enable": True, "size": 9, "url": huge})))
    assert "pixels" in layer.notes[0].text


@pytest.mark.parametrize(
    ("graphic", "shape"),
    [
        (circle(), "circle"),
        (rings((-1, -1), (-1, 1), (1, 1), (1, -1)), "square"),
        (rings((0, -1), (-1, 0), (0, 1), (1, 0)), "diamond"),
        (rings((-1, -1), (0, 1), (1, -1)), "triangle"),  # y runs up in the file
        (rings((-1, 1), (0, -1), (1, 1)), "triangle-down"),
        (rings((-0.1, -1), (-0.1, 1), (0.1, 1), (0.1, -1)), "bar"),
    ],
)
def test_a_drawn_marker_keeps_its_outline_and_knows_the_nearest_shape(graphic: dict, shape: str) -> None:
    (one,) = read_passes(point(vector(graphic, size=12)))
    assert isinstance(one, Marker)
    assert (one.shape, one.size) == (shape, 16.0)
    assert [g.fill is not None for g in one.graphics] == [True, False]  # the outline on top
    assert one.graphics[0].path == one.graphics[1].path


def test_outlines_are_scaled_turned_and_shifted() -> None:
    corner = vector(rings((-1, -1), (-1, 1), (1, 1)), size=12, rotation=90, anchorPoint={"x": 0, "y": -0.5})
    (one,) = read_passes(point(corner))
    # 16 px high, so a unit is 8 px; the anchor at its foot lifts it by 8, and turning it left lays it to the left
    assert one.graphics[0].path == "M0 8 L-16 8 L-16 -8 L0 8 Z"


def test_a_circle_of_one_arc_is_drawn_as_two() -> None:
    (one,) = read_passes(point(vector(circle(), size=12)))
    assert one.graphics[0].path == "M0 -8 A8 8 0 0 1 0 8 A8 8 0 0 1 0 -8 Z"


@pytest.mark.parametrize(
    ("index", "shape", "filled"),
    [
        (33, "circle", True),
        (34, "square", True),
        (35, "triangle", True),
        (40, "circle", False),
        (41, "square", False),
    ],
)
def test_common_characters_get_their_shape(index: int, shape: str, filled: bool) -> None:
    layer = read_layer(simple(point(character(index))))
    assert layer.renderer is not None
    (one,) = layer.renderer.classes[0].symbol.passes
    assert isinstance(one, Marker)
    assert (one.shape, one.fill is not None, one.stroke is not None) == (shape, filled, not filled)
    assert codes(layer) == []


def test_unknown_characters_stay_apart_and_hide_no_colour() -> None:
    layer = read_layer(simple(point(character(7, "GeoX"), character(8, "GeoX", color=rgb(0, 200, 0)))))
    assert layer.renderer is not None
    below, above = layer.renderer.classes[0].symbol.passes
    assert isinstance(below, Marker)
    assert isinstance(above, Marker)
    assert below.shape != above.shape
    assert (below.fill and below.fill.color, above.fill) == ("#00c800", None)
    assert codes(layer) == ["font"]
    assert layer.fidelity.approximate == 2


def test_markers_along_a_line() -> None:
    (one,) = read_passes(line(vector(circle(), markerPlacement={**ALONG, "offset": -3, "offsetAlongLine": 6})))
    assert isinstance(one, MarkersAlong)
    assert (one.steps, one.start, one.offset, one.turned) == ((20.0,), 8.0, -4.0, True)


@pytest.mark.parametrize(
    ("name", "more", "at"),
    [("AtExtremities", {}, "ends"), ("OnVertices", {}, "vertices"),
     ("AtRatioPositions", {"positionArray": [0.2]}, "ratios"), ("OnLine", {"relativeTo": "LineMiddle"}, "ratios")],
)  # fmt: skip
def test_other_places_on_a_line(name: str, more: dict, at: str) -> None:
    (one,) = read_passes(line(vector(circle(), markerPlacement={"type": f"CIMMarkerPlacement{name}", **more})))
    assert one.at == at


def test_markers_in_a_polygon() -> None:
    grid, ground = reversed(read_passes(polygon(character(33, size=3, markerPlacement=INSIDE), fill())))
    assert isinstance(grid, MarkersInside)
    assert isinstance(ground, Fill)
    assert (grid.step_x, grid.step_y, grid.shifted) == (12.0, 8.0, True)


def test_the_old_dialect() -> None:
    solid = {"type": "CIMFill", "enable": True, "pattern": {"type": "CIMSolidPattern", "color": rgb(1, 2, 3)}}
    lines = {"type": "CIMLineSymbol", "symbolLayers": [stroke(rgb(0, 0, 9))]}
    stripes = {"type": "CIMHatchPattern", "lineSymbol": lines, "separation": 6, "rotation": 30}
    hatched = {"type": "CIMFill", "enable": True, "pattern": stripes}
    below, above = read_passes(polygon(hatched, solid))
    assert (below.color, above.angle, above.lines[0].color) == ("#010203", 30, "#000009")
    placed = {"type": "CIMPlacedPointSymbols", "enable": True, "pointSymbol": point(character(35)),
              "pointSymbolPlacementEffect": {"type": "CIMPointSymbolPlacementAlongLineSameSize",
                                             "placementTemplate": [60]}}  # fmt: skip
    pattern = {"type": "CIMSolidPattern", "color": rgb(5, 5, 5)}
    filled = {"type": "CIMFilledStroke", "enable": True, "width": 1.5, "pattern": pattern}
    under, over = read_passes(line(placed, filled))
    assert (under.color, under.width) == ("#050505", 2.0)
    assert (over.steps, over.markers[0].shape) == ((80.0,), "triangle")


def test_a_symbol_that_cannot_be_drawn_is_neutral() -> None:
    layer = read_layer(simple({"type": "CIMMeshSymbol", "symbolLayers": []}))
    assert codes(layer) == ["symbol"]
    assert layer.renderer is not None
    assert layer.renderer.classes[0].symbol.passes
    assert layer.fidelity.dropped == 1

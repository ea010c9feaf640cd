"""Documents with random damage are read or refused in words; nothing else may happen."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import IngestError
from core.mapping.cim import read_lyrx
from core.mapping.style_legend import legend_html
from core.mapping.style_match import match
from core.mapping.style_model import StyleDocument
from core.mapping.style_payload import style_payload
from tests.core.mapping.cim.builders import (
    breaks,
    character,
    circle,
    dashed,
    document,
    feature_layer,
    fill,
    group,
    hatch,
    line,
    picture_data,
    point,
    polygon,
    raster_layer,
    ref,
    rgb,
    rings,
    simple,
    stroke,
    unique,
    unique_class,
    vector,
)

MUTANTS = 2_000
JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 1e308, -1e-308, 10**30, float("nan"), float("inf"), "", "<Null>", "x" * 300,
    "\ud800",
    "\x00", "<script>alert(1)</script>", [], {}, [[]], [None], {"type": None}, {"type": "CIMRGBColor"},
    [1, "a", None],
    "data:image/png;base64,AAAA", "CIMSolidFill", "CIMVectorMarker",
)  # fmt: skip


def members() -> list[dict[str, Any]]:
    """One layer for every kind of thing that is read."""
    along = {
        "type": "CIMMarkerPlacementAlongLineSameSize", "placementTemplate": [9, 3], "angleToLine": True
    }  # fmt: skip
    curves = {"type": "CIMMarkerGraphic", "symbol": polygon(), "geometry": {"curveRings": [[
        [0, 1], {"b": [[1, 0], [0.5, 1], [1, 0.5]]}, {"c": [[0, -1], [0.7, -0.7]]},
        {"a": [[0, 1], [0, 0], 0, 1, 0.3, 1, 0.5]}]]}}  # fmt: skip
    rotation = {"type": "CIMRotationVisualVariable", "visualVariableInfoZ": {"expression": "[DIP]"}}
    sign = vector(circle(), curves, rings((0, 0), (1, 0), (0, 1)), size=9)
    points = breaks("V", [-1, None, 5], point(sign), minimumBreak=-5, visualVariables=[rotation])
    text = {"type": "CIMTextSymbol", "height": 9, "symbol": polygon(fill())}
    label = {"type": "CIMLabelClass", "expression": "[A] + ' ' + $feature.B", "visibility": True,
             "whereClause": "A > 1", "textSymbol": {"symbol": text}}  # fmt: skip
    dotted = (vector(circle(), markerPlacement=along), character(108, "GeoX", markerPlacement=along), stroke())
    grown = {"type": "CIMProportionalRenderer", "field": "T", "minSymbol": ref(point(character(34))),
             "minDataValue": 1, "maxDataValue": 9}  # fmt: skip
    picture = {"type": "CIMPictureMarker", "enable": True, "size": 9, "url": picture_data()}
    old = {"type": "CIMFill", "enable": True, "pattern": {"type": "CIMSolidPattern", "color": rgb(1, 2, 3)}}
    table = {"definitionExpression": "A IN (1,2) OR B LIKE 'x%'", "fieldDescriptions": [{"fieldName": "AGE"}]}
    return [
        feature_layer(units(), "Units", table=table),
        feature_layer(points, "Points", labelVisibility=True, labelClasses=[label], minScale=1000),
        feature_layer(simple(line(*dotted)), "Lines", transparency=30),
        feature_layer(grown, "Grown"),
        feature_layer(simple(point(picture)), "Pictures"),
        feature_layer(simple(polygon(old)), "Old"),
        *rasters(),
    ]


def units() -> dict[str, Any]:
    """Unique values of two fields, with the kinds of fills."""
    inside = {"type": "CIMMarkerPlacementInsidePolygon", "stepX": 9, "stepY": 6}
    ends = ({"type": "CIMHSVColor", "values": [h, 90, 80, 100]} for h in (10, 250))
    ramp = dict(zip(("type", "fromColor", "toColor"), ("CIMPolarContinuousColorRamp", *ends), strict=True))
    gradient = {"type": "CIMGradientFill", "enable": True, "colorRamp": ramp}
    pictures = {"type": "CIMPictureFill", "enable": True, "url": picture_data(), "height": 9}
    return unique(
        ["AGE", "T.KIND"],
        unique_class("J", polygon(stroke(), hatch(45, 4, dashed(3, 3)), fill()), ("J", "<Null>")),
        unique_class("K", polygon(character(33, markerPlacement=inside), gradient), ("K", "1")),
        unique_class("P", polygon(pictures), ("P", "x"), visible=False),
        heading="Strata",
        useDefaultSymbol=True,
        defaultSymbol=ref(polygon(fill(rgb(256, 0, 0)))),
    )


def rasters() -> list[dict[str, Any]]:
    """A stretch, classes and unique values."""
    ends = ({"type": "CIMLABColor", "values": [x, 5, 40, 100]} for x in (10, 90))
    lab = dict(zip(("type", "fromColor", "toColor"), ("CIMLinearContinuousColorRamp", *ends), strict=True))
    classes = [{"values": ["1"], "color": rgb(2, 2, 2)}]
    return [
        raster_layer(value, f"R{i}")
        for i, value in enumerate((
            {"type": "CIMRasterStretchColorizer", "colorRamp": lab, "stretchStats": {"min": 1, "max": 9}},
            {"type": "CIMRasterClassifyColorizer", "classBreaks": [{"upperBound": 4, "color": rgb(1, 1, 1)}]},
            {"type": "CIMRasterUniqueValueColorizer", "groups": [{"classes": classes}]},
        ))
    ]  # fmt: skip


def everything() -> dict[str, Any]:
    """All of them in one document, four in a group."""
    layers = members()
    return document(*layers, group("All", *layers[:4]))


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a document."""
    found: list[tuple[Any, Any]] = []
    stack = [value]
    while stack:
        here = stack.pop()
        keys = list(here) if isinstance(here, dict) else range(len(here)) if isinstance(here, list) else ()
        for key in keys:
            found.append((here, key))
            stack.append(here[key])
    return found


def damage(text: str, rng: random.Random) -> dict[str, Any]:
    """The document of `text` with one to six members removed, replaced, swapped or doubled."""
    made = json.loads(text)
    known = places(made)
    for owner, key in (rng.choice(known) for _ in range(rng.randint(1, 6))):
        if isinstance(owner, dict) and key not in owner:
            continue
        how = rng.random()
        if how < 0.25 and isinstance(owner, dict):
            del owner[key]
        elif how < 0.7:
            owner[key] = rng.choice(JUNK)
        elif how < 0.9:
            other, name = rng.choice(known)
            owner[key] = json.loads(json.dumps(other.get(name) if isinstance(other, dict) else other[name]))
        elif isinstance(owner, list):
            owner.extend(json.loads(json.dumps(owner[:20])))
    return made


def use(found: StyleDocument) -> None:
    """Everything that is done with a style once it is read."""
    assert StyleDocument.from_json(found.to_json()) == found
    assert "<script>" not in legend_html(found)
    for layer in found.layers:
        json.dumps(style_payload(layer), allow_nan=False)
        if layer.raster is None:
            match(layer, ["AGE", "KIND", "V"], {"AGE": ["J", None], "KIND": [None, 1], "V": [0, "x"]})


def outcome(data: bytes) -> StyleDocument | IngestError:
    try:
        return read_lyrx(data)
    except IngestError as error:
        return error


def test_two_thousand_damaged_documents() -> None:
    rng = random.Random(20_261_130)
    whole = everything()
    use(read_lyrx(json.dumps(whole).encode()))
    bases = [json.dumps(document(x)) for x in members()] + [json.dumps(whole)]
    read = 0
    for number in range(MUTANTS):
        data = json.dumps(damage(bases[number % len(bases)], rng)).encode()
        if number % 10 == 0:  # damage to the text as well
            at = rng.randrange(len(data))
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + rng.randint(0, 30) :]
        found = outcome(data)
        if isinstance(found, IngestError):
            assert found.sentence_zh
        else:
            read += 1
            if number % 7 == 0:
                use(found)
    assert read > 0.7 * MUTANTS


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda x: (
        st.lists(x, max_size=3) | st.dictionaries(st.sampled_from(["type", "symbol", "symbolLayers", "values"]), x)
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(json_values, st.sampled_from(["renderer", "featureTable", "labelClasses", "colorizer", "layers", "uRI"]))
def test_anything_in_the_place_of_a_member(value: Any, key: str) -> None:
    layer = {**feature_layer(simple(line())), key: value}
    read_lyrx(json.dumps(document(layer, top=[])).encode()).to_json()


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=80) | st.text(max_size=80).map(lambda x: x.encode("utf-8", "replace")))
def test_any_bytes(data: bytes) -> None:
    found = outcome(data)
    assert isinstance(found, StyleDocument) or found.sentence

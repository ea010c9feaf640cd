"""Legend pictures and default styles in the terms of the style model."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from core.mapping.style_defaults import default_layer, from_symbol
from core.mapping.style_legend import legend, legend_html
from core.mapping.style_model import StyleDocument
from core.mapping.style_payload import style_payload
from core.mapping.style_swatch import swatch_svg
from core.mapping.style_symbols import StyleSymbol
from core.mapping.style_web import leaflet_options
from core.mapping.styles import Styles
from core.settings import ROOT
from core.vocabulary.card import SchemaCard
from tests.core.mapping.cim.builders import (
    breaks,
    circle,
    fill,
    hatch,
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
    vector,
)
from tests.core.mapping.cim.test_mutations import everything, members
from tests.core.mapping.conftest import HOSTILE, bodies, occurrences, with_layers


def test_every_swatch_is_well_formed() -> None:
    for layer in read(*members()).layers:
        for entry in layer.classes:
            ET.fromstring(swatch_svg(entry.symbol))
    assert everything()


def test_headings_counts_default_and_hidden_classes() -> None:
    classes = [unique_class(x, polygon(), (x,)) for x in ("J", "K", "P")]
    classes[1]["visible"] = False
    value = unique(["A"], *classes, heading="Strata", useDefaultSymbol=True, defaultSymbol=ref(polygon()))
    (group,) = legend(read_layer(value), {"c0": 7, "other": 2})
    assert (group.labels.en, [(e.labels.en, e.count) for e in group.entries]) == (
        "Strata", [("J", 7), ("P", 0), ("other", 2)]
    )  # fmt: skip
    (group,) = legend(read_layer(value), {"c0": 7}, everything=False)
    assert [e.labels.en for e in group.entries] == ["J"]


def test_falling_breaks_and_ramps() -> None:
    (group,) = legend(read_layer(breaks("V", [1, 2], showInAscendingOrder=False)))
    assert [e.labels.en for e in group.entries] == ["class 1", "class 0"]
    (layer,) = read(
        raster_layer({"type": "CIMRasterStretchColorizer", "stretchStats": {"min": 1, "max": 9}})
    ).layers
    assert legend(layer)[0].entries[0].labels.en == "1 – 9"


def test_the_swatch_of_a_polygon_holds_all_its_passes() -> None:
    layer = read_layer(simple(polygon(stroke(rgb(1, 1, 1), 1), hatch(45), fill(rgb(2, 2, 2)))))
    svg = legend(layer)[0].entries[0].swatch
    order = [svg.index(x) for x in ('fill="#020202"', "rotate(-45)", 'stroke="#010101"')]
    assert order == sorted(order)


def test_hostile_texts_are_escaped() -> None:
    value = unique(["A"], unique_class(HOSTILE, polygon(), (HOSTILE,)), heading=HOSTILE)
    layer = read_layer(value, name=HOSTILE, table={"definitionExpression": HOSTILE})
    html = legend_html(StyleDocument(layers=(layer,)))
    assert "<img" not in html
    assert "</script>" not in html
    ET.fromstring(f"<div>{html}</div>")


def test_default_styles_are_style_objects(vocabulary: SchemaCard) -> None:
    styles = Styles.load(ROOT / "data_mappings")
    layer = bodies()
    card = with_layers(vocabulary, layer, occurrences())
    made = default_layer(styles, card, layer)
    assert made.renderer is not None
    ages = [c.label for c in made.renderer.classes if c.key.startswith("ages:")]
    assert ages.index("Jurassic") < ages.index("Permian") < ages.index("Archean")  # youngest on top
    keys = {f"{u.scheme}:{i}" for u in styles.of(layer).uses for i in range(len(styles.schemes[u.scheme].classes))}
    assert {c.key for c in made.classes} == {*keys, "other"}
    assert StyleDocument.from_json(StyleDocument(layers=(made,)).to_json()).layers == (made,)


def test_path_options_of_default_styles_stay_what_they_were() -> None:
    styles = Styles.load(ROOT / "data_mappings")
    kinds = {"deposit": "point", "fault": "line", "geo_body": "polygon", "region": "polygon"}
    for name, geometry in kinds.items():
        symbol = styles.entity_types[name].symbol
        names = {"dash": "dashArray", "fill_opacity": "fillOpacity"}
        wanted = {names.get(k, k): v for k, v in symbol.model_dump(exclude_none=True).items()}
        found = leaflet_options(from_symbol(symbol, geometry))  # type: ignore[arg-type]
        for key in ("weight", "opacity", "radius", "shape", "fillOpacity", "dashArray"):
            assert found.get(key) == wanted.get(key) or (key not in wanted and key != "fillOpacity"), key


def first(renderer: dict[str, Any]) -> StyleSymbol:
    """The symbol of the first class of a renderer."""
    return read_layer(renderer).classes[0].symbol


def test_path_options_show_something_of_every_symbol() -> None:
    dots = vector(
        circle(polygon(fill(rgb(9, 0, 0)))), markerPlacement={"type": "CIMMarkerPlacementAlongLineSameSize"}
    )
    lonely = leaflet_options(first(simple(line(dots))))
    assert (lonely["color"], lonely["weight"]) == ("#090000", 1.0)
    tint = leaflet_options(first(simple(polygon(hatch()))), 0.5)
    assert (tint["fillColor"], tint["fillOpacity"], tint["stroke"]) == ("#ff0000", 0.175, False)
    double = leaflet_options(first(simple(line(stroke(rgb(255, 255, 255), 1), stroke(rgb(0, 0, 0), 3)))))
    assert (double["color"], double["weight"]) == ("#000000", 4.0)
    assert leaflet_options(first(simple(point())))["shape"] == "circle"
    hidden = unique(["A"], unique_class("a", polygon(), ("a",), visible=False))
    assert style_payload(read_layer(hidden))["classes"][0] is None

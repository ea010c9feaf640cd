"""The legend shows what is on the map, in geological order."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from core.mapping.features import read_layer
from core.mapping.legend import legend, swatch
from core.mapping.styles import Symbol
from tests.core.mapping.conftest import Place, bodies, occurrences


def test_ages_stand_youngest_on_top_and_rocks_follow(place: Place) -> None:
    layer = bodies()
    counts = {layer.table: read_layer(place.db, place.card, place.styles, layer).classes}
    (group,) = legend(place.card, place.styles, [layer], counts)
    assert [e.labels.en for e in group.entries] == ["Jurassic", "Permian", "Archean", "granite"]
    assert [e.count for e in group.entries] == [1, 1, 1, 1]


def test_topmost_layer_first_and_only_classes_that_occur(place: Place) -> None:
    layers = [bodies(), occurrences()]
    counts = {x.table: read_layer(place.db, place.card, place.styles, x).classes for x in layers}
    first, second = legend(place.card, place.styles, layers, counts)
    assert (first.geometry, second.geometry) == ("point", "polygon")
    assert [e.labels.zh for e in first.entries] == ["金", "稀土、铌钽", "其他"]
    assert first.entries[-1].count == 2


shapes = st.sampled_from(["circle", "square", "diamond", "triangle", "star", "cross", "hexagon", "pentagon"])


@given(st.text(max_size=30), st.sampled_from(["point", "line", "polygon"]), shapes, st.text(max_size=10))
def test_a_swatch_is_well_formed_whatever_the_file_says(color: str, geometry: str, shape: str, dash: str) -> None:
    color = "".join(c for c in color if c.isprintable())
    svg = swatch(Symbol(color=color, fill=color, shape=shape, dash=dash), geometry)  # type: ignore[arg-type]
    assert {e.tag for e in ET.fromstring(svg).iter()} <= {"svg", "g", "rect", "path"}

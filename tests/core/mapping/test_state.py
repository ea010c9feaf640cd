"""The state of the map is data: whatever it holds, the script that carries it stays one call."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, box

from core.mapping.definition import asset_url, base_map, state_group
from core.mapping.extents import layers_in, region_bounds, union
from core.mapping.highlight import Mark, bounds_of, connection, features
from core.mapping.state import layer_spec, to_script
from tests.core.mapping.conftest import HOSTILE, Place, bodies, occurrences


@given(st.dictionaries(st.text(), st.text(), max_size=4))
@example({"name": HOSTILE})
@example({"name": "\u2028 ` ${alert(1)} {{'map_div'}} \\"})
def test_a_script_is_plain_ascii_and_reads_back_unchanged(value: dict[str, str]) -> None:
    script = to_script(value)
    assert script.isascii()
    assert not re.search(r"[<>&']|\n|\{[{%#]", script)
    assert json.loads(script) == value


@settings(deadline=None, max_examples=40)
@given(st.lists(st.text(), max_size=3))
@example([HOSTILE, "{{ 7*7 }}", "{% for x in y %}", "{# #}", "{{'map_div'}}", "_0123456789abcdef", "\\"])
def test_what_reaches_the_frame_is_what_was_meant(texts: list[str]) -> None:
    """Folium renders each script as a template, and the component renames variables in it: data must pass both."""
    from streamlit_folium import _get_feature_group_string  # noqa: PLC0415

    frame = base_map()
    frame.get_root().render()
    sent = _get_feature_group_string(state_group(to_script({"texts": texts})), frame)
    (call,) = [line for line in sent.splitlines() if "OreSight.apply(" in line]
    argument = call[call.index("(") + 1 : call.rindex(")")]
    assert json.loads(argument) == {"texts": texts}


@pytest.mark.parametrize("head", [{}, {"a": [1, "<"]}])
def test_what_was_written_before_is_taken_as_it_is(head: dict[str, object]) -> None:
    kept = to_script([{"name": HOSTILE}])
    assert json.loads(to_script(head, {"kept": kept, "none": "null"})) == head | {
        "kept": [{"name": HOSTILE}], "none": None
    }  # fmt: skip


def test_the_map_itself_never_changes_and_names_no_foreign_host() -> None:
    from streamlit_folium import _get_map_string  # noqa: PLC0415

    def script() -> str:
        frame = base_map()
        frame.get_root().render()
        return re.sub(r"_[0-9a-f]{32}", "", _get_map_string(frame))

    assert script() == script()
    frame = base_map()
    links = [url for _, url in (*frame.default_js, *frame.default_css)]
    assert links
    assert all(url.startswith("../../assets/") for url in links)
    assert "?v=" in asset_url("map/oresight-map.js")


def test_a_layer_is_named_in_the_language_of_the_screen(place: Place) -> None:
    spec = layer_spec(place.card, place.styles, occurrences(), "zh", tag="a&b")
    assert spec["one"] == "矿床"
    assert spec["title"] == "矿产地"
    assert dict(spec["fields"])["commodity"] == "矿种"
    assert spec["url"].endswith(".geojson?v=v1&s=a%26b")
    assert spec["symbols"].endswith(".json?v=v1&s=a%26b")


def test_the_connection_meets_the_nearest_place_of_a_line() -> None:
    # a line along the meridian 110 at 42° north: the foot point has the target's latitude
    line = connection("t/1", Point(110.5, 42.0), LineString([(110.0, 41.0), (110.0, 43.0)]))
    assert line is not None
    (x1, y1), (x2, y2) = line.geometry.coords
    assert (round(x1, 6), round(y1, 6), round(x2, 6), round(y2, 6)) == (110.5, 42.0, 110.0, 42.0)
    assert connection("t/1", Point(1, 1), box(0, 0, 2, 2)) is None


def test_marks_carry_address_rank_and_place() -> None:
    (made,) = features([Mark("target", "a/b/7", "N", Point(1.1234567, 2.0), 3, ("Rank 3",))])
    assert made["properties"]["table"] == "a/b"
    assert made["properties"]["fid"] == 7
    assert made["properties"]["at"] == [1.12346, 2.0]
    assert made["geometry"]["coordinates"] == [1.12346, 2.0]


def test_bounds_have_a_least_size_and_nothing_has_none() -> None:
    found = bounds_of([Point(100, 30)], least=0.1)
    assert found is not None
    assert [round(x, 6) for x in found] == [99.95, 29.95, 100.05, 30.05]
    assert bounds_of([]) is None
    assert union([(0, 0, 1, 1), (2, -1, 3, 0)]) == (0, -1, 3, 1)


def test_a_study_area_is_found_by_name_with_its_layers(place: Place) -> None:
    bounds = region_bounds(place.db, place.card, "Jia")
    assert bounds is not None
    assert [round(x, 6) for x in bounds] == [100.2, 30, 100.6, 31]
    assert region_bounds(place.db, place.card, "Nowhere") is None
    assert {x.table for x in layers_in(place.card, bounds)} == {occurrences().table, bodies().table}
    assert layers_in(place.card, (0.0, 0.0, 1.0, 1.0)) == ()

"""A study area from a file is a polygon on the globe, or a sentence says why it is none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.mapping.area_file import MAX_BYTES, AreaError, read_area


def square(west: float, south: float, size: float = 1) -> dict[str, Any]:
    corners = [(0, 0), (size, 0), (size, size), (0, size), (0, 0)]
    return {"type": "Polygon", "coordinates": [[[west + x, south + y] for x, y in corners]]}


def raw(value: Any) -> bytes:
    return json.dumps(value).encode()


def test_all_polygons_of_a_file_are_one_area() -> None:
    features = [
        {"type": "Feature", "properties": {}, "geometry": g} for g in (square(100, 30), square(100.5, 30), None)
    ]
    features.append({"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 0]}})
    area = read_area(b"\xef\xbb\xbf" + raw({"type": "FeatureCollection", "features": features}))
    assert area.bounds == (100, 30, 101.5, 31)
    assert area.area == pytest.approx(1.5)
    assert read_area(raw({"type": "GeometryCollection", "geometries": [square(1, 2)]})).area == 1


def test_a_bow_tie_is_mended_and_heights_are_dropped() -> None:
    bow = [[[0, 0, 9], [1, 1, 9], [1, 0, 9], [0, 1, 9], [0, 0, 9]]]
    area = read_area(raw({"type": "Polygon", "coordinates": bow}))
    assert area.is_valid
    assert not area.has_z
    assert area.area == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no GeoJSON"), (b"[1, 2]", "no GeoJSON"), (b"\xff\xfe", "no GeoJSON"),
        (raw({"type": "Circle"}), "no GeoJSON"), (b"[" * 100_000, "no GeoJSON"),
        (raw({"type": "Polygon", "coordinates": "x"}), "no GeoJSON"),
        (raw({"type": "Point", "coordinates": [1, 2]}), "no polygon"),
        (raw(square(500_000, 4_000_000)), "no longitudes"), (b" " * (MAX_BYTES + 1), "larger than"),
        (raw({"type": "Polygon", "coordinates": [[[i % 170, i % 80] for i in range(20_002)]]}), "corners"),
    ],
)  # fmt: skip
def test_what_is_no_area_is_refused_in_both_languages(content: bytes, words: str) -> None:
    with pytest.raises(AreaError, match=words) as error:
        read_area(content)
    assert error.value.sentence_zh


@given(
    st.recursive(
        st.none() | st.floats() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x), max_leaves=8
    )
)
def test_any_json_is_an_area_or_a_sentence(value: Any) -> None:
    with pytest.raises(AreaError):
        read_area(json.dumps({"type": "Polygon", "coordinates": value}).encode())

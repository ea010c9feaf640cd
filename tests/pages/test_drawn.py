"""What the browser sends as a drawing, and what of it becomes a selection."""

from __future__ import annotations

from typing import Any

import pytest
import streamlit as st
from shapely.geometry import MultiPolygon, Polygon

from pages.components.map_view import KEY, drawn


def sent(*corners: tuple[Any, Any]) -> Any:
    ring = [*map(list, corners), list(corners[0])]
    feature = {"properties": {"role": "selection"}, "geometry": {"coordinates": [ring]}}
    st.session_state[KEY] = {"all_drawings": [feature]}
    return drawn()[0]


def test_a_polygon_is_taken_as_it_is() -> None:
    area = sent((110, 41), (111, 41), (111, 42), (110, 42))
    assert isinstance(area, Polygon)
    assert area.equals(Polygon([(110, 41), (111, 41), (111, 42), (110, 42)]))


def test_an_outline_that_crosses_itself_encloses_both_lobes() -> None:
    area = sent((110, 41), (111, 42), (111, 41), (110, 42))
    assert isinstance(area, MultiPolygon)
    assert area.is_valid
    assert area.area == pytest.approx(0.5)


FLAT, WORDS, POINT = ((110, 41), (111, 42), (112, 43)), (("x", 41), (1, 2), (2, 3)), ((1, 1), (1, 1), (1, 1))


@pytest.mark.parametrize("corners", [FLAT, WORDS, POINT])
def test_what_encloses_nothing_is_no_selection(corners: Any) -> None:
    assert sent(*corners) is None

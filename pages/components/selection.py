"""What is drawn or picked on the map, as the selection that questions may speak of."""

from __future__ import annotations

from html import escape

import streamlit as st
from pyproj import Geod
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from core.query.selection import Selection
from core.session import StateManager
from pages.components.texts import number, t

_GEOD = Geod(ellps="WGS84")


def present(area: Polygon | None) -> Selection | None:
    """The selection of the session: the drawn area, else the feature that was picked."""
    if area is not None:
        return Selection(geometry=area, label=t("map_selected"))
    picked = StateManager().picked
    if picked is not None and picked.feature is not None:
        return Selection(refs=(picked.feature,), label=t("map_picked"))
    return None


def render() -> None:
    """One line above the input that says that an area is drawn, and how questions call it."""
    drawn = StateManager().selection
    if drawn is None or drawn.geometry is None:
        return
    words = f"<b>{escape(t('map_selected'))}</b> {escape(size_of(drawn.geometry))} · {escape(t('map_draw_hint'))}"
    st.html(f'<p class="os-drawn">{words}</p>')


def size_of(area: BaseGeometry) -> str:
    """Geodesic area of polygons, WGS 84, in words."""
    square_metres = abs(_GEOD.geometry_area_perimeter(area)[0])
    return f"{number(max(1, round(square_metres / 1e6)))} km²"

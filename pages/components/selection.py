"""What is drawn or picked on the map, as the selection that questions may speak of."""

from __future__ import annotations

from html import escape

import streamlit as st
from pyproj import Geod
from shapely.geometry.base import BaseGeometry

from core.query.selection import Selection
from core.session import Picked, StateManager
from pages.components.texts import number, t

_GEOD = Geod(ellps="WGS84")


def present(area: BaseGeometry | None) -> Selection | None:
    """The selection of the session: the drawn area, else the features that were picked."""
    if area is not None:
        return Selection(geometry=area, label=t("map_selected"))
    chosen = StateManager().chosen
    if not chosen:
        return None
    label = t("map_picked") if len(chosen) == 1 else t("map_picked_many", count=len(chosen))
    return Selection(refs=chosen, label=label)


def choose(picked: Picked) -> None:
    """A click chooses what the map says is chosen, at least the feature that was hit."""
    hit = (picked.feature,) if picked.feature is not None and not picked.number else ()
    StateManager().chosen = picked.chosen or hit


def render() -> None:
    """One line above the input that says what is drawn or chosen, and how questions call it."""
    drawn = StateManager().selection
    if drawn is not None and len(drawn.refs) > 1:
        words = f"<b>{escape(drawn.label)}</b> · {escape(t('map_picked_hint'))}"
        st.html(f'<p class="os-drawn">{words}</p>')
    if drawn is None or drawn.geometry is None:
        return
    words = f"<b>{escape(t('map_selected'))}</b> {escape(size_of(drawn.geometry))} · {escape(t('map_draw_hint'))}"
    st.html(f'<p class="os-drawn">{words}</p>')


def size_of(area: BaseGeometry) -> str:
    """Geodesic area of polygons, WGS 84, in words."""
    square_metres = abs(_GEOD.geometry_area_perimeter(area)[0])
    return f"{number(max(1, round(square_metres / 1e6)))} km²"

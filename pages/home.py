"""Home: the map on the left, question and answer on the right, as two fragments that rerun apart."""

from __future__ import annotations

import streamlit as st

from core.session import StateManager
from pages.components import (
    geochem_linked,
    geochem_samples,
    identify,
    map_view,
    overlays,
    panel,
    rasters,
    selection,
)
from pages.components.legend import shown_html
from pages.components.product import product


def render() -> None:
    """Draw the tab."""
    left, right = st.columns([3, 2], gap="small")
    with left:
        _map()
    with right:
        _panel()


@st.fragment(key="map")
def _map() -> None:
    with st.container(key="map", gap=None):
        map_view.show_map(_clicked)
        state = StateManager()
        with st.container(key="legend"):
            bars = rasters.legend_html(state.language)
            st.html(overlays.legend_html() + bars + shown_html(state.language, state.answer))


@st.fragment(key="panel")
def _panel() -> None:
    with st.container(key="panel", gap="small"):
        if not product().card.layers:
            panel.empty()
            return
        if geochem_linked.side() == "geochem":
            geochem_linked.beside()
            return
        panel.render()


def _clicked() -> None:
    """The map has sent something: a click, a drawing, or where it looks now."""
    state = StateManager()
    picked, before = map_view.clicked(), state.selection
    area, view = map_view.drawn()
    state.bounds = view or state.bounds
    fresh = picked is not None and picked != state.picked
    if picked is not None and fresh:
        state.picked = picked
        selection.choose(picked)
        identify.remember(picked)
        geochem_samples.pick(picked)
    state.selection = selection.present(area)
    if fresh or state.selection != before:
        st.rerun("panel")

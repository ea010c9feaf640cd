"""How one layer is shown, below its name in the sidebar: opacity, symbols or density, scale, order, its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from core.mapping.features import layer_id
from core.mapping.state import Look
from core.session import StateManager
from core.vocabulary.card import Layer
from pages.components import scene
from pages.components.texts import number, plain, t

SCALES = (0, 5_000_000, 2_000_000, 1_000_000, 500_000, 200_000, 100_000, 50_000)
"""Denominators of the widest scale a layer may be confined to; 0 is none."""


def toggle(layer: Layer, title: str) -> None:
    """The button beside the name of a layer that opens and closes its settings."""
    state = StateManager()
    opened = state.tuning == layer.table

    def click() -> None:
        now = StateManager()
        now.tuning = None if opened else layer.table

    st.button(
        "", icon=":material/close:" if opened else ":material/tune:", key=f"tune_{layer_id(layer.table)}",
        type="tertiary", help=t("look_close" if opened else "look_open", name=plain(title)), on_click=click,
    )  # fmt: skip


def settings(layer: Layer) -> None:
    """The settings of the layer whose button was pressed; nothing for the others."""
    state = StateManager()
    if state.tuning != layer.table:
        return
    look, name = state.looks.get(layer.table, Look()), f"look_{layer_id(layer.table)}_{state.language}"
    with st.container(key="layer_look", gap="xsmall"):
        st.slider(
            t("opacity"), 0, 100, round(100 * look.opacity), step=5, format="%d%%", key=f"{name}_opacity",
            on_change=_changed(layer, f"{name}_opacity", lambda old, x: replace(old, opacity=x / 100)),
        )  # fmt: skip
        if layer.geometry == "point":
            st.selectbox(
                t("look_draw"), ("smart", "heat", "cluster"), ("smart", "heat", "cluster").index(look.draw),
                format_func=lambda x: t(f"look_{x}"), key=f"{name}_draw", help=t("look_draw_help"),
                on_change=_changed(layer, f"{name}_draw", lambda old, x: replace(old, draw=x)),
            )  # fmt: skip
        st.selectbox(
            t("look_scale"), SCALES, SCALES.index(look.scales[0]) if look.scales[0] in SCALES else 0,
            format_func=lambda x: f"1 : {number(x)}" if x else t("look_always"),
            key=f"{name}_scale", help=t("look_scale_help"),
            on_change=_changed(layer, f"{name}_scale", lambda old, x: replace(old, scales=(x, 0))),
        )  # fmt: skip
        _places(layer, name)


def _places(layer: Layer, name: str) -> None:
    order = [x.table for x in scene.layers()]
    at = order.index(layer.table)
    with st.container(horizontal=True, gap="xsmall", key="layer_moves"):
        for key, icon, step in (("up", "arrow_upward", -1), ("down", "arrow_downward", 1)):
            st.button(
                "", icon=f":material/{icon}:", key=f"{name}_{key}", help=t(f"look_{key}"),
                disabled=not 0 <= at + step < len(order), on_click=_move, args=(order, at, step),
            )  # fmt: skip
        st.button(
            t("look_place"), icon=":material/zoom_in_map:", key=f"{name}_place", on_click=_look_at, args=(layer,)
        )


def _changed(layer: Layer, key: str, change: Callable[[Look, Any], Look]) -> Callable[[], None]:
    def act() -> None:
        if key not in st.session_state:
            return  # a widget that has just left the page may report its default once more
        state = StateManager()
        look = change(state.looks.get(layer.table, Look()), st.session_state[key])
        state.looks = {**state.looks, layer.table: look}
        st.rerun("map")

    return act


def _move(order: list[str], at: int, step: int) -> None:
    moved = list(order)
    moved.insert(at + step, moved.pop(at))
    StateManager().layer_order = tuple(moved)
    st.rerun(["switches", "map"])


def _look_at(layer: Layer) -> None:
    StateManager().look(layer.extent)
    st.rerun("map")

"""A study area without a name: the view, what is drawn, or a polygon from a file."""

from __future__ import annotations

from html import escape

import streamlit as st
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from core.errors import OreSightError
from core.query.selection import Selection
from core.service.area_file import ENDINGS, read_area_file
from core.session import StateManager
from pages.components import scene
from pages.components.selection import size_of
from pages.components.texts import t


def chosen() -> bool:
    """Draw the chosen area with the button that gives it up; False when none is chosen."""
    area = StateManager().area
    if area is None or area.geometry is None:
        return False
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="area_chosen"):
        st.html(f'<p class="os-area"><b>{escape(area.label)}</b> {escape(size_of(area.geometry))}</p>')
        st.button(
            "", icon=":material/close:", key="area_clear", type="tertiary", help=t("area_clear"), on_click=_clear
        )
    return True


def choices() -> None:
    """The button that opens the other ways to choose an area."""
    state = StateManager()
    with st.popover(t("area_other"), width="stretch"):
        st.button(
            t("area_of_view"), icon=":material/crop_free:", key="area_view", width="stretch", on_click=_of_view
        )  # fmt: skip
        st.button(
            t("area_of_drawing"), icon=":material/polyline:", key="area_drawn", width="stretch",
            on_click=_of_drawing,
        )  # fmt: skip
        moves = state.region_moves
        file = st.file_uploader(t("area_file"), type=list(ENDINGS), key=f"area_file_{moves}", max_upload_size=4)
        if file is not None:
            try:
                _take(read_area_file(file.getvalue(), file.name), file.name)
            except OreSightError as error:
                st.error(error.say(state.language))
            else:
                st.rerun()


def _of_view() -> None:
    bounds = StateManager().bounds
    if bounds is not None:
        _take(
            box(max(bounds[0], -180), max(bounds[1], -90), min(bounds[2], 180), min(bounds[3], 90)), t("area_view")
        )


def _of_drawing() -> None:
    drawn = StateManager().selection
    if drawn is None or drawn.geometry is None:
        st.toast(t("area_draw_first"))
    else:
        _take(drawn.geometry, t("map_selected"))


def _take(geometry: BaseGeometry, label: str) -> None:
    if geometry.is_empty or geometry.area <= 0:
        return
    state = StateManager()
    state.area = Selection(geometry=geometry, label=label)
    state.move_to(None)
    state.look(scene.home_bounds())


def _clear() -> None:
    StateManager().area = None

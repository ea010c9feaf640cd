"""The page: sidebar and four tabs.  Home is always drawn so that its map lives on while another tab is open."""

from __future__ import annotations

import logging
import uuid
from pathlib import Path

import streamlit as st

from core.errors import OreSightError
from core.session import StateManager
from pages import add_data, geochemistry, home, prospectivity, spatial_data, system_info, text_data
from pages.components import panel, product, sidebar
from pages.components.texts import t

log = logging.getLogger(__name__)

HERE = Path(__file__).resolve().parent
# Icon and text of each tab.
TABS = (
    ("map", "tab_home"), ("layers", "tab_spatial"), ("upload", "tab_add"), ("article", "tab_text"),
    ("science", "tab_geochem"), ("target", "tab_prospect"),
    ("monitor_heart", "tab_system"),
)  # fmt: skip
PAGES = (spatial_data, add_data, text_data, geochemistry, prospectivity, system_info)


def main() -> None:
    st.set_page_config(page_title="OreSight", page_icon="⛏️", layout="wide", initial_sidebar_state="expanded")
    st.html(HERE / "style.css")
    try:
        with st.spinner(t("opening")):
            product.product()
    except OreSightError as error:
        _closed(error)
        return
    _guarded(panel.collect)
    with st.sidebar:
        _guarded(sidebar.render)
    st.html(_tab_names())
    tabs = st.tabs([f":material/{icon}:" for icon, _ in TABS], key="tabs", on_change="rerun")
    with tabs[0]:
        _guarded(home.render)
    for tab, page in zip(tabs[1:], PAGES, strict=True):
        if tab.open:
            with tab:
                _guarded(page.render)


def _tab_names() -> str:
    """Style rules that write the names of the tabs after their icons.

    A tab whose label changes is mounted anew with everything in it, so names in the labels would mount the map
    anew at each change of language.  Screen readers read generated content like text.
    """
    rules = [
        f'.st-key-tabs [data-testid="stTab"]:nth-of-type({i})::after {{ content: "{t(key)}"; }}'
        for i, (_, key) in enumerate(TABS, start=1)
    ]
    return f"<style>{''.join(rules)}</style>"


def _guarded(render: object) -> None:
    """Draw one part of the page; a failure is one sentence with an id there, the others go on."""
    try:
        render()  # type: ignore[operator]
    except OreSightError as error:
        st.error(error.say(StateManager().language))
    except Exception as error:
        if type(error).__module__.startswith("streamlit"):
            raise  # reruns and stops are exceptions too
        number = uuid.uuid4().hex[:8]
        log.exception("page failure %s", number)
        st.error(t("page_failed", id=number))


def _closed(error: OreSightError) -> None:
    """The product cannot be opened: say why and offer to try again."""
    sidebar.language_only()
    with st.container(key="closed"):
        st.subheader(t("closed_title"))
        st.error(error.say(StateManager().language))
        st.button(t("retry"), type="primary", key="reopen")


main()

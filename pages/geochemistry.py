"""Element association: choose samples and method, run, read, compare and keep results."""

from __future__ import annotations

from html import escape

import streamlit as st

from core.errors import AnalysisError
from core.session import StateManager
from core.settings import ROOT
from pages.components import geochem_form, geochem_kept, geochem_result, geochem_run
from pages.components import geochem_state as geochem
from pages.components.texts import plain, t


def render() -> None:
    """Draw the tab."""
    st.html(ROOT / "pages" / "geochemistry.css")
    left, right = st.columns([2, 5], gap="medium")
    with left, st.container(key="geo_form"):
        _choices()
    with right, st.container(key="geo_result"):
        _shown()


def _choices() -> None:
    said = f"<h3>{escape(t('geo_title'))}</h3><p>{escape(t('geo_line'))}</p>"
    st.html(f'<div class="os-page-head">{said}</div>')
    try:
        request = geochem_form.choose()
    except AnalysisError as error:
        st.info(plain(error.say(StateManager().language)))
        return
    few = len(request.plan.choices.elements) < 2
    if few:
        st.info(t("geo_few_elements"))
    geochem_run.shown()  # above the button, so that it stands where the button was clicked
    busy = geochem_run.busy()
    st.button(
        t("geo_run"), type="primary", icon=":material/play_arrow:", key="geo_run", on_click=geochem_run.begin,
        args=(request,), disabled=busy or few,
    )  # fmt: skip


def _shown() -> None:
    geochem_kept.render()
    found = geochem.opened()
    if found is not None:
        geochem_result.render(found)
    else:
        steps = "".join(f"<li>{escape(t(f'geo_step_{i}'))}</li>" for i in range(1, 4))
        st.html(f'<div class="geo-empty"><h4>{escape(t("geo_empty"))}</h4><ol>{steps}</ol></div>')

"""Prospectivity: choose occurrences, evidence and method; run; read, compare and keep results."""

from __future__ import annotations

from html import escape

import streamlit as st

from core.analysis.prospect_request import ProspectRequest
from core.errors import AnalysisError
from core.session import StateManager
from core.settings import ROOT
from pages.components import (
    analysis_job,
    prospect_form,
    prospect_home,
    prospect_kept,
    prospect_picture,
    prospect_result,
)
from pages.components.jobs import JOBS
from pages.components.product import product
from pages.components.texts import plain, t

COLUMNS = 3


def render() -> None:
    """Draw the tab."""
    st.html(ROOT / "pages" / "prospectivity.css")
    left, right = st.columns([2, 5], gap="medium")
    with right:
        result = st.container(key="mpm_result")
    with left, st.container(key="mpm_form"):
        request = _choices()
    with result:
        _shown(request)


def _choices() -> ProspectRequest | None:
    """The choices and the buttons; None while they cannot be run."""
    state = StateManager()
    region = product().card.region_called(state.region, state.language) if state.region else None
    where = state.area.label if state.area else region or t("region_all")
    said = f"<h3>{escape(t('mpm_title'))}</h3><p>{escape(t('mpm_line', area=where))}</p>"
    st.html(f'<div class="os-page-head">{said}</div>')
    try:
        request, cost = prospect_form.choose()
    except AnalysisError as error:
        st.info(plain(error.say(StateManager().language)))
        return None
    none = not (request.shapes or request.categories or request.samples or request.rasters)
    if none:
        st.info(t("mpm_no_evidence"))
    with st.container(horizontal=True):
        job = JOBS.get(state.prospect_job)
        busy = job is not None and not job.finished.is_set()
        st.button(
            t("mpm_run"), type="primary", icon=":material/play_arrow:", key="mpm_run",
            on_click=prospect_home.begin, args=(request,), disabled=none or busy,
        )  # fmt: skip
        st.button(
            t("mpm_preview"), icon=":material/grid_view:", key="mpm_preview", on_click=_look, disabled=none
        )  # fmt: skip
    st.caption(f"{plain(cost.said.in_(state.language))} {t('mpm_run_hint')}")
    return request


def _look() -> None:
    StateManager().prospect_preview = True


def _shown(request: ProspectRequest | None) -> None:
    state = StateManager()
    job = prospect_home.running()
    if job is not None:
        if not job.finished.is_set():
            analysis_job.running(job.id, "mpm")
            return
        analysis_job.broken(job, "mpm", "work_failed")
    if state.prospect_preview and request is not None:
        _preview(request)
        return
    prospect_kept.render()
    found = prospect_home.shown()
    if found is not None:
        prospect_result.render(found)
    else:
        steps = "".join(f"<li>{escape(t(f'mpm_step_{i}'))}</li>" for i in range(1, 5))
        st.html(f'<div class="mpm-empty"><h4>{escape(t("mpm_empty"))}</h4><ol>{steps}</ol></div>')


def _preview(request: ProspectRequest) -> None:
    """Each feature as a small map, made on a coarse grid."""

    def close() -> None:
        StateManager().prospect_preview = False

    st.button(t("mpm_preview_close"), icon=":material/close:", key="mpm_preview_close", on_click=close)
    app = product()
    try:
        with st.spinner(t("mpm_preview_making")):
            found = prospect_home.prospecting().preview(app.card, app.units, request)
    except AnalysisError as error:
        st.error(plain(error.say(StateManager().language)))
        return
    columns = st.columns(COLUMNS)
    for i, (feature, label, _, values) in enumerate(found):
        with columns[i % COLUMNS]:
            shown = prospect_picture.feature(values, categories=len(feature.categories))
            said = f"{label.in_(StateManager().language)} · {prospect_picture.span(feature, values)}"
            st.image(shown, caption=plain(said), width="stretch")

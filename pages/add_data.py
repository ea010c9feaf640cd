"""Add data: a dropped file is checked, decided on, and loaded as a layer or raster, or refused with what to do."""

from __future__ import annotations

from html import escape

import streamlit as st

from core.ingest.formats import FORMATS as KNOWN
from core.service.importing import Pending
from core.session import StateManager
from core.settings import ROOT
from pages.components import upload_flow as flow
from pages.components import upload_layer, upload_raster, upload_report, upload_result
from pages.components.jobs import JOBS, Job
from pages.components.product import product
from pages.components.texts import plain, t
from pages.components.upload_drop import drop_zone
from pages.components.upload_home import imports, staging
from pages.components.upload_widgets import heading, key

POLL_S = 0.4
FORMATS = ("vector", "table", "raster", "other")


def render() -> None:
    """Draw the tab."""
    st.html(ROOT / "pages" / "upload.css")
    if product().database.attached:
        st.info(t("up_readonly"))
        return
    _body()


@st.fragment(key="add_data")
def _body() -> None:
    pending = flow.current()
    with st.container(key="up_page", gap="small"):
        if pending is None:
            _start()
            return
        job = flow.take(pending)
        if pending.file.kind in ("layer", "raster") and _unchecked(pending) and job is None:
            flow.check(pending)
            job = flow.take(pending)
        _bar(pending)
        _shown(pending, job)


def _unchecked(pending: Pending) -> bool:
    return pending.record is None and pending.checked is None


def _start() -> None:
    """The first sight: where to drop, what can be dropped, what will happen."""
    st.html(f'<div class="os-page-head"><h3>{escape(t("up_title_page"))}</h3><p>{escape(t("up_line"))}</p></div>')
    drop_zone(staging(), flow.dropped)
    vector = t("up_comma").join(x.name for x in KNOWN if not x.table)
    cards = "".join(
        f"<div><h4>{escape(t(f'up_formats_{x}'))}</h4>"
        f"<p>{escape(t(f'up_formats_{x}_line', formats=vector))}</p></div>"
        for x in FORMATS
    )
    steps = "".join(f"<li>{escape(t(f'up_step_{i}'))}</li>" for i in range(1, 5))
    st.html(f'<div class="up-cards">{cards}</div><ol class="up-steps">{steps}</ol>')


def _bar(pending: Pending) -> None:
    """Which import is shown, where several wait."""
    waiting = flow.waiting()
    if len(waiting) < 2:
        return
    names = {x.id: x.file.name for x in waiting}
    own = "up_which"
    if st.session_state.get(own) != pending.id:
        st.session_state[own] = pending.id

    def changed() -> None:
        if st.session_state.get(own):
            flow.show(st.session_state[own])

    st.selectbox(
        t("up_which", count=len(names)), list(names), key=own, format_func=lambda x: plain(names[x]),
        on_change=changed, width=420,
    )  # fmt: skip


def _shown(pending: Pending, job: Job | None) -> None:
    work, main = st.container(key="up_work"), st.container(key="up_main", gap="small")
    if pending.record is not None:
        with main:
            upload_result.render(pending)
        return
    if pending.file.kind not in ("layer", "raster"):
        with main:
            _elsewhere(pending)
        return
    with work:
        if job is not None:
            _broken(pending, job) if job.finished.is_set() else _running(pending.id)
    if job is None or pending.work == "check" or job.finished.is_set():
        with main:
            _decisions(pending)


def _decisions(pending: Pending) -> None:
    if pending.refusal is not None:
        _refused(pending)
    elif pending.raster is not None:
        upload_raster.render(pending)
    elif pending.report is not None:
        upload_layer.render(pending)


def _refused(pending: Pending) -> None:
    """The file cannot be read like this: why, and what to do next."""
    assert pending.refusal is not None  # noqa: S101  # the caller looked
    upload_report.named(pending, f'<em class="up-state up-wrong">{escape(t("up_refused"))}</em>')
    st.error(plain(pending.refusal.say(StateManager().language)))
    if pending.sound is not None:
        st.button(
            t("up_back"), key=key(pending, "back"), icon=":material/undo:", type="primary",
            on_click=_step_back, args=(pending,),
        )  # fmt: skip
        return
    heading(t("up_next_head"))
    hints = "".join(f"<li>{escape(t(f'up_next_{x}'))}</li>" for x in ("source", "other", "kept"))
    st.html(f'<ul class="up-hints">{hints}</ul>')
    drop_zone(staging(), lambda token: _instead(pending, token))


def _instead(pending: Pending, token: str) -> None:
    flow.discard(pending)
    flow.dropped(token)


def _step_back(pending: Pending) -> None:
    if imports().step_back(pending):
        flow.check(pending)


def _elsewhere(pending: Pending) -> None:
    """A file that is no data of a map: where it belongs."""
    kind = pending.file.kind
    upload_report.named(pending)
    st.info(t(f"up_elsewhere_{kind}", name=plain(pending.file.name)))
    drop_zone(staging(), lambda token: _instead(pending, token))


def _broken(pending: Pending, job: Job) -> None:
    """Work that was stopped or failed; the file and the decisions are still there."""
    if job.state == "cancelled":
        st.info(t("up_cancelled" if pending.work == "load" else "up_check_cancelled"))
    else:
        st.error(plain(job.sentence(StateManager().language)) or t("work_failed", id=job.id))
    if pending.work == "check" and pending.report is None:
        st.button(t("up_again"), key=key(pending, "again"), on_click=flow.check, args=(pending,))


@st.fragment(run_every=POLL_S)
def _running(identifier: str) -> None:
    """How far the work is, and the button that stops it."""
    pending = imports().get(identifier)
    job = JOBS.get(pending.job) if pending is not None else None
    if pending is None or job is None or job.finished.is_set():
        st.rerun()
        return
    step = job.steps[-1] if job.steps else "waiting"
    label = t(f"up_work_{pending.work}", name=plain(pending.file.name))
    st.progress(min(max(job.share, 0.0), 1.0), text=f"{label} · {t(f'up_progress_{step}')} · {job.seconds:.0f} s")
    st.button(
        t("stop"), key=f"up_stop_{job.id}", icon=":material/stop_circle:", on_click=job.cancel.cancel
    )  # fmt: skip

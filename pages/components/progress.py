"""What is shown while something runs, and when it was stopped or failed."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import streamlit as st

from core.session import StateManager
from pages.components.jobs import JOBS, Job
from pages.components.product import product
from pages.components.texts import t

POLL_S = 0.4


@st.fragment(run_every=POLL_S)
def running() -> None:
    """The steps of the question that runs, with a button that stops it."""
    job = JOBS.get(StateManager().job)
    if job is None or job.finished.is_set():
        st.rerun()
        return
    names = list(dict.fromkeys(job.steps))
    rows = "".join(
        f'<li class="{"now" if i == len(names) - 1 else "done"}">{escape(t(f"step_{name}"))}</li>'
        for i, name in enumerate(names)
    )
    st.html(
        f'<div class="os-running" role="status"><b>{escape(t("working"))}</b> <span>{job.seconds:.1f} s</span>'
        f"<ol>{rows}</ol></div>"
    )
    st.button(t("stop"), key=f"stop_{job.id}", icon=":material/stop_circle:", on_click=job.cancel.cancel)


def failed(job: Job, again: Callable[[str], None]) -> None:
    """A question that was stopped or failed."""
    if job.state == "cancelled":
        st.info(t("cancelled"))
    else:
        st.error(job.sentence(StateManager().language) or t("job_failed", id=job.id))
    st.button(t("ask_again"), key="again", on_click=again, args=(job.label,))


@st.fragment(run_every=1.0)
def loading() -> None:
    """How far the demonstration data are."""
    job = JOBS.get(StateManager().job)
    if job is None or job.finished.is_set():
        if job is not None and job.state == "done":
            StateManager().job = None
        st.rerun()
        return
    st.html(
        f'<div class="os-running" role="status"><b>{escape(t("loading_demo"))}</b> '
        f"<span>{job.seconds:.0f} s</span><p>{escape(job.steps[-1] if job.steps else '')}</p></div>"
    )
    st.progress(min(max(job.share, 0.0), 1.0))


def load_demo() -> None:
    """Start loading the demonstration data."""
    app = product()
    StateManager().job = JOBS.start("demo", lambda job: app.load_demo(job.step)).id
    st.rerun("panel")

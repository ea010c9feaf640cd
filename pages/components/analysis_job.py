"""The run of an analysis on its tab: progress with a stop button, and what is said when it did not end well."""

from __future__ import annotations

import streamlit as st

from core.session import StateManager
from pages.components.jobs import JOBS, Job
from pages.components.texts import plain, t

POLL_S = 0.5


def broken(job: Job, prefix: str, failed: str) -> None:
    """A run that was stopped or failed; `prefix` is that of the tab's texts, `failed` the text of last resort."""
    if job.state == "cancelled":
        st.info(t(f"{prefix}_cancelled"))
    else:
        st.error(plain(job.sentence(StateManager().language)) or t(failed, id=job.id))


@st.fragment(run_every=POLL_S)
def running(identifier: str, prefix: str) -> None:
    """How far the run is, renewed by itself until it ends."""
    job = JOBS.get(identifier)
    if job is None or job.finished.is_set():
        st.rerun()
        return
    step = t(f"{prefix}_progress_{job.steps[-1]}") if job.steps else t(f"{prefix}_progress_read")
    st.progress(min(max(job.share, 0.0), 1.0), text=f"{step} · {job.seconds:.0f} s")
    st.button(t("stop"), key=f"{prefix}_stop_{job.id}", icon=":material/stop_circle:", on_click=job.cancel.cancel)

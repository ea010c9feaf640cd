"""The report of an answer as a file: a format is chosen, a job makes it, and it is there to be saved."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.answer.model import Answer
from core.service.reports import FORMATS, MEDIA, ReportFormat, Reports, written
from core.session import StateManager
from pages.components import scene
from pages.components.jobs import JOBS, Job
from pages.components.product import feeds, product, styles
from pages.components.registry_export import size_text
from pages.components.texts import t

POLL_S = 0.3
PATIENCE_S = 0.4
"""A file that is made so soon is offered at once."""
_ICONS = {"html": ":material/html:", "docx": ":material/description:", "pdf": ":material/picture_as_pdf:"}


@dataclass(frozen=True)
class Made:
    """A finished file."""

    name: str
    form: ReportFormat
    data: bytes


def render(answer: Answer) -> None:
    """Draw the choice of formats, and what became of the last one."""
    with st.container(
        horizontal=True, key=f"downloads_report_{answer.id}", gap="small", vertical_alignment="center"
    ):
        st.caption(t("rep_download"), width="content")
        for form in FORMATS:
            st.button(
                t(f"rep_format_{form}"), key=f"report_{form}_{answer.id}", icon=_ICONS[form], on_click=_start,
                args=(answer, form),
            )  # fmt: skip
    job = JOBS.get(st.session_state.get(_key(answer)))
    if job is None:
        return
    if job.state == "running":
        _running(job)
    else:
        _ended(answer, job)


def _key(answer: Answer) -> str:
    return f"oresight.report_{answer.id}"


def _start(answer: Answer, form: ReportFormat) -> None:
    """Make the file with the layers and styles that the map has now."""
    reports, layers = Reports(product(), styles(), feeds()), scene.visible()
    running = JOBS.get(st.session_state.get(_key(answer)))
    if running is not None and running.state == "running":
        running.cancel.cancel()

    def work(job: Job) -> Made:
        report = reports.report(answer, layers=layers, cancel=job.cancel, on_step=job.step)
        job.step("file")
        job.cancel.check()
        return Made(f"oresight-{answer.id}.{form}", form, written(report, form))

    job = JOBS.start(answer.question, work)
    st.session_state[_key(answer)] = job.id
    job.finished.wait(PATIENCE_S)


@st.fragment(run_every=POLL_S)
def _running(job: Job) -> None:
    if job.state != "running":
        st.rerun()
    step = job.steps[-1] if job.steps else "map"
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"report_running_{job.id}"):
        st.caption(f"{t(f'rep_step_{step}')} {job.seconds:.0f} s", width="content")
        st.button(
            t("stop"), key=f"report_stop_{job.id}", icon=":material/stop_circle:", on_click=job.cancel.cancel
        )


def _ended(answer: Answer, job: Job) -> None:
    if job.state == "cancelled":
        st.caption(t("rep_stopped"))
        return
    if not isinstance(job.result, Made):
        st.error(job.sentence(StateManager().language) or t("rep_failed", id=job.id))
        return
    made = job.result
    label = t("rep_save", form=t(f"rep_format_{made.form}"), size=size_text(len(made.data)))
    st.download_button(
        label, made.data, made.name, MEDIA[made.form], icon=":material/download:", type="primary",
        on_click="ignore", key=f"report_save_{answer.id}_{job.id}",
    )  # fmt: skip

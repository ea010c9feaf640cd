"""The answer in the words of the language model: a button, the text as it grows, and how much of it was kept."""

from __future__ import annotations

from html import escape

import streamlit as st

from core.answer.model import Answer, Claim
from core.answer.model_writer import REWRITTEN
from core.errors import ModelCancelledError
from core.service.fluent import in_other_words
from core.session import StateManager
from pages.components.jobs import JOBS, Job
from pages.components.presence import presence
from pages.components.product import product
from pages.components.texts import t

_KEY = "oresight.fluent"
"""Answer id and job id of the last text that was asked for."""
POLL_S = 0.6


def read_by(answer: Answer) -> str:
    """What the status line says about a model that helped to read the question."""
    return t("mod_read_by", model=answer.read_by) if answer.read_by else ""


def render(answer: Answer) -> None:
    """Offer the text, show it growing, or show it; nothing without a model."""
    model = product().model
    if model is None or not any(c.kind in REWRITTEN and c.citations for c in answer.claims):
        return
    answer_id, job_id = st.session_state.get(_KEY, ("", ""))
    job = JOBS.get(job_id) if answer_id == answer.id else None
    if job is None or job.state == "cancelled":
        st.button(
            t("mod_write"), key=f"mod_write_{answer.id}", icon=":material/edit_note:", on_click=_start,
            args=(answer,), help=t("mod_write_help", model=model.name),
        )  # fmt: skip
    elif not job.finished.is_set():
        _growing()
    elif job.state == "failed":
        st.error(job.sentence(StateManager().language) or t("job_failed", id=job.id))
        st.button(t("mod_write"), key=f"mod_again_{answer.id}", on_click=_start, args=(answer,))
    else:
        _text(job.result)


def _start(answer: Answer) -> None:
    app, owner = product(), str(id(StateManager()))
    of = max(1, len(answer.claims))

    def work(job: Job) -> Answer:
        def told(claim: Claim, _: bool) -> None:
            job.step(claim.text, (len(job.steps) + 1) / of)

        if app.model is None:
            return answer
        try:
            return in_other_words(app, answer, app.model, cancel=job.cancel, on_claim=told, owner=owner)
        except ModelCancelledError:
            job.cancel.check()
            raise

    job = JOBS.start(answer.question, work, present=presence())
    st.session_state[_KEY] = (answer.id, job.id)


@st.fragment(run_every=POLL_S)
def _growing() -> None:
    """The sentences so far, with a button that stops the model."""
    job = JOBS.get(st.session_state.get(_KEY, ("", ""))[1])
    if job is None or job.finished.is_set():
        st.rerun()
        return
    shown = "".join(f"<p>{escape(x)}</p>" for x in job.steps[-6:])
    st.html(
        f'<div class="os-running" role="status"><b>{escape(t("mod_writing"))}</b> <span>{job.seconds:.0f} s</span>'
        f"{shown}</div>"
    )
    st.progress(min(max(job.share, 0.0), 1.0))
    st.button(t("stop"), key=f"mod_stop_{job.id}", icon=":material/stop_circle:", on_click=job.cancel.cancel)


def _text(answer: Answer) -> None:
    from pages.components.answer_view import claim_html  # noqa: PLC0415 - it draws this module

    fluent = answer.fluent
    if fluent is None:
        st.info(t("mod_not_now"))
        return
    if not fluent.kept:
        note = f" {fluent.note}" if fluent.note else ""
        st.html(f'<p class="os-small">{escape(t("mod_kept_none", model=fluent.model, of=fluent.of) + note)}</p>')
        return
    said = t("mod_by", model=fluent.model, kept=fluent.kept, of=fluent.of)
    body = "".join(f"<p>{claim_html(c)}</p>" for c in fluent.claims if c.kind in REWRITTEN)
    note = f'<p class="os-small">{escape(fluent.note)}</p>' if fluent.note else ""
    head = f'<h4 class="os-sub">{escape(t("mod_text"))}</h4>'
    st.html(
        f'<div class="os-answer-text os-fluent" lang="{answer.language}">{head}'
        f'{body}<p class="os-small">{escape(said)}</p>{note}</div>'
    )

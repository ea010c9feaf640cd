"""The language model in the System tab: what it is, loading it, and a sentence to try."""

from __future__ import annotations

from html import escape

import streamlit as st

from core.errors import ModelCancelledError
from core.llm.model import Ask, Message, Model, ModelState
from core.llm.wording import size_text
from core.session import StateManager
from pages.components.jobs import JOBS, Job
from pages.components.presence import presence
from pages.components.product import product
from pages.components.texts import number, t

_JOB = "oresight.model_job"
_TOKENS = 200
POLL_S = 0.5


def render() -> None:
    """Draw the section."""
    app = product()
    st.html(f'<div class="os-page-head"><h3>{escape(t("mod_title"))}</h3></div>')
    if app.model is None:
        if app.model_error is not None:
            st.error(app.model_error.say(StateManager().language))
        st.html(f'<p class="os-small">{escape(t("mod_none"))}</p>')
        return
    state = app.model.state()
    rows = "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in facts(state))
    st.html(f'<dl class="os-facts">{rows}</dl>')
    job = JOBS.get(st.session_state.get(_JOB))
    if job is not None and not job.finished.is_set():
        _running()
    else:
        _form(app.model, state, job)


def facts(state: ModelState) -> list[tuple[str, str]]:
    """What is known of the model, in words."""
    rows = [
        (t("mod_name"), state.name), (t("mod_place"), state.place),
        (t("mod_state"), t("mod_ready") if state.loaded else t("mod_asleep")),
        (t("mod_context"), t("mod_tokens", count=number(state.context))),
    ]  # fmt: skip
    if state.size:
        taken = f" · {t('mod_taken', size=size_text(state.resident))}" if state.resident else ""
        rows.append((t("mod_memory"), t("mod_needed", size=size_text(state.needed)) + taken))
    if state.waiting:
        rows.append((t("mod_waiting"), str(state.waiting)))
    if state.kind == "local" and not state.template:
        rows.append((t("mod_template"), t("mod_no_template")))
    if state.gpu is not None:
        rows.append((t("mod_gpu"), t("mod_gpu_used" if state.gpu else "mod_gpu_missing")))
    if state.last is not None and (speed := state.last.ms_per_token):
        first = f"{state.last.first_s:.1f} s"
        rows.append((t("mod_speed"), t("mod_speed_line", first=first, each=f"{speed:.0f} ms")))
    return rows


def _form(model: Model, state: ModelState, job: Job | None) -> None:
    text = st.text_input(t("mod_try_label"), key="mod_try_text", max_chars=500, placeholder=t("mod_try_hint"))
    with st.container(horizontal=True):
        st.button(t("mod_try"), key="mod_try", on_click=_start, args=(model, text or t("mod_try_hint")))
        if state.loaded:
            st.button(t("mod_unload"), key="mod_unload", on_click=model.close)
        else:
            st.button(t("mod_load"), key="mod_load", on_click=_start, args=(model, ""))
    if job is not None and job.state == "failed":
        st.error(job.sentence(StateManager().language) or t("job_failed", id=job.id))
    elif job is not None and job.state == "done" and job.result:
        st.html(f'<div class="os-answer-text"><p>{escape(job.result)}</p></div>')


def _start(model: Model, text: str) -> None:
    """Load the model, and let it answer `text` when there is one."""
    seconds = product().settings.model_timeout_s

    def work(job: Job) -> str:
        try:
            model.load()
            if not text:
                return ""
            stream = model.stream(
                Ask((Message("user", text),), max_tokens=_TOKENS, seconds=seconds, owner="system"), job.cancel
            )
            for piece in stream:
                job.step((job.steps[-1] if job.steps else "") + piece)
        except ModelCancelledError:
            job.cancel.check()
            raise
        return stream.reply.text

    st.session_state[_JOB] = JOBS.start("model", work, present=presence()).id


@st.fragment(run_every=POLL_S)
def _running() -> None:
    job = JOBS.get(st.session_state.get(_JOB))
    if job is None or job.finished.is_set():
        st.rerun()
        return
    said = escape(job.steps[-1]) if job.steps else ""
    st.html(
        f'<div class="os-running" role="status"><b>{escape(t("mod_working"))}</b> <span>{job.seconds:.0f} s</span>'
        f"<p>{said}</p></div>"
    )
    st.button(t("stop"), key="mod_stop", icon=":material/stop_circle:", on_click=job.cancel.cancel)

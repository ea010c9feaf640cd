"""Exporting a layer: format, progress, what the format could not keep, and the file."""

from __future__ import annotations

from html import escape
from typing import Any

import streamlit as st

from core.errors import ImportCancelledError
from core.i18n import LANGUAGES, Texts
from core.ingest.exporting import FORMATS, Export, Format
from core.service import LayerInfo
from core.session import StateManager
from pages.components.jobs import JOBS, Job
from pages.components.product import exports, product
from pages.components.texts import number, t

POLL_S = 0.4
_SIZES = ("B", "KB", "MB", "GB")


def render(info: LayerInfo, title: str) -> None:
    """Draw the section."""
    record = info.record
    st.caption(t("reg_export_line", rows=number(record.rows_loaded)))
    key = f"export_job_{record.table}"
    job = JOBS.get(st.session_state.get(key))
    if job is not None and job.state == "running":
        _running(job, title)
        return
    left, right = st.columns([2, 3], gap="medium")
    with left:
        format_ = st.radio(
            t("reg_export_format"), list(FORMATS), format_func=lambda x: t(f"reg_fmt_{x}"),
            key=f"export_format_{record.table}",
        )  # fmt: skip
        st.button(
            t("reg_export_make"), type="primary", key=f"export_{record.table}", on_click=_start,
            args=(record.table, title, format_, key),
        )  # fmt: skip
    with right:
        if job is not None:
            _ended(job)


def _start(table: str, title: str, format_: Format, key: str) -> None:
    app, store = product(), exports()
    stopped = [Texts.load().get("reg_export_stopped", x) for x in LANGUAGES]

    def work(job: Job) -> Any:
        def progress(done: int, total: int, _: str) -> None:
            if job.cancel.cancelled:
                raise ImportCancelledError(stopped[0], sentence_zh=stopped[1])
            job.share = done / max(total, 1)

        return store.make(app.database, table, format_, progress)

    job = JOBS.start(title, work)
    st.session_state[key] = job.id
    job.finished.wait(1.0)


@st.fragment(run_every=POLL_S)
def _running(job: Job, title: str) -> None:
    if job.state != "running":
        st.rerun()
    st.progress(job.share, f"{title} · {job.share:.0%}")
    st.button(t("reg_export_stop"), key=f"export_stop_{job.id}", on_click=job.cancel.cancel)


def _ended(job: Job) -> None:
    if job.state != "done":
        st.error(job.sentence(StateManager().language) or t("reg_export_failed", id=job.id))
        return
    token, export = job.result
    _download(token, export)


def _download(token: str, export: Export) -> None:
    if exports().get(token) is None:
        return
    size = t("reg_export_size", size=size_text(export.path.stat().st_size))
    language = StateManager().language
    items = "".join(f'<li class="os-{x.severity}">{escape(x.say(language))}</li>' for x in export.findings)
    st.html(
        f'<p class="os-download"><a href="/api/export/{token}" download="{escape(export.name)}">'
        f"{escape(t('reg_export_get', name=export.name))}</a> <small>{escape(size)}</small></p>"
        f'<ul class="os-findings">{items}</ul>'
    )


def size_text(size: float) -> str:
    """Bytes as people read them."""
    for unit in _SIZES[:-1]:
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} {_SIZES[-1]}"

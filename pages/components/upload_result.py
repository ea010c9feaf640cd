"""What became of an import: rows in, loaded and left out, a question about it, the map, and the way back."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from core.database.registry import LayerRecord
from core.raster import RasterRecord
from core.service.importing import Pending
from core.service.left_out import left_out_csv, reasons
from core.session import StateManager
from pages.components import panel
from pages.components import upload_flow as flow
from pages.components.jobs import JOBS
from pages.components.product import product
from pages.components.texts import number, plain, t
from pages.components.upload_home import imports
from pages.components.upload_widgets import heading, key, said

POLL_S = 0.5
HOME = ":material/map:"


def render(pending: Pending) -> None:
    """The card of a finished import."""
    record = pending.record
    assert record is not None  # noqa: S101  # the caller looked
    with st.container(key=key(pending, "result"), gap="small"):
        if pending.undone:
            st.success(t("up_undone", title=plain(record.title)), icon=":material/undo:")
        elif isinstance(record, LayerRecord):
            _layer(pending, record)
        else:
            _raster(record)
        if pending.problem is not None:
            st.warning(pending.problem.say(StateManager().language))
        _buttons(pending, record)
        if not pending.undone:
            heading(t("up_report"))
            said(record.report)


def _layer(pending: Pending, record: LayerRecord) -> None:
    mode = pending.decisions.mode
    st.html(f'<div class="up-done"><h3>{escape(t(f"up_done_{mode}", title=record.title))}</h3></div>')
    report = pending.report
    rows_in, loaded = (report.rows, report.usable) if report is not None else (record.rows_in, record.rows_loaded)
    gone = rows_in - loaded
    cells = [(t("up_rows_in"), rows_in), (t("up_rows_loaded"), loaded), (t("up_rows_left"), gone)]
    figures = "".join(f"<div><b>{number(x)}</b><span>{escape(k)}</span></div>" for k, x in cells)
    st.html(f'<div class="up-figures">{figures}</div>')
    if mode == "append":
        st.caption(t("up_now_rows", count=number(record.rows_loaded)))
    found = reasons(report.findings if report is not None else record.report)
    if found:
        heading(t("up_left"))
        said(found)
        rows = partial(left_out_csv, found, StateManager().language)
        st.download_button(
            t("up_left_list"), rows, f"{record.table}_left_out.csv", mime="text/csv",
            key=key(pending, "left_out"), icon=":material/download:", on_click="ignore",
        )  # fmt: skip
    if not any(x.table == record.table for x in product().card.layers):
        st.info(t("up_blind"))


def _raster(record: RasterRecord) -> None:
    st.html(f'<div class="up-done"><h3>{escape(t("up_done_raster", title=record.title))}</h3></div>')
    st.caption(
        t("up_raster_facts", width=number(record.width), height=number(record.height), bands=len(record.bands))
    )


def _buttons(pending: Pending, record: LayerRecord | RasterRecord) -> None:
    with st.container(horizontal=True, gap="small", key=key(pending, "buttons")):
        if not pending.undone:
            question = pending.questions.get(StateManager().language, "")
            if not question and _asking(pending):
                _question_to_come(pending.id)
            if question:
                st.button(
                    plain(question), key=key(pending, "ask"), type="primary", icon=":material/chat:",
                    on_click=_ask, args=(question,),
                )  # fmt: skip
            st.button(
                t("up_show"), key=key(pending, "map"), icon=":material/map:", on_click=_show, args=(record,)
            )  # fmt: skip
            st.button(
                t("up_undo"), key=key(pending, "undo"), icon=":material/undo:", on_click=flow.undo,
                args=(pending,),                 help=t(f"up_undo_{pending.decisions.mode}"),
            )  # fmt: skip
        st.button(
            t("up_next"), key=key(pending, "next"), icon=":material/add:", on_click=flow.discard, args=(pending,)
        )  # fmt: skip


def _asking(pending: Pending) -> bool:
    """Whether a question in the language of the screen is still being looked for."""
    job = JOBS.get(pending.asking)
    return job is not None and not job.finished.is_set() and StateManager().language not in pending.questions


@st.fragment(run_every=POLL_S)
def _question_to_come(identifier: str) -> None:
    pending = imports().get(identifier)
    if pending is None or not _asking(pending):
        st.rerun()
        return
    st.caption(t("up_question_wait"))


def _ask(question: str) -> None:
    _everywhere()
    panel.ask(question, whole=True)


def _show(record: LayerRecord | RasterRecord) -> None:
    """The map, with the new layer switched on and in view."""
    state = StateManager()
    if isinstance(record, RasterRecord):
        state.shown_rasters = state.shown_rasters | {record.name}
    else:
        state.known_layers = state.known_layers | {record.table}
        state.hidden_layers = state.hidden_layers - {record.table}
    state.look(record.extent)
    _everywhere()
    st.rerun()


def _everywhere() -> None:
    """The first tab, with no study area that the new layer may lie outside of."""
    StateManager().move_to(None)
    st.session_state["tabs"] = HOME

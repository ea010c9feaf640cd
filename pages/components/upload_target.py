"""Where the rows go: a new layer, after those of one that is there, or in its place; and the button that loads."""

from __future__ import annotations

from html import escape

import streamlit as st

from core.database.registry import LayerRecord, list_layers
from core.service.importing import Pending
from core.service.replacing import unfit
from core.session import StateManager
from pages.components import upload_flow as flow
from pages.components import upload_meaning
from pages.components.product import product
from pages.components.texts import number, plain, t
from pages.components.upload_home import imports
from pages.components.upload_widgets import chosen, heading, key, said, written

MODES = ("new", "append", "replace")
SAME = ("same_file", "same_content")


def section(pending: Pending) -> None:
    """New, append or replace, and the name of the table."""
    report, decisions = pending.report, pending.decisions
    if report is None or not report.table:
        return
    layers = {x.table: x for x in list_layers(product().database)}
    heading(t("up_target"), t("up_target_line"))
    said([x for x in report.findings if x.code in SAME])
    left, right = st.columns([3, 4], gap="small")
    with left:
        chosen(
            pending, "mode", t("up_mode"), MODES if layers else MODES[:1], decisions.mode,
            lambda x: _mode(pending, x, layers), shown=lambda x: t(f"up_mode_{x}"), radio=True,
        )  # fmt: skip
    with right:
        if decisions.mode == "new":
            written(
                pending, "table", t("up_table"), decisions.table or report.table,
                lambda x: flow.decide(pending, table=x or None), help=t("up_table_help"), max_chars=60,
            )  # fmt: skip
            if decisions.table and decisions.table != report.table and report.table in layers:
                st.caption(t("up_table_taken", table=plain(report.table), free=plain(decisions.table)))
        else:
            chosen(
                pending, "target", t("up_target_layer"), _ordered(pending, layers), decisions.table,
                lambda x: flow.decide(pending, table=x), shown=lambda x: _titled(layers[x]),
                placeholder=t("up_choose"),
            )  # fmt: skip
            st.caption(t(f"up_mode_{decisions.mode}_note"))
            said(imports().foreseen(pending))
            if decisions.mode == "replace" and decisions.table:
                said(unfit(product().card, report, decisions.table))


def _mode(pending: Pending, mode: str, layers: dict[str, LayerRecord]) -> None:
    """Another mode; the layer that holds the same file is taken as the target, to be changed."""
    if mode == "new":
        flow.decide(pending, mode="new", table=None)
        flow.free_name(pending)
        return
    first = _ordered(pending, layers)[0]
    flow.decide(pending, mode=mode, table=pending.decisions.table if pending.decisions.table in layers else first)


def _ordered(pending: Pending, layers: dict[str, LayerRecord]) -> list[str]:
    """Layers, those first that came from the same file, then those of the same name or geometry."""
    report = pending.report
    assert report is not None  # noqa: S101

    def rank(one: LayerRecord) -> tuple[bool, bool, bool, str]:
        same = one.sha256 != report.sha256
        return same, one.source_file != report.file, one.geometry != report.geometry, one.table

    return [x.table for x in sorted(layers.values(), key=rank)]


def _titled(record: LayerRecord) -> str:
    language = StateManager().language
    layer = next((x for x in product().card.layers if x.table == record.table), None)
    title = layer.title.in_(language) if layer is not None else record.title
    return f"{title} · {record.table} · {number(record.rows_loaded)}"


def problem(pending: Pending) -> str:
    """Why the file cannot be loaded as decided, "" when it can."""
    report, decisions = pending.report, pending.decisions
    if report is None:
        return t("up_load_wait")
    if report.errors:
        return report.errors[0].say(StateManager().language)
    tables = {x.table for x in list_layers(product().database)}
    table = decisions.table or report.table
    if decisions.mode == "new" and table in tables:
        return t("up_load_taken", table=plain(table))
    if decisions.mode != "new" and table not in tables:
        return t("up_load_target")
    wrong = next((x for x in imports().foreseen(pending) if x.severity == "error"), None)
    return wrong.say(StateManager().language) if wrong is not None else ""


def button(pending: Pending) -> None:
    """The button that loads, and why it cannot be pressed yet."""
    why = "" if not pending.settled else problem(pending)
    if pending.problem is not None:
        st.error(pending.problem.say(StateManager().language))
    report = pending.report
    usable = number(report.usable) if report is not None else "0"
    st.button(
        t("up_load", rows=usable), key=key(pending, "load"), type="primary", icon=":material/database:",
        disabled=bool(why) or not pending.settled, on_click=_load, args=(pending,),
    )  # fmt: skip
    if why:
        st.html(f'<p class="up-why">{escape(why)}</p>')
    else:
        left = report.rows - report.usable if report is not None else 0
        st.caption(t("up_load_left", count=number(left)) if left else t("up_load_all"))


def _load(pending: Pending) -> None:
    flow.load(pending, upload_meaning.binding(pending), upload_meaning.title_of(pending))

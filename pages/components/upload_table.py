"""How the texts and the rows of a file are read: layer of a container, encoding, headings, delimiter, geometry."""

from __future__ import annotations

import streamlit as st

from core.ingest import LoadDecisions, SheetInfo
from core.ingest.formats import TABLES
from core.service.importing import Pending
from pages.components import upload_flow as flow
from pages.components.texts import number, plain, t
from pages.components.upload_widgets import chosen, counted, heading, said

LAYOUT = (
    "header", "units_row", "delimiter", "decimal", "rows_", "headings", "cells_merged", "tables_", "ragged",
)  # fmt: skip
DELIMITERS = ("", ",", ";", "\t", "|")
KINDS = ("point", "line", "polygon")
INVALID = ("geometry_repaired", "geometry_lost", "geometry_invalid_out", "geometry_invalid_refused")


def sheets(pending: Pending) -> None:
    """Which layer or worksheet of a container; everything decided about another one is forgotten."""
    report = pending.report
    if report is None or len(pending.sheets) < 2:
        return
    heading(t("up_sheet"), t("up_sheet_line", count=len(pending.sheets)))
    said([x for x in report.findings if x.code.startswith("sheet")])
    known = {x.name: x for x in pending.sheets}
    value = pending.decisions.sheet or report.sheet or None

    def take(name: str) -> None:
        pending.columns, pending.entity_type, pending.candidates = {}, None, ()
        fresh = {k: v for k, v in vars(LoadDecisions()).items() if k not in ("sheet", "mode")}
        flow.decide(pending, sheet=name, **fresh)

    chosen(pending, "sheet", t("up_sheet"), list(known), value, take, shown=lambda x: _sheet(known[x]),
           placeholder=t("up_choose"), label_visibility="collapsed")  # fmt: skip


def _sheet(info: SheetInfo) -> str:
    kind = t(f"up_kind_{info.geometry}") if info.geometry in KINDS else info.geometry or t("up_sheet_table")
    rows = f" · {t('up_rows_count', count=number(info.rows))}" if info.rows is not None else ""
    return f"{info.name} · {kind}{rows}"


def encoding(pending: Pending) -> None:
    """The encoding of the texts, each candidate with what it makes of them."""
    report, decided = pending.report, pending.decisions.encoding
    if report is None or not report.encodings:
        return
    heading(t("up_encoding"), t("up_encoding_line"))
    found = {x.name: x for x in report.encodings}
    options = list(dict.fromkeys([*([decided] if decided else []), report.encoding, *found]))
    automatic = next((x.name for x in report.encodings if decided is None and x.name == report.encoding), None)

    def shown(name: str) -> str:
        return f"{_named(name)} {t('up_default_mark')}" if name == automatic else _named(name)

    def caption(name: str) -> str:
        texts = found[name].samples[:4] if name in found else ()
        return plain(" / ".join(x[:28] for x in texts)) or "—"

    chosen(
        pending, "encoding", t("up_encoding"), options, decided or report.encoding,
        lambda x: flow.decide(pending, encoding=x), shown=shown, radio=True,
        captions=[caption(x) for x in options], label_visibility="collapsed",
    )  # fmt: skip
    said([x for x in report.findings if x.code.startswith("encoding") and x.severity == "warning"])


def _named(name: str) -> str:
    return {"utf-8": "UTF-8", "gb18030": "GBK / GB18030", "big5": "Big5", "cp1252": "Windows-1252"}.get(name, name)


def layout(pending: Pending) -> None:
    """Row of headings, delimiter and decimal mark of a table."""
    report, decisions = pending.report, pending.decisions
    if report is None or not (report.x or report.format in TABLES):
        return
    heading(t("up_layout"), t("up_layout_line"))
    said([x for x in report.findings if x.code.startswith(LAYOUT)])
    if decisions.last_row is not None or any(x.code in ("units_row", "header_joined") for x in report.findings):
        chosen(
            pending, "last_row", t("up_last_row"), ("", "units", "heading", "data"), decisions.last_row or "",
            lambda x: flow.decide(pending, last_row=x or None), shown=lambda x: t(f"up_last_row_{x or 'auto'}"),
            help=t("up_last_row_help"),
        )  # fmt: skip
    text = report.format == "csv"
    columns = st.columns(3, gap="small")
    with columns[0]:
        counted(
            pending, "header_row", t("up_header_row"), decisions.header_row,
            lambda x: flow.decide(pending, header_row=int(x) if x else None),
            min_value=1, max_value=200, step=1, placeholder=t("up_automatic"), help=t("up_header_help"),
        )  # fmt: skip
    if text:
        with columns[1]:
            chosen(
                pending, "delimiter", t("up_delimiter"), DELIMITERS, decisions.delimiter or "",
                lambda x: flow.decide(pending, delimiter=x or None), shown=lambda x: t(f"up_delimiter_{_sign(x)}"),
            )  # fmt: skip
        with columns[2]:
            chosen(
                pending, "decimal", t("up_decimal"), ("", ".", ","), decisions.decimal or "",
                lambda x: flow.decide(pending, decimal=x or None), shown=lambda x: t(f"up_decimal_{_sign(x)}"),
            )  # fmt: skip


def _sign(text: str) -> str:
    return {"": "auto", ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", ".": "point"}[text]


def geometry(pending: Pending) -> None:
    """Which kind of geometry to load, and what is done with those that are not in order."""
    report, decided = pending.report, pending.decisions.geometry
    if report is None:
        return
    found = [x for x in report.findings if x.code.startswith(("geometry", "nothing_left", "companion", "index"))]
    mixed = decided is not None or any(x.code == "geometry_mixed" for x in found)
    invalid = pending.decisions.invalid
    torn = invalid != "repair" or any(x.code in INVALID for x in found)
    if not found and not mixed:
        return
    heading(t("up_geometry"), t("up_geometry_line"))
    said(found)
    if mixed:
        chosen(
            pending, "geometry", t("up_geometry_kind"), KINDS, decided,
            lambda x: flow.decide(pending, geometry=x), shown=lambda x: t(f"up_kind_{x}"), radio=True,
            horizontal=True,
        )  # fmt: skip
    if torn:
        chosen(
            pending, "invalid", t("up_invalid"), ("repair", "leave_out", "refuse"), invalid,
            lambda x: flow.decide(pending, invalid=x), shown=lambda x: t(f"up_invalid_{x}"), radio=True,
        )  # fmt: skip

"""A vector file or table on its way to a layer: decisions on the left, what follows from them on the right."""

from __future__ import annotations

import streamlit as st

from core.service.importing import Pending
from pages.components import upload_cells, upload_meaning, upload_place, upload_report, upload_table, upload_target
from pages.components.upload_widgets import key


def render(pending: Pending) -> None:
    """Draw everything about a file that was checked."""
    report = pending.report
    assert report is not None  # noqa: S101  # the caller looked
    upload_report.head(pending, upload_report.facts(report))
    left, right = st.columns([11, 9], gap="medium")
    with left, st.container(key=key(pending, "decisions"), gap="small"):
        upload_table.sheets(pending)
        if report.columns or report.headings:
            upload_table.layout(pending)
            upload_place.section(pending)
            upload_table.encoding(pending)
            upload_table.geometry(pending)
            upload_cells.section(pending)
            upload_meaning.section(pending)
            upload_target.section(pending)
            upload_target.button(pending)
    with right, st.container(key=key(pending, "report"), gap="small"):
        upload_report.findings(report.findings)
        if report.headings:
            label = pending.decisions.crs or report.crs
            upload_report.place(report.extent, report.points, label, upload_place.areas(pending))
            upload_report.sample(report)

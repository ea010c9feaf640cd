"""Parts of a kept result that tables are shown in: rows of its files and reports, and what the models lean on."""

from __future__ import annotations

from html import escape

import altair as alt
import pandas as pd
import streamlit as st

from core.analysis.store import Analysis
from core.session import StateManager
from pages.components.texts import t


def table(found: Analysis, name: str) -> pd.DataFrame:
    path = found.path(name)
    return pd.read_csv(path, encoding="utf-8-sig") if path is not None else pd.DataFrame()


def report_rows(found: Analysis, number: int) -> list[list[str]]:
    """Heading, rule and rows of a table of the report in the language of the screen."""
    lines = found.report(StateManager().language).splitlines()
    tables: list[list[str]] = []
    for before, line in zip(["", *lines], lines, strict=False):
        if line.startswith("| "):
            if not before.startswith("| "):
                tables.append([])
            tables[-1].append(line)
    if number >= len(tables):
        return []
    return [[c.strip() for c in x.strip("| ").split(" | ")] for x in tables[number]]


def report_table(found: Analysis, number: int) -> str:
    """Such a table as HTML whose every text is escaped."""
    rows = report_rows(found, number)
    if not rows:
        return ""
    head = "".join(f"<th>{escape(c)}</th>" for c in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in r) + "</tr>" for r in rows[2:])
    return f'<div class="mpm-table"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def importance(found: Analysis) -> None:
    st.caption(t("mpm_importance_line"))
    frame, label = _importance_frame(found)
    if frame.empty:
        return
    st.html(report_table(found, 1))
    for column, colour in (("impurity", "#8a4b12"), ("loss", "#1d4e89"), ("contribution", "#3f6b3a")):
        part = frame.dropna(subset=[column]).head(20) if column in frame else frame[:0]
        title = t(f"mpm_{column}")
        if len(part):
            bars = alt.Chart(part).mark_bar(color=colour)
            st.altair_chart(
                bars.encode(
                    x=alt.X(column, title=title),
                    y=alt.Y(label, sort=list(part[label]), title=None, axis=alt.Axis(labelLimit=220)),
                ).properties(height=24 * len(part) + 40)
            )


def _importance_frame(found: Analysis) -> tuple[pd.DataFrame, str]:
    """Importance by feature, named in the language of the screen as its report names them."""
    frame = table(found, "importance")
    if frame.empty:
        return frame, "feature"
    columns = ("feature", "impurity", "loss", "deviation", "contribution", "raises")
    frame.columns = list(columns[: len(frame.columns)])
    if StateManager().language == "zh":
        names = [row[0] for row in report_rows(found, 1)[2:]]
        frame["feature"] = [*names, *frame["feature"][len(names) :]]
    return frame, "feature"

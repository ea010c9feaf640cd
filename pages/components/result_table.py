"""The table of groups, totals or computed values; selecting a row zooms the map to the feature it is about."""

from __future__ import annotations

from html import escape
from typing import Any

import pandas as pd
import streamlit as st

from core.answer.export_table import own_table
from core.answer.model import Answer
from core.answer.table_text import Cells
from core.query.result import Table
from pages.components.evidence_table import ROW_PX, VISIBLE_ROWS, table_height
from pages.components.product import product
from pages.components.texts import number, t

MEMBERS = "n"
"""Heading of the number of features behind a value."""


def render(answer: Answer) -> bool:
    """Draw the table of an answer; False when the answer is not one, or holds a single number only."""
    table = own_table(answer)
    if table is None or len(table.rows) * len(table.columns) < 2:
        return False
    shown = frame(answer, table)
    key = f"result_{answer.id}"
    zoom = any(row.ref is not None for row in table.rows)
    hint = t("evidence_hint") if zoom else t("result_hint", count=number(table.total))
    st.html(f'<h4 class="os-sub">{escape(t("result_table"))} <small>{escape(hint)}</small></h4>')
    choose: dict[str, Any] = {}
    if zoom:
        choose = {"selection_mode": "single-row", "on_select": lambda: _selected(table, key)}
    st.dataframe(
        shown,
        key=key,
        hide_index=True,
        width="stretch",
        height=table_height(len(shown), VISIBLE_ROWS),
        row_height=ROW_PX,
        column_config=_columns(shown),
        alt=t("result_alt", count=len(shown)),
        **choose,
    )
    return True


def frame(answer: Answer, table: Table) -> pd.DataFrame:
    """The table as shown: groups, then measures as numbers in one unit a column, headings with the unit."""
    cells = Cells(product().card, product().units, answer.language)
    columns: dict[str, list[Any]] = {}
    for i, column in enumerate(table.columns):
        unit = cells.column_unit(table, i)
        heading = cells.heading(table, i)
        name = heading if heading not in columns else f"{heading} {i + 1}"
        columns[name] = [cells.number(row.cells[i], column, unit) for row in table.rows]
    partial = any(n.missing or n.censored for n in table.notes.values())
    if partial and len(table.rows) > 1 and any(c.role == "group" for c in table.columns):
        columns[MEMBERS] = [row.members for row in table.rows]
    return pd.DataFrame(columns)


def _columns(shown: pd.DataFrame) -> dict[str, Any]:
    config: dict[str, Any] = {}
    for name in shown.columns:
        if shown[name].dtype.kind == "f":
            config[str(name)] = st.column_config.NumberColumn(format="%.4g" if _small(shown[name]) else "%.2f")
        elif shown[name].dtype.kind in "iu":
            config[str(name)] = st.column_config.NumberColumn(format="%d")
    return config


def _small(values: Any) -> bool:
    """True for numbers of which two decimals would show too little."""
    known = values.dropna().abs()
    return bool(len(known)) and float(known.max()) < 10


def _selected(table: Table, key: str) -> None:
    from pages.components.panel import select  # noqa: PLC0415 - the panel draws this module

    rows = st.session_state[key].selection.rows
    select(table.rows[rows[0]].ref if rows and rows[0] < len(table.rows) else None)

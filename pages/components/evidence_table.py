"""The evidence table: one row a result; selecting a row zooms the map to it."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from core.answer.model import Answer
from core.answer.table_text import Cells
from core.evidence.types import Evidence
from core.query.result import Value
from pages.components import values
from pages.components.product import product
from pages.components.texts import t

ROW_PX = 32
VISIBLE_ROWS = 8


def render(answer: Answer) -> None:
    """Draw the table of an answer."""
    frame = table(answer)
    key = f"evidence_{answer.id}"
    st.html(f'<h4 class="os-sub">{t("evidence")} <small>{t("evidence_hint")}</small></h4>')
    st.dataframe(
        frame,
        key=key,
        hide_index=True,
        width="stretch",
        height=table_height(len(frame), VISIBLE_ROWS),
        row_height=ROW_PX,
        selection_mode="single-row",
        on_select=lambda: _selected(answer, key),
        column_config=_columns(frame),
        alt=t("evidence_alt", count=len(frame)),
    )


def table_height(rows: int, most: int) -> int:
    """Pixels of a table that shows `rows` rows, and scrolls beyond `most`."""
    return (min(rows, most) + 1) * ROW_PX + 2


def table(answer: Answer) -> pd.DataFrame:
    """The evidence as shown: rank, name, key attributes, proximity and scores, in rank order."""
    frame = pd.DataFrame([_row(answer, rank, item) for rank, item in enumerate(answer.evidence, start=1)])
    for name in frame.columns:
        if frame[name].dtype == object and frame[name].notna().any():
            frame[name] = frame[name].where(frame[name].notna(), "")
    return frame.dropna(axis="columns", how="all")


def _row(answer: Answer, rank: int, item: Evidence) -> dict[str, Any]:
    """Rank and name, what was measured, then attributes and scores: the first columns fit without scrolling."""
    attributes = _attributes(answer, item)
    first = dict(list(attributes.items())[:1])
    cells: dict[str, Any] = {"#": rank, t("col_name"): item.row.name, **_computed(answer, item), **first}
    for i, proximity in enumerate(item.proximity):
        suffix = f" {i + 1}" if i else ""
        bounded = proximity.max_m is not None or proximity.min_m is not None
        measured = bounded or proximity.relation in ("near", "along")
        if proximity.nearest is not None:
            if measured:
                cells[t("col_distance") + suffix] = round(proximity.nearest.distance_m / 1000, 3)
            cells[t("col_nearest" if measured else "col_reference") + suffix] = proximity.nearest.name
        if bounded or not measured:
            cells[t("col_count" if measured else "col_references") + suffix] = proximity.within_count
    cells |= attributes
    if item.score.spatial is not None:
        cells[t("col_spatial")] = item.score.spatial
    cells[t("col_semantic")] = item.score.semantic
    cells[t("col_total")] = item.score.total
    return cells


def _computed(answer: Answer, item: Evidence) -> dict[str, Any]:
    """What the question orders by or wants beside each feature, a column each with its unit in the heading."""
    found = answer.result.table if answer.result is not None else None
    row = next((r for r in found.rows if r.ref == item.row.ref), None) if found is not None else None
    if found is None or row is None:
        return {}
    cells = Cells(product().card, product().units, answer.language)
    shown: dict[str, Any] = {}
    for i, column in enumerate(found.columns):
        distance = column.unit == "m" and bool(item.proximity)  # stands beside the feature it goes to
        if column.role == "measure" and not distance:
            shown.setdefault(
                cells.heading(found, i), cells.number(row.cells[i], column, cells.column_unit(found, i))
            )
    return shown


def _attributes(answer: Answer, item: Evidence) -> dict[str, Any]:
    card = product().card
    kind = card.entity_types.get(item.row.entity_type)
    names = (kind.name_attribute, f"{kind.name_attribute}_zh") if kind else ()
    cells: dict[str, Any] = {}
    for attribute, value in item.row.values.items():
        if attribute not in names:
            known = card.attributes.get(attribute)
            label = known.labels.in_(answer.language) if known else attribute
            cells[f"{label} ({value.unit})" if value.unit else label] = cell(item, value, answer)
    return cells


def cell(item: Evidence, value: Value, answer: Answer) -> Any:
    """What a cell shows: texts in words, numbers, or the limit with its sign where only that is known."""
    if value.value is None and value.limit is not None:
        return f"{value.qualifier or ''}{value.limit:g}"
    if isinstance(value.value, str):
        layer = next((x for x in product().card.layers if x.table == item.row.ref.table), None)
        return values.say(layer, value.attribute, value.value, answer.language) if layer else value.value
    return value.value


def _columns(frame: pd.DataFrame) -> dict[str, Any]:
    config: dict[str, Any] = {"#": st.column_config.NumberColumn(width=36, pinned=True)}
    config[t("col_name")] = st.column_config.TextColumn(width=150, pinned=True)
    for name in frame.columns:
        if str(name).startswith(t("col_distance")):
            config[str(name)] = st.column_config.NumberColumn(format="%.2f")
        elif name in (t("col_spatial"), t("col_semantic"), t("col_total")):
            config[str(name)] = st.column_config.NumberColumn(format="%.3f")
        elif frame[name].dtype.kind == "f" and str(name).endswith(("km)", "km²)", "°)")):
            config[str(name)] = st.column_config.NumberColumn(
                format="%.4f" if str(name).endswith("°)") else "%.1f"
            )
        elif frame[name].dtype.kind in "iu":
            config.setdefault(str(name), st.column_config.NumberColumn(format="%d"))
    return config


def _selected(answer: Answer, key: str) -> None:
    from pages.components.panel import select  # noqa: PLC0415 - the panel draws this module

    rows = st.session_state[key].selection.rows
    select(answer.evidence[rows[0]].row.ref if rows and rows[0] < len(answer.evidence) else None)

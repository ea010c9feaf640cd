"""What spellings in the data mean that the vocabulary does not know: a list for each attribute that has one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from core.service import LayerInfo, mapping_draft
from core.service.binding import Present, binding_of
from core.service.binding_form import BoundColumn
from core.session import StateManager
from core.vocabulary.proposals_values import Match
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.mapping_rows import keep, kept
from pages.components.product import product
from pages.components.texts import plain, t

MOST, EXAMPLES = 9, 8
Told = Mapping[str, tuple[float, tuple[str, str]]]


def edit(info: LayerInfo, columns: tuple[BoundColumn, ...], now: Present, key: str) -> tuple[BoundColumn, ...]:
    """Draw the lists; the columns with the meanings that are given to their values."""
    app = product()
    known, saved = mapping_draft.facts(app, info.record), binding_of(now.state)
    result, clear = [], []
    for column in columns:
        found = mapping_draft.values_of(app, column, known, saved)
        if found is None:
            result.append(column)
        else:
            match, start, told = found
            if not match.unknown and not start:
                clear.append(column.attribute)
                result.append(column)
                continue
            values = _list(column, match, start, told, f"{key}_{column.column}_{column.attribute}")
            result.append(replace(column, values=values))
    _all_clear(clear)
    return tuple(result)


def _all_clear(attributes: list[str]) -> None:
    """The attributes of which every value is understood."""
    if attributes:
        between = "、" if StateManager().language == "zh" else ", "
        st.caption(t("map_ed_values_all", attributes=plain(between.join(map(_label, attributes)))))


def _label(attribute: str) -> str:
    labels = next(x for x in product().context().mappings.attributes if x.id == attribute).labels
    return labels.zh if StateManager().language == "zh" else labels.en


def _list(
    column: BoundColumn, match: Match, start: Mapping[str, tuple[str, ...]], told: Told, key: str
) -> dict[str, tuple[str, ...]]:
    """One attribute: what is understood, and the rest to be filled in."""
    language = StateManager().language
    mappings = product().context().mappings
    label = _label(column.attribute)
    raws = list(dict.fromkeys((*start, *match.unknown)))
    open_ = sum(1 for x in match.unknown if x not in start)
    head = {"attribute": plain(label), "total": match.total, "known": len(match.known), "open": open_}
    concepts = {
        x.id: x.labels.zh if language == "zh" else x.labels.en
        for x in mappings.concepts
        if column.attribute in x.attributes
    }
    with st.expander(t("map_ed_values_title", **head), key=f"map_values_{key}"):
        st.caption(t("map_ed_values_line"))
        if match.known:
            examples = ", ".join(list(match.known)[:EXAMPLES]) + ("…" if len(match.known) > EXAMPLES else "")
            st.caption(plain(t("map_ed_understood", examples=examples)))
        begin, number = kept(f"values_{key}", language, dict(start))
        edited = st.data_editor(
            _frame(raws, begin, told, language), key=f"map_values_{key}_{number}", hide_index=True,
            width="stretch", row_height=ROW_PX, height=table_height(len(raws), MOST), num_rows="fixed",
            placeholder="",
            disabled=["raw", "sure", "why"], column_config=_config(concepts),
        )  # fmt: skip
    found = {raw: tuple(ids) for raw, ids in zip(raws, edited["meaning"], strict=True) if _given(ids)}
    keep(f"values_{key}", found)
    return found


def _frame(raws: list[str], start: Mapping[str, tuple[str, ...]], told: Told, language: str) -> pd.DataFrame:
    rows: list[dict[str, Any]] = []
    for raw in raws:
        confidence, why = told.get(raw, (None, ("", "")))
        saved = raw in start and raw not in told
        rows.append(
            {
                "raw": raw,
                "meaning": list(start.get(raw, ())),
                "sure": None if confidence is None else round(100 * confidence),
                "why": t("map_ed_saved_mark") if saved else why[language == "zh"],
            }
        )
    return pd.DataFrame(rows)


def _config(concepts: Mapping[str, str]) -> dict[str, Any]:
    return {
        "raw": st.column_config.TextColumn(t("map_ed_raw"), width="medium"),
        "meaning": st.column_config.MultiselectColumn(
            t("map_ed_meaning"), options=list(concepts), format_func=lambda x: concepts.get(x, x), width="medium"
        ),
        "sure": st.column_config.ProgressColumn(
            t("map_ed_sure"), min_value=0, max_value=100, format="%d%%", width="small"
        ),
        "why": st.column_config.TextColumn(t("map_ed_why"), width="large"),
    }


def _given(ids: Any) -> bool:
    return isinstance(ids, list | tuple) and len(ids) > 0

"""The table of the registry: one row a layer; a click on a row shows the layer below."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.database.layer_texts import LayerText, layer_texts
from core.service import LayerInfo
from core.service.layer_admin import Status, status_of, words
from core.session import StateManager
from core.vocabulary.mappings import Mappings
from pages.components import registry_state, style_panel
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.product import product
from pages.components.texts import t

_ORDER = {"not_yet": 0, "partly": 1, "answerable": 2}
_MARKS = {"not_yet": "○", "partly": "◐", "answerable": "●"}
MOST = 9


@dataclass(frozen=True)
class Row:
    """A layer with what people say of it and how far it is answerable."""

    info: LayerInfo
    words: LayerText
    status: Status


def rows_of(infos: tuple[LayerInfo, ...]) -> tuple[Row, ...]:
    """The layers, those that need work first."""
    mappings: Mappings = product().context().mappings
    texts = layer_texts(product().database)
    rows = [Row(x, words(x, texts.get(x.record.table)), status_of(x, mappings)) for x in infos]
    return tuple(sorted(rows, key=lambda x: (_ORDER[x.status.state], x.info.record.table)))


def title_of(row: Row) -> str:
    """The title in the language of the session."""
    return row.words.title_zh if StateManager().language == "zh" else row.words.title_en


def chosen(rows: tuple[Row, ...]) -> Row:
    """Draw the table; the layer that is looked at."""
    frame = _frame(rows)
    tables = "|".join(x.info.record.table for x in rows)
    key = f"registry_{hashlib.sha256(tables.encode()).hexdigest()[:8]}"  # a selection is a row number
    drawn = st.dataframe(
        frame, key=key, hide_index=True, width="stretch", selection_mode="single-row", on_select="rerun",
        height=table_height(len(frame), MOST), row_height=ROW_PX, alt=t("registry"),
        column_config={
            t("reg_rows"): st.column_config.NumberColumn(format="localized"),
            t("reg_rows_in"): st.column_config.NumberColumn(format="localized"),
            t("reg_hash"): st.column_config.TextColumn(width="small"),
        },
    )  # fmt: skip
    picked = drawn.selection.rows if drawn is not None else []
    if picked and picked[0] < len(rows):
        registry_state.choose(rows[picked[0]].info.record.table)
    elif registry_state.chosen() is None:
        st.caption(t("registry_hint"))
    known = {x.info.record.table: x for x in rows}
    return known.get(registry_state.chosen() or "", rows[0])


def _frame(rows: tuple[Row, ...]) -> pd.DataFrame:
    """Title, state, kind, counts, source, extent and so on, as texts and numbers."""
    language, card = StateManager().language, product().card
    listed = []
    for row in rows:
        record, layer = row.info.record, row.info.layer
        kind = card.entity_types.get(layer.entity_type) if layer else None
        west, south, east, north = record.extent
        listed.append(
            {
                t("reg_layer"): title_of(row),
                t("reg_state"): f"{_MARKS[row.status.state]} {t(f'reg_state_{row.status.state}')}",
                t("reg_kind"): kind.labels.in_(language) if kind else t("reg_unbound"),
                t("reg_rows"): record.rows_loaded,
                t("reg_rows_in"): record.rows_in,
                t("reg_file"): record.source_file,
                t("reg_crs"): record.crs_original,
                t("reg_extent"): f"{west:.2f}, {south:.2f} – {east:.2f}, {north:.2f}",
                t("reg_vintage"): row.words.vintage,
                t("reg_style"): style_panel.summary(record.table) if layer else "",
                t("reg_findings"): len(record.report),
                t("reg_loaded"): record.loaded_at.strftime("%Y-%m-%d %H:%M"),
                t("reg_hash"): record.sha256[:12],
            }
        )
    return pd.DataFrame(listed)

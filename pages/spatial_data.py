"""Spatial data: what is loaded, where it came from, what it means to questions, and everything done with it."""

from __future__ import annotations

from html import escape

import streamlit as st

from core.service import LayerInfo
from core.settings import ROOT
from pages.components import (
    card_editor,
    mapping_editor,
    registry_about,
    registry_deleted,
    registry_export,
    registry_state,
    registry_table,
    registry_versions,
    style_panel,
)
from pages.components.product import product
from pages.components.texts import number, plain, t


def render() -> None:
    """Draw the tab."""
    st.html(ROOT / "pages" / "registry.css")
    infos = product().layers()
    registry_state.said()
    if infos:
        _registry(infos)
    elif product().settings.card is None:
        st.info(t("empty_title"))
    registry_deleted.render()
    card_editor.render()


def _registry(infos: tuple[LayerInfo, ...]) -> None:
    rows = registry_table.rows_of(infos)
    total = sum(x.record.rows_loaded for x in infos)
    st.html(
        f'<div class="os-page-head"><h3>{escape(t("registry"))}</h3>'
        f"<p>{escape(t('registry_line', layers=len(infos), rows=number(total)))}</p></div>"
    )
    row = registry_table.chosen(rows)
    title = registry_table.title_of(row)
    mark = f" <small>{escape(t('demo_mark'))}</small>" if row.info.layer and row.info.layer.invented else ""
    st.html(f'<div class="os-page-head os-layer-head"><h3>{escape(title)}{mark}</h3></div>')
    _section(row)


def _section(row: registry_table.Row) -> None:
    table = row.info.record.table
    own = product().settings.card is None
    sections = [x for x in registry_state.SECTIONS if own or x != "mapping"]
    key = f"{registry_state.SECTION}_{table}"
    first = st.session_state.setdefault(f"{key}_first", "mapping" if own and row.info.layer is None else "about")
    picked = st.segmented_control(
        t("reg_section"), sections, format_func=lambda x: t(f"reg_sec_{x}"), key=key, default=first, required=True,
        label_visibility="collapsed",
    )  # fmt: skip
    with st.container(key=f"registry_section_{picked}"):
        if picked == "mapping":
            mapping_editor.render(row.info)
        elif picked == "style":
            style_panel.render(row.info)
        elif picked == "versions":
            registry_versions.render(row)
        elif picked == "export":
            registry_export.render(row.info, plain(registry_table.title_of(row)))
        else:
            registry_about.render(row)

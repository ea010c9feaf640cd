"""Spatial data: what is loaded, where it came from, and what each layer's columns mean."""

from __future__ import annotations

from html import escape

import pandas as pd
import streamlit as st

from core.database.registry import LayerRecord
from core.service import LayerInfo
from core.session import StateManager
from core.vocabulary.card import Layer
from pages.components import card_editor, style_panel
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.product import product
from pages.components.texts import number, t


def render() -> None:
    """Draw the tab."""
    infos = product().layers()
    if infos:
        _registry(infos)
    elif product().settings.card is None:
        st.info(t("empty_title"))
    card_editor.render()


def _registry(infos: tuple[LayerInfo, ...]) -> None:
    records = sum(i.record.rows_loaded for i in infos)
    st.html(
        f'<div class="os-page-head"><h3>{escape(t("registry"))}</h3>'
        f"<p>{escape(t('registry_line', layers=len(infos), rows=number(records)))}</p></div>"
    )
    frame = table(infos)
    chosen = st.dataframe(
        frame, key="registry", hide_index=True, width="stretch", selection_mode="single-row", on_select="rerun",
        height=table_height(len(frame), 9), row_height=ROW_PX, alt=t("registry"),
        column_config={
            t("reg_rows"): st.column_config.NumberColumn(format="localized"),
            t("reg_rows_in"): st.column_config.NumberColumn(format="localized"),
            t("reg_hash"): st.column_config.TextColumn(width="small"),
        },
    )  # fmt: skip
    rows = chosen.selection.rows if chosen is not None else []
    if not rows:
        st.caption(t("registry_hint"))
    report(infos[rows[0]] if rows and rows[0] < len(infos) else infos[0])


def table(infos: tuple[LayerInfo, ...]) -> pd.DataFrame:
    """One row a layer: title, kind, counts, source, coordinate system, findings."""
    language, card = StateManager().language, product().card
    rows = []
    for info in infos:
        record, layer = info.record, info.layer
        kind = card.entity_types.get(layer.entity_type) if layer else None
        rows.append(
            {
                t("reg_layer"): layer.title.in_(language) if layer else record.title,
                t("reg_kind"): kind.labels.in_(language) if kind else t("reg_unbound"),
                t("reg_rows"): record.rows_loaded,
                t("reg_rows_in"): record.rows_in,
                t("reg_file"): record.source_file,
                t("reg_crs"): record.crs_original,
                t("reg_findings"): len(record.report),
                t("reg_loaded"): record.loaded_at.strftime("%Y-%m-%d %H:%M"),
                t("reg_hash"): record.sha256[:12],
            }
        )
    return pd.DataFrame(rows)


def report(info: LayerInfo) -> None:
    """Everything the registry and the card know of one layer."""
    language = StateManager().language
    title = info.layer.title.in_(language) if info.layer else info.record.title
    mark = f" <small>{escape(t('demo_mark'))}</small>" if info.layer and info.layer.invented else ""
    st.html(f'<div class="os-page-head"><h3>{escape(title)}{mark}</h3></div>')
    left, right = st.columns([1, 1], gap="medium")
    with left:
        st.html(f'<dl class="os-facts">{"".join(_facts(info.record, info.layer))}</dl>')
        _findings(info.record)
    with right:
        if info.layer is None:
            st.info(t("unbound_text"))
        else:
            st.html(f'<h4 class="os-sub">{escape(t("bindings_title"))}</h4>')
            st.dataframe(
                bindings(info.layer), hide_index=True, width="stretch", alt=t("bindings_title"),
                height=table_height(len(info.layer.columns), 14), row_height=ROW_PX,
            )  # fmt: skip
    style_panel.render(info)


def _facts(record: LayerRecord, layer: Layer | None) -> list[str]:
    west, south, east, north = record.extent
    facts = [
        (t("reg_table"), record.table),
        (t("reg_file"), f"{record.source_file} {record.source_layer}".strip()),
        ("SHA-256", record.sha256),
        (t("reg_rows_of"), f"{number(record.rows_loaded)} / {number(record.rows_in)}"),
        (t("reg_geometry"), record.geometry),
        (t("reg_crs"), record.crs_original),
        (t("reg_encoding"), record.encoding),
        (t("reg_extent"), f"{west:.4f}, {south:.4f} – {east:.4f}, {north:.4f}"),
        (t("reg_edge"), f"{record.max_edge_m / 1000:.1f} km" if record.max_edge_m else ""),
        (t("reg_version"), f"{record.version} · {record.loaded_at.strftime('%Y-%m-%d %H:%M')}"),
        (t("reg_source"), layer.provenance if layer else ""),
    ]
    return [f"<dt>{escape(k)}</dt><dd>{escape(str(v))}</dd>" for k, v in facts if v]


def _findings(record: LayerRecord) -> None:
    st.html(f'<h4 class="os-sub">{escape(t("reg_findings"))}</h4>')
    if not record.report:
        st.caption(t("no_findings"))
        return
    language = StateManager().language
    order = {"error": 0, "warning": 1, "info": 2}
    items = "".join(
        f'<li class="os-{f.severity}"><b>{escape(t(f"severity_{f.severity}"))}</b> {escape(f.say(language))}</li>'
        for f in sorted(record.report, key=lambda f: order[f.severity])
    )
    st.html(f'<ul class="os-findings">{items}</ul>')


def bindings(layer: Layer) -> pd.DataFrame:
    """Attribute, column, unit and example values of each bound column."""
    language, card = StateManager().language, product().card
    rows = []
    for attribute, column in layer.columns.items():
        known = card.attributes.get(attribute)
        values = column.inventory or ()
        shown = ", ".join(values[:5]) + ("…" if len(values) > 5 else "")
        rows.append(
            {
                t("bind_attribute"): known.labels.in_(language) if known else attribute,
                t("bind_column"): column.name,
                t("bind_unit"): column.unit or "",
                t("bind_examples"): shown or column.sql_type,
            }
        )
    return pd.DataFrame(rows)

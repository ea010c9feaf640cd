"""One layer of the registry: facts, findings, its bound columns, and the words people give it."""

from __future__ import annotations

from html import escape

import pandas as pd
import streamlit as st

from core.database.layer_texts import LayerText
from core.database.registry import LayerRecord
from core.errors import OreSightError
from core.mapping.style_columns import INTEGERS, NUMERIC, TEXTS
from core.service import layer_admin
from core.session import StateManager
from core.vocabulary.card import Layer
from pages.components import registry_state
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.product import product
from pages.components.registry_table import Row, title_of
from pages.components.texts import number, plain, t


def render(row: Row) -> None:
    """Draw the section."""
    record, layer = row.info.record, row.info.layer
    left, right = st.columns([1, 1], gap="medium")
    with left:
        st.html(f'<dl class="os-facts">{"".join(_facts(row))}</dl>')
        _findings(record)
    with right:
        _words(row)
        if layer is None:
            st.info(t("reg_unbound_next"))
        else:
            st.html(f'<h4 class="os-sub">{escape(t("bindings_title"))}</h4>')
            st.dataframe(
                bindings(layer), hide_index=True, width="stretch", alt=t("bindings_title"),
                height=table_height(len(layer.columns), 8), row_height=ROW_PX,
            )  # fmt: skip
        _delete(row)


def _facts(row: Row) -> list[str]:
    record, language = row.info.record, StateManager().language
    west, south, east, north = record.extent
    state = t(f"reg_state_{row.status.state}")
    facts = [
        (
            t("reg_state"),
            " ".join((state + (":" if row.status.notes else ""), *(x.say(language) for x in row.status.notes))),
        ),
        (t("reg_table"), record.table),
        (t("reg_file"), _source(record)),
        ("SHA-256", record.sha256),
        (t("reg_rows_of"), f"{number(record.rows_loaded)} / {number(record.rows_in)}"),
        (t("reg_geometry"), record.geometry),
        (t("reg_crs"), record.crs_original),
        (t("reg_encoding"), record.encoding),
        (t("reg_extent"), f"{west:.4f}, {south:.4f} – {east:.4f}, {north:.4f}"),
        (t("reg_edge"), f"{record.max_edge_m / 1000:.1f} km" if record.max_edge_m else ""),
        (t("reg_version"), f"{record.version} · {record.loaded_at.strftime('%Y-%m-%d %H:%M')}"),
        (t("reg_vintage"), row.words.vintage),
        (t("reg_source"), row.words.description),
    ]
    return [f"<dt>{escape(k)}</dt><dd>{escape(str(v))}</dd>" for k, v in facts if v]


def _source(record: LayerRecord) -> str:
    """The file, and the layer in it where its name says more than that of the file."""
    inside = record.source_layer
    same = not inside or record.source_file.rpartition(".")[0] == inside
    return record.source_file if same else f"{record.source_file} · {inside}"


def _type(sql_type: str) -> str:
    """The kind of values of a column in the words of the page."""
    if sql_type in NUMERIC:
        return "integer" if sql_type in INTEGERS else "number"
    return "text" if sql_type in TEXTS else "other"


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
                t("bind_examples"): shown or t(f"up_type_{_type(column.sql_type)}"),
            }
        )
    return pd.DataFrame(rows)


def _words(row: Row) -> None:
    """Titles, description and year, to be changed."""
    table, now = row.info.record.table, row.words
    with st.expander(t("reg_words")), st.form(f"words_{table}", border=False):
        a, b, c = st.columns([2, 2, 1], gap="small")
        en = a.text_input(t("reg_title_en"), now.title_en)
        zh = b.text_input(t("reg_title_zh"), now.title_zh)
        vintage = c.text_input(t("reg_vintage_field"), now.vintage)
        description = st.text_area(
            t("reg_description"), now.description, height=80, help=t("reg_description_help")
        )
        if not st.form_submit_button(t("reg_save_words")):
            return
    text = LayerText(en.strip(), zh.strip(), description.strip(), vintage.strip())
    if text == now:
        st.caption(t("reg_words_same"))
        return
    try:
        layer_admin.describe(product(), table, text)
    except OreSightError as error:
        st.error(error.say(StateManager().language))
        return
    registry_state.choose(table)
    registry_state.say(t("reg_words_saved"))
    st.rerun()


def _delete(row: Row) -> None:
    title, table = title_of(row), row.info.record.table

    def work() -> str:
        layer_admin.delete(product(), table)
        return t("reg_deleted_done", title=plain(title))

    with st.popover(t("reg_delete"), key=f"delete_{table}"):
        rows = number(row.info.record.rows_loaded)
        st.markdown(t("reg_delete_sure", title=plain(title), rows=rows))
        st.button(
            t("reg_delete_yes"), type="primary", key=f"delete_yes_{table}", on_click=registry_state.attempt,
            args=(work,),
        )  # fmt: skip

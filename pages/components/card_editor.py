"""The vocabulary of a described database, one layer at a time: labels, synonyms, names, parts, units."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pandas as pd
import streamlit as st

from core.errors import OreSightError
from core.session import StateManager
from core.vocabulary.card_edit import ColumnEdit, LayerEdit, edited, present, problems
from core.vocabulary.card_file import CardFile, load_card_file, save_card_file
from pages.components.product import product
from pages.components.texts import t

_BETWEEN = "; "


def render() -> None:
    """The editor; nothing where the vocabulary is that of the mapping files."""
    path = product().settings.card
    if path is None:
        return
    st.html(f'<div class="os-page-head"><h3>{t("card_title")}</h3><p>{t("card_line")}</p></div>')
    try:
        card = load_card_file(path)
    except OreSightError as error:
        st.error(error.say(StateManager().language))
        return
    language = StateManager().language
    titles = {x: y.title.zh if language == "zh" else y.title.en for x, y in card.tables.items()}
    table = st.selectbox(
        t("reg_layer"), list(titles), format_func=lambda x: f"{titles[x]} · {x}", key="card_layer"
    )
    if table is not None:
        _form(path, card, table)
    with st.expander(t("card_findings", count=len(card.findings))):
        items = "".join(f"<li>{escape(x)}</li>" for x in card.findings)
        st.html(f'<ul class="os-findings">{items}</ul>')


def _form(path: Path, card: CardFile, table: str) -> None:
    now = present(card, table)
    attributes = ["", *card.columns[table]]
    with st.form(f"card_{table}"):
        a, b, c, d = st.columns(4, gap="small")
        en, zh = a.text_input(t("card_en"), now.en), b.text_input(t("card_zh"), now.zh)
        plural = c.text_input(t("card_plural"), now.plural)
        near = d.number_input(t("card_near_m"), value=now.near_m, step=100.0)
        synonyms = st.text_input(t("card_synonyms"), _BETWEEN.join(now.synonyms), help=t("card_list_help"))
        a, b, c = st.columns(3, gap="small")
        name = a.selectbox(t("card_name_attribute"), attributes, attributes.index(now.name_attribute))
        key = b.selectbox(
            t("card_feature_key"), attributes, attributes.index(now.feature_key), help=t("card_key_help")
        )
        words = c.text_input(t("card_extent_words"), _BETWEEN.join(now.extent_words), help=t("card_extent_help"))
        frame = st.data_editor(
            _frame(card, table, now), hide_index=True, width="stretch", key=f"columns_{table}",
            disabled=[t("bind_column")], column_config={"id": None},
        )  # fmt: skip
        if not st.form_submit_button(t("card_save"), type="primary"):
            return
    edit = LayerEdit(en, zh, plural, _words(synonyms), name or "", key or "", _words(words), near, _columns(frame))
    _save(path, card, table, edit)


def _save(path: Path, card: CardFile, table: str, edit: LayerEdit) -> None:
    units = product().units
    found = problems(card, table, edit, units)
    for place, what in found:
        label = t(f"card_{place}") if place in LayerEdit.__dataclass_fields__ else edit.columns[place].en or place
        st.error(t(f"card_bad_{what}", field=label))
    if found:
        return
    try:
        save_card_file(path, edited(card, table, edit, units))
        product().refresh()
    except OreSightError as error:
        st.error(error.say(StateManager().language))
        return
    st.success(t("card_saved", file=path.name))


def _frame(card: CardFile, table: str, now: LayerEdit) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "id": x,
                t("bind_column"): card.columns[table][x].column,
                t("card_en"): y.en,
                t("card_zh"): y.zh,
                t("bind_unit"): y.unit,
                t("card_synonyms"): _BETWEEN.join(y.synonyms),
            }
            for x, y in now.columns.items()
        ]
    )


def _columns(frame: pd.DataFrame) -> dict[str, ColumnEdit]:
    return {
        str(row["id"]): ColumnEdit(
            str(row[t("card_en")] or ""), str(row[t("card_zh")] or ""), str(row[t("bind_unit")] or ""),
            _words(str(row[t("card_synonyms")] or "")),
        )
        for row in frame.to_dict("records")
    }  # fmt: skip


def _words(text: str) -> tuple[str, ...]:
    return tuple(x.strip() for x in text.replace("；", ";").split(";") if x.strip())

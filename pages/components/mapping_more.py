"""The rest of a mapping: titles in both languages, parts of one feature, words for the whole area."""

from __future__ import annotations

import streamlit as st

from core.service import LayerInfo
from core.service.binding import Binding, BoundColumn, Present
from core.service.layer_admin import words_of
from core.session import StateManager
from pages.components.mapping_kind import BETWEEN, Chosen, listed
from pages.components.product import product
from pages.components.texts import t


def edit(info: LayerInfo, now: Present, columns: tuple[BoundColumn, ...], chosen: Chosen) -> Binding:
    """Draw the fields; the whole mapping as it is edited now."""
    words = words_of(product(), info)
    saved, key = now.state.table, f"map_more_{info.record.table}_{now.mark}"
    labels = {
        x.id: x.labels.zh if StateManager().language == "zh" else x.labels.en
        for x in product().context().mappings.attributes
    }
    bound = [x.attribute for x in columns]
    feature_key = saved.feature_key or "" if saved is not None else ""
    options = ["", *dict.fromkeys((*bound, *([feature_key] if feature_key else [])))]
    with st.expander(t("map_ed_more")):
        a, b = st.columns(2, gap="small")
        en = a.text_input(t("reg_title_en"), words.title_en, key=f"{key}_en")
        zh = b.text_input(t("reg_title_zh"), words.title_zh, key=f"{key}_zh")
        picked = a.selectbox(
            t("map_ed_key"), options, options.index(feature_key), key=f"{key}_key",
            format_func=lambda x: labels.get(x, x) if x else t("map_ed_key_none"),
        )  # fmt: skip
        extent = b.text_input(
            t("map_ed_extent"), BETWEEN.join(saved.extent_words if saved is not None else ()),
            help=t("map_ed_extent_help"), key=f"{key}_extent",
        )  # fmt: skip
    return Binding(
        chosen.entity_type, en, zh, columns, picked or "", listed(extent), words.description, chosen.kind
    )

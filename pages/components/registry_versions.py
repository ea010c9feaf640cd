"""The versions of a layer: what was loaded when, and the way back to each."""

from __future__ import annotations

import streamlit as st

from core.database.versions import PastLayer
from core.service import layer_admin
from pages.components import registry_state
from pages.components.product import product
from pages.components.registry_table import Row
from pages.components.texts import number, plain, t


def render(row: Row) -> None:
    """Draw the section."""
    record = row.info.record
    st.caption(t("reg_versions_line"))
    now = record.loaded_at.strftime("%Y-%m-%d %H:%M")
    _line(record.version, t("reg_version_now"), record.source_file, record.rows_loaded, now)
    earlier = layer_admin.versions_of(product(), record.table)
    for past in earlier:
        when = past.loaded_at[:16].replace("T", " ")
        left, right = st.columns([3, 1], gap="small", vertical_alignment="center")
        with left:
            _line(past.version, t(f"reg_version_{past.reason}"), past.source_file, past.rows, when)
        with right:
            _back(past)
    if not earlier:
        st.caption(t("reg_no_versions"))


def _line(version: int, state: str, file: str, rows: int, when: str) -> None:
    line = t("reg_version_line", file=file, rows=number(rows), when=when)
    st.markdown(f"**{t('reg_version_head', version=version)}** · {state}  \n{plain(line)}")


def _back(past: PastLayer) -> None:
    def work() -> str:
        record = layer_admin.bring_back(product(), past.table, past.version)
        registry_state.choose(past.table)
        return t("reg_restored", title=plain(record.title), version=record.version)

    with st.popover(t("reg_version_back", version=past.version), key=f"version_{past.table}_{past.version}"):
        st.markdown(t("reg_version_sure", rows=number(past.rows), version=past.version))
        st.button(
            t("reg_restore"), type="primary", key=f"version_yes_{past.table}_{past.version}",
            on_click=registry_state.attempt, args=(work,),
        )  # fmt: skip

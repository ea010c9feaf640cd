"""Layers that were deleted, each with the way back."""

from __future__ import annotations

import streamlit as st

from core.service import layer_admin
from pages.components import registry_state
from pages.components.product import product
from pages.components.texts import number, plain, t


def render() -> None:
    """Draw the list; nothing when no layer was deleted."""
    gone = layer_admin.deleted(product())
    if not gone:
        return
    with st.expander(t("reg_deleted_list", count=len(gone)), key="deleted_layers"):
        for past in gone:
            left, right = st.columns([4, 1], gap="small", vertical_alignment="center")
            when = past.ended_at.strftime("%Y-%m-%d %H:%M")
            line = t("reg_deleted_line", file=past.source_file, rows=number(past.rows), when=when)
            left.markdown(f"**{plain(past.title)}**  \n{plain(line)}")
            right.button(
                t("reg_restore"), key=f"restore_{past.table}", on_click=registry_state.attempt,
                args=(_back(past.table),),
            )  # fmt: skip


def _back(table: str) -> registry_state.Callable[[], str]:
    def work() -> str:
        record = layer_admin.bring_back(product(), table)
        registry_state.choose(table)
        return t("reg_restored", title=plain(record.title), version=record.version)

    return work

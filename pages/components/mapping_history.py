"""The earlier states of a mapping: what each change did, and taking the last one back."""

from __future__ import annotations

from html import escape

import streamlit as st

from core.service import LayerInfo
from core.service.binding import Present, unbind, undo_binding
from core.service.mapping_changes import changes
from core.service.mapping_store import Revision
from core.session import StateManager
from pages.components import registry_state
from pages.components.product import product
from pages.components.texts import t

SHOWN = 20


def render(info: LayerInfo, now: Present) -> None:
    """Draw undo, taking the layer out of questions, and the list of changes."""
    table, last = info.record.table, now.undoable
    with st.container(horizontal=True, gap="small"):
        if last is not None:
            with st.popover(t("map_ed_undo"), key=f"map_undo_{table}_{last.number}"):
                st.markdown(t("map_ed_undo_line", when=_when(last)))
                _lines(_back(last))
                st.button(
                    t("map_ed_undo_yes"),
                    type="primary",
                    key=f"map_undo_yes_{table}",
                    on_click=_undo,
                    args=(table,),
                )
        if now.state.table is not None:
            with st.popover(t("map_ed_unbind"), key=f"map_unbind_{table}_{now.mark}"):
                st.markdown(t("map_ed_unbind_line"))
                st.button(
                    t("map_ed_unbind_yes"), key=f"map_unbind_yes_{table}", on_click=_unbind,
                    args=(table, now.mark),
                )  # fmt: skip
    if now.history:
        with st.expander(t("map_ed_history", count=len(now.history))):
            for revision in now.history[:SHOWN]:
                key = "map_ed_saved_at" if revision.action == "saved" else "map_ed_undone_at"
                st.html(f'<h4 class="os-sub">{escape(t(key, when=_when(revision)))}</h4>')
                _lines(_told(revision))


def _undo(table: str) -> None:
    def work() -> str:
        undo_binding(product(), table)
        return t("map_ed_undone")

    _do(table, work)


def _unbind(table: str, mark: str) -> None:
    def work() -> str:
        unbind(product(), table, mark)
        return t("map_ed_unbound")

    _do(table, work)


def _do(table: str, work: registry_state.Callable[[], str]) -> None:
    registry_state.choose(table)
    registry_state.attempt(work)
    st.session_state["map_changed"] = True


def _told(revision: Revision) -> list[str]:
    return changes(revision.before, revision.after, product().context().mappings, StateManager().language)


def _back(revision: Revision) -> list[str]:
    """What taking a change back does."""
    return changes(revision.after, revision.before, product().context().mappings, StateManager().language)


def _lines(lines: list[str]) -> None:
    items = "".join(f'<li class="os-info">{escape(x)}</li>' for x in lines)
    st.html(f'<ul class="os-findings os-mapping-lines">{items}</ul>')


def _when(revision: Revision) -> str:
    return revision.at.strftime("%Y-%m-%d %H:%M")

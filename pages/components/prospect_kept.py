"""Kept results: open, compare, delete, bring back."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.analysis.store import Analysis
from core.session import StateManager
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.product import rasters
from pages.components.prospect_home import prospecting, rerun, show
from pages.components.texts import t

COMPARED = ("auc.grouped", "auc.placebo", "occurrences", "groups", "class.high.threshold", "targets.new")


def render() -> None:
    """Draw the list, with what can be done to the marked ones."""
    shelf = prospecting().store.list()
    kept = [x for x in shelf.analyses if x.record.kind == "prospectivity"]
    gone = [x for x in shelf.deleted if x.record.kind == "prospectivity"]
    if not kept and not gone:
        return
    state = StateManager()
    with st.expander(t("mpm_kept", count=len(kept)), expanded=state.prospect_shown is None or state.prospect_undo):
        marked = _list(kept)
        if len(marked) > 1:
            st.dataframe(_compared(marked), width="stretch", alt=t("mpm_compare"))
        with st.container(horizontal=True):
            one = marked[0].record.id if len(marked) == 1 else None
            st.button(
                t("mpm_open"), key="mpm_open", disabled=one is None, on_click=show, args=(one,), type="primary"
            )
            st.button(
                t("mpm_rerun"), key="mpm_rerun", disabled=one is None, icon=":material/replay:", on_click=rerun,
                args=(marked[0] if marked else None,),
            )  # fmt: skip
            st.button(
                t("mpm_delete"), key="mpm_delete", disabled=not marked, icon=":material/delete:", on_click=_delete,
                args=(tuple(x.record.id for x in marked),),
            )  # fmt: skip
            if gone:
                st.button(
                    t("mpm_restore", name=gone[0].record.title.in_(StateManager().language)), key="mpm_restore",
                    icon=":material/undo:", on_click=_restore, args=(gone[0].record.id,),
                )  # fmt: skip
        st.caption(t("mpm_size", size=f"{shelf.size / 2**20:.1f}"))


def _list(kept: list[Analysis]) -> list[Analysis]:
    language = StateManager().language
    if not kept:
        return []
    frame = pd.DataFrame(
        {
            t("mpm_col_title"): x.record.title.in_(language), t("mpm_col_verdict"): _verdict(x),
            t("mpm_col_made"): x.record.created.strftime("%Y-%m-%d %H:%M"),
            t("mpm_col_model"): t(f"mpm_model_{x.record.settings['model']['kind']}"),
        }
        for x in kept
    )  # fmt: skip
    drawn = st.dataframe(
        frame, key=f"mpm_kept_{len(kept)}_{kept[0].record.id}", hide_index=True, width="stretch",
        on_select="rerun", selection_mode="multi-row", row_height=ROW_PX, height=table_height(len(frame), 6),
        alt=t("mpm_kept", count=len(kept)),
    )  # fmt: skip
    return [kept[i] for i in drawn.selection.rows if i < len(kept)]


def _verdict(found: Analysis) -> str:
    fact = next((x for x in found.facts() if x.key == "verdict"), None)
    return t(f"mpm_verdict_{fact.value}") if fact else ""


def _compared(marked: list[Analysis]) -> pd.DataFrame:
    language = StateManager().language
    columns: dict[str, dict[str, str]] = {}
    titles = {x.record.title for x in marked}
    for i, one in enumerate(marked, 1):
        facts = {x.key: x for x in one.facts()}
        cells = {
            t("mpm_col_made"): one.record.created.strftime("%Y-%m-%d %H:%M"),
            t("mpm_col_verdict"): _verdict(one),
        }
        for key in COMPARED:
            if key in facts and facts[key].value is not None:
                value = facts[key].value
                cells[facts[key].label.in_(language)] = f"{value:.3f}" if isinstance(value, float) else str(value)
        cells |= {t("mpm_differs", name=k): v for k, v in _differences(marked, one).items()}
        columns[f"{i}. {one.record.title.in_(language)}" if len(titles) > 1 else str(i)] = cells
    return pd.DataFrame(columns).fillna("–")


def _differences(marked: list[Analysis], one: Analysis) -> dict[str, str]:
    """Settings in which the marked results differ."""
    names = {k for x in marked for k in x.record.settings}
    return {
        k: str(one.record.settings.get(k))
        for k in sorted(names)
        if len({str(x.record.settings.get(k)) for x in marked}) > 1
    }


def _delete(identifiers: tuple[str, ...]) -> None:
    work, state = prospecting(), StateManager()
    state.prospect_undo = True
    for identifier in identifiers:
        work.delete(identifier)
        if state.prospect_shown == identifier:
            show(None)
    rasters().records(now=True)


def _restore(identifier: str) -> None:
    StateManager().prospect_undo = False
    prospecting().restore(identifier)
    rasters().records(now=True)
    show(identifier)

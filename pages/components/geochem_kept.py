"""Kept analyses of element association: open, delete and bring back, compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from core.analysis.store import Analysis
from core.session import StateManager
from pages.components import geochem_state as geochem
from pages.components.texts import plain, t

MB = 1e6


def said(analysis: Analysis) -> str:
    """How an analysis is called in lists."""
    record = analysis.record
    return f"{record.title.in_(StateManager().language)} · {record.created.astimezone():%Y-%m-%d %H:%M}"


def render() -> None:
    """The list of kept analyses, with what can be done to the open one."""
    kept = geochem.work().kept()
    gone = [x for x in geochem.store().list().deleted if x.record.kind == "association"]
    if not kept and not gone:
        return
    known = {x.record.id: x for x in kept}
    state = geochem.read()
    with st.container(horizontal=True, vertical_alignment="bottom", key="geo_kept"):
        options: list[str | None] = [None, *known]
        at = options.index(state.opened) if state.opened in options else 0
        st.selectbox(
            t("geo_kept"), options, index=at, key=f"geo_open_{len(known)}_{state.opened}", on_change=_open,
            args=(f"geo_open_{len(known)}_{state.opened}",),
            format_func=lambda x: t("geo_kept_none") if x is None else said(known[x]),
        )  # fmt: skip
        if state.opened in known:
            st.button("", icon=":material/delete:", key="geo_delete", help=t("geo_delete"), on_click=_delete)
        if gone:
            with st.popover("", icon=":material/restore_from_trash:", help=t("geo_deleted")):
                for x in gone[:8]:
                    st.button(
                        plain(said(x)), key=f"geo_restore_{x.record.id}", on_click=_restore, args=(x.record.id,)
                    )
    total = geochem.store().list().size
    st.caption(t("geo_kept_size", count=len(kept), size=f"{total / MB:.1f}"))


def _open(key: str) -> None:
    geochem.change(opened=st.session_state.get(key), cluster=None, brush={})


def _delete() -> None:
    opened = geochem.read().opened
    if opened:
        geochem.store().delete(opened)
        geochem.change(opened=None, cluster=None, brush={}, shown=())


def _restore(identifier: str) -> None:
    geochem.store().restore(identifier)
    geochem.change(opened=identifier, cluster=None, brush={})


def compare(analysis: Analysis) -> None:
    """The settings and findings in which another kept analysis differs."""
    others = {x.record.id: x for x in geochem.work().kept() if x.record.id != analysis.record.id}
    if not others:
        st.info(t("geo_compare_none"))
        return
    chosen = st.selectbox(
        t("geo_compare_with"), list(others), format_func=lambda x: said(others[x]), key="geo_compare"
    )
    other = others.get(chosen or "")
    if other is None:
        return
    here, there = t("geo_this"), t("geo_other")
    settings = _differing(_flat(analysis.record.settings), _flat(other.record.settings))
    st.markdown(f"**{t('geo_compare_settings')}**")
    if settings:
        st.dataframe(pd.DataFrame(settings, columns=["", here, there]), hide_index=True, width="stretch")
    else:
        st.caption(t("geo_compare_same"))
    language = StateManager().language
    mine, theirs = ({x.key: x for x in one.facts()} for one in (analysis, other))
    labels = {k: x.label.in_(language) for k, x in (theirs | mine).items()}
    keys = [k for k in labels if k in mine and k in theirs and mine[k].value != theirs[k].value]
    rows = [(labels[k], _shown(mine[k].value), _shown(theirs[k].value), mine[k].unit) for k in keys]
    st.markdown(f"**{t('geo_compare_facts', count=len(rows))}**")
    st.dataframe(pd.DataFrame(rows, columns=["", here, there, t("geo_unit")]), hide_index=True, width="stretch")


def _flat(settings: Mapping[str, Any], before: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in settings.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{before}{key}.")
        else:
            found[f"{before}{key}"] = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return found


def _differing(a: Mapping[str, str], b: Mapping[str, str]) -> list[tuple[str, str, str]]:
    names = {k: t(f"geo_setting_{k.rpartition('.')[2]}") for k in (*a, *b)}
    return [(names[k], a.get(k, ""), b.get(k, "")) for k in names if a.get(k) != b.get(k)]


def _shown(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)

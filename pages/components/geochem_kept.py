"""Kept analyses of element association: open, delete and bring back, compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from core.analysis.store import Analysis
from core.session import StateManager
from pages.components import geochem_run
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
            _actions(known[state.opened])
        if gone:
            with st.popover("", icon=":material/restore_from_trash:", help=t("geo_deleted")):
                for x in gone[:8]:
                    st.button(
                        plain(said(x)), key=f"geo_restore_{x.record.id}", on_click=_restore, args=(x.record.id,)
                    )
    if state.refused is not None and state.refused == state.opened:
        st.warning(t("geo_again_not"))
    total = geochem.store().list().size
    st.caption(t("geo_kept_size", count=len(kept), size=f"{total / MB:.1f}"))


def choose() -> None:
    """The list of kept analyses alone, for the place beside the map."""
    known = {x.record.id: x for x in geochem.work().kept()}
    opened = geochem.read().opened
    options: list[str | None] = [None, *known]
    key = f"geo_home_open_{len(known)}_{opened}"
    st.selectbox(
        t("geo_kept"), options, index=options.index(opened) if opened in known else 0, key=key,
        on_change=_open_beside, args=(key,), label_visibility="collapsed",
        format_func=lambda x: t("geo_kept_none") if x is None else said(known[x]),
    )  # fmt: skip


def _open_beside(key: str) -> None:
    geochem.open_result(st.session_state.get(key))
    geochem.change(shown=(geochem.CLUSTERS,) if geochem.read().opened else ())
    st.rerun(["map", "panel"])


def _actions(analysis: Analysis) -> None:
    """What can be done with the open result."""
    st.button(
        "", icon=":material/replay:", key="geo_again", help=t("geo_again"), on_click=geochem_run.again,
        args=(analysis,), disabled=geochem_run.busy(),
    )  # fmt: skip
    st.button(
        "", icon=":material/tune:", key="geo_take_over", help=t("geo_take_over"), on_click=geochem_run.take_over,
        args=(analysis,),
    )  # fmt: skip
    st.button("", icon=":material/delete:", key="geo_delete", help=t("geo_delete"), on_click=_delete)


def _open(key: str) -> None:
    geochem.open_result(st.session_state.get(key))
    if not geochem_run.busy():
        geochem.change(job=None)


def _delete() -> None:
    opened = geochem.read().opened
    if opened:
        geochem.store().delete(opened)
        geochem.open_result(None)
        geochem.change(shown=())


def _restore(identifier: str) -> None:
    geochem.store().restore(identifier)
    geochem.open_result(identifier)


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
    if not rows:
        return
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
    found = []
    for k in dict.fromkeys((*a, *b)):
        name, mine, other = k.rpartition(".")[2], a.get(k, ""), b.get(k, "")
        if mine != other:
            found.append((t(f"geo_setting_{name}"), _setting(name, mine), _setting(name, other)))
    return found


def _setting(name: str, value: str) -> str:
    """A setting in words where it is one of several named ones."""
    if value in ("True", "False"):
        return t("geo_yes_yes" if value == "True" else "geo_yes_no")
    text = t(f"geo_{name}_{value}")
    return ("–" if value in ("None", "") else value) if text == f"geo_{name}_{value}" else text


def _shown(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)

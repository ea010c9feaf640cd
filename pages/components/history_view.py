"""Earlier answers: a table of them; show one as it was, ask it again, compare two, remove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from html import escape
from typing import Any

import pandas as pd
import streamlit as st

from core.answer.serialise import to_dict
from core.service.history import KEPT, History, Kept, run_again
from core.service.history_compare import Change, Comparison, compare, rows, said
from core.session import StateManager
from pages.components import scene
from pages.components.product import product
from pages.components.registry_export import size_text
from pages.components.texts import number, plain, t

SHOWN = 40
"""Rows of a kept answer, and lines of a comparison, shown in the window."""
_OPEN = "oresight.history_open"
_VIEW = "oresight.history_view"
_NEW = "oresight.history_new"
"""The answer to a question that was asked again, with the entry it belongs to."""
_REMOVED = "oresight.history_removed"
"""What the last deletion took away, held by this session until its window is opened again."""
_TABLE = "history_table"


def button(*, icon_only: bool = False) -> None:
    """The way into the window."""
    label = "" if icon_only else t("his_all")
    st.button(
        label,
        key="history_all",
        icon=":material/manage_search:",
        type="tertiary",
        help=t("his_all") if icon_only else None,
        on_click=_open,
    )


def render() -> None:
    """Open the window when it was asked for."""
    if st.session_state.pop(_OPEN, False):
        st.dialog(t("his_title"), width="large")(_window)()


def _open() -> None:
    st.session_state[_OPEN] = True
    st.session_state.pop(_VIEW, None)
    st.session_state.pop(_REMOVED, None)


def _window() -> None:
    history = History.of(product())
    _undo(history)
    kept = history.list()
    if not kept:
        st.caption(t("his_empty"))
        return
    st.caption(t("his_text", count=number(len(kept)), size=size_text(history.size()), most=number(KEPT)))
    chosen = _chosen(kept)
    with st.container(horizontal=True, gap="small", key="history_actions"):
        _action("his_show", "visibility", len(chosen) == 1, lambda: _set("show", chosen))
        _action("his_again", "replay", len(chosen) == 1, lambda: _set("again", chosen))
        _action("his_compare", "compare_arrows", len(chosen) == 2, lambda: _set("compare", chosen))
        _action("his_delete", "delete", bool(chosen), lambda: _delete(history, chosen))
    st.caption(t("his_hint"))
    view = st.session_state.get(_VIEW)
    if view is not None:
        _view(history, *view)


def _action(key: str, icon: str, possible: bool, act: Any) -> None:
    st.button(t(key), key=key, icon=f":material/{icon}:", disabled=not possible, on_click=act)


def _chosen(kept: Sequence[Kept]) -> tuple[str, ...]:
    now = product().card.version
    frame = pd.DataFrame(
        {
            t("his_when"): datetime.fromisoformat(x.made).astimezone(),
            t("his_question"): x.question,
            t("his_found"): x.total,
            t("his_data"): t("his_same" if x.data_version == now else "his_changed"),
        }
        for x in kept
    )
    event = st.dataframe(
        frame, key=_TABLE, hide_index=True, width="stretch", height=260, selection_mode="multi-row",
        on_select="rerun", alt=t("his_title"),
        column_config={
            t("his_when"): st.column_config.DatetimeColumn(format="YYYY-MM-DD HH:mm", width=130),
            t("his_question"): st.column_config.TextColumn(width="large"),
            t("his_found"): st.column_config.NumberColumn(width=70),
            t("his_data"): st.column_config.TextColumn(width=110),
        },
    )  # fmt: skip
    places = event["selection"]["rows"] if event else []
    return tuple(kept[i].id for i in places if i < len(kept))


def _set(what: str, chosen: tuple[str, ...]) -> None:
    st.session_state.pop(_NEW, None)
    st.session_state[_VIEW] = (what, chosen)


def _delete(history: History, chosen: tuple[str, ...]) -> None:
    st.session_state[_REMOVED] = history.delete(*chosen)
    st.session_state.pop(_VIEW, None)
    st.session_state.pop(_TABLE, None)


def _undo(history: History) -> None:
    """The way back from the last deletion."""
    removed = st.session_state.get(_REMOVED)
    if not removed:
        return

    def put_back() -> None:
        history.put_back(removed)
        st.session_state.pop(_REMOVED, None)
        st.session_state.pop(_TABLE, None)

    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="history_undo"):
        st.caption(t("his_removed", count=number(len(removed))), width="content")
        st.button(t("his_undo"), key="his_undo", icon=":material/undo:", on_click=put_back)


def _view(history: History, what: str, chosen: tuple[str, ...]) -> None:
    loaded = [x for i in chosen if (x := history.load(i)) is not None]
    if len(loaded) != len(chosen):
        st.caption(t("his_gone"))
        return
    if what == "show":
        _show(*loaded[0])
    elif what == "again":
        _again(*loaded[0])
    else:
        first, second = sorted(loaded, key=lambda x: x[0].id)
        _compared(first, second)


def _show(kept: Kept, document: Mapping[str, Any]) -> None:
    """The answer as it was given."""
    st.html(f'<h4 class="os-sub">{escape(kept.question)}</h4>')
    if kept.data_version != product().card.version:
        st.caption(t("his_then"))
    claims = document.get("claims", [])
    lead = [c["text"] for c in claims if c["kind"] in ("summary", "zero")]
    told = [c["text"] for c in claims if c["kind"] in ("row", "relation", "passage")]
    notes = [c["text"] for c in claims if c["kind"] == "caveat"]
    parts = [f'<p class="os-lead">{escape(x)}</p>' for x in (lead or [document.get("message", "")])]
    parts += [f"<ol>{''.join(f'<li>{escape(x)}</li>' for x in told[:SHOWN])}</ol>"] if told else []
    parts += [f'<p class="os-small">{escape(x)}</p>' for x in notes]
    st.html(f'<div class="os-answer-text" lang="{kept.language}">{"".join(parts)}</div>')
    found = list(rows(document).values())
    if found:
        frame = pd.DataFrame(
            {t("col_name"): name} | {_label(k): said(k, v) for k, v in cells.items() if k != "name"}
            for name, cells in found[:SHOWN]
        )
        st.dataframe(frame, hide_index=True, width="stretch", alt=t("evidence"))
        if len(found) > SHOWN:
            st.caption(t("his_more", count=number(len(found) - SHOWN)))


def _again(kept: Kept, document: Mapping[str, Any]) -> None:
    """Ask once more, and tell what is different; the new answer goes to the panel when the user wants it."""
    held = st.session_state.get(_NEW)
    if held is None or held[0] != kept.id:
        with st.spinner(t("working")):
            answer = run_again(product(), kept, document)
        History.of(product()).write(answer, on_map=kept.on_map)
        held = st.session_state[_NEW] = (kept.id, answer)
    answer = held[1]
    if kept.on_map:
        st.caption(t("his_on_map"))
    _differences(compare(document, to_dict(answer)))
    if st.button(t("his_adopt"), key="his_adopt", type="primary", icon=":material/open_in_full:"):
        state = StateManager()
        state.show(answer)
        bounds = scene.answer_bounds(answer)
        if bounds is not None:
            state.look(bounds)
        st.rerun()


def _compared(first: tuple[Kept, Mapping[str, Any]], second: tuple[Kept, Mapping[str, Any]]) -> None:
    times = [datetime.fromisoformat(x[0].made).astimezone().strftime("%Y-%m-%d %H:%M:%S") for x in (first, second)]
    st.html(f'<h4 class="os-sub">{escape(t("his_compared", first=times[0], second=times[1]))}</h4>')
    if first[0].question != second[0].question:
        st.caption(t("his_other_question"))
    _differences(compare(first[1], second[1]))


def _differences(found: Comparison) -> None:
    if found.partial:
        st.caption(t("his_partial"))
    if found.equal:
        st.write(t("his_equal", count=number(found.same)))
        return
    counts = {"added": len(found.added), "removed": len(found.removed), "changed": len(found.changed)}
    st.write(t("his_counts", same=number(found.same), **{k: number(v) for k, v in counts.items()}))
    for key, names in (("his_added", found.added), ("his_removed", found.removed)):
        if names:
            more = t("his_more", count=number(len(names) - SHOWN)) if len(names) > SHOWN else ""
            st.write(f"**{t(key)}** {plain(', '.join(names[:SHOWN]))} {more}")
    if found.changed:
        st.dataframe(_changes(found.changed), hide_index=True, width="stretch", alt=t("his_changes"))


def _changes(changes: Sequence[Change]) -> pd.DataFrame:
    return pd.DataFrame(
        {t("col_name"): c.name, t("his_what"): _label(what), t("his_before"): old, t("his_after"): new}
        for c in changes
        for what, old, new in c.cells
    )


def _label(what: str) -> str:
    """What changed, in words: an attribute, a place, a distance."""
    known = product().card.attributes.get(what)
    if known is not None:
        return known.labels.in_(StateManager().language)
    kind, _, rank = what.rpartition("_")
    if rank.isdigit() and kind in ("nearest", "distance_m", "count"):
        return t(f"his_{kind}") if rank == "1" else f"{t(f'his_{kind}')} {rank}"
    return t(f"his_{what}") if what in ("name", "lon", "lat") else what

"""Form elements whose values are the decisions of an import: each change is taken at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import streamlit as st

from core.database.findings import Finding
from core.service.importing import Pending
from core.session import StateManager
from pages.components.texts import t

ORDER = ("error", "warning", "info")


def key(pending: Pending, name: str) -> str:
    """Key of a form element of an import.

    Elements are known by their texts as well, so each language has its own; the values stand in the decisions.
    """
    return f"up_{pending.id[:12]}_{name}_{StateManager().language}"


def heading(text: str, line: str = "") -> None:
    """Title of a section, with a line about it."""
    more = f"<p>{escape(line)}</p>" if line else ""
    st.html(f'<div class="up-head"><h4>{escape(text)}</h4>{more}</div>')


def said(findings: Sequence[Finding], *, empty: str = "") -> None:
    """Findings as a list, the gravest first."""
    language = StateManager().language
    items = "".join(
        f'<li class="os-{x.severity}"><b>{escape(t(f"up_severity_{x.severity}"))}</b> '
        f"{escape(x.say(language))}</li>"
        for x in sorted(findings, key=lambda x: ORDER.index(x.severity))
    )
    if items:
        st.html(f'<ul class="os-findings">{items}</ul>')
    elif empty:
        st.caption(empty)


def chosen(  # noqa: PLR0917
    pending: Pending, name: str, label: str, options: Sequence[Any], value: Any, take: Callable[[Any], None],
    *, shown: Callable[[Any], str] = str, radio: bool = False, **more: Any,
) -> None:  # fmt: skip
    """One of several; `take` is called with the new value."""
    own = key(pending, name)

    def changed() -> None:
        if own in st.session_state:
            take(st.session_state[own])

    index = list(options).index(value) if value in options else None
    widget: Any = st.radio if radio else st.selectbox
    # A value that was decided elsewhere than in this element is shown here too.
    if own in st.session_state and index is not None and st.session_state[own] != value:
        st.session_state[own], index = value, 0
    widget(label, list(options), index=index, key=own, format_func=shown, on_change=changed, **more)


def switched(
    pending: Pending, name: str, label: str, value: bool, take: Callable[[bool], None], **more: Any
) -> None:
    """Yes or no."""
    own = key(pending, name)

    def changed() -> None:
        if own in st.session_state:
            take(bool(st.session_state[own]))

    st.checkbox(label, value=value, key=own, on_change=changed, **more)


def written(pending: Pending, name: str, label: str, value: str, take: Callable[[str], None], **more: Any) -> None:
    """A line of text."""
    own = key(pending, name)

    def changed() -> None:
        if own in st.session_state:
            take(str(st.session_state[own] or "").strip())

    if own in st.session_state and str(st.session_state[own] or "").strip() != value:
        st.session_state[own], value = value, ""
    st.text_input(label, value=value, key=own, on_change=changed, **more)


def counted(
    pending: Pending, name: str, label: str, value: float | None, take: Callable[[float | None], None], **more: Any
) -> None:
    """A number, or nothing."""
    own = key(pending, name)

    def changed() -> None:
        if own in st.session_state:
            take(st.session_state[own])

    st.number_input(label, value=value, key=own, on_change=changed, **more)

"""The interpretation row: what was understood, assumed and carried over; every value can be changed in place."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import get_args

import streamlit as st

from core.answer.model import Answer, Chip
from core.question.reading import Intent
from pages.components import chip_editor
from pages.components.texts import t


def render(answer: Answer) -> None:
    """Draw the chips of an answer."""
    with st.container(key=f"chips_{answer.id}", horizontal=True, gap="xsmall", vertical_alignment="center"):
        numbered = list(enumerate(answer.chips))
        for fixed, group in groupby(numbered, key=lambda x: not _editable(answer, x[1])):
            if fixed:
                st.html('<div class="os-chips">' + "".join(_chip(c) for _, c in group) + "</div>")
            else:
                for i, chip in group:
                    chip_editor.render(answer, chip, i)
        if answer.chips:
            _intent(answer)
        if answer.edited:
            chip_editor.undo(answer)
    _context(answer)
    if answer.reading is not None and answer.reading.unexplained:
        words = ", ".join(w.text for w in answer.reading.unexplained)
        st.html(f'<p class="os-unexplained">{escape(t("unexplained", words=words))}</p>')


def _editable(answer: Answer, chip: Chip) -> bool:
    known = answer.reading is not None and answer.reading.ir.query is not None
    return known and (bool(chip.edits) or chip.removable)


def _chip(chip: Chip) -> str:
    mark, kind = chip_editor.mark(chip), chip_editor.kind(chip)
    small = f" <small>{escape(mark)}</small>" if mark else ""
    dress = f" os-{kind}" if kind else ""
    return f'<span class="os-chip{dress}"><i>{escape(chip.label)}</i> {escape(chip.value)}{small}</span>'


def _context(answer: Answer) -> None:
    """What the question leans on, and the way to have it read by itself."""
    read = answer.reading.ir if answer.reading is not None else None
    if read is None or read.context not in ("previous_result", "previous_query"):
        return
    before = answer.after.question if answer.after is not None else ""
    with st.container(key=f"context_{answer.id}", horizontal=True, gap="xsmall", vertical_alignment="center"):
        words = t(f"context_{read.context}", question=before)
        st.html(f'<p class="os-context">{escape(words)}</p>')

        def alone() -> None:
            _ask(answer.question, answer.region, None)

        st.button(
            t("drop_context"),
            key=f"alone_{answer.id}",
            type="tertiary",
            icon=":material/link_off:",
            on_click=alone,
        )


def _ask(question: str, region: str | None, intent: Intent | None, after: Answer | None = None) -> None:
    from pages.components.panel import ask  # noqa: PLC0415 - the panel draws this module

    ask(question, region=region, intent=intent, after=after)


def _intent(answer: Answer) -> None:
    current = answer.routing.intent
    mark = f" · {t('chosen')}" if answer.routing.overridden else ""
    with st.popover(f"{t('branch')} {t(f'intent_{current}')}{mark}", key=f"chip_intent_{answer.id}"):
        options: list[Intent] = list(get_args(Intent))
        field = f"intent_{answer.id}"
        st.radio(
            t("branch"), options, index=options.index(current), key=field,
            format_func=lambda x: t(f"intent_{x}"), label_visibility="collapsed",
        )  # fmt: skip

        def again() -> None:
            _ask(answer.question, answer.region, st.session_state[field], answer.after)

        st.button(t("ask_again"), key=f"{field}_go", type="primary", on_click=again)

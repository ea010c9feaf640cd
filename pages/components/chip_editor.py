"""One chip that can be changed: its values, leaving it out, and taking changes back.

An edit changes the query at one place and runs it again; the words of the question are not read again.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.answer.model import Answer, Chip, Edit
from core.question import ir
from core.question.editing import changed, without
from pages.components.texts import plain, t


def mark(chip: Chip) -> str:
    """What stands behind the value of a chip: that it was assumed or carried over."""
    return t("assumed") if chip.assumed else t("carried") if chip.carried else ""


def kind(chip: Chip) -> str:
    """The style of a chip."""
    return "assumed" if chip.assumed else "carried" if chip.carried else ""


def render(answer: Answer, chip: Chip, number: int) -> None:
    """Draw the chip as a button that opens its values."""
    words = mark(chip)
    label = f":gray[{plain(chip.label)}] {plain(chip.value)}" + (f" :gray[· {words}]" if words else "")
    dress = f"_{kind(chip)}" if kind(chip) else ""
    with st.popover(label, type="secondary", key=f"chip{dress}_{answer.id}_{number}"):
        if chip.reason:
            st.caption(plain(chip.reason))
        fields = [(e, _field(answer, e)) for e in chip.edits]
        if fields:
            st.button(
                t("apply"), key=f"apply_{answer.id}_{number}", type="primary", on_click=_apply,
                args=(answer, fields),
            )  # fmt: skip
        if chip.removable and chip.path:
            st.button(
                t("leave_out"), key=f"leave_{answer.id}_{number}", icon=":material/remove_circle_outline:",
                on_click=_leave_out, args=(answer, chip.path),
            )  # fmt: skip


def undo(answer: Answer) -> None:
    """Draw the button that takes the last change back."""
    st.button(
        t("undo_edit"), key=f"undo_{answer.id}", type="tertiary", icon=":material/undo:", on_click=_undo,
        args=(answer,),
    )  # fmt: skip


def _field(answer: Answer, edit: Edit) -> str:
    """Draw the input of one value; returns its key in the session."""
    key = f"edit_{answer.id}_{edit.path}"
    if edit.kind in ("choice", "region"):
        values = [x for x, _ in edit.options]
        labels = dict(edit.options)
        index = values.index(str(edit.value)) if edit.value in values else 0
        st.selectbox(edit.label, values, index=index, key=key, format_func=lambda x: labels.get(x, x))
    elif edit.kind == "distance":
        st.number_input(
            f"{edit.label} (km)", min_value=0.0, max_value=20_000.0, value=float(edit.value) / 1000, key=key,
            format="%g",
        )  # fmt: skip
    elif edit.kind == "percentile":
        st.number_input(edit.label, min_value=1.0, max_value=99.9, value=float(edit.value), key=key, format="%g")
    elif edit.kind == "count":
        least = 1 if edit.path == "limit" or edit.path.endswith(".k") else 0
        st.number_input(edit.label, min_value=least, max_value=100_000, value=int(edit.value), step=1, key=key)
    else:
        unit = f" ({edit.unit})" if edit.unit else ""
        st.number_input(f"{edit.label}{unit}", value=float(edit.value), key=key, format="%g")
    return key


def _value(edit: Edit, given: Any) -> Any:
    """What an input stands for in the query."""
    if edit.kind == "region":
        return [str(given)]
    if edit.kind == "choice":
        return str(given)
    if edit.kind == "distance":
        return float(given) * 1000
    whole = edit.kind in ("count", "percentile") or float(given).is_integer()
    return int(given) if whole else float(given)


def _apply(answer: Answer, fields: list[tuple[Edit, str]]) -> None:
    query = _query(answer)
    for edit, key in fields:
        given = _value(edit, st.session_state[key])
        present = _value(edit, float(edit.value) / 1000 if edit.kind == "distance" else edit.value)
        if given != present:
            query = changed(query, edit.path, given)
    _rerun(answer, query)


def _leave_out(answer: Answer, path: str) -> None:
    _rerun(answer, without(_query(answer), path))


def _undo(answer: Answer) -> None:
    _rerun(answer, answer.edited[-1])


def _query(answer: Answer) -> ir.Query:
    query = answer.reading.ir.query if answer.reading is not None else None
    assert query is not None  # noqa: S101  # chips are made of a query
    return query


def _rerun(answer: Answer, query: ir.Query) -> None:
    from pages.components.panel import rerun  # noqa: PLC0415 - the panel draws the row of chips

    rerun(answer, query)

"""The interpretation row: what was understood; study area, distance and branch can be changed in place."""

from __future__ import annotations

from html import escape
from typing import get_args

import streamlit as st

from core.answer.model import Answer, Chip
from core.question import ir
from core.question.reading import Intent
from pages.components.product import product
from pages.components.rewrite import relations, with_distance, with_region
from pages.components.sidebar import region_name
from pages.components.texts import t


def render(answer: Answer) -> None:
    """Draw the chips of an answer."""
    editable = {c.span for c in relations(answer)} - {None}
    area = _area(answer)
    with st.container(key="chips", horizontal=True, gap="xsmall", vertical_alignment="center"):
        fixed = [c for c in answer.chips if c.span not in editable and not _is_area(answer, c, area)]
        if fixed:
            st.html('<div class="os-chips">' + "".join(_chip(c) for c in fixed) + "</div>")
        for i, relation in enumerate(relations(answer)):
            _distance(answer, relation, i)
        _region(answer, area)
        _intent(answer)
    if answer.reading is not None and answer.reading.unexplained:
        words = ", ".join(w.text for w in answer.reading.unexplained)
        st.html(f'<p class="os-unexplained">{escape(t("unexplained", words=words))}</p>')


def _chip(chip: Chip) -> str:
    assumed = f" <small>{escape(t('assumed'))}</small>" if chip.assumed else ""
    kind = " os-assumed" if chip.assumed else ""
    return f'<span class="os-chip{kind}"><i>{escape(chip.label)}</i> {escape(chip.value)}{assumed}</span>'


def _ask(question: str, region: str | None, intent: Intent | None) -> None:
    from pages.components.panel import ask  # noqa: PLC0415 - the panel draws this module

    ask(question, region=region, intent=intent)


def _distance(answer: Answer, relation: ir.RelCond, i: int) -> None:
    metres = relation.max_m if relation.max_m is not None else relation.min_m
    kilometres = (metres or 0) / 1000
    mark = f" · {t('assumed')}" if relation.assumed else ""
    shown = f"{kilometres:g} km" if kilometres >= 1 else f"{kilometres * 1000:g} m"
    label = f"{t('chip_distance')} {shown}{mark}"
    with st.popover(label, type="secondary", key=f"chip_distance{'_assumed' if relation.assumed else ''}_{i}"):
        if relation.assumed:
            st.caption(relation.assumed)
        field = f"distance_{answer.id}_{i}"
        st.number_input(t("distance_km"), min_value=0.01, max_value=1000.0, value=max(kilometres, 0.01), key=field)

        def again() -> None:
            question = with_distance(answer, relation, float(st.session_state[field]))
            if question is None:
                st.session_state["oresight.notice"] = t("cannot_rewrite")
                return
            _ask(question, answer.region, None)

        st.button(t("ask_again"), key=f"{field}_go", type="primary", on_click=again)


def _area(answer: Answer) -> str | None:
    """Canonical name of the study area of the answer, None when it had none."""
    if answer.reading is None or answer.reading.ir.query is None:
        return None
    named = next((b for b in answer.bindings if b.expected == "region"), None)
    return named.canonical if named else answer.region


def _is_area(answer: Answer, chip: Chip, area: str | None) -> bool:
    """Whether a chip says what the study area's own button says."""
    if area is None:
        return False
    spans = {b.span for b in answer.bindings if b.expected == "region" and b.span}
    if chip.span is None:
        return chip.assumed and (area in chip.value or region_name(area) in chip.value)
    return any(chip.span[0] <= a and b <= chip.span[1] for a, b in spans)


def _region(answer: Answer, current: str | None) -> None:
    named = next((b for b in answer.bindings if b.expected == "region"), None)
    if current is None:
        return
    assumed = named is None or named.strategy == "assumed" or named.span is None
    mark = f" · {t('from_sidebar')}" if assumed else ""
    with st.popover(
        f"{t('region')} {region_name(current)}{mark}", key=f"chip_region{'_assumed' if assumed else ''}"
    ):
        options = list(product().regions())
        field = f"region_{answer.id}"
        index = options.index(current) if current in options else 0
        st.selectbox(t("region"), options, index=index, key=field, format_func=region_name)

        def again() -> None:
            chosen = str(st.session_state[field])
            _ask(with_region(answer, region_name(chosen, answer.language)), chosen, None)

        st.button(t("ask_again"), key=f"{field}_go", type="primary", on_click=again)


def _intent(answer: Answer) -> None:
    current = answer.routing.intent
    mark = f" · {t('chosen')}" if answer.routing.overridden else ""
    with st.popover(f"{t('branch')} {t(f'intent_{current}')}{mark}", key="chip_intent"):
        options: list[Intent] = list(get_args(Intent))
        field = f"intent_{answer.id}"
        st.radio(
            t("branch"), options, index=options.index(current), key=field,
            format_func=lambda x: t(f"intent_{x}"), label_visibility="collapsed",
        )  # fmt: skip

        def again() -> None:
            _ask(answer.question, answer.region, st.session_state[field])

        st.button(t("ask_again"), key=f"{field}_go", type="primary", on_click=again)

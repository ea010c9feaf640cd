"""Limits of detection: what cells such as ND, 0, −0.5 or −9999 stand for, asked once for each column."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape

import streamlit as st

from core.database.findings import Finding
from core.ingest import CellRule
from core.ingest.columns import SENTINELS
from core.service.importing import Pending
from pages.components import upload_flow as flow
from pages.components.texts import plain, t
from pages.components.upload_widgets import chosen, counted, heading, key, said, written

CODES = frozenset({
    "censored", "not_detected", "negative_kept", "zero_kept", "sentinel", "cells_decided", "flag_unknown",
    "no_data",
})  # fmt: skip
SHOWN = 6
"""Columns shown at once."""


def asked(pending: Pending) -> dict[str, list[Finding]]:
    """Columns with cells that need an answer, or got one, with what was found in them."""
    report = pending.report
    found: dict[str, list[Finding]] = {x: [] for x, rule in pending.decisions.cells.items() if rule.reads}
    for one in report.findings if report is not None else ():
        if one.code in CODES and one.column:
            found.setdefault(one.column, []).append(one)
    if report is None:
        return found
    numbers = {x.source for x in report.columns if x.sql_type in ("double precision", "bigint")}
    coordinates = {report.x, report.y}
    return {x: found[x] for x in report.headings if x in found and x in numbers and x not in coordinates}


def section(pending: Pending) -> None:
    """One block a column."""
    columns = asked(pending)
    if not columns:
        return
    heading(t("up_cells"), t("up_cells_line"))
    everything = st.session_state.get(key(pending, "cells_all"), False)
    shown = list(columns) if everything else list(columns)[:SHOWN]
    for column in shown:
        with st.container(key=key(pending, f"cells_{list(columns).index(column)}"), gap="small"):
            _column(pending, column, columns[column])
    if len(columns) > SHOWN:
        st.toggle(t("up_cells_all", count=len(columns)), key=key(pending, "cells_all"))
    if len(columns) > 1:
        st.button(
            t("up_cells_same", column=plain(shown[0])), key=key(pending, "cells_same"),
            icon=":material/content_copy:", on_click=_same, args=(pending, shown[0], tuple(columns)),
        )  # fmt: skip


def _column(pending: Pending, column: str, found: list[Finding]) -> None:
    rule = pending.decisions.cells.get(column, CellRule())
    codes = {x.code for x in found}
    number = list(pending.report.headings if pending.report else ()).index(column)
    left, right = st.columns([5, 1], gap="small", vertical_alignment="center")
    left.html(f'<h5 class="up-column">{escape(column)}</h5>')
    with right, st.popover(t("up_rule_more"), type="tertiary", key=key(pending, f"more_{number}")):
        _more(pending, column, rule, number)
    said(found)
    questions: list[tuple[str, tuple[str, str], str]] = []
    if "negative_kept" in codes or rule.negative == "below":
        questions.append(("negative", ("number", "below"), rule.negative))
    if "zero_kept" in codes or rule.zero == "below":
        questions.append(("zero", ("number", "below"), rule.zero))
    if codes & {"no_data", "not_detected"} or rule.nd == "below":
        questions.append(("nd", ("nothing", "below"), rule.nd))
    nothing = _sentinels(found, rule)
    limited = "below" in (rule.zero, rule.nd) or "not_detected" in codes
    if not (questions or nothing or limited):
        return
    places = iter(st.columns(max(len(questions) + len(nothing) + limited, 3), gap="small"))
    for value in nothing:
        with next(places):
            _sentinel(pending, column, rule, value)
    for name, options, now in questions:
        with next(places):
            _choice(pending, column, name, options, now, number)
    if limited:
        with next(places):
            counted(
                pending, f"limit_{number}", t("up_rule_limit"), rule.limit,
                lambda x: flow.rule(pending, column, limit=x), min_value=0.0, placeholder=t("up_rule_unknown"),
                format="%g",
            )  # fmt: skip


def _sentinels(found: list[Finding], rule: CellRule) -> list[float]:
    """Numbers such as −9999 that were found, or that were decided to be no value."""
    seen = [x for x in SENTINELS if any(y.code == "sentinel" and f" {x:g} " in y.text for y in found)]
    return list(dict.fromkeys([*seen, *rule.nothing]))[:3]


def _sentinel(pending: Pending, column: str, rule: CellRule, value: float) -> None:
    def take(answer: str) -> None:
        others = tuple(x for x in rule.nothing if x != value)
        flow.rule(pending, column, nothing=(*others, value) if answer == "nothing" else others)

    chosen(
        pending, f"sentinel_{column}_{value:g}", f"{value:g}", ("number", "nothing"),
        "nothing" if value in rule.nothing else "number", take, shown=lambda x: t(f"up_rule_sentinel_{x}"),
    )  # fmt: skip


def _choice(  # noqa: PLR0917
    pending: Pending, column: str, name: str, options: tuple[str, ...], value: str, number: int
) -> None:  # fmt: skip
    chosen(
        pending, f"{name}_{number}", t(f"up_rule_{name}"), options, value,
        lambda x: flow.rule(pending, column, **{name: x}), shown=lambda x: t(f"up_rule_{name}_{x}"),
    )  # fmt: skip


def _more(pending: Pending, column: str, rule: CellRule, number: int) -> None:
    report = pending.report
    assert report is not None  # noqa: S101
    written(
        pending, f"nothing_{number}", t("up_rule_nothing"), "; ".join(f"{x:g}" for x in rule.nothing),
        lambda text: flow.rule(pending, column, nothing=_numbers(text)), placeholder="-9999; -99",
        help=t("up_rule_nothing_help"),
    )  # fmt: skip
    texts = ["", *(x.source for x in report.columns if x.sql_type == "text")]
    chosen(
        pending, f"flag_{number}", t("up_rule_flag"), texts, rule.flag or "",
        lambda x: flow.rule(pending, column, flag=x or None),
        shown=lambda x: x or t("up_rule_flag_none"), help=t("up_rule_flag_help"),
    )  # fmt: skip


def _numbers(text: str) -> tuple[float, ...]:
    found = re.findall(r"[+\-−]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?", text)
    return tuple(dict.fromkeys(float(x.replace("−", "-")) for x in found))


def _same(pending: Pending, column: str, columns: tuple[str, ...]) -> None:
    """Take the rule of one column for the others; each keeps its unit and its flag column."""
    rules = dict(pending.decisions.cells)
    wanted = rules.get(column, CellRule())
    for other in columns:
        own = rules.get(other, CellRule())
        rules[other] = replace(wanted, unit=own.unit, flag=own.flag)
    flow.decide(pending, cells={k: v for k, v in rules.items() if v != CellRule()})

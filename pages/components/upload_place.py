"""Where a file's features lie: coordinate columns, coordinate system, order of the axes."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

import streamlit as st

from core.database.registry import list_layers
from core.ingest import CrsCandidate
from core.ingest.crs_candidates import ranked
from core.ingest.gcj import TITLE, web_map
from core.service.crs_search import search_crs
from core.service.importing import Pending
from pages.components import upload_flow as flow
from pages.components.product import product
from pages.components.texts import plain, t
from pages.components.upload_map import Area, Bounds
from pages.components.upload_report import letter, spoken
from pages.components.upload_widgets import chosen, heading, key, said, switched

CODES = ("crs", "axes", "xy")
CONVERTED = ("crs", "crs_same", "crs_aligned", "crs_ballpark", "crs_gcj", "crs_partly", "crs_better")
MISSING = ("crs_missing", "crs_missing_none", "crs_missing_zone")


def candidates(pending: Pending) -> tuple[CrsCandidate, ...]:
    """The systems the numbers could be in, those first that put the data near what is loaded."""
    around = [x.extent for x in list_layers(product().database)]
    found = pending.candidates
    apart = len({tuple(round(side) for side in x.extent) for x in found if not web_map(x.code)}) > 1
    if not around or not apart:
        return found  # they all put it in the same place
    return (*ranked([x for x in found if not web_map(x.code)], around), *(x for x in found if web_map(x.code)))


def areas(pending: Pending) -> tuple[Area, ...]:
    """Where the candidates would put the data; those in the same place share a rectangle."""
    places: dict[tuple[float, ...], tuple[Bounds, str]] = {}
    for i, one in enumerate(candidates(pending)):
        place = tuple(round(x, 1) for x in one.extent)
        bounds, label = places.get(place, (one.extent, ""))
        places[place] = (bounds, f"{label} {letter(i)}".strip())
    return tuple(Area(*x) for x in places.values())


def section(pending: Pending) -> None:
    """Everything about the place of a layer."""
    report, decisions = pending.report, pending.decisions
    assert report is not None  # noqa: S101  # the caller looked
    heading(t("up_place"), t("up_place_line"))
    errors = [x for x in report.findings if x.code.startswith(CODES) and x.severity == "error"]
    said([x for x in errors if x.code not in MISSING])
    if any(x.code in MISSING for x in errors):
        st.html(f'<p class="up-why">{escape(t("up_crs_missing"))}</p>')
    table = bool(report.x) or any(x.code in ("xy_missing", "xy_unknown") for x in report.findings)
    if table:
        _columns(pending)
    systems(pending, decisions.crs, report.crs, lambda crs: flow.decide(pending, crs=crs))
    if not table:
        switched(
            pending, "swap", t("up_swap"), decisions.swap, lambda x: flow.decide(pending, swap=x),
            help=t("up_swap_help"),
        )  # fmt: skip
    said([x for x in report.findings if x.code in CONVERTED or x.code in ("xy_angles", "xy_packed")])


def _columns(pending: Pending) -> None:
    report, decisions = pending.report, pending.decisions
    assert report is not None  # noqa: S101
    names = ["", *dict.fromkeys(x for x in report.headings if x)]
    now = {"x": decisions.x or "", "y": decisions.y or ""}
    columns = st.columns([3, 3, 2], vertical_alignment="bottom", gap="small")
    for (axis, value), column in zip(now.items(), columns, strict=False):
        found = getattr(report, axis)

        def shown(name: str, found: str = found) -> str:
            return name or (t("up_auto", value=found) if found else t("up_choose"))

        with column:
            chosen(
                pending, axis, t(f"up_{axis}"), names, value,
                partial(_axis, pending, axis), shown=shown,
            )  # fmt: skip
    columns[2].button(
        t("up_turn"), key=key(pending, "turn"), icon=":material/swap_horiz:", disabled=not report.x,
        on_click=_turn, args=(pending,), help=t("up_turn_help"),
    )  # fmt: skip


def _axis(pending: Pending, axis: str, name: str) -> None:
    """A coordinate column; the other one is taken as it was found, because one alone decides nothing."""
    report = pending.report
    assert report is not None  # noqa: S101
    if not name:
        flow.decide(pending, x=None, y=None)
        return
    found = {"x": pending.decisions.x or report.x, "y": pending.decisions.y or report.y, axis: name}
    flow.decide(pending, x=found["x"] or None, y=found["y"] or None)


def _turn(pending: Pending) -> None:
    report = pending.report
    if report is not None and report.x:
        flow.decide(pending, x=report.y, y=report.x)


def systems(pending: Pending, decided: str | None, stated: str, take: Any) -> None:
    """The coordinate system the numbers ARE in: as stated, one of the candidates, or any of the register."""
    found = candidates(pending)
    by_code = {x.code: (i, x) for i, x in enumerate(found)}
    options = [*([""] if (stated and decided is None) or decided is not None else []), *by_code]
    if decided is not None and decided not in options:
        options.append(decided)
    if options:

        def shown(code: str) -> str:
            if not code:
                return t("up_crs_keep", value=plain(stated)) if decided is None else t("up_crs_back")
            return plain(f"{letter(by_code[code][0])} · {code}" if code in by_code else code)

        def caption(code: str) -> str:
            if code not in by_code:
                return t("up_crs_as_file") if not code else t("up_crs_chosen")
            one = by_code[code][1]
            shifted = web_map(code)
            name = t("up_crs_gcj" if shifted == TITLE else "up_crs_bd") if shifted else one.name
            about = f" · {t('up_crs_about')}" if one.approximate else ""
            return plain(f"{name} → {spoken(one.extent)}") + about

        value: str | None = decided if decided is not None else ("" if "" in options else None)
        chosen(
            pending, "crs", t("up_crs"), options, value, lambda code: take(code or None),
            shown=shown, radio=True, captions=[caption(x) for x in options],
        )  # fmt: skip
    _search(pending, take)
    if any(web_map(x) for x in by_code):
        st.caption(t("up_crs_note"))


def _search(pending: Pending, take: Any) -> None:
    left, right = st.columns([2, 3], gap="small", vertical_alignment="bottom")
    own = key(pending, "crs_words")
    words = left.text_input(
        t("up_crs_search"), key=own, placeholder=t("up_crs_placeholder"), max_chars=120,
        label_visibility="visible",
    )  # fmt: skip
    entries = search_crs(words or "")
    if words and not entries:
        right.caption(t("up_crs_none"))
        return
    names = {x.code: f"{x.code} · {x.name} · {x.area}" for x in entries}
    picked = key(pending, "crs_found")

    def changed() -> None:
        if st.session_state.get(picked):
            take(st.session_state[picked])

    right.selectbox(
        t("up_crs_results", count=len(names)), list(names), index=None, key=picked, disabled=not names,
        format_func=lambda x: names.get(x) or str(x), on_change=changed, placeholder=t("up_crs_pick"),
    )  # fmt: skip

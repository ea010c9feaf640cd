"""What a check found: facts in one line, sentences by severity, the first rows, the columns that will be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

import pandas as pd
import streamlit as st

from core.database.findings import Finding
from core.ingest import Report
from core.ingest.formats import NAMES
from core.service.importing import Pending
from core.session import StateManager
from pages.components import upload_flow as flow
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.legend import data_url
from pages.components.product import product
from pages.components.texts import number, plain, t
from pages.components.upload_map import LETTERS, Area, Bounds, picture
from pages.components.upload_widgets import ORDER, heading, key, said

LAYERS_DRAWN = 30


def discard(pending: Pending) -> None:
    """The button that drops the file."""
    st.button(
        t("up_discard"), key=key(pending, "discard"), icon=":material/delete:", type="tertiary",
        on_click=flow.discard, args=(pending,), help=t("up_discard_help"),
    )  # fmt: skip


def head(pending: Pending, facts: Sequence[tuple[str, str]]) -> None:
    """The file in one line, with what stands in the way of loading it."""
    wrong = len(pending.errors)
    if not pending.settled:
        mark, kind = t("up_state_checking"), "busy"
    elif wrong:
        mark, kind = t("up_state_decide", count=wrong) if wrong > 1 else t("up_state_decide_one"), "wrong"
    else:
        mark, kind = t("up_state_ready"), "ready"
    items = "".join(f"<span><i>{escape(k)}</i> {escape(v)}</span>" for k, v in facts if v)
    named(pending, f'<em class="up-state up-{kind}">{escape(mark)}</em><div>{items}</div>')


def named(pending: Pending, more: str = "") -> None:
    """The name of the file with something after it (HTML), and the button that drops it."""
    left, right = st.columns([7, 1], vertical_alignment="center", gap="small")
    left.html(f'<div class="up-file"><b>{escape(pending.file.name)}</b>{more}</div>')
    with right:
        discard(pending)


def facts(report: Report) -> list[tuple[str, str]]:
    """Format, size, rows, geometry of a checked layer."""
    rows = f"{number(report.usable)} / {number(report.rows)}" if report.rows else ""
    return [
        (t("up_fact_format"), NAMES.get(report.format, report.format)),
        (t("up_fact_size"), size(report.size)),
        (t("up_fact_rows"), rows),
        (t("up_fact_geometry"), t(f"up_geometry_{report.geometry}") if report.geometry else ""),
    ]


def size(count: int) -> str:
    """A number of bytes for people."""
    for unit, factor in (("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)):
        if count >= factor:
            return f"{count / factor:.1f} {unit}"
    return f"{count} B"


def findings(found: Sequence[Finding]) -> None:
    """All sentences of a report, the gravest first, with how many there are of each kind."""
    counts = Counter[str](x.severity for x in found)
    named = [
        f"{counts[x]} {t(f'up_count_{x}' if counts[x] != 1 else f'up_count_{x}_one')}" for x in ORDER if counts[x]
    ]
    heading(t("up_report"), " · ".join(named))
    said(found, empty=t("up_report_empty"))


def sample(report: Report) -> None:
    """The first rows as they stand in the file."""
    if not report.sample:
        return
    heading(t("up_sample"), t("up_sample_line"))
    names = _distinct([x or "—" for x in report.headings])
    rows = [{"#": str(row), **dict(zip(names, cells, strict=False))} for row, cells in report.sample]
    frame = pd.DataFrame(rows, columns=["#", *names])
    st.dataframe(
        frame, hide_index=True, width="stretch", height=table_height(len(frame), 9), row_height=ROW_PX,
        alt=t("up_sample"), column_config={"#": st.column_config.TextColumn(t("up_row"), width=50)},
    )  # fmt: skip


def _distinct(names: list[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        number_, free = 1, name
        while free in found or free == "#":
            number_ += 1
            free = f"{name} ({number_})"
        found.append(free)
    return found


def place(
    extent: Bounds | None, points: tuple[tuple[float, float], ...], label: str, areas: tuple[Area, ...]
) -> None:
    """The small map; a line instead where nothing can be drawn yet."""
    heading(t("up_map"), t("up_map_line"))
    drawn = (Area(extent, label, True),) if extent is not None else areas
    if not drawn:
        st.caption(t("up_map_none"))
        return
    language = StateManager().language
    layers = tuple(Area(x.extent, x.title.in_(language)) for x in product().card.layers[:LAYERS_DRAWN])
    svg = picture(points, tuple(drawn), layers)
    said_ = ", ".join(f"{x.label} {spoken(x.bounds)}" for x in drawn[:6])
    st.html(f'<img class="up-map" alt="{escape(said_, quote=True)}" src="{data_url(svg)}">')
    st.caption(plain(said_) if extent is not None else t("up_map_candidates"))


def spoken(bounds: Bounds) -> str:
    """An area in words: 104.00–104.30° E, 30.00–30.20° N."""
    west, south, east, north = bounds
    return f"{_range(west, east, 'E', 'W')}, {_range(south, north, 'N', 'S')}"


def _range(low: float, high: float, plus: str, minus: str) -> str:
    if low >= 0 or high <= 0:
        side = plus if low >= 0 else minus
        first, last = sorted((abs(low), abs(high)))
        return f"{first:.2f}–{last:.2f}° {side}" if f"{first:.2f}" != f"{last:.2f}" else f"{first:.2f}° {side}"
    return f"{-low:.2f}° {minus} – {high:.2f}° {plus}"


def letter(i: int) -> str:
    """How the i-th candidate is called."""
    return LETTERS[i] if i < len(LETTERS) else str(i + 1)

"""What a layer is to questions: its title, its kind of feature, and what each column holds, with proposals."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from core.ingest import CellRule, ColumnInfo
from core.service.binding import Binding, BoundColumn
from core.service.importing import Pending
from core.service.proposing import propose_for_report
from core.session import StateManager
from core.vocabulary.proposals import POSSIBLE, Proposal
from pages.components import upload_flow as flow
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.product import product
from pages.components.texts import plain, t
from pages.components.upload_home import imports
from pages.components.upload_widgets import chosen, heading, key, said, written

TYPES = ("", "text", "number", "integer")
SQL = {"text": "text", "double precision": "number", "bigint": "integer"}
NONE = "—"
UNITS = (NONE, "ppm", "ppb", "%", "g/t", "mg/kg", "m", "km")
NAMED = ("shapefile", "gpkg", "gdb")
"""Formats whose one layer has a name that says more than that of the file."""
CODES = (
    "name_changed", "column", "text_", "leading_zeros", "long_digits", "thousands", "units_found", "not_a_number",
    "nonfinite",
)  # fmt: skip


def proposal(pending: Pending) -> Proposal | None:
    """What the layer probably is, for the decided kind or the most probable one."""
    report = pending.report
    if report is None or not report.columns:
        return None
    return pending.proposal


def kind_of(pending: Pending, found: Proposal | None) -> str:
    """The decided or proposed kind, "" for none."""
    if pending.entity_type is not None:
        return pending.entity_type
    return (found.entity_type or "") if found is not None else ""


def title_of(pending: Pending) -> str:
    """The decided title, else the name of the layer or the file without its ending."""
    report = pending.report
    named = report.sheet if report is not None and (len(pending.sheets) > 1 or report.format in NAMED) else ""
    return pending.decisions.title or named or pending.file.name.rpartition(".")[0] or pending.file.name


def binding(pending: Pending) -> Binding | None:
    """Everything that is saved about a new layer; None when questions are not to see it."""
    found = proposal(pending)
    kind = kind_of(pending, found)
    if not kind or found is None or pending.decisions.mode != "new":
        return None
    columns = []
    for column, (attribute, unit) in bound(pending, found).items():
        if attribute:
            proposed = found.column(attribute)
            if proposed is not None and proposed.column == column:
                values = {x.raw: x.concepts for x in proposed.values if x.concepts}
                columns.append(BoundColumn(column, attribute, unit, proposed.separators, values))
            else:
                columns.append(BoundColumn(column, attribute, unit))
    title = title_of(pending)
    return Binding(kind, title, title, tuple(columns))


def bound(pending: Pending, found: Proposal) -> dict[str, tuple[str, str]]:
    """Column of the table → attribute ("" for none) and unit: as decided, else as proposed."""
    proposed = {x.column: (x.attribute, x.unit or "") for x in found.columns}
    return {**proposed, **pending.columns}


def section(pending: Pending) -> None:
    """Title, kind and columns."""
    report, found = pending.report, proposal(pending)
    if report is None or not report.columns:
        return
    fresh = pending.decisions.mode == "new"
    heading(t("up_meaning"), t("up_meaning_line" if fresh else "up_meaning_kept"))
    left, right = st.columns(2, gap="small")
    with left:
        written(
            pending, "title", t("up_title"), title_of(pending),
            lambda x: flow.decide(pending, title=x or None), max_chars=120,
        )  # fmt: skip
    if fresh:
        with right:
            _kind(pending, found)
        _why(pending, found)
    if found is not None:
        _columns(pending, found)
        _open_points(pending, found, fresh=fresh)
    said([x for x in report.findings if x.code.startswith(CODES)])


def _kind(pending: Pending, found: Proposal | None) -> None:
    card, language = product().card, StateManager().language
    weights = {x.entity_type: x.confidence for x in found.kinds} if found is not None else {}
    kinds = [x for x in weights if x in card.entity_types]

    def shown(kind: str) -> str:
        if not kind:
            return t("up_kind_none")
        return f"{card.entity_types[kind].labels.in_(language)} · {weights.get(kind, 0):.0%}"

    def take(kind: str) -> None:
        pending.entity_type, pending.columns = kind, {}
        if pending.report is not None:
            pending.proposal = propose_for_report(product(), pending.report, kind or None)
        imports().keep(pending)

    chosen(pending, "kind", t("up_kind"), ["", *kinds], kind_of(pending, found), take, shown=shown)


def _why(pending: Pending, found: Proposal | None) -> None:
    kind = kind_of(pending, found)
    if not kind:
        st.warning(t("up_kind_blind"))
        return
    one = next((x for x in found.kinds if x.entity_type == kind), None) if found is not None else None
    if one is not None and one.reasons and one.confidence >= POSSIBLE:
        st.caption(plain(one.why(StateManager().language)))


def _columns(pending: Pending, found: Proposal) -> None:
    report = pending.report
    assert report is not None  # noqa: S101
    labels = _labels(pending, found)
    frame = pd.DataFrame([_row(pending, found, x, labels) for x in report.columns])
    own = key(
        pending, f"columns_{hash((id(report), pending.entity_type, tuple(pending.columns.items()))) & 0xFFFFFF}"
    )
    names = {x: t(f"up_col_{x}") for x in frame.columns}

    def changed() -> None:
        edited = st.session_state.get(own, {}).get("edited_rows", {})
        _take(pending, found, labels, {int(i): dict(x) for i, x in edited.items()})

    st.data_editor(
        frame, hide_index=True, width="stretch", key=own, on_change=changed, row_height=ROW_PX,
        height=table_height(len(frame), 14),
        disabled=["source", "examples", "confidence", "missing", "censored"],
        column_config={
            "source": st.column_config.TextColumn(names["source"], width=120),
            "examples": st.column_config.TextColumn(names["examples"], width=150),
            "type": st.column_config.SelectboxColumn(
                names["type"], options=[t(f"up_type_{x}") for x in TYPES[1:]], width=75, required=True
            ),
            "unit": st.column_config.SelectboxColumn(
                names["unit"], options=list(dict.fromkeys([*UNITS, *frame["unit"]])), width=60
            ),
            "means": st.column_config.SelectboxColumn(names["means"], options=list(labels.values()), width=150),
            "confidence": st.column_config.ProgressColumn(
                names["confidence"], min_value=0.0, max_value=1.0, format="percent", width=90
            ),
            "missing": st.column_config.NumberColumn(names["missing"], width=65),
            "censored": st.column_config.NumberColumn(names["censored"], width=70),
        },
    )  # fmt: skip
    st.caption(t("up_columns_note"))


def _open_points(pending: Pending, found: Proposal, *, fresh: bool) -> None:
    """What nobody has said: units that were assumed, and that no column means anything."""
    report, rules = pending.report, pending.decisions.cells
    sources = {x.name: x.source for x in report.columns} if report is not None else {}
    assumed = [
        f"{sources.get(x.column, x.column)} ({x.unit})" for x in found.columns
        if x.unit and not x.unit_stated and x.column not in pending.columns
        and not rules.get(sources.get(x.column, ""), CellRule()).unit
    ]  # fmt: skip
    if assumed and fresh:
        st.warning(plain(t("up_units_assumed", columns=", ".join(assumed))))
    if fresh and kind_of(pending, found) and not any(a for a, _ in bound(pending, found).values()):
        st.warning(t("up_no_meaning"))


def _labels(pending: Pending, found: Proposal) -> dict[str, str]:
    """Attribute → how it is called here: those of the kind and of the proposals first, "" is "nothing"."""
    card, language = product().card, StateManager().language
    kind = card.entity_types.get(kind_of(pending, found))
    first = [*(kind.key_attributes if kind is not None else ()), *(x.attribute for x in found.columns)]
    labels = {"": t("up_means_nothing")}
    for attribute in dict.fromkeys([*first, *card.attributes]):
        if attribute in card.attributes:
            text = card.attributes[attribute].labels.in_(language)
            labels[attribute] = f"{text} ({attribute})" if text in labels.values() else text
    return labels


def _row(pending: Pending, found: Proposal, column: ColumnInfo, labels: dict[str, str]) -> dict[str, Any]:
    attribute, unit = bound(pending, found).get(column.name, ("", ""))
    proposed = found.column(attribute) if attribute else None
    sure = proposed.confidence if proposed is not None and proposed.column == column.name else None
    return {
        "source": column.source,
        "means": labels.get(attribute, labels[""]),
        "confidence": None if sure is None else round(sure, 2),
        "unit": unit or column.unit or NONE,
        "type": t(f"up_type_{SQL.get(column.sql_type, 'other')}"),
        "examples": "; ".join(column.examples) or _cells(pending, column.source),
        "missing": column.missing,
        "censored": column.censored,
    }


def _cells(pending: Pending, source: str) -> str:
    """Some cells of a column, for one whose values were not looked at as texts."""
    report = pending.report
    if report is None or source not in report.headings:
        return ""
    at = report.headings.index(source)
    return "; ".join(dict.fromkeys(cells[at] for _, cells in report.sample if cells[at]))[:60]


def _take(pending: Pending, found: Proposal, labels: dict[str, str], edited: dict[int, dict[str, Any]]) -> None:
    """Take changed cells: type and unit are decisions of the import, the meaning is one of the binding."""
    report = pending.report
    if report is None:
        return
    types, cells = dict(pending.decisions.types), dict(pending.decisions.cells)
    back = {v: k for k, v in labels.items()}
    kinds = {t(f"up_type_{x}"): x for x in TYPES[1:]}
    for row, values in edited.items():
        column = report.columns[row]
        attribute, unit = bound(pending, found).get(column.name, ("", ""))
        if values.get("type") in kinds:
            types[column.source] = kinds[values["type"]]  # type: ignore[assignment]
        if "unit" in values:
            unit = "" if values["unit"] in (None, NONE) else str(values["unit"])
            rule = cells.get(column.source, CellRule())
            cells[column.source] = CellRule(**{**vars(rule), "unit": unit or None})
        if "means" in values:
            attribute = back.get(values["means"] or "", "")
        if "means" in values or ("unit" in values and attribute):
            _bind(pending, found, column.name, attribute, unit)
    kept = {k: v for k, v in cells.items() if v != CellRule()}
    flow.decide(pending, types=types, cells=kept)


def _bind(pending: Pending, found: Proposal, column: str, attribute: str, unit: str) -> None:
    """Bind one column; an attribute stands in one column only, so another one loses it."""
    now = bound(pending, found)
    for other, (held, other_unit) in now.items():
        if attribute and held == attribute and other != column:
            pending.columns[other] = ("", other_unit)
    pending.columns[column] = (attribute, unit)
    imports().keep(pending)

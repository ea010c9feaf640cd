"""The columns of a layer as rows to edit: what each holds, in which unit, how sure a proposal is and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pandas as pd
import streamlit as st

from core.service.binding_form import BoundColumn
from core.service.mapping_draft import DraftColumn
from core.session import StateManager
from core.vocabulary.mappings import Mappings
from core.vocabulary.proposals_model import ColumnFacts
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.product import product
from pages.components.texts import t

MOST = 14
SHOWN = 3
T = TypeVar("T")
Cells = tuple[str, str, str]


def edit(rows: Sequence[DraftColumn], key: str, entity_type: str, own: str) -> tuple[BoundColumn, ...]:
    """Draw the rows; the columns as they are edited now.

    Args:
        key: of this editor; another kind of feature or saved mapping is another editor.
        own: under which cells that a person changed are remembered for the editors of other kinds.
    """
    language = StateManager().language
    mappings = product().context().mappings
    changed: dict[str, Cells] = st.session_state.setdefault(f"map_changed_{own}", {})
    given = {x.facts.name: (x.attribute, x.unit, x.separators) for x in rows}
    start, number = kept(key, language, {**given, **{k: v for k, v in changed.items() if k in given}})
    frame = pd.DataFrame([_row(x, start[x.facts.name], language) for x in rows])
    lists = {x.id for x in mappings.attributes if x.kind == "list"}
    order = ["column", "values", "attribute", "unit", "sep", "sure", "why"]
    if not any(x.attribute in lists for x in rows):
        order.remove("sep")
    edited = st.data_editor(
        frame, key=f"map_rows_{key}_{number}", hide_index=True, width="stretch", row_height=ROW_PX,
        height=table_height(len(frame), MOST), num_rows="fixed", column_order=order, placeholder="",
        disabled=["column", "values", "sure", "why"], column_config=_config(mappings, entity_type, language),
    )  # fmt: skip
    found = []
    for row, cells in zip(rows, edited.to_dict("records"), strict=True):
        attribute = _text(cells["attribute"])
        separators = _text(cells["sep"]) if attribute in lists else ""
        found.append(BoundColumn(row.facts.name, attribute, _text(cells["unit"]), separators))
    now = {x.column: (x.attribute, x.unit, x.separators) for x in found}
    keep(key, now)
    changed.update({k: v for k, v in now.items() if v != given[k]})
    return tuple(x for x in found if x.attribute)


def kept(key: str, language: str, start: T) -> tuple[T, int]:
    """What an editor starts from, and a number for its key: after a change of language it starts anew, with the
    texts of the other language, from what was edited in the first one."""
    state = st.session_state.setdefault(f"map_kept_{key}", {"language": language, "start": start, "number": 0})
    if state["language"] != language:
        state.update(language=language, start=state.get("now", state["start"]), number=state["number"] + 1)
    return state["start"], state["number"]


def keep(key: str, now: Any) -> None:
    """Remember what an editor holds."""
    st.session_state[f"map_kept_{key}"]["now"] = now


def _row(row: DraftColumn, start: Cells, language: str) -> dict[str, Any]:
    attribute, unit, separators = start
    return {
        "column": row.facts.heading or row.facts.name,
        "values": _sample(row.facts),
        "attribute": attribute or None,
        "unit": unit or None,
        "sep": separators or None,
        "sure": None if row.confidence is None else round(100 * row.confidence),
        "why": t("map_ed_saved_mark") if row.attribute and row.confidence is None else row.why[language == "zh"],
    }


def _sample(facts: ColumnFacts) -> str:
    if facts.low is not None and facts.high is not None:
        return f"{facts.low:g}" if facts.low == facts.high else f"{facts.low:g} – {facts.high:g}"
    return ", ".join(facts.values[:SHOWN]) + ("…" if len(facts.values) > SHOWN else "")


def _config(mappings: Mappings, entity_type: str, language: str) -> dict[str, Any]:
    labels = {x.id: x.labels.zh if language == "zh" else x.labels.en for x in mappings.attributes}
    kind = next((x for x in mappings.entity_types if x.id == entity_type), None)
    first = [x for x in (kind.key_attributes if kind else ()) if x in labels]
    attributes = [*first, *(x for x in labels if x not in first)]
    units = [u for d in mappings.units.values() for u in d.units]
    return {
        "column": st.column_config.TextColumn(t("map_ed_column"), width="small"),
        "values": st.column_config.TextColumn(t("map_ed_values"), width="medium"),
        "attribute": st.column_config.SelectboxColumn(
            t("map_ed_attribute"),
            options=attributes,
            format_func=lambda x: labels.get(str(x), str(x)),
            width="medium",
        ),
        "unit": st.column_config.SelectboxColumn(
            t("map_ed_unit"),
            options=units,
            width="small",
            help=t("map_ed_unit_help"),
        ),
        "sep": st.column_config.TextColumn(
            t("map_ed_sep"), width="small", max_chars=12, help=t("map_ed_sep_help")
        ),
        "sure": st.column_config.ProgressColumn(
            t("map_ed_sure"), min_value=0, max_value=100, format="%d%%", width="small"
        ),
        "why": st.column_config.TextColumn(t("map_ed_why"), width="large"),
    }


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""

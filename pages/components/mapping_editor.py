"""The mapping of one layer on the screen: kind of feature, columns, values; faults and changes before saving."""

from __future__ import annotations

from html import escape

import streamlit as st

from core.service import LayerInfo, mapping_draft
from core.service.binding import Binding, Present, present, save_binding, state_from
from core.service.binding_check import faults
from core.service.mapping_changes import changes
from core.session import StateManager
from pages.components import (
    mapping_history,
    mapping_kind,
    mapping_more,
    mapping_rows,
    mapping_values,
    registry_state,
)
from pages.components.product import product
from pages.components.texts import plain, t


def render(info: LayerInfo) -> None:
    """Draw the section for one layer of the registry."""
    _section(info)


@st.fragment
def _section(info: LayerInfo) -> None:
    """Runs again by itself while the mapping is edited, without the rest of the page."""
    if st.session_state.pop("map_changed", False):
        st.rerun()  # the whole page: the table above, the map, and answers that are older now
    app, table = product(), info.record.table
    now = present(app.settings, table)
    guess = mapping_draft.proposal(app, info.record)
    st.html(f'<h4 class="os-sub">{escape(t("map_ed_title"))} <small>{escape(t("map_ed_line"))}</small></h4>')
    chosen = mapping_kind.choose(info, now, guess)
    known = mapping_draft.facts(app, info.record)
    given = {x.column for x in now.state.columns.values()}
    rest = any(x.name not in given for x in known.columns)
    fill = now.state.table is None or (rest and _filling(now, table))
    entity_type = chosen.entity_type or (now.state.table.entity_type if now.state.table else "")
    found = mapping_draft.proposal(app, info.record, entity_type or None) if fill else None
    rows = mapping_draft.draft(known, now.state, found)
    columns = mapping_rows.edit(
        rows, f"{table}_{entity_type}_{now.mark}_{fill}", entity_type, f"{table}_{now.mark}"
    )
    columns = mapping_values.edit(info, columns, now, f"{table}_{now.mark}")
    binding = mapping_more.edit(info, now, columns, chosen)
    _finish(info, now, binding)
    mapping_history.render(info, now)


def _filling(now: Present, table: str) -> bool:
    """Whether proposals are wanted for columns of a saved mapping that mean nothing yet."""
    key = f"map_fill_{table}_{now.mark}"
    if not st.session_state.get(key):
        st.button(t("map_ed_fill"), key=f"{key}_button", on_click=lambda: st.session_state.update({key: True}))
    return bool(st.session_state.get(key))


def _finish(info: LayerInfo, now: Present, binding: Binding) -> None:
    """What stands in the way, what saving changes, and the button."""
    app, language = product(), StateManager().language
    mappings = app.context().mappings
    wrong = faults(binding, mapping_draft.facts(app, info.record), mappings)
    left, right = st.columns([4, 1], gap="medium", vertical_alignment="top")
    told: list[str] = []
    if wrong:
        _list(left, t("map_ed_faults"), [x.say(language) for x in wrong], "error")
    else:
        told = changes(now.state, state_from(binding, mappings, now.state), mappings, language)
        _list(left, t("map_ed_changes"), told or [t("map_ed_no_changes")], "info")
    right.button(
        t("map_ed_save"), type="primary", width="stretch", disabled=bool(wrong) or not told,
        key=f"map_save_{info.record.table}", on_click=_save, args=(info.record.table, binding, now.mark),
    )  # fmt: skip


def _save(table: str, binding: Binding, mark: str) -> None:
    def work() -> str:
        revision = save_binding(product(), table, binding, mark)
        entry = revision.after.table
        kind = product().card.entity_types.get(entry.entity_type) if entry is not None else None
        label = kind.labels.in_(StateManager().language) if kind is not None else ""
        return t("map_ed_saved", kind=plain(label))

    registry_state.choose(table)
    registry_state.attempt(work)
    st.session_state["map_changed"] = True


def _list(place: st.delta_generator.DeltaGenerator, head: str, lines: list[str], severity: str) -> None:
    items = "".join(f'<li class="os-{severity}">{escape(x)}</li>' for x in lines)
    place.html(f'<h4 class="os-sub">{escape(head)}</h4><ul class="os-findings os-mapping-lines">{items}</ul>')

"""What was clicked on the map, above the answer and without touching it."""

from __future__ import annotations

from html import escape

import streamlit as st

from core.errors import Language
from core.mapping.identify import Attribute, Identified, other_cells, read_row, rows_at
from core.query.result import FeatureRef
from core.service.cache import Cache
from core.service.linking import spellings
from core.session import Picked, StateManager
from core.vocabulary.card import Layer
from pages.components import rasters, scene, text_known, values
from pages.components.product import product
from pages.components.texts import t

MAX_CELLS = 14
_cards: Cache[str] = Cache("cards", 256)


def remember(picked: Picked) -> None:
    """A clicked result is also marked in the table's terms; anything else leaves the answer alone."""
    state = StateManager()
    if picked.feature is not None and state.answer is not None:
        known = {e.row.ref for e in state.answer.evidence}
        state.selected = picked.feature if picked.feature in known else state.selected


def render() -> None:
    """Draw the card of the last click, if there is one."""
    picked = StateManager().picked
    if picked is None:
        return
    found = _found(picked)
    with st.container(key="picked", border=True, gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.html(f'<div class="os-here">{escape(t("here"))} <small>{_place(picked)}</small></div>')
            st.button(
                "", icon=":material/close:", key="picked_close", type="tertiary", help=t("close"), on_click=_close
            )
        cells = rasters.cells_html(picked.lon, picked.lat)
        if not found and not cells:
            st.caption(t("nothing_here"))
        st.html(found + _documents(picked) + cells)


def _found(picked: Picked) -> str:
    """The cards of the rows at the place, from memory as long as the data and the shown layers stay the same."""
    app, shown = product(), scene.visible()
    key = (picked, StateManager().language, app.card.version, tuple(x.table for x in shown))
    known = _cards.get(key)
    if known is None:
        hit = _read(picked.feature) if picked.feature else None
        rows = [hit] if hit else []
        under = rows_at(app.database, shown, picked.lon, picked.lat)
        rows.extend(r for r in under if hit is None or (r.table, r.fid) != (hit.table, hit.fid))
        known = "".join(_card(row, first=i == 0) for i, row in enumerate(rows[:4]))
        _cards.put(key, known)
    return known


def _documents(picked: Picked) -> str:
    """What the documents say about the clicked feature."""
    if picked.feature is None or _layer(picked.feature.table) is None:
        return ""
    lexicon = product().context().reader.lexicon
    return text_known.html(sorted(spellings(lexicon, (picked.feature,))[picked.feature]))


def _close() -> None:
    StateManager().picked = None
    st.rerun("panel")


def _place(picked: Picked) -> str:
    lon = ((picked.lon + 180) % 360) - 180
    return f"{abs(picked.lat):.4f}°{'N' if picked.lat >= 0 else 'S'} {abs(lon):.4f}°{'E' if lon >= 0 else 'W'}"


def _layer(table: str) -> Layer | None:
    return next((x for x in product().card.layers if x.table == table), None)


def _read(ref: FeatureRef) -> Identified | None:
    layer = _layer(ref.table)
    return read_row(product().database, layer, ref.fid) if layer else None


def _card(row: Identified, *, first: bool) -> str:
    layer, card, language = _layer(row.table), product().card, StateManager().language
    if layer is None:
        return ""
    kind = card.entity_types.get(layer.entity_type)
    name = kind.name_attribute if kind else "name"
    shown = (row.get(f"{name}_zh") if language == "zh" else None) or row.get(name) or f"#{row.fid}"
    title = kind.labels.in_(language) if kind else layer.title.in_(language)
    cells = [_cell(layer, a, language) for a in row.attributes if a.id not in (name, f"{name}_zh")]
    others = other_cells(product().database, layer, row.fid) if first else ()
    cells.extend(_line(column, str(value)) for column, value in others)
    limit = MAX_CELLS if first else 4
    rest = "".join(cells[limit:])
    summary = f"<summary>{escape(t('identify_more', count=len(cells) - limit))}</summary>"
    more = f'<details class="os-more">{summary}<dl>{rest}</dl></details>' if rest else ""
    where = f"<small>{escape(layer.title.in_(language))} #{row.fid}</small>"
    return (
        f'<div class="os-card"><b>{escape(str(shown))}</b> <i>{escape(title)}</i>'
        f"<dl>{''.join(cells[:limit])}</dl>{more}{where}</div>"
    )


def _cell(layer: Layer, cell: Attribute, language: Language) -> str:
    known = product().card.attributes.get(cell.id)
    label = known.labels.in_(language) if known else cell.id
    value = f"{cell.qualifier or ''}{values.say(layer, cell.id, cell.value, language)}"
    return _line(label, value)


def _line(label: str, value: str) -> str:
    return f"<div><dt>{escape(label)}</dt><dd>{escape(value)}</dd></div>"

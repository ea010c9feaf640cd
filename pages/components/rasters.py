"""Rasters on the screen: switches and opacity in the sidebar, layers of the map, legend, values at a click."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from html import escape
from typing import Any

import streamlit as st

from core.errors import Language
from core.raster.asking import Cell
from core.raster.legend import bar_svg, raster_legend
from core.raster.model import RasterRecord
from core.raster.painting import renderer_of
from core.raster.serving import OPACITY, raster_spec
from core.raster.tiles import raster_id
from core.session import StateManager
from pages.components.legend import data_url, image
from pages.components.product import rasters
from pages.components.texts import plain, t

BANDS = ("potential", "deviation", "out_of_fold")
"""Bands of maps of potential, which have names in both languages."""

log = logging.getLogger(__name__)


def shown() -> tuple[RasterRecord, ...]:
    """Rasters that are switched on."""
    on = StateManager().shown_rasters
    return tuple(x for x in rasters().records() if x.name in on) if on else ()


def specs() -> list[Mapping[str, Any]]:
    """The rasters of the map's state."""
    opacity = StateManager().raster_opacity
    return [raster_spec(x, opacity.get(x.name, OPACITY)) for x in shown()]


def switches() -> None:
    """A switch a raster, off at first, and the opacity of those that are on."""
    records = rasters().records()
    if not records:
        return
    st.html(f'<h3 class="os-side">{t("rasters")}</h3>')
    with st.container(key="raster_list", gap=None):
        for record in records:
            _switch(record)


def _switch(record: RasterRecord) -> None:
    name, key = record.name, f"raster_{raster_id(record.name)}"

    def changed() -> None:
        now = StateManager()
        if key in st.session_state:
            on = st.session_state[key]
            now.shown_rasters = now.shown_rasters | {name} if on else now.shown_rasters - {name}
            st.rerun(["switches", "map"])

    def faded() -> None:
        now = StateManager()
        if f"{key}_opacity" in st.session_state:
            now.raster_opacity = {**now.raster_opacity, name: st.session_state[f"{key}_opacity"] / 100}
            st.rerun("map")

    state = StateManager()
    st.session_state[key] = name in state.shown_rasters  # an answer or a result may have switched it
    st.checkbox(plain(record.titles.in_(state.language)), key=key, on_change=changed)
    if name in state.shown_rasters:
        st.slider(
            t("opacity"), 0, 100, round(100 * state.raster_opacity.get(name, OPACITY)), step=5, format="%d%%",
            key=f"{key}_opacity", on_change=faded,
        )  # fmt: skip


def legend_html(language: Language) -> str:
    """A colour bar or the classes of every raster that is switched on, as HTML whose every text is escaped."""
    parts = [_legend(x, language) for x in shown()]
    return f'<div class="os-legend">{"".join(parts)}</div>' if parts else ""


def _legend(record: RasterRecord, language: Language) -> str:
    title = f"<h4>{escape(record.titles.in_(language))}</h4>"
    if renderer_of(record).kind in ("stretch", "unsupported"):
        entries = raster_legend(record).entries
        said = f"{entries[-1].labels.in_(language)} – {entries[0].labels.in_(language)}"
        return f'{title}<img class="os-bar" alt="{escape(said, quote=True)}" src="{data_url(bar_svg(record))}">'
    rows = (
        f'<span role="listitem">{image(x.swatch)}<i>{escape(x.labels.in_(language))}</i></span>'
        for x in raster_legend(record).entries
    )
    return title + "".join(rows)


def cells_html(lon: float, lat: float) -> str:
    """The values of the shown rasters at a place; a raster that cannot be read says nothing here."""
    parts = []
    for record in shown():
        try:
            cell = rasters().cell(record, lon, lat)
        except Exception:
            log.exception("a raster could not be asked")
            continue
        parts += [_cell(cell, record.titles.in_(StateManager().language))] if cell else []
    return "".join(parts)


def _cell(cell: Cell, title: str) -> str:
    rows = "".join(
        f"<div><dt>{escape(_band(x.band))}</dt>"
        f"<dd>{t('no_value') if x.value is None else escape(f'{x.value:.7g} {x.unit}'.strip())}</dd></div>"
        for x in cell.values
    )
    where = f"{t('cell_centre')} {cell.lat:.5f}°, {cell.lon:.5f}°"
    return f'<div class="os-card"><b>{escape(title)}</b><dl>{rows}</dl><small>{escape(where)}</small></div>'


def _band(name: str) -> str:
    if name in BANDS:
        return t(f"band_{name}")
    return t("band", name=name) if name.isdigit() else name

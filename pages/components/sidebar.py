"""The sidebar: language, study area, layers with symbol, count and switch."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from core.errors import Language
from core.mapping.features import layer_id
from core.mapping.legend import layer_swatch
from core.mapping.style_feed import StyleFeed
from core.session import StateManager
from core.vocabulary.card import Layer
from pages.components import layer_look, rasters, scene, study_area
from pages.components.legend import data_url
from pages.components.product import feed_of, product
from pages.components.texts import number, plain, t

_NAMES: dict[Language, str] = {"en": "English", "zh": "中文"}
EVERYTHING = ""


def render() -> None:
    """Draw the sidebar; its layers are a fragment that reruns apart."""
    with st.sidebar:
        st.html(f'<div class="os-brand"><b>OreSight</b><span>{t("tagline")}</span></div>')
        _language()
        if product().card.layers:
            _region()
        _switches()
        if any(x.invented for x in product().card.layers):
            st.html(f'<p class="os-demo"><b>{t("demo_title")}</b> {t("demo_text")}</p>')


def language_only() -> None:
    """The sidebar when the product could not be opened."""
    with st.sidebar:
        st.html(f'<div class="os-brand"><b>OreSight</b><span>{t("tagline")}</span></div>')
        _language()


def _language() -> None:
    state = StateManager()

    def changed() -> None:
        chosen = st.session_state.get("language_choice")
        StateManager().language = "zh" if chosen == "zh" else "en"

    st.segmented_control(
        t("language"), list(_NAMES), format_func=lambda x: _NAMES[x], default=state.language, required=True,
        key="language_choice", on_change=changed, label_visibility="collapsed", width="stretch",
    )  # fmt: skip


def _region() -> None:
    state, app = StateManager(), product()
    options = [*app.regions(), EVERYTHING]
    if not state.region_moves and app.regions():
        state.move_to(options[0])
        state.look(scene.home_bounds())
    # the widget keeps what it shows, so each language and each move has a widget of its own
    moves, language = state.region_moves, state.language
    key = f"region_choice_{language}_{moves}"

    def changed() -> None:
        now = StateManager()
        if now.region_moves != moves or key not in st.session_state or now.language != language:
            return  # a widget that has just left the page may report its default once more
        chosen = st.session_state[key] or None
        if chosen != now.region:  # else the view is the user's own
            now.region = chosen
            now.look(scene.home_bounds())

    if study_area.chosen():
        return
    chosen = state.region if state.region in options else EVERYTHING
    st.selectbox(
        t("region"), options, index=options.index(chosen or EVERYTHING), key=key,
        format_func=lambda x: region_name(x) if x else t("region_all"), on_change=changed,
    )  # fmt: skip
    study_area.choices()


def region_name(region: str, language: Language | None = None) -> str:
    """Name of a study area in `language`, by default that of the session, its canonical name where it has none."""
    return product().card.region_called(region, language or StateManager().language)


@st.fragment(key="switches")
def _switches() -> None:
    if product().card.layers:
        _layers()
    rasters.switches()


def _layers() -> None:
    here = scene.layers()
    st.html(f'<h3 class="os-side">{t("layers")}</h3>')
    st.html(f"<style>{''.join(_dress(layer) for layer in here)}</style>")
    with st.container(key="layer_list", gap=None):
        for layer in here:
            _switch(layer, alone=sum(x.entity_type == layer.entity_type for x in here) == 1)


def _switch(layer: Layer, *, alone: bool) -> None:
    state, card = StateManager(), product().card
    kind = card.entity_types.get(layer.entity_type)
    title = kind.plural.in_(state.language) if alone and kind else scene.title_of(layer)
    key = f"layer_{layer_id(layer.table)}"

    def changed() -> None:
        now = StateManager()
        if layer not in scene.layers() or key not in st.session_state:
            return  # as above
        on = st.session_state[key]
        now.hidden_layers = now.hidden_layers - {layer.table} if on else now.hidden_layers | {layer.table}
        st.rerun("map")

    st.session_state[key] = layer.table not in state.hidden_layers  # “show on the map” may have switched it
    with st.container(horizontal=True, gap=None, vertical_alignment="center"):
        st.checkbox(plain(title[:1].upper() + title[1:]), key=key, on_change=changed)
        layer_look.toggle(layer, title)
    layer_look.settings(layer)


@lru_cache(maxsize=256)
def _symbol(feed: StyleFeed) -> str:
    """Address of the picture of a layer; a feed is made anew with every change of its style."""
    return data_url(layer_swatch(feed.style))


def _dress(layer: Layer) -> str:
    """Style rules that put symbol and count beside the name; the label itself stays plain for screen readers."""
    name = f".st-key-layer_{layer_id(layer.table)} label p"
    symbol = _symbol(feed_of(layer))
    before = f'{name}::before {{ background-image: url("{symbol}"); }}'
    return f'{before} {name}::after {{ content: "{number(layer.rows)}"; }}'

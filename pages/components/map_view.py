"""The map on the screen: :func:`show_map` is the only place that knows which component draws it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

import shapely
import streamlit as st
from shapely.geometry import MultiPolygon, Polygon, mapping

from core.errors import Language
from core.mapping.features import layer_id
from core.mapping.state import Look, View, base_maps, layer_spec, looking, map_state, to_script
from core.mapping.style_feed import StyleFeed
from core.mapping.style_texts import has_labels
from core.query.layers import Box
from core.query.result import FeatureRef
from core.query.selection import Selection
from core.session import Picked, StateManager
from core.settings import get_settings
from pages.components import map_data, map_frame, overlays, rasters, scene, values
from pages.components.product import feed_of, product, styles
from pages.components.texts import t, texts_of

KEY = "map_frame"
HEIGHT = 620
"""Pixels; the style sheet stretches the frame to the window."""
MAX_CORNERS = 500
MAX_CHOSEN = 500
WORDS = (
    "draw_rectangle", "draw_polygon", "draw_clear", "title", "thinned", "failed", "bunch", "density", "left_out",
    "out_of_scale",
    "tool_search", "tool_measure", "tool_base", "search_hint", "search_none", "search_failed", "search_place",
    "search_parts", "measure_hint", "measure_how", "base", "graticule",
)  # fmt: skip


def show_map(on_click: Callable[[], None]) -> None:
    """Draw the map in its present state; `on_click` is called after a click, see :func:`clicked`."""
    state = StateManager()
    result = scene.result_script(state.answer, state.selected)
    script = to_script(present_state(), {"result": result or "null"})
    map_frame.draw(script, key=KEY, height=HEIGHT, on_change=on_click)


def present_state() -> Mapping[str, Any]:
    """The state object of the map for this session, without what the answer highlights."""
    state = StateManager()
    if state.view is None:
        state.look(scene.home_bounds())
    number, bounds = state.view or (0, scene.home_bounds())
    shown = scene.visible()
    credit = t("map_credit_demo") if any(x.invented for x in shown) else t("map_credit")
    return map_state(
        language=state.language,
        layers=[
            looking(
                _spec(x.table, state.language, feed_of(x)),
                state.looks.get(x.table, Look()),
                len(shown) - i,
            )
            for i, x in enumerate(shown)
        ],
        view=View(number, bounds),
        text=_words(state.language),
        attribution=credit,
        rasters=rasters.specs(),
        bases=_bases(),
        area=_outline(state.area),
    ) | {"overlays": overlays.specs()}


@cache
def _words(language: Language) -> Mapping[str, str]:
    """What the frame writes on its own."""
    said = texts_of(tuple(f"map_{x}" for x in WORDS), language)
    return {x.removeprefix("map_"): text for x, text in said.items()} | texts_of(("retry",), language)


def _outline(area: Selection | None) -> dict[str, Any] | None:
    """A study area without a name as GeoJSON, for the map to draw."""
    return mapping(area.geometry) if area is not None and area.geometry is not None else None


def _bases() -> list[dict[str, Any]]:
    settings = get_settings()
    labels = {x: t(f"map_base_{x}") for x in ("land", "none", "own", "url")}
    own = settings.basemap_dir is not None and settings.basemap_dir.is_dir()
    return base_maps(labels, own=own, url=settings.basemap_url, attribution=settings.basemap_attribution)


@lru_cache(maxsize=256)
def _spec(table: str, language: Language, feed: StyleFeed) -> dict[str, Any]:
    card = product().card
    layer = card.layer(table)

    def say(attribute: str, raw: str) -> str:
        return values.say(layer, attribute, raw, language)

    labels, large = has_labels(feed), map_data.large(layer)
    return layer_spec(card, styles(), layer, language, say, tag=feed.tag, large=large, labels=labels)


def clicked() -> Picked | None:
    """The last click on the map, None before the first one or when the component sent something else."""
    sent: Any = st.session_state.get(KEY) or {}
    at = _point(sent.get("last_clicked"))
    if at is None:
        return None
    hit = _point(sent.get("last_object_clicked")) == at
    drawing = sent.get("last_active_drawing") if hit else None
    chosen, number = _choice(drawing)
    return Picked(at[0], at[1], _feature(drawing), chosen, number)


def _point(value: Any) -> tuple[float, float] | None:
    try:
        return float(value["lng"]), float(value["lat"])
    except (TypeError, KeyError, ValueError):
        return None


def _choice(drawing: Any) -> tuple[tuple[FeatureRef, ...], int]:
    """All features that are chosen on the map, and the number of the click."""
    try:
        properties = drawing["properties"]
        sent = (properties.get("chosen") or ())[-MAX_CHOSEN:]
        listed = [{"properties": {"layer": x, "fid": y}} for x, y in sent]
        number = int(properties.get("n") or 0)
    except (TypeError, KeyError, ValueError, AttributeError):
        return (), 0
    return tuple(dict.fromkeys(x for x in map(_feature, listed) if x is not None)), number


def _feature(drawing: Any) -> FeatureRef | None:
    """The address in a clicked feature; whatever the browser sends, only a loaded table and a number pass."""
    try:
        properties = drawing["properties"]
        fid = int(properties["fid"])
        for layer in product().card.layers:
            if layer.table == properties.get("table") or layer_id(layer.table) == properties.get("layer"):
                return FeatureRef(layer.table, fid)
    except (TypeError, KeyError, ValueError):
        return None
    return None


def drawn() -> tuple[Polygon | MultiPolygon | None, Box | None]:
    """The area drawn on the map and the view of it, as far as the component has sent them."""
    sent: Any = st.session_state.get(KEY) or {}
    features = sent.get("all_drawings") if isinstance(sent, Mapping) else None
    area = _area(features, "selection")
    view = _area(features, "view")
    bounds = view.bounds if view is not None else None
    return area, (bounds[0], bounds[1], bounds[2], bounds[3]) if bounds is not None else None


def _area(features: Any, role: str) -> Polygon | MultiPolygon | None:
    """The polygon of a role; whatever the browser sends, only valid polygons on the globe pass.

    An outline that crosses itself encloses what it runs around, lobe by lobe.
    """
    try:
        for feature in features or ():
            if feature["properties"]["role"] != role:
                continue
            corners = [(float(x), float(y)) for x, y in feature["geometry"]["coordinates"][0][: MAX_CORNERS + 1]]
            shape = Polygon([(min(max(x, -180.0), 180.0), min(max(y, -90.0), 90.0)) for x, y in corners])
            mended = shape if shape.is_valid else shapely.make_valid(shape)
            return mended if isinstance(mended, Polygon | MultiPolygon) and mended.area > 0 else None
    except (TypeError, KeyError, ValueError, IndexError):
        return None
    return None

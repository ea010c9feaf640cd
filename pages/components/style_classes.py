"""Changes to the classes of a style: colours, outlines, sizes, hatches, names, visibility; opacity and labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd
import streamlit as st

from core.mapping.features import layer_id
from core.mapping.style_build import labelled
from core.mapping.style_look import DASHES, LINES, SHAPES, Look, look_of, with_look
from core.mapping.style_model import StyleClass, StyleLayer
from core.mapping.style_swatch import swatch_svg
from core.session import StateManager
from core.vocabulary.card import Layer
from pages.components import style_state
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.legend import capital, data_url
from pages.components.texts import plain, t

MAX_WIDTH, MAX_SIZE = 12.0, 48.0


def render(layer: Layer, style: StyleLayer, counts: Mapping[str, int]) -> None:
    """Draw the editor of what the layer has now."""
    shown = _shown(style, counts)
    if not shown:
        st.caption(t("sty_no_classes"))
        return
    entry = shown[0] if len(shown) == 1 else _choose(layer, shown, counts)
    _class(layer, style, entry)
    _whole(layer, style)


def _shown(style: StyleLayer, counts: Mapping[str, int]) -> tuple[StyleClass, ...]:
    """All classes, of the default style only those that occur."""
    keyed = style.renderer is not None and style.renderer.kind == "keyed"
    found = tuple(c for c in style.classes if counts.get(c.key) or not keyed)
    return found or style.classes[-1:]


def _key(layer: Layer, name: str) -> str:
    """Key of a widget; it changes when the style was replaced as a whole."""
    identifier = layer_id(layer.table)
    turn = st.session_state.get(f"style_round_{identifier}", 0)
    return f"style_{name}_{identifier}_{turn}_{StateManager().language}"


def _choose(layer: Layer, shown: tuple[StyleClass, ...], counts: Mapping[str, int]) -> StyleClass:
    language = StateManager().language
    frame = pd.DataFrame(
        {
            " ": [data_url(swatch_svg(c.symbol)) for c in shown],
            t("sty_class"): [capital(c.say(language)) for c in shown],
            t("sty_heading"): [c.heading for c in shown],
            t("sty_features"): [counts.get(c.key, 0) for c in shown],
            t("sty_visible"): [c.visible for c in shown],
        }
    )
    if not any(c.heading for c in shown):
        frame = frame.drop(columns=t("sty_heading"))
    chosen = st.dataframe(
        frame, key=_key(layer, "table"), hide_index=True, width="stretch", selection_mode="single-row",
        on_select="rerun", height=table_height(len(frame), 7), row_height=ROW_PX, alt=t("sty_way_classes"),
        column_config={
            " ": st.column_config.ImageColumn(width="small"),
            t("sty_class"): st.column_config.TextColumn(width="medium"),
            t("sty_features"): st.column_config.NumberColumn(format="localized", width="small"),
            t("sty_visible"): st.column_config.CheckboxColumn(width="small"),
        },
    )  # fmt: skip
    rows = chosen.selection.rows if chosen is not None else []
    at = rows[0] if rows and rows[0] < len(shown) else 0
    return shown[at]


def _class(layer: Layer, style: StyleLayer, entry: StyleClass) -> None:
    look, language = look_of(entry.symbol), StateManager().language
    name = f"{entry.key}"
    with st.container(key="style_class", border=True, gap="small"):
        st.markdown(f"**{plain(capital(entry.say(language)))}**")
        made = _look(layer, name, look, style.geometry)
        one, two = st.columns([3, 1], vertical_alignment="bottom")
        label = one.text_input(
            t("sty_label"), entry.say(language), key=_key(layer, f"label_{name}"), max_chars=120
        )
        visible = two.checkbox(t("sty_visible"), entry.visible, key=_key(layer, f"visible_{name}"))
    changed: dict[str, object] = {}
    if made != look:
        changed["symbol"] = with_look(entry.symbol, made)
    if label != entry.say(language):
        changed["label_zh" if language == "zh" else "label"] = label
    if visible != entry.visible:
        changed["visible"] = visible
    if changed:
        _replace(layer, style, entry.model_copy(update=changed))


def _look(layer: Layer, name: str, look: Look, geometry: str) -> Look:
    """The widgets of a look, those that the kind of geometry has."""
    cells = iter(st.columns(4, vertical_alignment="bottom") + st.columns(4, vertical_alignment="bottom"))

    def key(part: str) -> str:
        return _key(layer, f"{part}_{name}")

    made = replace(look, color=next(cells).color_picker(t("sty_color"), look.color, key=key("color")))
    seen = round(100 * look.opacity)
    opacity = next(cells).number_input(t("sty_opacity"), 0, 100, seen, 5, key=key("opacity"))
    made = replace(made, opacity=look.opacity if opacity == seen else opacity / 100)
    if look.outline is not None:
        made = replace(made, outline=next(cells).color_picker(t("sty_outline"), look.outline, key=key("outline")))
        width = next(cells).number_input(
            t("sty_outline_width"), 0.0, MAX_WIDTH, _within(look.outline_width, MAX_WIDTH), 0.2, "%.1f",
            key=key("outline_width"),
        )  # fmt: skip
        made = replace(made, outline_width=_kept(look.outline_width, width, MAX_WIDTH))
    if look.size > 0:
        most = MAX_WIDTH if geometry == "line" else MAX_SIZE
        words = t("sty_width") if geometry == "line" else t("sty_size")
        size = next(cells).number_input(words, 0.2, most, _within(look.size, most), 0.2, "%.1f", key=key("size"))
        made = replace(made, size=_kept(look.size, size, most))
    if look.shape is not None:
        made = replace(made, shape=_pick(next(cells), "shape", SHAPES, look.shape, key("shape")))
    if geometry == "line":
        made = replace(made, dash=_pick(next(cells), "dash", tuple(DASHES), look.dash, key("dash")))
    if geometry == "polygon":
        lines = _pick(next(cells), "lines", tuple(LINES), look.lines, key("lines"))
        color = look.lines_color
        if lines:
            color = next(cells).color_picker(t("sty_lines_color"), look.lines_color, key=key("lines_color"))
        made = replace(made, lines=lines, lines_color=color)
    return made


def _pick(cell: st.delta_generator.DeltaGenerator, kind: str, names: tuple[str, ...], now: str, key: str) -> str:
    options = names if now in names else (*names, now)
    return cell.selectbox(
        t(f"sty_{kind}"), options, options.index(now), key=key,
        format_func=lambda x: t(f"sty_{kind}_{(x or 'none').replace('-', '_')}"),
    )  # fmt: skip


def _within(value: float, most: float) -> float:
    return round(min(max(value, 0.0), most), 1)


def _kept(was: float, now: float, most: float) -> float:
    """The value of before when the widget still shows its rounded form."""
    return was if abs(now - _within(was, most)) < 1e-9 else now


def _replace(layer: Layer, style: StyleLayer, entry: StyleClass) -> None:
    renderer = style.renderer
    if renderer is None:
        return
    classes = tuple(entry if c.key == entry.key else c for c in renderer.classes)
    default = entry if renderer.default is not None and renderer.default.key == entry.key else renderer.default
    made = renderer.model_copy(update={"classes": classes, "default": default})
    style_state.edit(layer, style.model_copy(update={"renderer": made, "own": True}))
    st.rerun(scope="fragment")


def _whole(layer: Layer, style: StyleLayer) -> None:
    """What holds for the layer as a whole."""
    one, two, three = st.columns([2, 3, 2], vertical_alignment="bottom")
    seen = round(100 * style.opacity)
    opacity = one.number_input(t("sty_layer_opacity"), 0, 100, seen, 5, key=_key(layer, "layer_opacity"))
    names = list(style_state.columns(layer))
    now = _label_column(style, names)
    options = ["", *names, *([now] if now and now not in names else [])]
    label = two.selectbox(
        t("sty_label_field"), options, options.index(now), key=_key(layer, "label_field"),
        format_func=lambda x: x if x and x in names else t("sty_label_own") if x else t("sty_label_none"),
    )  # fmt: skip
    size = style.labels[0].size if style.labels_on and style.labels else 12.0
    wanted = three.number_input(
        t("sty_label_size"),
        6.0,
        40.0,
        _within(size, 40.0),
        1.0,
        "%.0f",
        key=_key(layer, "label_size"),
        disabled=not label,
    )
    if opacity != seen:
        style_state.edit(layer, style.model_copy(update={"opacity": opacity / 100, "own": True}))
        st.rerun(scope="fragment")
    if label != now or (label and label in names and abs(wanted - _within(size, 40.0)) > 1e-9):
        made = labelled(style, label or None, wanted).model_copy(update={"own": True})
        style_state.edit(layer, made)
        st.rerun(scope="fragment")


def _label_column(style: StyleLayer, names: list[str]) -> str:
    """The column of the labels, "own" where they are more than a column, "" without labels."""
    if not style.labels_on or not style.labels:
        return ""
    parts = style.labels[0].parts
    plain_field = len(style.labels) == 1 and len(parts) == 1 and parts[0].field in names and not parts[0].functions
    return parts[0].field if plain_field else "own"

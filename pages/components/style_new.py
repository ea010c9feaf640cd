"""New classes for a layer from its own data: one symbol, a class a value, classes of numbers."""

from __future__ import annotations

import streamlit as st

from core.mapping.features import layer_id
from core.mapping.style_build import (
    MAX_CLASSES,
    METHODS,
    RAMPS,
    Method,
    breaks_of,
    by_number,
    by_value,
    single,
    spread,
)
from core.mapping.style_columns import NUMERIC
from core.mapping.style_look import plain_symbol
from core.mapping.style_model import StyleLayer
from core.mapping.style_swatch import swatch_svg
from core.mapping.style_symbols import Fill, Stroke, StyleSymbol
from core.session import StateManager
from core.vocabulary.card import Layer
from pages.components import style_state
from pages.components.legend import image
from pages.components.texts import number, t
from pages.components.values import say

KINDS = ("value", "number", "single")


def render(layer: Layer) -> None:
    """Draw the choices; the button puts the new style into the preview, where its classes can be edited."""
    columns = style_state.columns(layer)
    numeric = [c for c, kind in columns.items() if kind in NUMERIC]
    kinds = [k for k in KINDS if k != "number" or numeric]
    kinds = [k for k in kinds if k != "value" or columns]
    with st.container(key="style_new", gap="small"):
        kind = st.radio(
            t("sty_kind"), kinds, key=_key(layer, "kind"), horizontal=True,
            format_func=lambda x: t(f"sty_kind_{x}"),
        )  # fmt: skip
        if kind == "value":
            _values(layer, list(columns))
        elif kind == "number":
            _numbers(layer, numeric)
        else:
            color = st.color_picker(t("sty_color"), "#4f8fc4", key=_key(layer, "color"))
            if st.button(t("sty_make"), key="style_make"):
                title = layer.title.en
                made = single(_base(layer), plain_symbol(layer.geometry, color), title)
                renderer = made.renderer
                if renderer is not None:
                    entry = renderer.classes[0].model_copy(update={"label_zh": layer.title.zh})
                    made = made.model_copy(update={"renderer": renderer.model_copy(update={"classes": (entry,)})})
                _use(layer, made)


def _key(layer: Layer, name: str) -> str:
    return f"style_new_{name}_{layer_id(layer.table)}_{StateManager().language}"


def _base(layer: Layer) -> StyleLayer:
    """What of the present style goes on in a new one: name, opacity, labels."""
    style, _ = style_state.current(layer)
    return StyleLayer(
        id=layer.table, name=layer.title.en, geometry=layer.geometry, dataset=layer.table, opacity=style.opacity,
        labels=style.labels, labels_on=style.labels_on,
    )  # fmt: skip


def _values(layer: Layer, columns: list[str]) -> None:
    likely = _likely(layer, columns)
    column = st.selectbox(t("sty_column"), columns, columns.index(likely), key=_key(layer, "column"))
    found = style_state.groups(layer, (column,))
    values = found.values[column]
    kinds = sum(v is not None for v in values)
    said = t("sty_values_found", n=number(kinds))
    if kinds > MAX_CLASSES:
        said += " " + t("sty_values_many", n=MAX_CLASSES)
    st.caption(said)
    if st.button(t("sty_make"), key="style_make", disabled=not kinds):
        _use(layer, _said(layer, column, by_value(_base(layer), column, values, plain_symbol(layer.geometry))))


def _said(layer: Layer, column: str, style: StyleLayer) -> StyleLayer:
    """`style` with the values that the vocabulary knows in the words of both languages."""
    attribute = next((a for a, c in layer.columns.items() if c.name == column), None)
    if attribute is None or style.renderer is None:
        return style
    classes = tuple(
        c.model_copy(update={
            "label": say(layer, attribute, c.label, "en"), "label_zh": say(layer, attribute, c.label, "zh")
        })
        for c in style.renderer.classes
    )  # fmt: skip
    return style.model_copy(update={"renderer": style.renderer.model_copy(update={"classes": classes})})


def _likely(layer: Layer, columns: list[str]) -> str:
    """The column to begin with: the first one of few values that occur more than once."""
    for column in layer.columns.values():
        if column.name in columns and column.inventory and 1 < len(column.inventory) <= MAX_CLASSES // 2:
            return column.name
    return columns[0]


def _numbers(layer: Layer, columns: list[str]) -> None:
    one, two = st.columns(2)
    column = one.selectbox(t("sty_column"), columns, key=_key(layer, "number"))
    method: Method = two.selectbox(
        t("sty_method"), METHODS, key=_key(layer, "method"), format_func=lambda x: t(f"sty_method_{x}")
    )
    one, two = st.columns(2)
    count = one.slider(t("sty_count"), 2, 9, 5, key=_key(layer, "count"))
    ramp = two.selectbox(
        t("sty_ramp"), tuple(RAMPS), key=_key(layer, "ramp"), format_func=lambda x: t(f"sty_ramp_{x}")
    )
    bounds = breaks_of(style_state.numbers(layer, column), method, count)
    bars = "".join(image(swatch_svg(_square(c), 26, 12)) for c in spread(RAMPS[ramp], max(len(bounds) - 1, 1)))
    st.html(f'<p class="os-ramp">{bars}</p>')
    if len(bounds) < 2:
        st.caption(t("sty_no_numbers"))
    elif len(bounds) - 1 < count:
        st.caption(t("sty_fewer", n=len(bounds) - 1))
    if st.button(t("sty_make"), key="style_make", disabled=len(bounds) < 2):
        _use(layer, by_number(_base(layer), column, bounds, plain_symbol(layer.geometry), RAMPS[ramp]))


def _square(color: str) -> StyleSymbol:
    return StyleSymbol(geometry="polygon", passes=(Fill(color=color), Stroke(color="#8a9099", width=0.5)))


def _use(layer: Layer, style: StyleLayer) -> None:
    style_state.edit(layer, style, columns={}, origin="editor")
    key = f"style_round_{layer_id(layer.table)}"
    st.session_state[key] = st.session_state.get(key, 0) + 1
    st.rerun(scope="fragment")

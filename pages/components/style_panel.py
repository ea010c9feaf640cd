"""The style of a layer: what it looks like, where that comes from, and three ways to change it."""

from __future__ import annotations

from html import escape

import streamlit as st

from core.mapping.features import layer_id
from core.mapping.style_legend import legend
from core.mapping.style_model import Note, StyleLayer
from core.mapping.style_trial import Trial
from core.service import LayerInfo
from core.session import StateManager
from core.vocabulary.card import Layer
from pages.components import style_classes, style_file, style_new, style_state
from pages.components.legend import capital, image
from pages.components.product import product
from pages.components.texts import number, plain, t

MAX_ROWS = 120
WAYS = ("classes", "new", "file")


def render(info: LayerInfo) -> None:
    """Draw the section for one layer of the registry."""
    if info.layer is None:
        st.caption(t("sty_unbound"))
        return
    _section(info.layer.table)


def summary(table: str) -> str:
    """The style of a layer in a few words, for the table of the registry."""
    origin, source = style_state.origin_of(table)
    return {"default": t("sty_is_default"), "file": source, "editor": t("sty_is_edited")}[origin]


@st.fragment
def _section(table: str) -> None:
    """Runs again by itself when something in it changes, without the rest of the page."""
    layer = next((x for x in product().card.layers if x.table == table), None)
    if layer is None:  # deleted in the meantime
        return
    style, feed = style_state.current(layer)
    result = style_state.tried(layer, feed)
    with st.container(key="style_panel", gap="small"):
        _state(layer)
        left, right = st.columns([2, 3], gap="medium")
        with left:
            _preview(layer, style, result)
        with right:
            _ways(layer, style, result)


def _state(layer: Layer) -> None:
    """Where the present style comes from, and the ways back."""
    now, draft = style_state.applied(layer.table), style_state.draft_of(layer)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(f'<p class="os-style-state">{_origin(layer)}</p>')
        if draft is not None:
            if st.button(t("sty_apply"), type="primary", key="style_apply"):
                style_state.keep(layer)
                _done(layer, t("sty_applied"))
            st.button(t("sty_discard"), key="style_discard", on_click=_discard, args=(layer.table,))
            return
        if now is not None:
            before = style_state.history(layer)
            earlier = before[1] if len(before) > 1 else None
            back = _named(earlier.origin, earlier.source) if earlier else t("sty_is_default")
            said = t("sty_undo_help", style=back)
            if st.button(t("sty_undo"), icon=":material/undo:", key="style_undo", help=said):
                style_state.undo(layer, now.number)
                _done(layer, said)
        if now is not None and now.style is not None and st.button(t("sty_to_default"), key="style_default"):
            style_state.to_default(layer)
            _done(layer, t("sty_applied"))


def _origin(layer: Layer) -> str:
    now, draft = style_state.applied(layer.table), style_state.draft_of(layer)
    if draft is not None:
        said = t("sty_draft_file", file=draft.source) if draft.origin == "file" else t("sty_draft")
        return f'<b class="os-draft">{escape(said)}</b>'
    origin, source = style_state.origin_of(layer.table)
    said = escape(t("sty_now", style=_named(origin, source)))
    if now is not None and now.broken:
        return f'{said} <b class="os-draft">{escape(t("sty_broken"))}</b>'
    when = f" <small>{now.made_at.strftime('%Y-%m-%d %H:%M')} UTC</small>" if now is not None else ""
    return f"{said}{when}"


def _named(origin: str, source: str) -> str:
    if origin == "file":
        return t("sty_from_file", file=source)
    if origin == "editor":
        return t("sty_edited_from", file=source) if source else t("sty_is_edited")
    return t("sty_is_default")


def _discard(table: str) -> None:
    style_state.discard(product().card.layer(table))
    _begin_anew(table)


def _done(layer: Layer, said: str) -> None:
    """The style on the map has changed: draw the whole page anew, with a short word about it."""
    _begin_anew(layer.table)
    st.toast(said)
    st.rerun()


def _begin_anew(table: str) -> None:
    """Widgets that showed the style of before are made anew."""
    key = f"style_round_{layer_id(table)}"
    st.session_state[key] = st.session_state.get(key, 0) + 1


def _preview(layer: Layer, style: StyleLayer, result: Trial) -> None:
    language = StateManager().language
    everything = style.renderer is None or style.renderer.kind != "keyed"
    groups = legend(style, result.counts, everything=everything)
    rows: list[str] = []
    for group in groups:
        if group.labels.en != style.name:
            rows.append(f"<h5>{escape(group.labels.in_(language))}</h5>")
        for e in group.entries:
            count = "" if e.count is None else f"<em>{number(e.count)}</em>"
            empty = ' class="os-empty"' if e.count == 0 else ""
            rows.append(
                f"<div{empty}>{image(e.swatch)}<span>{escape(capital(e.labels.in_(language)))}</span>{count}</div>"
            )
    more = f"<p>{escape(t('sty_more', n=len(rows) - MAX_ROWS))}</p>" if len(rows) > MAX_ROWS else ""
    st.html(
        f'<div class="os-style-legend" role="list" aria-label="{escape(t("legend"))}">'
        f"{''.join(rows[:MAX_ROWS])}{more}</div>"
    )
    _losses(style, result)
    if style.labels_on and style.labels and layer.geometry:
        st.html(f'<p class="os-small">{escape(t("sty_labels_on"))}</p>')


def _losses(style: StyleLayer, result: Trial) -> None:
    """What of the style is drawn otherwise or not at all, in sentences."""
    language = StateManager().language
    notes: list[Note] = [*style.notes, *(result.report.notes if result.report else ())]
    head = ""
    if style.fidelity.total:
        f = style.fidelity
        key = "sty_all_faithful" if f.faithful == f.total else "sty_faithful"
        said = t(key, faithful=f.faithful, total=f.total, approximate=f.approximate, dropped=f.dropped)
        head = f'<p class="os-small">{escape(said)}</p>'
    items = "".join(f'<li class="os-{n.severity}">{_sentence(n, language)}</li>' for n in notes)
    if result.cut:
        items += f'<li class="os-info">{escape(t("sty_cut"))}</li>'
    if head or items:
        st.html(f'{head}<ul class="os-findings">{items}</ul>')


def _sentence(note: Note, language: str) -> str:
    named = ", ".join(note.classes[:4]) + ("…" if note.count > 4 else "")
    where = f" <small>{escape(t('sty_in_classes', n=note.count, classes=named))}</small>" if note.classes else ""
    return escape(note.say(language)) + where


def _ways(layer: Layer, style: StyleLayer, result: Trial) -> None:
    key = f"style_way_{layer_id(layer.table)}_{StateManager().language}"
    way = st.segmented_control(
        plain(t("sty_title")), WAYS, default="classes", key=key, label_visibility="collapsed",
        format_func=lambda x: t(f"sty_way_{x}"),
    )  # fmt: skip
    if way == "file":
        style_file.render(layer)
    elif way == "new":
        style_new.render(layer)
    else:
        style_classes.render(layer, style, result.counts)

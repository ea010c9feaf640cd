"""A style from a layer file of ArcGIS Pro: which of its layers, which columns its fields mean, what is missing."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import lru_cache
from html import escape

import streamlit as st

from core.errors import IngestError
from core.mapping.cim import read_lyrx
from core.mapping.cim.fonts import MAX_FONTS, Fonts
from core.mapping.cim.truetype import FontError
from core.mapping.features import layer_id
from core.mapping.style_likely import likely_columns
from core.mapping.style_match import StyleBinding, best_layers
from core.mapping.style_model import StyleDocument, StyleLayer
from core.mapping.style_names import Resolved
from core.mapping.style_report import MatchReport
from core.session import StateManager
from core.vocabulary.card import Layer
from pages.components import style_state, uploader
from pages.components.product import product
from pages.components.texts import number, plain, t

SHOWN = 12
MAX_COLUMNS = 60
"""Columns whose values are looked through for a field that no column is named like."""
MAX_MB = 16


def render(layer: Layer) -> None:
    """Draw the upload, the choices and the report of what fits."""
    st.html(uploader.words("style_file", MAX_MB))
    with st.container(key="style_file", gap="small"):
        uploaded = st.file_uploader(
            t("sty_upload"), type=["lyrx"], key=f"style_upload_{layer_id(layer.table)}", max_upload_size=MAX_MB,
            on_change=_forget, args=(layer.table,),
        )  # fmt: skip
        if uploaded is None:
            st.caption(t("sty_upload_hint"))
            return
        try:
            document = _document(uploaded.getvalue(), ())
        except IngestError as error:
            st.error(error.say(StateManager().language))
            return
        fonts = _fonts(layer, document)
        if fonts:
            document = _document(uploaded.getvalue(), fonts)
        _chosen(layer, document, uploaded.name, f"{uploaded.file_id}_{len(fonts)}")


def _fonts(layer: Layer, document: StyleDocument) -> tuple[bytes, ...]:
    """Font files, asked for where the file uses characters of fonts; those that cannot be read are named."""
    if not any(n.code == "font" for x in document.layers for n in x.notes):
        return ()
    files = st.file_uploader(
        t("sty_fonts"), type=["ttf"], accept_multiple_files=True, key=f"style_fonts_{layer_id(layer.table)}",
        max_upload_size=MAX_MB, help=t("sty_fonts_help"),
    )  # fmt: skip
    good: list[bytes] = []
    for file in files[:MAX_FONTS]:
        try:
            Fonts.read([file.getvalue()])
            good.append(file.getvalue())
        except FontError:
            st.error(t("sty_font_bad", file=file.name))
    return tuple(good)


def _forget(table: str) -> None:
    """Another file, or none: what was made of the one before is dropped."""
    found = StateManager().style_drafts.get(table)
    if found is not None and found.origin == "file":
        style_state.discard(product().card.layer(table))


def _document(content: bytes, fonts: tuple[bytes, ...]) -> StyleDocument:
    digest = "".join(hashlib.blake2b(x, digest_size=16).hexdigest() for x in (content, *fonts))
    return _read(digest, _Held(content, fonts))


class _Held:
    """Carries the bytes into the cache below, where the digest alone decides."""

    def __init__(self, content: bytes, fonts: tuple[bytes, ...]) -> None:
        self.content = content
        self.fonts = fonts

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)


@lru_cache(maxsize=8)
def _read(_digest: str, held: _Held) -> StyleDocument:
    return read_lyrx(held.content, Fonts.read(held.fonts))


def _chosen(layer: Layer, document: StyleDocument, name: str, file_id: str) -> None:
    names = (layer.title.en, layer.title.zh, layer.table)
    columns = tuple(style_state.columns(layer))
    fitting = best_layers(document, names, columns, layer.geometry)
    left_out = len(document.layers) - len(fitting)
    if not fitting:
        kinds = ", ".join(dict.fromkeys(t(f"sty_geometry_{x.geometry}") for x in document.layers))
        st.error(t("sty_none_fits", kinds=kinds, kind=t(f"sty_geometry_{layer.geometry}")))
        return
    base = f"{layer_id(layer.table)}_{file_id}"
    style = fitting[0]
    if len(document.layers) > 1:
        at = st.selectbox(
            t("sty_which"), range(len(fitting)), key=f"style_which_{base}",
            format_func=lambda i: _path(fitting[i]),
        )  # fmt: skip
        style = fitting[at]
        if left_out:
            st.caption(t("sty_others", n=left_out))
    chosen = _fields(layer, style, columns, f"{base}_{style.id}")
    wanted = style.model_copy(update={"geometry": layer.geometry})
    draft = style_state.draft_of(layer)
    mark = f"style_taken_{base}"
    taken = (style.id, tuple(sorted(chosen.items())))
    if st.session_state.get(mark) != taken or draft is None:
        if st.session_state.get(mark) == taken and draft is None:
            _again(layer, wanted, chosen, name)
            return
        st.session_state[mark] = taken
        _use(layer, wanted, chosen, name)
    _, feed = style_state.current(layer)
    report = style_state.tried(layer, feed).report
    if report is not None:
        _report(report)


def _path(style: StyleLayer) -> str:
    return f"{' › '.join((*style.groups, style.name))} ({len(style.classes)})"


def _again(layer: Layer, style: StyleLayer, chosen: dict[str, str], name: str) -> None:
    """The style of this file was applied or discarded; it can be taken once more."""
    st.caption(t("sty_taken"))
    if st.button(t("sty_again"), key="style_again"):
        _use(layer, style, chosen, name)


def _use(layer: Layer, style: StyleLayer, chosen: dict[str, str], name: str) -> None:
    style_state.edit(layer, style, columns=chosen, origin="file", source=name)
    key = f"style_round_{layer_id(layer.table)}"
    st.session_state[key] = st.session_state.get(key, 0) + 1
    st.rerun(scope="fragment")


def _fields(layer: Layer, style: StyleLayer, columns: tuple[str, ...], key: str) -> dict[str, str]:
    """Field of the style → column; what is certain is taken, the rest is proposed and can be chosen."""
    binding = StyleBinding(style, columns)
    wanted = list(dict.fromkeys((*binding.fields, *binding.query_fields, *binding.others)))
    if not wanted:
        return {}
    sure = all(r.how in {"exact", "case"} for r in wanted)
    if any(r.column is None for r in binding.fields):
        values = {c: style_state.groups(layer, (c,)).values[c] for c in columns[:MAX_COLUMNS]}
        likely = likely_columns(style, binding.fields, values)
        wanted = [replace(r, column=likely.get(r.field)) if r.column is None else r for r in wanted]
    with st.expander(t("sty_fields", n=len(wanted)), expanded=not sure):
        return {r.field: _field(r, columns, key) for r in wanted}


def _field(found: Resolved, columns: tuple[str, ...], key: str) -> str:
    options = ("", *columns)
    return st.selectbox(
        plain(t("sty_field", field=found.field)), options, options.index(found.column or ""),
        key=f"style_field_{key}_{found.field}", format_func=lambda x: x or t("sty_field_none"),
    )  # fmt: skip


def _report(report: MatchReport) -> None:
    """Which features and which classes found no partner."""
    matched = sum(c.count for c in report.classes if not c.default)
    st.html(f'<p class="os-small">{escape(t("sty_matched", n=number(matched), total=number(report.total)))}</p>')
    if report.unmatched_values and report.complete:
        rows = [(" · ".join("NULL" if x is None else x for x in v), number(n)) for v, n in report.unmatched_values]
        _listed(t("sty_unmatched", n=number(report.unmatched_kinds)), rows)
    if report.empty_classes:
        rows = [(c.label, "") for c in report.empty_classes]
        _listed(t("sty_empty", n=len(rows), total=len([c for c in report.classes if not c.default])), rows)


def _listed(title: str, rows: list[tuple[str, str]]) -> None:
    shown = "".join(f"<li>{escape(a)}{f' <em>{b}</em>' if b else ''}</li>" for a, b in rows[:SHOWN])
    rest = f"<li>{escape(t('sty_more', n=len(rows) - SHOWN))}</li>" if len(rows) > SHOWN else ""
    st.html(f'<p class="os-small"><b>{escape(title)}</b></p><ul class="os-values">{shown}{rest}</ul>')

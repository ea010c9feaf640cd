"""A finished analysis of element association: its report, figures, tables and files, and the way to the map."""

from __future__ import annotations

import io
import zipfile
from html import escape
from pathlib import Path

import pandas as pd
import streamlit as st
from PIL import Image

from core.analysis.record import Product
from core.analysis.store import Analysis
from core.session import StateManager
from pages.components import geochem_kept, geochem_linked
from pages.components import geochem_state as geochem
from pages.components.texts import number, plain, t

SCALE = 1.25
"""Pixels of a figure to one of the page."""
VIEWS = {
    "report": (),
    "data": ("quality", "statistics", "figure_histograms", "figure_quantiles", "figure_rocks", "rocks"),
    "correlation": ("figure_correlation", "correlation", "correlation_rank"),
    "components": ("figure_scree", "variance", "figure_loadings", "loadings", "factors", "figure_biplot"),
    "classes": (
        "classes",
        "figure_classes",
        "class_centres",
        "figure_class_choice",
        "class_choice",
        "figure_spider",
        "rare_earth_ratios",
    ),
    "groups": ("figure_dendrogram", "element_groups"),
    "anomalies": ("figure_anomalies", "thresholds", "rock_thresholds", "figure_fractal"),
    "compare": (),
    "files": (),
}
"""View → names of its products, in order; those that a result lacks are skipped."""


def render(analysis: Analysis) -> None:
    """Draw the open analysis."""
    _head(analysis)
    geochem_linked.on_the_map(analysis, "tab")
    names = {x: t(f"geo_view_{x}") for x in VIEWS}
    view = st.segmented_control(
        t("geo_view"), list(VIEWS), default="report", format_func=lambda x: names[x], key="geo_view",
        label_visibility="collapsed",
    )  # fmt: skip
    if view in (None, "report"):
        with st.container(key="geo_report"):
            st.markdown(analysis.report(StateManager().language))
    elif view == "compare":
        geochem_kept.compare(analysis)
    elif view == "files":
        _files(analysis)
    else:
        _products(analysis, VIEWS[view])
        if view == "anomalies":
            geochem_linked.clusters(analysis, "tab")


def _head(analysis: Analysis) -> None:
    record, language = analysis.record, StateManager().language
    fact = {x.key: x.value for x in analysis.facts()}
    line = t(
        "geo_head",
        n=number(float(fact.get("samples") or 0)),
        p=fact.get("elements"),
        seconds=f"{record.seconds:.1f}",
    )
    st.html(f'<div class="geo-head"><h3>{escape(record.title.in_(language))}</h3><p>{escape(line)}</p></div>')
    if record.invented:
        st.warning(t("geo_invented"), icon=":material/science:")
    stale = geochem.work().stale(analysis)
    if stale:
        st.warning(t("geo_stale", layers=plain(", ".join(stale))), icon=":material/update:")


def _products(analysis: Analysis, names: tuple[str, ...]) -> None:
    language = StateManager().language
    for name in names:
        found = [x for x in analysis.record.products if x.name == name and x.language in ("", language)]
        for product in sorted(found, key=lambda x: x.kind):
            path = analysis.path(name, language) if product.kind == "plot" else analysis.directory / product.file
            if path is None or not path.is_file():
                continue
            if product.kind == "plot":
                _plot(analysis, product, path)
            elif product.kind == "table":
                _table(product, path)


def _plot(analysis: Analysis, product: Product, path: Path) -> None:
    st.markdown(f"**{plain(product.label.in_(StateManager().language))}**")
    with Image.open(path) as picture:
        width = round(picture.width / SCALE)
    st.image(str(path), width=width)
    with st.container(horizontal=True):
        vector = analysis.path(f"{product.name}_vector", StateManager().language)
        for file, kind in ((path, "PNG"), (vector, "SVG")):
            if file is not None:
                st.download_button(
                    kind, file.read_bytes(), file.name, key=f"geo_get_{file.name}", type="tertiary",
                    icon=":material/download:", on_click="ignore",
                )  # fmt: skip


def _table(product: Product, path: Path) -> None:
    st.markdown(f"**{plain(product.label.in_(StateManager().language))}**")
    st.dataframe(named(read(str(path))), hide_index=True, width="stretch")


@st.cache_data(max_entries=64, show_spinner=False)
def read(path: str) -> pd.DataFrame:
    """A table of a kept analysis; such files never change."""
    return pd.read_csv(path, encoding="utf-8-sig", keep_default_na=False, na_values=[""])


def named(frame: pd.DataFrame) -> pd.DataFrame:
    """Headings and codes in the language of the session."""
    names = {x: _heading(str(x)) for x in frame.columns}
    floats = frame.select_dtypes("float").columns
    frame = frame.assign(**{x: [float(f"{v:.4g}") for v in frame[x]] for x in floats})
    shown = frame.rename(columns=names)
    for code, column in (("rule", "threshold"), ("reason", "reason"), ("used", "yes"), ("at_limit", "yes"),
                         ("above_unrelated", "yes")):  # fmt: skip
        if code in frame.columns:
            shown[names[code]] = [_code(column, x) for x in frame[code]]
    return shown


def _heading(name: str) -> str:
    for prefix in ("class_",):
        head, _, rest = name.removeprefix(prefix).partition("_")
        if name.startswith(prefix) and head.isdigit():
            return f"{t('geo_class', number=head)} {t(f'geo_col_{rest}')}"
    text = t(f"geo_col_{name}")
    return name if text == f"geo_col_{name}" else text


def _code(kind: str, value: object) -> str:
    if value is None or value != value:  # noqa: PLR0124 - a missing cell is not equal to itself
        return ""
    code, _, other = str(value).partition(":")
    return t(f"geo_{kind}_{code}", other=other)


def _files(analysis: Analysis) -> None:
    language = StateManager().language
    st.download_button(
        t("geo_files_all"), lambda: _packed(analysis), f"{analysis.record.id}.zip", key="geo_all",
        icon=":material/folder_zip:", on_click="ignore",
    )  # fmt: skip
    rows = [
        (plain(x.label.in_(language)), x.file, f"{(analysis.directory / x.file).stat().st_size / 1e3:,.0f}")
        for x in analysis.record.products
        if (analysis.directory / x.file).is_file()
    ]
    columns = [t("geo_files_what"), t("geo_files_name"), "kB"]
    st.dataframe(pd.DataFrame(rows, columns=columns), hide_index=True, width="stretch")


def _packed(analysis: Analysis) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(analysis.directory.iterdir()):
            archive.write(path, f"{analysis.record.id}/{path.name}")
    return target.getvalue()

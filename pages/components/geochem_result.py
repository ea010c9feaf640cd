"""A finished analysis of element association: its report, figures, tables and files, and the way to the map."""

from __future__ import annotations

import io
import zipfile
from html import escape
from pathlib import Path

import pandas as pd
import streamlit as st
from PIL import Image

from core.analysis.association_origin import invented_line
from core.analysis.record import Product
from core.analysis.store import Analysis
from core.session import StateManager
from pages.components import geochem_kept, geochem_linked, geochem_samples
from pages.components import geochem_state as geochem
from pages.components.geochem_table import named, read
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
    "samples": (),
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
    elif view == "samples":
        geochem_samples.linked(analysis, "tab")
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
    invented = invented_line(record, language)
    if invented:
        st.warning(invented, icon=":material/science:")
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
                _table(analysis, product, path)


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


def _table(analysis: Analysis, product: Product, path: Path) -> None:
    st.markdown(f"**{plain(product.label.in_(StateManager().language))}**")
    st.dataframe(named(read(str(path)), analysis), hide_index=True, width="stretch")


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

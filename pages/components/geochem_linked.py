"""A result and the map as two views of one thing: what is drawn, the cluster selected, the samples marked."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.analysis.association_origin import invented_line
from core.analysis.store import Analysis
from core.session import StateManager
from pages.components import geochem_kept
from pages.components import geochem_state as geochem
from pages.components.geochem_samples import components_of, linked, samples
from pages.components.geochem_table import named, read
from pages.components.texts import t

HOME = ":material/map:"


def on_the_map(analysis: Analysis, place: str) -> None:
    """Switches for what of the result lies on the map; `place` parts the widgets of tab and panel."""
    options = [geochem.CLUSTERS, geochem.ANOMALOUS, geochem.HEAT, geochem.CLASSES, *components_of(analysis)[:6]]
    names = {x: x if x.startswith("PC") else t(f"geo_on_{x}") for x in options}
    state = geochem.read()
    key = f"geo_on_{place}_{analysis.record.id}_{'-'.join(state.shown)}"
    with st.container(horizontal=place == "tab", vertical_alignment="bottom", key=f"geo_map_{place}"):
        st.pills(
            t("geo_on_map"), options, selection_mode="multi", default=[x for x in state.shown if x in options],
            format_func=lambda x: names[x], key=key, on_change=_shown, args=(key, place),
        )  # fmt: skip
        if place == "tab":
            st.button(t("geo_go"), icon=HOME, key="geo_go", on_click=_go, args=(analysis,))


def _shown(key: str, place: str) -> None:
    geochem.change(shown=tuple(st.session_state.get(key) or ()))
    if place == "home":
        st.rerun(["map", "panel"])


def _go(analysis: Analysis) -> None:
    """Show the map with the samples of the result."""
    bounds = _bounds(analysis)
    if bounds is not None:
        StateManager().look(bounds)
    st.session_state["tabs"] = HOME
    st.session_state["home_side"] = "geochem"


def _bounds(analysis: Analysis) -> tuple[float, float, float, float] | None:
    frame = samples(analysis)
    if frame.empty:
        return None
    west, east, south, north = frame["lon"].min(), frame["lon"].max(), frame["lat"].min(), frame["lat"].max()
    return float(west), float(south), float(east), float(north)


def clusters(analysis: Analysis, place: str) -> None:
    """The table of anomaly clusters; a row that is selected is shown on the map."""
    path = analysis.path("anomaly_clusters")
    frame = pd.DataFrame() if path is None else read(str(analysis.directory / "anomaly_clusters.csv"))
    if frame.empty:
        st.caption(t("geo_no_clusters"))
        return
    columns = [x for x in frame.columns if x not in ("lon", "lat", "peak_row")]
    if place == "home":
        columns = [
            x for x in columns if x in ("cluster", "samples", "area_km2", "leading", "contrast", "peak", "unit")
        ]
    key = f"geo_clusters_{place}_{analysis.record.id}_{geochem.read().clicks}"
    st.markdown(f"**{t('geo_clusters')}**")
    st.caption(t("geo_clusters_hint"))
    st.dataframe(
        named(frame[columns], analysis), hide_index=True, width="stretch", key=key, selection_mode="single-row",
        on_select=lambda: _selected(analysis, key, place), height=260,
    )  # fmt: skip


def _selected(analysis: Analysis, key: str, place: str) -> None:
    rows = st.session_state.get(key, {}).get("selection", {}).get("rows", [])
    number_ = int(rows[0]) + 1 if rows else None
    shown = geochem.read().shown
    geochem.change(
        cluster=number_, shown=shown if geochem.CLUSTERS in shown else (*shown, geochem.CLUSTERS)
    )  # fmt: skip
    outline = geochem.outlines(analysis).get(number_ or 0)
    if outline is not None:
        west, south, east, north = outline.bounds
        margin = max(east - west, north - south, 0.01) * 0.6
        StateManager().look((west - margin, south - margin, east + margin, north + margin))
    if place == "home":
        st.rerun(["map", "panel"])


def side() -> str:
    """What stands beside the map: the questions, or, where it is chosen, a result of element association."""
    if geochem.opened() is None and not geochem.any_kept():
        return "questions"
    names = {x: t(f"geo_side_{x}") for x in ("questions", "geochem")}
    st.session_state.setdefault("home_side", "questions")
    found = st.segmented_control(
        t("geo_side"), list(names), format_func=lambda x: names[x], key="home_side", label_visibility="collapsed"
    )  # fmt: skip
    return found or "questions"


def beside() -> None:
    """The open result beside the map, or the list of kept ones to choose from."""
    with st.container(key="panel_body", height=560, border=False, gap="small"):
        geochem_kept.choose()
        analysis = geochem.opened()
        if analysis is None:
            st.caption(t("geo_choose_one"))
            return
        invented = invented_line(analysis.record, StateManager().language)
        if invented:
            st.caption(invented)
        on_the_map(analysis, "home")
        clusters(analysis, "home")
        linked(analysis, "home")

"""A result and the map as two views of one thing: what is drawn, the cluster selected, the samples marked."""

from __future__ import annotations

import json
from functools import lru_cache
from html import escape
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
import shapely
import streamlit as st
from shapely.geometry import shape

from core.analysis.plotting import COLOURS
from core.analysis.store import Analysis
from core.session import StateManager
from pages.components import geochem_state as geochem
from pages.components.texts import number, plain, t

DRAWN = 4_000
"""Samples in a plot; of more, every so many-th, and all that are anomalous."""
HOME = ":material/map:"


def components_of(analysis: Analysis) -> list[str]:
    """PC1 … of a result."""
    return [x.key.split(".")[1] for x in analysis.facts() if x.key.endswith(".variance_pct")]


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


def samples(analysis: Analysis) -> pd.DataFrame:
    """Samples of a result with scores, class and cluster."""
    from pages.components.geochem_result import read  # noqa: PLC0415 - the two show each other

    return read(str(analysis.directory / "samples.csv"))


def _bounds(analysis: Analysis) -> tuple[float, float, float, float] | None:
    frame = samples(analysis)
    if frame.empty:
        return None
    west, east, south, north = frame["lon"].min(), frame["lon"].max(), frame["lat"].min(), frame["lat"].max()
    return float(west), float(south), float(east), float(north)


def clusters(analysis: Analysis, place: str) -> None:
    """The table of anomaly clusters; a row that is selected is shown on the map."""
    from pages.components.geochem_result import named, read  # noqa: PLC0415 - the two show each other

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
    key = f"geo_clusters_{place}_{analysis.record.id}"
    st.markdown(f"**{t('geo_clusters')}**")
    st.caption(t("geo_clusters_hint"))
    st.dataframe(
        named(frame[columns]), hide_index=True, width="stretch", key=key, selection_mode="single-row",
        on_select=lambda: _selected(analysis, key, place), height=260,
    )  # fmt: skip


def _selected(analysis: Analysis, key: str, place: str) -> None:
    rows = st.session_state.get(key, {}).get("selection", {}).get("rows", [])
    number_ = int(rows[0]) + 1 if rows else None
    shown = geochem.read().shown
    geochem.change(
        cluster=number_, shown=shown if geochem.CLUSTERS in shown else (*shown, geochem.CLUSTERS)
    )  # fmt: skip
    outline = _outlines(str(analysis.directory / "cluster_outlines.geojson")).get(number_ or 0)
    if outline is not None:
        west, south, east, north = outline.bounds
        margin = max(east - west, north - south, 0.01) * 0.6
        StateManager().look((west - margin, south - margin, east + margin, north + margin))
    if place == "home":
        st.rerun(["map", "panel"])


@lru_cache(maxsize=8)
def _outlines(path: str) -> dict[int, Any]:
    with open(path, encoding="utf-8") as file:
        features = json.load(file)["features"]
    return {int(x["properties"]["cluster"]): shape(x["geometry"]) for x in features}


def scatter(analysis: Analysis) -> None:
    """Scores of two components; a range marked here is marked on the map, an area drawn there is marked here."""
    names = components_of(analysis)
    if len(names) < 2:
        return
    frame = samples(analysis)
    with st.container(horizontal=True):
        x = st.selectbox("x", names, index=0, key="geo_x") or names[0]
        y = st.selectbox("y", names, index=1, key="geo_y") or names[1]
    inside = _drawn(frame)
    if inside is not None:
        part = frame[inside]
        classes = part["class"].value_counts().sort_index()
        told = ", ".join(f"{t('geo_class', number=k)}: {number(float(n))}" for k, n in classes.items())
        st.caption(t("geo_in_area", n=number(float(len(part))), classes=told))
        frame = part
    shown = _thinned(frame)
    if shown.empty:
        return
    if len(shown) < len(frame):
        st.caption(t("geo_thinned", n=number(float(len(shown))), total=number(float(len(frame)))))
    shown = shown.assign(shown=[t("geo_class", number=k) for k in shown["class"]])
    classes_ = [t("geo_class", number=k) for k in sorted(shown["class"].unique())]
    colours = [COLOURS[(int(k) - 1) % len(COLOURS)] for k in sorted(shown["class"].unique())]
    chart = (
        alt.Chart(shown)
        .mark_circle(size=18, opacity=0.55)
        .encode(
            x=alt.X(x, type="quantitative"), y=alt.Y(y, type="quantitative"),
            color=alt.Color("shown", title=None, scale=alt.Scale(domain=classes_, range=colours)),
            tooltip=["sample", "shown", x, y],
        )
        .add_params(alt.selection_interval(name="brush"))
        .properties(height=300)
    )  # fmt: skip
    key = f"geo_scatter_{analysis.record.id}_{x}_{y}"
    st.altair_chart(chart, key=key, on_select=lambda: _marked(key, x, y), selection_mode="brush")
    st.caption(t("geo_scatter_hint"))


def _marked(key: str, x: str, y: str) -> None:
    """A range was marked in the plot: the map pales the other samples."""
    brush = st.session_state.get(key, {}).get("selection", {}).get("brush", {})
    ranges = {k: (float(min(v)), float(max(v))) for k, v in brush.items() if k in (x, y) and len(v) == 2}
    shown = geochem.read().shown
    if ranges and not any(s.startswith("PC") or s == geochem.CLASSES for s in shown):
        shown = (*shown, geochem.CLASSES)
    geochem.change(brush=ranges, shown=shown)
    st.rerun("map")


def _drawn(frame: pd.DataFrame) -> np.ndarray | None:
    """Which samples lie in the area drawn on the map; None without one."""
    selection = StateManager().selection
    if selection is None or selection.geometry is None:
        return None
    found: np.ndarray = shapely.contains_xy(selection.geometry, frame["lon"].to_numpy(), frame["lat"].to_numpy())
    return found


def _thinned(frame: pd.DataFrame) -> pd.DataFrame:
    if len(frame) <= DRAWN:
        return frame
    every = np.zeros(len(frame), bool)
    every[:: -(-len(frame) // DRAWN)] = True
    return frame[every | (frame["cluster"].to_numpy() > 0)]


def side() -> str:
    """What stands beside the map: the questions, or, where a result is open and chosen, the result."""
    if geochem.opened() is None:
        return "questions"
    names = {x: t(f"geo_side_{x}") for x in ("questions", "geochem")}
    st.session_state.setdefault("home_side", "questions")
    found = st.segmented_control(
        t("geo_side"), list(names), format_func=lambda x: names[x], key="home_side", label_visibility="collapsed"
    )  # fmt: skip
    return found or "questions"


def beside() -> None:
    """The open result beside the map."""
    analysis = geochem.opened()
    if analysis is None:
        return
    with st.container(key="panel_body", height=560, border=False, gap="small"):
        title = analysis.record.title.in_(StateManager().language)
        st.html(f'<h3 class="os-title">{escape(title)}</h3>')
        if analysis.record.invented:
            st.caption(plain(t("geo_invented")))
        on_the_map(analysis, "home")
        clusters(analysis, "home")
        scatter(analysis)

"""The samples of a result as plot and table, both limited by what is marked in either or on the map."""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np
import pandas as pd
import shapely
import streamlit as st

from core.analysis.plotting import COLOURS
from core.analysis.store import Analysis
from core.session import Picked, StateManager
from pages.components import geochem_state as geochem
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.geochem_table import named, read, rock_names
from pages.components.texts import number, plain, t

DRAWN = 4_000
"""Samples in a plot; of more, every so many-th, and all that are in an anomaly cluster."""
LISTED = 2_000
"""Samples in a table."""
NEAR = 0.012
"""Part of the width of the map within which a click hits a sample."""
CLOSE = 0.03
"""Degrees around a sample that is looked at."""


def samples(analysis: Analysis) -> pd.DataFrame:
    """Samples of a result with scores, class and cluster."""
    return read(str(analysis.directory / "samples.csv"))


def components_of(analysis: Analysis) -> list[str]:
    """PC1 … of a result."""
    return [x.key.split(".")[1] for x in analysis.facts() if x.key.endswith(".variance_pct")]


def linked(analysis: Analysis, place: str) -> None:
    """Plot and table; `place` is ``tab`` or ``home``, beside the map."""
    frame = samples(analysis)
    if frame.empty:
        return
    mask, told = _limits(frame)
    axes = _scatter(analysis, frame[mask], place)
    for field, (low, high) in geochem.read().brush.items():
        if field in frame:
            mask &= frame[field].between(low, high).to_numpy()
            told.append(t("geo_by_range", name=field, low=f"{low:.2f}", high=f"{high:.2f}"))
    _table(analysis, frame, mask, told, place=place, axes=axes)


def _limits(frame: pd.DataFrame) -> tuple[np.ndarray, list[str]]:
    """Which samples the map and the choice of a cluster or class leave, and by what."""
    mask, told, state = np.ones(len(frame), bool), [], geochem.read()
    selection = StateManager().selection
    if selection is not None and selection.geometry is not None:
        mask &= shapely.contains_xy(selection.geometry, frame["lon"].to_numpy(), frame["lat"].to_numpy())
        told.append(t("geo_by_area"))
    for column, value in (("cluster", state.cluster), ("class", state.only_class)):
        if value is not None:
            mask &= (frame[column] == value).to_numpy()
            told.append(t(f"geo_by_{column}", number=value))
    return mask, told


def _scatter(analysis: Analysis, frame: pd.DataFrame, place: str) -> tuple[str, ...]:
    """Scores of two components; a range marked here is marked on the map.  Returns the axes."""
    names = components_of(analysis)
    if len(names) < 2:
        return tuple(names)
    with st.container(horizontal=True):
        x = st.selectbox(t("geo_axis_x"), names, index=0, key=f"geo_x_{place}") or names[0]
        y = st.selectbox(t("geo_axis_y"), names, index=1, key=f"geo_y_{place}") or names[1]
    shown = _thinned(frame)
    if shown.empty:
        return x, y
    if len(shown) < len(frame):
        st.caption(t("geo_thinned", n=number(float(len(shown))), total=number(float(len(frame)))))
    key = f"geo_scatter_{place}_{analysis.record.id}_{x}_{y}"
    st.altair_chart(
        _chart(shown, x, y), key=key, on_select=lambda: _marked(key, x, y, place), selection_mode="brush"
    )  # fmt: skip
    st.caption(t("geo_scatter_hint"))
    return x, y


def _chart(frame: pd.DataFrame, x: str, y: str) -> Any:
    numbers = sorted(frame["class"].unique())
    called = {k: t("geo_class", number=k) for k in numbers}
    shown = frame[["row", "sample", "class", *dict.fromkeys((x, y))]]
    shown = shown.assign(shown=shown["class"].map(called), sample=shown["sample"].astype(str))
    scale = alt.Scale(domain=list(called.values()), range=[COLOURS[(int(k) - 1) % len(COLOURS)] for k in numbers])
    place = {"x": alt.X(x, type="quantitative"), "y": alt.Y(y, type="quantitative")}
    tip = [alt.Tooltip("sample", title=t("geo_col_sample")), alt.Tooltip("shown", title=t("geo_col_class")), x, y]
    points = alt.Chart(shown).mark_circle(size=18, opacity=0.55)
    points = points.encode(color=alt.Color("shown", title=None, scale=scale), tooltip=tip, **place)
    points = points.add_params(alt.selection_interval(name="brush"))
    one = shown[shown["row"] == geochem.read().sample]
    if one.empty:
        return points.properties(height=300)
    ring = alt.Chart(one).mark_point(size=170, color="#111111", strokeWidth=2.2).encode(tooltip=tip, **place)
    return (points + ring).properties(height=300)


def _marked(key: str, x: str, y: str, place: str) -> None:
    """A range was marked in the plot: the table keeps its samples, the map pales the others."""
    brush = st.session_state.get(key, {}).get("selection", {}).get("brush", {})
    ranges = {k: (float(min(v)), float(max(v))) for k, v in brush.items() if k in (x, y) and len(v) == 2}
    shown = geochem.read().shown
    if ranges and not any(s.startswith("PC") or s == geochem.CLASSES for s in shown):
        shown = (*shown, geochem.CLASSES)
    geochem.change(brush=ranges, shown=shown)
    if place == "home":
        st.rerun(["map", "panel"])


def _table(
    analysis: Analysis, frame: pd.DataFrame, mask: np.ndarray, told: list[str], *, place: str,
    axes: tuple[str, ...],
) -> None:  # fmt: skip
    part = frame[mask]
    count = t("geo_samples_of", n=number(float(len(part))), total=number(float(len(frame))))
    st.markdown(f"**{t('geo_view_samples')}** · {count}")
    state = geochem.read()
    if told:
        classes = part["class"].value_counts().sort_index()
        among = ", ".join(f"{t('geo_class', number=k)}: {number(float(n))}" for k, n in classes.items())
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(f"{t('geo_limited', by=', '.join(told))} {among}")
            if state.brush or state.cluster is not None or state.only_class is not None:
                key = f"geo_all_samples_{place}"
                st.button(t("geo_show_all"), key=key, type="tertiary", on_click=_all, args=(place,))
    _one(analysis, frame, axes)
    if place == "home":
        part = part[["row", "sample", "class", *dict.fromkeys(axes), "exceeds", "cluster"]]
    rows = part["row"].tolist()[:LISTED]
    if len(part) > LISTED:
        st.caption(t("geo_listed", n=number(float(LISTED))))
    key = "_".join(map(str, ("geo_samples", place, analysis.record.id, len(part), rows[:1], state.clicks)))
    st.dataframe(
        named(part.head(LISTED), analysis), hide_index=True, width="stretch", key=key, selection_mode="single-row",
        on_select=lambda: _chosen(key, rows, frame, place), row_height=ROW_PX,
        height=table_height(len(rows), 7 if place == "home" else 12),
    )  # fmt: skip


def _one(analysis: Analysis, frame: pd.DataFrame, axes: tuple[str, ...]) -> None:
    """What is known of the picked sample."""
    one = frame[frame["row"] == geochem.read().sample]
    if one.empty:
        return
    row = one.iloc[0]
    told = [t("geo_class", number=row["class"]), *(f"{x} {row[x]:.2f}" for x in dict.fromkeys(axes))]
    if isinstance(row.get("over"), str) and row["over"]:
        told.append(f"{t('geo_col_over')}: {row['over']}")
    if isinstance(row.get("rock"), str) and row["rock"]:
        told.append(rock_names(analysis)(row["rock"]))
    st.info(plain(f"{row['sample']} · {' · '.join(told)}"), icon=":material/my_location:")


def _chosen(key: str, rows: list[int], frame: pd.DataFrame, place: str) -> None:
    """A row was chosen: its sample is ringed in the plot and on the map."""
    at = st.session_state.get(key, {}).get("selection", {}).get("rows", [])
    sample = int(rows[at[0]]) if at else None
    shown = geochem.read().shown
    geochem.change(sample=sample, shown=shown or (geochem.CLASSES,))
    if sample is not None:
        one = frame[frame["row"] == sample].iloc[0]
        lon, lat = float(one["lon"]), float(one["lat"])
        StateManager().look((lon - CLOSE, lat - CLOSE, lon + CLOSE, lat + CLOSE))
    if place == "home":
        st.rerun(["map", "panel"])


def _all(place: str) -> None:
    geochem.change(brush={}, cluster=None, only_class=None)
    if place == "home":
        st.rerun(["map", "panel"])


def pick(at: Picked) -> None:
    """A click on the map picks the sample and the anomaly cluster that are drawn there, or none."""
    analysis, state, view = geochem.opened(), geochem.read(), StateManager().bounds
    if analysis is None or not state.shown or st.session_state.get("home_side") != "geochem":
        return
    sample = cluster = None
    frame = samples(analysis)
    if view is not None and not frame.empty and set(state.shown) - {geochem.CLUSTERS, geochem.HEAT}:
        east = (frame["lon"].to_numpy() - at.lon) * np.cos(np.radians(at.lat))
        away = np.hypot(east, frame["lat"].to_numpy() - at.lat)
        nearest = int(np.argmin(away))
        if away[nearest] <= NEAR * (view[2] - view[0]):
            sample = int(frame["row"].iloc[nearest])
    if geochem.CLUSTERS in state.shown:
        there = (k for k, x in geochem.outlines(analysis).items() if x.contains(shapely.Point(at.lon, at.lat)))
        cluster = next(there, None)
    geochem.change(sample=sample, cluster=cluster, clicks=state.clicks + 1)


def _thinned(frame: pd.DataFrame) -> pd.DataFrame:
    if len(frame) <= DRAWN:
        return frame
    every = np.zeros(len(frame), bool)
    every[:: -(-len(frame) // DRAWN)] = True
    return frame[every | (frame["cluster"].to_numpy() > 0)]

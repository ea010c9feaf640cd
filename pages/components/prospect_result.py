"""One kept result: verdict, validation, importance, targets on a picture and in a table, report and files."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
import streamlit as st

from core.analysis.prospect_origin import origin
from core.analysis.prospect_read import read_rows
from core.analysis.prospect_request import ProspectRequest
from core.analysis.record import AnalysisRecord
from core.analysis.store import Analysis, changed_layers
from core.errors import OreSightError
from core.session import StateManager
from pages.components import prospect_picture
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.product import product
from pages.components.prospect_home import go, to_map
from pages.components.prospect_tables import importance, report_table, table
from pages.components.texts import plain, t

MARK = {"better": "os-good", "weak": "os-fair", "chance": "os-poor", "leak": "os-poor"}
PARTS = ("targets", "trust", "importance", "report", "files")


def render(found: Analysis) -> None:
    """Draw the result."""
    language = StateManager().language
    facts = {x.key: x for x in found.facts()}
    st.html(f'<h3 class="os-title">{escape(found.record.title.in_(language))}</h3>')
    made = f"{t('mpm_col_made').capitalize()}: {found.record.created:%Y-%m-%d %H:%M}"
    invented = origin(found.record)
    st.caption(f"{made} · {plain(invented.in_(language))}" if invented is not None else made)
    stale = changed_layers(product().database, found.record)
    if stale:
        st.warning(t("mpm_stale", layers=", ".join(plain(x.title.in_(language)) for x in stale)))
    reading = facts["verdict"]
    mark = MARK.get(str(reading.value), "os-poor")
    st.html(
        f'<div class="mpm-verdict {mark}"><b>{escape(t(f"mpm_verdict_{reading.value}"))}</b>'
        f"<p>{escape(reading.label.in_(language))}</p></div>"
    )
    notes = table(found, "notes")
    for text in notes[notes["warning"].astype(str) == "True"][language] if len(notes) else ():
        st.warning(plain(str(text)))
    chosen = st.segmented_control(
        t("mpm_parts"), PARTS, default="targets", format_func=lambda x: t(f"mpm_part_{x}"), key="mpm_part",
        label_visibility="collapsed",
    )  # fmt: skip
    {"targets": _targets, "trust": _trust, "importance": importance, "report": _report, "files": _files}[
        chosen or "targets"
    ](found)


@st.cache_data(max_entries=16, show_spinner=False)
def _shapes(path: str) -> list[dict[str, Any]]:
    with open(path, encoding="utf-8") as file:
        return list(json.load(file)["features"])


@st.cache_data(max_entries=16, show_spinner=False)
def _picture(raster: str, shapes: str, table: str, _found: AnalysisRecord, chosen: int | None) -> bytes:
    from pathlib import Path  # noqa: PLC0415 - only here

    try:
        rule = ProspectRequest.from_plain(dict(_found.settings)).labels
        app = product()
        rows = read_rows(app.database, app.card, table, attribute=rule.attribute, values=rule.values)
        points = np.array([[x.centroid.x, x.centroid.y] for x in rows.shapes])
    except OreSightError:  # the layer is gone: the picture does without it
        points = np.zeros((0, 2))
    return prospect_picture.result(Path(raster), _shapes(shapes), points, chosen)


def _targets(found: Analysis) -> None:
    state, language = StateManager(), StateManager().language
    raster, polygons = found.path("potential"), found.path("targets")
    if raster is None or polygons is None:
        st.info(t("mpm_lost"))
        return
    shapes = _shapes(str(polygons))
    table = str(found.record.settings["labels"]["table"])
    st.image(_picture(str(raster), str(polygons), table, found.record, state.prospect_target))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(t("mpm_to_map"), icon=":material/map:", on_click=go, args=(found,), key="mpm_to_map_now")
        st.caption(t("mpm_picture"))
    rows = [x["properties"] for x in shapes if f"leading_{language}" in x["properties"]]
    frame = pd.DataFrame(
        {
            "#": p["target"], t("mpm_col_known"): t("mpm_yes") if p["known"] else "",
            t("mpm_col_any"): _near(p, "any_known"),
            t("mpm_col_area"): p["area_km2"], t("mpm_col_mean"): p["mean"], t("mpm_col_spread"): p["deviation"],
            t("mpm_col_occurrence"): _near(p, "occurrence"), t("mpm_col_line"): _near(p, "line"),
            t("mpm_col_leading"): p[f"leading_{language}"], t("mpm_col_lon"): p["lon"], t("mpm_col_lat"): p["lat"],
        }
        for p in rows
    )  # fmt: skip
    key = f"mpm_targets_{found.record.id}"

    def picked() -> None:
        chosen = st.session_state[key].selection.rows
        state = StateManager()
        state.prospect_target = int(rows[chosen[0]]["target"]) if chosen else None
        if chosen:
            number = rows[chosen[0]]["target"]
            to_map(found, _bounds(next(x for x in shapes if x["properties"]["target"] == number)))

    st.dataframe(
        frame, key=key, hide_index=True, width="stretch", height=table_height(len(frame), 9), row_height=ROW_PX,
        selection_mode="single-row", on_select=picked, alt=t("mpm_part_targets"),
        column_config={t("mpm_col_area"): st.column_config.NumberColumn(format="%.2f")}
        | {t(x): st.column_config.NumberColumn(format="%.4f") for x in ("mpm_col_mean", "mpm_col_spread")}
        | {t(x): st.column_config.NumberColumn(format="%.5f") for x in ("mpm_col_lon", "mpm_col_lat")},
    )  # fmt: skip
    st.caption(t("mpm_targets_hint"))


def _near(properties: dict[str, Any], what: str) -> str:
    if what not in properties:
        return ""
    name = properties.get(f"{what}_zh") if StateManager().language == "zh" else None
    return f"{name or properties[what]}, {properties[f'{what}_m'] / 1000:.2f} km"


def _bounds(feature: dict[str, Any]) -> tuple[float, float, float, float]:
    from shapely.geometry import shape  # noqa: PLC0415 - only here

    west, south, east, north = shape(feature["geometry"]).buffer(0.01).bounds
    return west, south, east, north


def _trust(found: Analysis) -> None:
    validations = table(found, "validation")
    st.caption(t("mpm_trust_line"))
    st.html(report_table(found, 0))
    if validations.empty:
        return
    placebo = table(found, "placebo")
    facts = {x.key: x.value for x in found.facts()}
    real = facts.get("auc.grouped")
    if len(placebo) and real is not None:
        _placebo_chart(placebo, float(real))
    curves = table(found, "curves")
    long = curves.melt("area", ["prediction_rate", "success_rate"], "curve", "captured")
    long["curve"] = long["curve"].map({"prediction_rate": t("mpm_prediction"), "success_rate": t("mpm_success")})
    left = pd.DataFrame({"area": curves["area"], "curve": t("mpm_left_out"), "captured": 1 - curves["area"]})
    chart = alt.Chart(pd.concat([long, left])).mark_line()
    st.altair_chart(
        chart.encode(
            x=alt.X("area", title=t("mpm_axis_area"), axis=alt.Axis(format="%")),
            y=alt.Y("captured", title=t("mpm_axis_captured"), axis=alt.Axis(format="%")),
            color=alt.Color("curve", title=None, legend=alt.Legend(orient="bottom")),
        ).properties(height=280, title=t("mpm_curves"))
    )
    calibration = table(found, "calibration")
    points = (
        alt.Chart(calibration)
        .mark_line(point=True)
        .encode(
            x=alt.X("predicted", title=t("mpm_axis_predicted")), y=alt.Y("observed", title=t("mpm_axis_observed"))
        )
    )
    st.altair_chart(points.properties(height=220, title=t("mpm_calibration")))


def _placebo_chart(placebo: pd.DataFrame, real: float) -> None:
    bars = (
        alt.Chart(placebo)
        .mark_bar(color="#98a1a9")
        .encode(
            x=alt.X("auc", bin=alt.Bin(step=0.025), title=t("mpm_axis_auc"), scale=alt.Scale(domain=[0.3, 1.0])),
            y=alt.Y("count()", title=t("mpm_axis_sets")),
        )
    )
    line = alt.Chart(pd.DataFrame({"auc": [real]})).mark_rule(color="#b0005e", strokeWidth=3).encode(x="auc")
    st.altair_chart((bars + line).properties(height=180, title=t("mpm_placebo_title")))


def _report(found: Analysis) -> None:
    st.markdown(found.report(StateManager().language))


def _files(found: Analysis) -> None:
    language = StateManager().language
    st.button(t("mpm_to_map"), icon=":material/map:", on_click=go, args=(found,), key="mpm_to_map")
    for one in found.record.products:
        path = found.directory / one.file
        if one.language in ("", language) and path.is_file():
            st.download_button(
                f"{one.label.in_(language)} ({path.suffix[1:].upper()}, {path.stat().st_size / 1024:,.0f} KB)",
                path.read_bytes(), file_name=f"{found.record.id}_{one.file}", key=f"mpm_file_{one.file}",
                icon=":material/download:", on_click="ignore",
            )  # fmt: skip
    with st.expander(t("mpm_settings")):
        st.json(dict(found.record.settings))

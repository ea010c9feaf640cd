"""A GeoTIFF on its way to a raster: coordinate system, place, value of empty cells, reprojection, name."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from core.raster import RasterReport
from core.service.importing import Pending
from core.session import StateManager
from pages.components import upload_flow as flow
from pages.components import upload_place, upload_report
from pages.components.evidence_table import ROW_PX, table_height
from pages.components.product import rasters
from pages.components.texts import number, t
from pages.components.upload_widgets import chosen, counted, heading, key, written

SIDES = ("west", "south", "east", "north")


def render(pending: Pending) -> None:
    """Draw everything about a raster that was checked."""
    report = pending.raster
    assert report is not None  # noqa: S101  # the caller looked
    upload_report.head(pending, _facts(report))
    left, right = st.columns([11, 9], gap="medium")
    with left, st.container(key=key(pending, "decisions"), gap="small"):
        _place(pending, report)
        _cells(pending, report)
        _name(pending, report)
        _button(pending, report)
    with right, st.container(key=key(pending, "report"), gap="small"):
        upload_report.findings(report.findings)
        areas = upload_place.areas(pending)
        upload_report.place(report.extent, (), pending.grid.crs or report.crs, areas)
        _bands(report)


def _facts(report: RasterReport) -> list[tuple[str, str]]:
    cells = f"{number(report.width)} × {number(report.height)}" if report.width else ""
    return [
        (t("up_fact_format"), "GeoTIFF"),
        (t("up_fact_size"), upload_report.size(report.size)),
        (t("up_fact_cells"), cells),
        (t("up_fact_type"), report.dtype),
    ]


def _place(pending: Pending, report: RasterReport) -> None:
    heading(t("up_place"), t("up_place_raster"))
    upload_place.systems(pending, pending.grid.crs, report.crs, lambda crs: flow.decide(pending, crs=crs))
    systems = {
        "": t("up_reproject_no"),
        "EPSG:4326": "EPSG:4326 · WGS 84",
        "EPSG:3857": "EPSG:3857 · Web Mercator",
    }
    now = pending.grid.reproject or ""
    options = list(dict.fromkeys([*systems, *([report.crs] if report.crs.startswith("EPSG") else []), now]))
    chosen(
        pending, "reproject", t("up_reproject"), options, now,
        lambda x: flow.decide(pending, reproject=x or None), shown=lambda x: systems.get(x, x),
        help=t("up_reproject_help"),
    )  # fmt: skip
    if pending.grid.extent is not None or any(x.code.startswith(("raster_no_transform", "raster_extent"))
                                              for x in report.findings):  # fmt: skip
        _extent(pending)


def _extent(pending: Pending) -> None:
    """West, south, east, north for a file that does not say where it lies; taken when all four are there."""
    own = [key(pending, x) for x in SIDES]
    st.caption(t("up_extent_line"))
    known = pending.grid.extent

    def changed() -> None:
        values = [st.session_state.get(x) for x in own]
        if all(x is not None for x in values):
            flow.decide(pending, extent=tuple(float(x) for x in values if x is not None))

    for i, (column, side) in enumerate(zip(st.columns(4, gap="small"), SIDES, strict=True)):
        column.number_input(
            t(f"up_side_{side}"), value=known[i] if known is not None else None, key=own[i], format="%g",
            on_change=changed,
        )  # fmt: skip


def _cells(pending: Pending, report: RasterReport) -> None:
    heading(t("up_nodata"), t("up_nodata_line"))
    stated = "" if report.nodata is None or math.isnan(report.nodata) else f"{report.nodata:g}"
    shown = t("up_auto", value=stated) if stated else t("up_automatic")
    counted(
        pending, "nodata", t("up_nodata_value"), pending.grid.nodata,
        lambda x: flow.decide(pending, nodata=x), placeholder=shown, format="%g",
    )  # fmt: skip


def _name(pending: Pending, report: RasterReport) -> None:
    heading(t("up_target"))
    left, right = st.columns(2, gap="small")
    taken = {x.name for x in rasters().records(now=True)}
    with left:
        title = pending.grid.title or pending.file.name.rpartition(".")[0]
        written(
            pending, "title", t("up_title"), title, lambda x: flow.decide(pending, title=x or None), max_chars=120
        )
    with right:
        written(
            pending, "name", t("up_raster_name"), pending.grid.name or report.name,
            lambda x: flow.decide(pending, name=x or None), max_chars=60,
        )  # fmt: skip
    if (pending.grid.name or report.name) in taken:
        chosen(
            pending, "mode", t("up_mode"), ("new", "replace"), pending.grid.mode,
            lambda x: flow.decide(pending, mode=x), shown=lambda x: t(f"up_mode_raster_{x}"), radio=True,
            horizontal=True,
        )  # fmt: skip


def _button(pending: Pending, report: RasterReport) -> None:
    language, taken = StateManager().language, {x.name for x in rasters().records(now=True)}
    name = pending.grid.name or report.name
    why = report.errors[0].say(language) if report.errors else ""
    if not why and name in taken and pending.grid.mode == "new":
        why = t("up_load_taken_raster", name=name)
    if pending.problem is not None:
        st.error(pending.problem.say(language))
    st.button(
        t("up_load_raster"), key=key(pending, "load"), type="primary", icon=":material/database:",
        disabled=bool(why) or not pending.settled, on_click=flow.load,
        args=(pending, None, pending.grid.title or pending.file.name.rpartition(".")[0]),
    )  # fmt: skip
    if why:
        st.caption(why)


def _bands(report: RasterReport) -> None:
    if not report.bands:
        return
    heading(t("up_bands"))
    frame = pd.DataFrame(
        {
            t("up_band"): x.name, t("up_band_cells"): x.valid, t("up_band_low"): x.low, t("up_band_mean"): x.mean,
            t("up_band_high"): x.high, t("bind_unit"): x.unit,
        }
        for x in report.bands
    )  # fmt: skip
    st.dataframe(frame, hide_index=True, width="stretch", height=table_height(len(frame), 10), row_height=ROW_PX)

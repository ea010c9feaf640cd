"""Plain Folium on the benchmark's data: everything embedded into the page, as its documentation shows it."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from PIL import Image
from playwright.sync_api import Browser, Error, Frame, Page

from core.settings import ROOT
from tests.benchmarks.map_meter import REDRAW, Bytes, cpu_s
from tests.serving import started

RERUNS = 4
PAGE = """
import json
import folium, geopandas as gpd, streamlit as st
from streamlit_folium import st_folium
ASSETS = "../../assets/vendor/leaflet/"
folium.Map.default_js = [("leaflet", ASSETS + "leaflet.js")]
folium.Map.default_css = [("leaflet_css", ASSETS + "leaflet.css")]
st.set_page_config(layout="wide")

@st.cache_data
def read(path):
    return gpd.read_file(path).to_json()

m = folium.Map(location=(40.5, 108), zoom_start=7, tiles=None, prefer_canvas=True)
if {raster!r}:
    folium.raster_layers.ImageOverlay({raster!r}, bounds=[[38, 104], [43, 112]], opacity=0.8).add_to(m)
folium.GeoJson(read({polygons!r}), tooltip=folium.GeoJsonTooltip(["name"])).add_to(m)
folium.GeoJson(read({points!r}), marker=folium.CircleMarker(radius=3, fill=True),
               tooltip=folium.GeoJsonTooltip(["name"])).add_to(m)
st_folium(m, key="map", height=700, use_container_width=True, returned_objects=[])
st.button("again", key="again")
st.write("run", st.session_state.setdefault("runs", 0))
st.session_state.runs += 1
"""
LAUNCHER = """
import os, streamlit as st
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
app = st.App({page!r}, routes=[Mount("/assets", StaticFiles(directory={static!r})),
                               Route("/healthz", lambda r: JSONResponse({{}}))])
if __name__ == "__main__":
    app.run(config={{"server.port": int(os.environ["PORT"]), "server.headless": True,
                    "server.maxMessageSize": 2000, "browser.gatherUsageStats": False}})
"""


def run(browser: Browser, paths: dict[str, Path], directory: Path, limit_s: float) -> dict[str, Any]:
    """With the raster, and without it where that does not come to an end."""
    picture = directory / "raster.png"
    _picture(paths["raster"], picture)
    whole = _page(browser, paths, str(picture), directory, limit_s)
    return {"whole": whole, "vectors": _page(browser, paths, "", directory, limit_s)}


def _picture(source: Path, target: Path) -> None:
    """The raster as a picture of its own size; in grey, which is the smallest."""
    with rasterio.open(source) as file:
        cells = file.read(1)
    low, high = float(cells.min()), float(cells.max())
    Image.MAX_IMAGE_PIXELS = None
    Image.fromarray(((cells - low) / (high - low) * 255).astype(np.uint8)).save(target, compress_level=6)


def _page(
    browser: Browser, paths: dict[str, Path], raster: str, directory: Path, limit_s: float
) -> dict[str, Any]:
    page_file, launcher = directory / "folium_page.py", directory / "folium_app.py"
    page_file.write_text(PAGE.format(raster=raster, polygons=str(paths["polygons"]), points=str(paths["points"])))
    launcher.write_text(LAUNCHER.format(page=str(page_file), static=str(ROOT / "static")))
    with started(launcher, {}, directory / "folium.log") as (url, pid):
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.set_default_timeout(limit_s * 1000)
        try:
            return _visit(page, url, pid, bool(raster))
        except Error as error:
            return {"failed": str(error).splitlines()[0], "limit_s": limit_s, "server_cpu_s": cpu_s(pid)}
        finally:
            with contextlib.suppress(Error):
                context.close()


def _visit(page: Page, url: str, pid: int, raster: bool) -> dict[str, Any]:
    sent = Bytes()
    sent.follow(page)
    spent, begun = cpu_s(pid), time.perf_counter()
    page.goto(url)
    frame = _frame(page)
    ready = "window.map && Object.keys(map._layers).length > 1000" + (
        " && document.querySelector('img.leaflet-image-layer')?.complete" if raster else ""
    )
    frame.wait_for_function(ready)
    frame.evaluate("new Promise((d) => requestAnimationFrame(() => requestAnimationFrame(d)))")
    found: dict[str, Any] = {"drawn_s": time.perf_counter() - begun, "http_mb": sent.http / 1e6}
    found |= {"socket_kb": sent.socket / 1e3, "server_cpu_s": cpu_s(pid) - spent}
    pans = [frame.evaluate(REDRAW, [f"map.panBy([{x}, 0], {{animate: false}})", "true"]) for x in (150, -150)]
    zooms = [
        frame.evaluate(REDRAW, [f"map.setZoom(map.getZoom() + {d}, {{animate: false}})", "true"]) for d in (1, -1)
    ]
    found |= {"pan_ms": pans[1], "zoom_ms": zooms[1]}
    before = cpu_s(pid)
    for i in range(RERUNS):
        page.get_by_role("button", name="again").click()
        page.get_by_text(f"run {i + 1}", exact=True).wait_for()
    return found | {"rerun_ms": (cpu_s(pid) - before) / RERUNS * 1000}


def _frame(page: Page) -> Frame:
    while True:
        for frame in page.frames:
            if "streamlit_folium" in frame.url:
                return frame
        page.wait_for_timeout(100)

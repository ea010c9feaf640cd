"""The map at scale in a real browser: tiles, settings of a layer, tools, selections and study areas."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import shapely
from affine import Affine
from PIL import Image
from playwright.sync_api import Page, expect
from pyproj import Geod

from core.database.cluster import Cluster
from core.database.engine import Database
from core.raster import RasterDecisions, RasterStore, load_raster
from core.raster.tiles import raster_id
from core.settings import Settings
from tests.core.raster.files import write
from tests.serving import Screen

pytestmark = pytest.mark.browser
WEST, NORTH, CELL = 109.6, 42.1, 0.01
TITLE = "Radiation <b>grid</b>"
TRIANGLE = ((0.3, 0.25), (0.75, 0.35), (0.45, 0.7))
"""Corners of the drawn area, shares of the frame."""


def shot(screen: Screen, name: str) -> None:
    """Keep a picture where BROWSER_SHOTS says so."""
    if folder := os.environ.get("BROWSER_SHOTS"):
        screen.page.screenshot(path=str(Path(folder) / f"map_{name}.png"))


def until(screen: Screen, condition: str) -> None:
    """Wait for something in the frame of the map."""
    screen.frame().wait_for_function(condition)


def places(screen: Screen, shares: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Click at shares of the frame; longitudes and latitudes of the places."""
    iframe = screen.page.locator(".st-key-map iframe")
    box, border = iframe.bounding_box(), iframe.evaluate("e => e.clientLeft")
    assert box is not None
    found = []
    for x, y in shares:
        px, py = round(box["width"] * x), round(box["height"] * y)
        screen.page.mouse.click(box["x"] + px, box["y"] + py)
        ask = f"map.mouseEventToLatLng({{clientX: {px - border}, clientY: {py - border}}})"
        at = screen.frame().evaluate(f"[{ask}.lng, {ask}.lat]")
        found.append((at[0], at[1]))
    return found


def choose(page: Page, label: str, option: str) -> None:
    """An option of a select box in the settings of the layer."""
    box = page.locator('.st-key-layer_look [data-testid="stSelectbox"]').filter(has_text=label)
    box.locator("input").click()
    page.get_by_role("option", name=option, exact=True).click()


def test_a_large_layer_from_tiles_to_clusters(screen: Screen) -> None:
    page = screen.page
    screen.frame().evaluate("window.sign = 'kept'")
    page.locator(".st-key-layer_list label", has_text="samples").click()
    until(screen, "Object.values(OreSight.inspect().layers).some(x => x.loaded === 16370)")
    assert any(".mvt?v=" in x for x in screen.requests)
    note = screen.frame().locator(".os-note")
    expect(note).to_contain_text("of 16,370 drawn")
    shot(screen, "smart")
    page.locator('.st-key-layer_list [class*="st-key-tune_"] button:visible').nth(1).click()
    choose(page, "Points as", "heat map")
    expect(note).to_contain_text("density of 16,370 in view")
    expect(screen.frame().locator(".os-ramp")).to_be_visible()
    shot(screen, "heat")
    choose(page, "Points as", "clusters")
    expect(note).not_to_be_visible()
    shot(screen, "clusters")
    zoom = screen.settle()["zoom"]
    places(
        screen, ((0.5, 0.5),)
    )  # a cluster lies within 32 pixels of every place; the nearest hit is its own circle
    screen.frame().evaluate("map.setView([41.8, 109.95], 13, {animate: false})")
    choose(page, "Points as", "symbols")
    until(screen, "OreSight.inspect().pending === 0 && Object.values(OreSight.inspect().layers)"
                  ".some(x => x.loaded > 40 && x.loaded < 4000 && x.shown === x.loaded)")  # fmt: skip
    assert screen.inspect()["zoom"] == 13 != zoom
    slider = page.locator(
        '.st-key-layer_look [data-testid="stSlider"] [role=slider], .st-key-layer_look input[type=range]'
    ).first
    slider.focus()
    slider.press("Home")
    until(screen, "[...document.querySelectorAll('.leaflet-pane')].some(p => p.style.opacity === '0')")
    choose(page, "Drawn from scale", "1 : 50,000")
    until(screen, "Object.values(OreSight.inspect().layers).some(x => x.hidden)")
    page.get_by_text("中文", exact=True).click()
    expect(note).to_contain_text("不绘制")
    for tab in (1, 0):
        page.get_by_role("tab").nth(tab).click()
    now = screen.settle()
    assert now["zoom"] == 13
    assert now["center"] == pytest.approx([41.8, 109.95], abs=0.001)
    assert screen.frame().evaluate("window.sign") == "kept"
    shot(screen, "zh")


def test_search_measure_and_base_map(screen: Screen) -> None:
    page, frame = screen.page, screen.frame()
    frame.locator(".os-tool-search").click()
    box = frame.locator(".os-panel input")
    box.fill("saiw")
    frame.locator(".os-hits button", has_text="Saiwusu").first.click()
    expect(page.locator(".st-key-picked")).to_contain_text("Saiwusu")
    assert screen.inspect()["picked"]
    assert screen.inspect()["zoom"] > 11
    box.fill("41.5, 110.0")
    frame.locator(".os-hits button", has_text="41.5°").click()
    assert screen.inspect()["center"] == pytest.approx([41.5, 110.0], abs=0.001)
    box.fill("no such <b>name</b>")
    expect(frame.locator(".os-none")).to_be_visible()
    shot(screen, "search")
    frame.locator(".os-tool-measure").click()
    route = places(screen, ((0.5, 0.4), (0.8, 0.6), (0.75, 0.8)))
    metres = Geod(ellps="WGS84").line_length(*zip(*route, strict=True))
    total = frame.locator(".os-total")
    expect(total).to_contain_text("km")
    assert float(total.get_attribute("data-metres") or 0) == pytest.approx(
        metres, abs=0.5
    )  # where in its pixel a click lands
    assert float(total.inner_text().removesuffix(" km")) == pytest.approx(metres / 1000, abs=0.001)
    shot(screen, "measure")
    page.keyboard.press("Escape")
    expect(total).to_have_count(0)
    frame.locator(".os-tool-base").click()
    frame.locator(".os-panel label", has_text="Graticule").click()
    expect(frame.locator(".os-grid")).to_have_count(0)
    frame.locator(".os-panel label", has_text="none").click()
    until(screen, "!document.querySelector('.leaflet-land-pane canvas')")
    frame.locator(".os-tool-base").click()


def test_clicks_and_a_drawn_polygon_are_selections_and_a_study_area(screen: Screen, tmp_path: Path) -> None:
    page = screen.page
    address = next(
        x for x in screen.requests if ".geojson?" in x
    )  # the topmost layer is asked for first: deposits
    found = page.request.get(address).json()["features"]
    points: list[shapely.Point] = [shapely.Point(f["geometry"]["coordinates"]) for f in found]
    near = points[0]
    far = min((p for p in points if p.distance(near) > 0.12), key=near.distance)
    lon, lat, view = near.x, near.y, screen.inspect()
    screen.frame().evaluate(f"map.setView([{lat}, {lon}], 9, {{animate: false}})")
    screen.settle()
    screen.click_map(near.y, near.x)
    expect(page.locator(".st-key-picked")).to_be_visible()
    page.keyboard.down("Control")
    screen.click_map(far.y, far.x)
    page.keyboard.up("Control")
    expect(page.locator(".os-drawn")).to_contain_text("2 features picked")
    assert screen.inspect()["picked"] == 2
    screen.frame().evaluate(f"map.setView({view['center']}, {view['zoom']}, {{animate: false}})")
    screen.settle()
    screen.frame().locator(".os-draw-polygon").click()
    corners = places(screen, (*TRIANGLE, TRIANGLE[0]))[:3]
    inside = sum(shapely.Polygon(corners).contains(p) for p in points)
    assert 3 < inside < len(points)
    expect(page.locator(".os-drawn")).to_contain_text("km²")  # the polygon has taken the place of the picked ones
    page.get_by_text("Another area").click()
    page.locator(".st-key-area_drawn button:visible").click()
    expect(page.locator(".os-area")).to_contain_text("km²")
    screen.ask("How many deposits are there?")
    expect(page.locator(".os-lead")).to_contain_text(f"{inside} deposits")
    expect(page.locator(".os-caveats")).to_contain_text("chosen study area")
    shot(screen, "area")
    screen.settle()  # a press while the page is drawn anew would be lost
    page.locator(".st-key-area_clear button:visible").click()
    expect(page.locator(".os-area")).to_have_count(0)
    screen.ask("How many deposits are in the selected area?")
    expect(page.locator(".os-lead")).to_contain_text(f"{inside} deposits")
    file = tmp_path / "area.geojson"
    ring = [list(c) for c in (*corners, corners[0])]
    file.write_text(json.dumps({"type": "Polygon", "coordinates": [ring]}), encoding="utf-8")
    page.get_by_text("Another area").click()
    upload = page.locator('[class*="st-key-area_file"] input[type=file]')
    upload.set_input_files({"name": "bad.geojson", "mimeType": "application/json", "buffer": b"[1, 2]"})
    expect(page.get_by_text("no GeoJSON")).to_be_visible()
    upload.set_input_files(str(file))
    expect(page.locator(".os-area")).to_contain_text("area.geojson")


@pytest.fixture
def raster(settings: Settings, cluster: Cluster, served: str, tmp_path: Path) -> Iterator[str]:
    """West half low, east half high, a window without data in the middle."""
    cells = np.zeros((60, 80), "float32")
    cells[:, 40:] = 100
    cells[20:40, 30:50] = -9999
    path = write(tmp_path / "r.tif", cells, nodata=-9999, transform=Affine(CELL, 0, WEST, 0, -CELL, NORTH))
    database = Database.open(settings, cluster=cluster)
    store = RasterStore(database, settings.local_dir)
    yield load_raster(store, path, RasterDecisions(name="r", title=TITLE)).name
    store.drop("r")
    database.close()


def colour(screen: Screen, picture: Image.Image, column: float, row: float) -> tuple[int, int, int]:
    """Colour on the screen of a place given in cells."""
    lat, lon = NORTH - CELL * row, WEST + CELL * column
    x, y = screen.frame().evaluate(
        f"(() => {{ const p = map.latLngToContainerPoint([{lat}, {lon}]); return [p.x, p.y]; }})()"
    )
    return picture.getpixel((round(x), round(y)))  # type: ignore[return-value]


def test_a_raster_is_switched_on_faded_and_asked(raster: str, screen: Screen) -> None:
    page = screen.page
    assert screen.inspect()["rasters"] == []
    screen.frame().evaluate("window.sign = 'kept'")
    page.locator(".st-key-raster_list label", has_text=TITLE).click()
    slider = page.locator(f".st-key-raster_{raster_id('r')}_opacity input[type=range]")
    expect(slider).to_have_attribute("aria-valuetext", "80%")
    slider.focus()
    slider.press("End")
    screen.frame().evaluate(
        f"map.fitBounds([[{NORTH - 0.6}, {WEST}], [{NORTH}, {WEST + 0.8}]], {{animate: false}});"
        "for (const [name, pane] of Object.entries(map.getPanes()))"
        " if (!['mapPane', 'tilePane', 'rasters'].includes(name)) pane.style.visibility = 'hidden';"
    )
    # every tile has come, and has faded in
    until(screen, "(() => { const t = document.querySelector('.leaflet-rasters-pane .leaflet-layer');"
                  " const all = [...document.querySelectorAll('.leaflet-rasters-pane img')];"
                  " return t && t.style.opacity === '1' && all.length > 1 && OreSight.inspect().pending === 0"
                  " && all.every(x => x.complete && getComputedStyle(x).opacity === '1'); })()")  # fmt: skip
    assert screen.frame().evaluate("window.sign") == "kept"
    picture = Image.open(io.BytesIO(page.locator(".st-key-map iframe").screenshot())).convert("RGB")
    assert colour(screen, picture, 10, 10) == pytest.approx((68, 1, 84), abs=3)
    assert colour(screen, picture, 70, 50) == pytest.approx((253, 231, 37), abs=3)
    assert colour(screen, picture, 40, 30) == colour(screen, picture, -1.5, 30)
    assert screen.inspect()["rasters"] == [raster_id("r")]
    expect(page.locator(".st-key-legend img.os-bar")).to_have_attribute("alt", "0 – 100")
    screen.click_map(NORTH - CELL * 10.5, WEST + CELL * 60.5)
    card = page.locator(".st-key-picked .os-card", has_text=TITLE)
    expect(card).to_contain_text("100")
    expect(card).to_contain_text("band 1")
    page.locator(".st-key-raster_list label", has_text=TITLE).click()
    until(screen, "OreSight.inspect().rasters.length === 0")
    assert screen.frame().evaluate("window.sign") == "kept"  # no rerun has mounted the map anew
    assert any("/api/rasters/" in x for x in screen.requests)

"""A raster in a real browser: off at first, its colours in place, transparent without data, values at a click."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from affine import Affine
from PIL import Image
from playwright.sync_api import expect

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
    page.locator(".st-key-raster_list label", has_text=TITLE).click()
    slider = page.locator(f".st-key-raster_{raster_id('r')}_opacity input[type=range]")
    expect(slider).to_have_attribute("aria-valuetext", "80%")
    slider.focus()
    slider.press("End")
    screen.frame().wait_for_function(
        "(() => { const t = document.querySelector('.leaflet-rasters-pane .leaflet-layer');"
        " return t && t.style.opacity === '1' && t.querySelector('img.leaflet-tile-loaded'); })()"
    )
    screen.frame().evaluate(
        f"map.fitBounds([[{NORTH - 0.6}, {WEST}], [{NORTH}, {WEST + 0.8}]], {{animate: false}});"
        "for (const x of ['land', 'overlayPane', 'grid', 'result', 'markerPane'])"
        " map.getPane(x).style.visibility = 'hidden';"
    )
    page.wait_for_timeout(300)
    screen.settle()
    page.wait_for_timeout(600)
    picture = Image.open(io.BytesIO(page.locator(".st-key-map iframe").screenshot())).convert("RGB")
    assert colour(screen, picture, 10, 10) == pytest.approx((68, 1, 84), abs=3)
    assert colour(screen, picture, 70, 50) == pytest.approx((253, 231, 37), abs=3)
    empty, outside = colour(screen, picture, 40, 30), colour(screen, picture, -1.5, 30)
    assert empty == outside
    assert screen.inspect()["rasters"] == [raster_id("r")]
    bar = page.locator(".st-key-legend img.os-bar")
    expect(bar).to_have_attribute("alt", "0 – 100")
    screen.click_map(NORTH - CELL * 10.5, WEST + CELL * 60.5)
    card = page.locator(".st-key-picked .os-card", has_text=TITLE)
    expect(card).to_contain_text("100")
    expect(card).to_contain_text("band 1")
    page.locator(".st-key-raster_list label", has_text=TITLE).click()
    screen.frame().wait_for_function("OreSight.inspect().rasters.length === 0")
    assert any("/api/rasters/" in x for x in screen.requests)

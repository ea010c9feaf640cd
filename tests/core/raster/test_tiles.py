"""Tiles show the cells where they lie, in the colours of the style; what has no value is transparent."""

from __future__ import annotations

import asyncio
import io
import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import matplotlib
import numpy as np
import pytest
from affine import Affine
from PIL import Image
from pyproj import Transformer
from starlette.applications import Starlette

from core.mapping.routes import routes
from core.mapping.style_model import RasterRenderer, StyleClass
from core.mapping.style_symbols import Fill, StyleSymbol
from core.raster import RasterDecisions, RasterRecord, RasterStore, load_raster
from core.raster.asking import cell_at
from core.raster.legend import bar_svg, raster_legend
from core.raster.painting import COLOR_MAPS, limits, renderer_of, stretched, table
from core.raster.tiles import Tiles, draw_tile, picture, raster_id
from core.settings import ROOT
from tests.core.raster.files import ramp, write


def place(lon: float, lat: float, z: int) -> tuple[int, int, int, int]:
    """Tile and pixel of a place, by the formula of the scheme (independent of the code)."""
    x = (lon + 180) / 360 * 2**z
    y = (1 - math.asinh(math.tan(math.radians(lat))) / math.pi) / 2 * 2**z
    return int(x), int(y), int(x % 1 * 256), int(y % 1 * 256)


def pixel(store: RasterStore, record: RasterRecord, lon: float, lat: float, z: int) -> tuple[int, ...]:
    x, y, column, row = place(lon, lat, z)
    png = draw_tile(store.path(record), record, z, x, y)
    if not png:
        return 0, 0, 0, 0
    image = Image.open(io.BytesIO(png))
    assert (image.size, image.mode) == ((256, 256), "RGBA")
    return image.getpixel((column, row))  # type: ignore[return-value]


def style(kind: str, *classes: StyleClass, **more: object) -> str:
    return RasterRenderer.model_validate({"kind": kind, "classes": classes, **more}).model_dump_json()


def entry(color: str, *values: str, **more: object) -> StyleClass:
    symbol = StyleSymbol(geometry="raster", passes=(Fill(color=color),))
    return StyleClass.model_validate(
        {"key": color, "label": color, "symbol": symbol, "values": [(v,) for v in values], **more}
    )


@pytest.mark.parametrize("crs", [None, "EPSG:32647", "EPSG:4490"])
def test_colours_are_those_of_the_map_at_the_value(store: RasterStore, tmp_path: Path, crs: str | None) -> None:
    cells = ramp().astype("int32")
    path = write(tmp_path / "a.tif", cells)
    record = load_raster(store, path, RasterDecisions(reproject=crs))
    low, high = np.percentile(cells, [2, 98])
    for row, column in ((1, 1), (20, 30), (38, 57), (10, 50)):
        lon, lat = 100 + 0.01 * (column + 0.5), 42 - 0.01 * (row + 0.5)
        share = float(np.clip((cells[row, column] - low) / (high - low), 0, 1))
        expected = [255 * x for x in matplotlib.colormaps["viridis"](share)]
        assert pixel(store, record, lon, lat, 15) == pytest.approx(expected, abs=12 if crs else 4)


def test_cells_without_a_value_and_places_outside_are_transparent(store: RasterStore, tmp_path: Path) -> None:
    cells = ramp()
    cells[10:20, 10:20] = -1
    record = load_raster(store, write(tmp_path / "a.tif", cells, nodata=-1))
    assert pixel(store, record, 100.15, 41.85, 12)[3] == 0
    assert pixel(store, record, 100.25, 41.85, 12)[3] == 255
    assert pixel(store, record, 99.99, 41.85, 12)[3] == 0
    assert draw_tile(store.path(record), record, 12, 0, 0) == b""
    plain = load_raster(store, write(tmp_path / "b.tif", ramp().astype("int32") * 0 + 7))
    assert pixel(store, plain, 99.99, 41.85, 12)[3] == 0
    assert pixel(store, plain, 100.01, 41.85, 12)[3] == 255


def test_far_away_tiles_come_from_overviews_and_show_the_same(store: RasterStore, tmp_path: Path) -> None:
    cells = np.zeros((2048, 2048), "float32")
    cells[:, 1024:] = 100
    record = load_raster(store, write(tmp_path / "a.tif", cells, transform=Affine(0.001, 0, 100, 0, -0.001, 42)))
    assert pixel(store, record, 100.3, 41, 7)[:3] == pytest.approx((68, 1, 84), abs=3)
    assert pixel(store, record, 101.7, 41, 7)[:3] == pytest.approx((253, 231, 37), abs=3)
    x, y, *_ = place(101, 41, 3)
    assert draw_tile(store.path(record), record, 3, x, y) != b""


def test_a_picture_in_another_projection_shows_each_cell_where_it_lies(store: RasterStore, tmp_path: Path) -> None:
    cells = ramp()
    record = load_raster(store, write(tmp_path / "a.tif", cells))
    crs = "+proj=laea +lat_0=41.8 +lon_0=100.3 +ellps=WGS84 +units=m"
    there = Transformer.from_crs("EPSG:4326", crs, always_xy=True)
    png = picture(store.path(record), record, crs, (-40e3, -40e3, 40e3, 40e3), (400, 400))
    image = Image.open(io.BytesIO(png))
    low, high = np.percentile(cells, [2, 98])
    for row, column in ((5, 5), (20, 30), (35, 50)):
        x, y = there.transform(100 + 0.01 * (column + 0.5), 42 - 0.01 * (row + 0.5))
        share = float(np.clip((cells[row, column] - low) / (high - low), 0, 1))
        expected = [255 * v for v in matplotlib.colormaps["viridis"](share)]
        got = image.getpixel((int((x + 40e3) / 200), int((40e3 - y) / 200)))
        assert got == pytest.approx(expected, abs=12)
    assert image.getpixel((2, 2))[3] == 0  # type: ignore[index]


def test_classes_unique_values_palette_and_bands(store: RasterStore, tmp_path: Path) -> None:
    cells = (np.arange(40)[:, None] // 10 * np.ones((1, 60), int)).astype("uint8")
    record = load_raster(store, write(tmp_path / "a.tif", cells))
    at = [42 - 0.01 * (10 * i + 5) for i in range(4)]
    record = store.restyle(
        "a", style("unique", entry("#ff0000", "0", "2"), entry("#00ff00", "1"), entry("#0000ff", "x"))
    )
    got = [pixel(store, record, 100.3, lat, 14) for lat in at]
    assert got == [(255, 0, 0, 255), (0, 255, 0, 255), (255, 0, 0, 255), (0, 0, 0, 0)]
    bounds = (entry("#010101", lower=0, upper=1), entry("#020202", lower=1, upper=2, visible=False))
    record = store.restyle("a", style("classes", *bounds, default=entry("#030303")))
    got = [pixel(store, record, 100.3, lat, 14) for lat in at]
    assert got == [(1, 1, 1, 255), (1, 1, 1, 255), (0, 0, 0, 0), (3, 3, 3, 255)]
    palette = {0: (9, 8, 7, 255), 3: (1, 2, 3, 255)}
    colored = load_raster(store, write(tmp_path / "b.tif", cells, palette=palette, photometric="palette"))
    assert pixel(store, colored, 100.3, at[0], 14) == (9, 8, 7, 255)
    assert pixel(store, colored, 100.3, at[3], 14) == (1, 2, 3, 255)
    picture = np.stack([np.full((40, 60), x, "uint8") for x in (10, 120, 230)])
    rgb = load_raster(store, write(tmp_path / "c.tif", picture, photometric="rgb"))
    assert pixel(store, rgb, 100.3, at[0], 14) == (10, 120, 230, 255)


def test_stretches_of_styles_have_their_ends(store: RasterStore, tmp_path: Path) -> None:
    cells = ramp()
    band = load_raster(store, write(tmp_path / "a.tif", cells)).bands[0]
    assert limits(stretched("magma", percent=(5, 90)), band) == pytest.approx(tuple(np.percentile(cells, [5, 90])))
    custom = RasterRenderer(kind="stretch", stretch="Custom", low=-5, high=5000)
    assert limits(custom, band) == (-5, 5000)
    assert limits(RasterRenderer(kind="stretch", stretch="MinimumMaximum"), band) == (0, 2399)
    deviations = RasterRenderer(kind="stretch", stretch="StandardDeviations", deviations=1)
    assert limits(deviations, band) == pytest.approx((cells.mean() - cells.std(), cells.mean() + cells.std()))
    assert (
        table(stretched("viridis").model_copy(update={"invert": True}))[0].tolist()
        == table(stretched("viridis"))[-1].tolist()
    )


@pytest.mark.parametrize("name", sorted(COLOR_MAPS))
def test_colour_maps_follow_the_published_tables(name: str) -> None:
    expected = matplotlib.colormaps[name](np.linspace(0, 1, 1024)) * 255
    assert np.abs(table(stretched(name)).astype(float) - expected).max() < 6


def test_the_cell_under_a_place(store: RasterStore, tmp_path: Path) -> None:
    planes = np.stack([ramp(), ramp() * 10])
    planes[0, 5, 6] = -1
    record = load_raster(store, write(tmp_path / "a.tif", planes, nodata=-1, names=("K", "Th")))
    path = store.path(record)
    cell = cell_at(path, record, 100.0649, 41.9451)
    assert cell is not None
    assert (cell.column, cell.row) == (6, 5)
    assert (cell.lon, cell.lat) == pytest.approx((100.065, 41.945))
    assert [(x.band, x.value) for x in cell.values] == [("K", None), ("Th", 3060.0)]
    assert cell_at(path, record, 99.999, 41.9) is None
    turned = load_raster(store, write(tmp_path / "b.tif", ramp()), RasterDecisions(reproject="EPSG:32647"))
    there = cell_at(store.path(turned), turned, 100.305, 41.795)
    x, y = Transformer.from_crs(4326, 32647, always_xy=True).transform(100.305, 41.795)
    assert there is not None
    assert there.values[0].value == pytest.approx(20 * 60 + 30, abs=62)
    assert Transformer.from_crs(4326, 32647, always_xy=True).transform(there.lon, there.lat) == pytest.approx(
        (x, y), abs=900
    )


def test_the_legend_has_the_numbers_of_the_stretch(store: RasterStore, tmp_path: Path) -> None:
    record = load_raster(store, write(tmp_path / "<b>.tif", ramp()), RasterDecisions(name="a", title="<b>x"))
    texts = [x.labels.en for x in raster_legend(record).entries]
    low, high = np.percentile(ramp(), [2, 98])
    assert texts[-1] == f"{low:,.0f}"
    assert texts[0] == f"{high:,.0f}"
    assert texts[2] == f"{(low + high) / 2:,.0f}"
    svg = bar_svg(record)
    assert "#440154" in svg
    assert "#fde725" in svg
    assert "<b>" not in svg
    assert renderer_of(record).kind == "stretch"


def get(client: httpx.AsyncClient, url: str, **headers: str) -> httpx.Response:
    request = client.get(url, headers={k.replace("_", "-"): v for k, v in headers.items()})
    with ThreadPoolExecutor(1) as worker:  # a browser test may keep an event loop in the main thread
        return worker.submit(asyncio.run, request).result()


def test_the_route_sends_tiles_with_tags_and_nothing_else(store: RasterStore, tmp_path: Path) -> None:
    record = load_raster(store, write(tmp_path / "a.tif", ramp()))
    tiles = Tiles()

    def source(identifier: str, z: int, x: int, y: int) -> tuple[bytes, str] | None:
        if identifier == "broken":
            raise ValueError("secret detail")
        now = store.get("a")
        if identifier != raster_id("a"):
            return None
        tile = tiles.get(store.path(now), now, z, x, y)
        return tile.png, tile.etag

    app = Starlette(routes=routes(ROOT / "static", lambda _: None, lambda: True, source))
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://here")
    x, y, *_ = place(100.3, 41.8, 10)
    url = f"/api/rasters/{raster_id('a')}/10/{x}/{y}.png"
    first = get(client, url + "?v=1")
    assert (first.status_code, first.headers["content-type"]) == (200, "image/png")
    assert "max-age" in first.headers["cache-control"]
    assert get(client, url, if_none_match=first.headers["etag"]).status_code == 304
    assert tiles.figures()["hits"] == 1
    assert get(client, f"/api/rasters/{raster_id('a')}/10/0/0.png").status_code == 204
    assert get(client, "/api/rasters/nothing/1/0/0.png").status_code == 404
    assert get(client, f"/api/rasters/{raster_id('a')}/1/0/..%2f..%2fetc.png").status_code == 404
    broken = get(client, "/api/rasters/broken/1/0/0.png")
    assert (broken.status_code, "secret" in broken.text) == (500, False)
    store.restyle("a", stretched("magma").model_dump_json())
    again = get(client, url)
    assert again.headers["etag"] != first.headers["etag"]
    assert again.content != first.content
    assert record.file == store.get("a").file


def test_kept_tiles_are_bounded(store: RasterStore, tmp_path: Path) -> None:
    record = load_raster(store, write(tmp_path / "a.tif", ramp()))
    tiles = Tiles(limit=3_000)
    for z in range(12):
        x, y, *_ = place(100.3, 41.8, z)
        tiles.get(store.path(record), record, z, x, y)
    assert tiles.figures()["bytes"] <= 3_000 or tiles.figures()["tiles"] == 1

"""Map tiles of rasters: 256 × 256 PNG in Web Mercator, read from the overview that is just fine enough."""

from __future__ import annotations

import hashlib
import io
import math
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from affine import Affine
from PIL import Image
from rasterio.enums import Resampling
from rasterio.vrt import WarpedVRT
from rasterio.warp import transform_bounds
from rasterio.windows import Window

from core.raster.gdal import environment, opened
from core.raster.model import RasterRecord
from core.raster.painting import bands_of, paint, renderer_of

SIDE = 256
HALF = 20037508.342789244
"""Half the width of the world in Web Mercator, metres."""
MAX_ZOOM = 22
KEPT_BYTES = 32 << 20


@dataclass(frozen=True)
class Tile:
    """A tile as it is sent; `png` is empty when nothing lies in it."""

    png: bytes
    etag: str


def raster_id(name: str) -> str:
    """Address of a raster in URLs: a digest, so that any name can be addressed."""
    return hashlib.blake2b(f"raster/{name}".encode(), digest_size=6).hexdigest()


def version_of(record: RasterRecord) -> str:
    """A token that differs for every file and style."""
    key = f"{record.file}/{record.version}/{record.style}"
    return hashlib.blake2b(key.encode(), digest_size=6).hexdigest()


def tile_bounds(z: int, x: int, y: int) -> tuple[float, float, float, float]:
    """West, south, east, north of a tile in EPSG:3857 metres."""
    size = 2 * HALF / 2**z
    return x * size - HALF, HALF - (y + 1) * size, (x + 1) * size - HALF, HALF - y * size


def is_tile(z: int, x: int, y: int) -> bool:
    """Whether such a tile exists."""
    return 0 <= z <= MAX_ZOOM and 0 <= x < 2**z and 0 <= y < 2**z


def picture(
    path: Path, record: RasterRecord, crs: str, bounds: tuple[float, float, float, float], size: tuple[int, int]
) -> bytes:
    """A raster as a PNG of `size` in any coordinate system, in its own style; empty bytes where nothing is drawn.

    Raises:
        rasterio.errors.RasterioError: the copy cannot be read.
    """
    renderer = renderer_of(record)
    with environment():
        values, filled = read_warped(path, record, crs, bounds, size)
    return _png(paint(renderer, record, values, filled)) if filled.any() else b""


def draw_tile(path: Path, record: RasterRecord, z: int, x: int, y: int) -> bytes:
    """The PNG of a tile, empty bytes when no cell with a value lies in it.

    Raises:
        rasterio.errors.RasterioError: the copy cannot be read.
    """
    bounds = tile_bounds(z, x, y)
    if not _touches(record, z, x, y):
        return b""
    renderer = renderer_of(record)
    with environment():
        values, filled = _read(path, record, bounds)
    if not filled.any():
        return b""
    return _png(paint(renderer, record, values, filled))


def _png(colors: np.ndarray) -> bytes:
    if not colors[..., 3].any():
        return b""
    out = io.BytesIO()
    Image.fromarray(colors, "RGBA").save(out, "PNG", compress_level=4)
    return out.getvalue()


def _touches(record: RasterRecord, z: int, x: int, y: int) -> bool:
    """Whether a tile and the raster's extent meet; an extent may run over the date line either way."""
    west, south, east, north = tile_bounds(z, x, y)
    left, right = (math.degrees(v / HALF * math.pi) for v in (west, east))
    low, high = (math.degrees(2 * math.atan(math.exp(v / HALF * math.pi)) - math.pi / 2) for v in (south, north))
    a, b, c, d = record.extent
    if d < low or b > high:
        return False
    return any(a + turn <= right and c + turn >= left for turn in (-360, 0, 360))


def _read(
    path: Path, record: RasterRecord, bounds: tuple[float, float, float, float]
) -> tuple[np.ndarray, np.ndarray]:
    return read_warped(path, record, "EPSG:3857", bounds, (SIDE, SIDE))


def read_warped(
    path: Path, record: RasterRecord, crs: str, bounds: tuple[float, float, float, float], size: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """The cells a raster's style needs, in another coordinate system, and which of them hold values.

    Args:
        crs: as an authority code or WKT.
        bounds: west, south, east, north in that system.
        size: columns and rows.

    Returns:
        (bands, rows, columns) and (rows, columns).

    Raises:
        rasterio.errors.RasterioError: the copy cannot be read.
    """
    west, south, east, north = bounds
    wide, high = (east - west) / size[0], (north - south) / size[1]
    smooth = record.dtype.startswith("float") and not record.palette and not record.style
    options: dict[str, Any] = {"nodata": record.nodata} if record.nodata is not None else {"add_alpha": True}
    with (
        opened(path, **_overview(path, bounds, crs, size)) as source,
        WarpedVRT(
            source, crs=crs, transform=Affine(wide, 0, west, 0, -high, north), width=size[0], height=size[1],
            resampling=Resampling.bilinear if smooth else Resampling.nearest, warp_mem_limit=16, **options,
        ) as warped,
    ):  # fmt: skip
        indexes = [i + 1 for i in bands_of(renderer_of(record), record)]
        values = warped.read(indexes)
        # without a nodata value only the added alpha band tells cells from the empty ground around them
        masks = warped.read_masks(indexes) if record.nodata is not None else warped.read([warped.count])
        filled = np.logical_and.reduce(masks > 0)
    if values.dtype.kind == "f":
        filled &= np.isfinite(values).all(axis=0)
    return values, filled


def _overview(
    path: Path, bounds: tuple[float, float, float, float], crs: str, size: tuple[int, int]
) -> dict[str, int]:
    """The overview to open: the coarsest whose cells are not larger than those of the picture."""
    with opened(path) as source:
        factors = source.overviews(1)
        if not factors:
            return {}
        west, south, east, north = transform_bounds(crs, source.crs, *bounds, densify_pts=5)
        own = math.sqrt(abs(source.transform.determinant))
        ratio = math.sqrt(abs((east - west) * (north - south)) / (size[0] * size[1])) / own
    fit = [i for i, x in enumerate(factors) if x <= ratio]
    return {"overview_level": fit[-1]} if fit else {}


class Tiles:
    """Tiles drawn so far, the latest used ones, within a number of bytes; safe for several threads."""

    def __init__(self, limit: int = KEPT_BYTES) -> None:
        self._limit, self._bytes = limit, 0
        self._kept: OrderedDict[tuple[str, str, int, int, int], Tile] = OrderedDict()
        self._lock = threading.Lock()
        self._hits = self._misses = 0

    def get(self, path: Path, record: RasterRecord, z: int, x: int, y: int) -> Tile:
        """The tile, from memory when it was drawn before with the same file and style."""
        key = (record.name, version_of(record), z, x, y)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                self._hits += 1
                return self._kept[key]
            self._misses += 1
        png = draw_tile(path, record, z, x, y)
        etag = f'"{hashlib.blake2b(repr(key).encode(), digest_size=12).hexdigest()}"'
        made = Tile(png, etag)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self._bytes += len(png) + 200
            while self._bytes > self._limit and len(self._kept) > 1:
                self._bytes -= len(self._kept.popitem(last=False)[1].png) + 200
        return made

    def figures(self) -> Mapping[str, int]:
        """How many tiles are kept, their bytes, hits and misses."""
        with self._lock:
            return {"tiles": len(self._kept), "bytes": self._bytes, "hits": self._hits, "misses": self._misses}


def cell_window(column: int, row: int) -> Window:
    """The window of one cell."""
    return Window(column, row, 1, 1)

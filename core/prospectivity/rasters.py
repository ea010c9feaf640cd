"""GeoTIFF in and out: a raster read at cell centres, and the result written as a cloud-optimised file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyproj

from core.errors import AnalysisError
from core.prospectivity.grid import Floats, GridSpec, Ints, Singles

SENTINELS = (-99.0, -999.0, -9999.0, -99999.0, -32768.0, -3.4028234663852886e38)
SUSPECT_SHARE = 0.001


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    import rasterio  # noqa: PLC0415
    from rasterio.errors import RasterioIOError  # noqa: PLC0415

    try:
        with (
            rasterio.Env(GDAL_DISABLE_READDIR_ON_OPEN="EMPTY_DIR", GDAL_CACHEMAX=64, GDAL_PAM_ENABLED="NO"),
            rasterio.open(path, driver="GTiff", sharing=False) as source,
        ):
            yield source
    except RasterioIOError as error:
        raise AnalysisError(
            f"The raster {path.name} cannot be read.", sentence_zh=f"无法读取栅格 {path.name}。"
        ) from error


class RasterReader:
    """Values of one band at places: bilinear, or the nearest cell for codes; blank outside and without data.

    Args:
        path: a GeoTIFF.
        band: number of the band, from 1.
        exact: take the nearest cell and mix nothing.
        blanks: further values that mean "no data".
    """

    def __init__(self, path: Path, band: int = 1, *, exact: bool = False, blanks: Sequence[float] = ()) -> None:
        self.path, self.band, self.exact, self.blanks = path, band, exact, tuple(blanks)
        with _opened(path) as source:
            if source.crs is None:
                raise AnalysisError(
                    f"The raster {path.name} does not say where it lies.", "Load it with its coordinate system.",
                    sentence_zh=f"栅格 {path.name} 没有坐标系。", hint_zh="请在导入时指定坐标系。",
                )  # fmt: skip
            self._crs = pyproj.CRS.from_wkt(source.crs.to_wkt())

    def suspects(self) -> tuple[float, ...]:
        """Values such as -99 at the low end that many cells have and that stand far from all others."""
        with _opened(self.path) as source:
            shape = tuple(min(n, 1_000) for n in source.shape)
            values = source.read(self.band, out_shape=shape, masked=True).compressed().astype(float)
        values = values[np.isfinite(values)]
        low = values.min(initial=np.inf)
        if not len(values) or low not in SENTINELS or (values == low).mean() < SUSPECT_SHARE:
            return ()
        others = values[values > low]
        gap = others.min() - low if len(others) else 0.0
        return (float(low),) if gap > 3 * np.std(others) else ()

    def __call__(self, grid: GridSpec, cells: Ints) -> Floats:
        """Values at the centres of `cells`."""
        x, y = grid.centres(cells)
        to = pyproj.Transformer.from_crs(grid.epsg, self._crs, always_xy=True)
        return self.at(*to.transform(x, y))

    def at(self, x: Floats, y: Floats) -> Floats:
        """Values at places of the raster's own coordinate system."""
        out = np.full(len(x), np.nan)
        with _opened(self.path) as source:
            inverse = ~source.transform
            column = inverse.a * np.asarray(x) + inverse.b * np.asarray(y) + inverse.c
            row = inverse.d * np.asarray(x) + inverse.e * np.asarray(y) + inverse.f
            with np.errstate(invalid="ignore"):
                on = (column >= 0) & (column < source.width) & (row >= 0) & (row < source.height)
            if not on.any():
                return out
            column, row = column[on], row[on]
            box = _window(column, row, source.width, source.height)
            data = self._read(source, box)
        c, r = column - box[0], row - box[1]
        out[on] = data[np.floor(r).astype(int), np.floor(c).astype(int)] if self.exact else _mixed(data, c, r)
        return out

    def _read(self, source: Any, box: tuple[int, int, int, int]) -> Floats:
        from rasterio.windows import Window  # noqa: PLC0415

        data = source.read(self.band, window=Window(*box), masked=True)
        values = np.ma.filled(data.astype(np.float64), np.nan)
        for blank in self.blanks:
            values[values == blank] = np.nan
        values[~np.isfinite(values)] = np.nan
        return values


def _window(column: Floats, row: Floats, width: int, height: int) -> tuple[int, int, int, int]:
    left, top = max(int(column.min()) - 1, 0), max(int(row.min()) - 1, 0)
    right, bottom = min(int(column.max()) + 2, width), min(int(row.max()) + 2, height)
    return left, top, right - left, bottom - top


def _mixed(data: Floats, column: Floats, row: Floats) -> Floats:
    """Bilinear between cell centres; beside a blank cell the value of the nearest one, blank or not."""
    h, w = data.shape
    c, r = np.clip(column - 0.5, 0, w - 1), np.clip(row - 0.5, 0, h - 1)
    c0, r0 = np.floor(c).astype(int), np.floor(r).astype(int)
    c1, r1 = np.minimum(c0 + 1, w - 1), np.minimum(r0 + 1, h - 1)
    a, b = c - c0, r - r0
    mixed = (data[r0, c0] * (1 - a) + data[r0, c1] * a) * (1 - b) + (data[r1, c0] * (1 - a) + data[r1, c1] * a) * b
    nearest = data[np.minimum(row.astype(int), h - 1), np.minimum(column.astype(int), w - 1)]
    return np.where(np.isnan(mixed), nearest, mixed)


Bands = Mapping[str, Callable[[int, int], Singles]]
"""Name of a band → what gives its rows `first` to `last` as float32 (rows * width)."""


def write_geotiff(path: Path, grid: GridSpec, bands: Mapping[str, Singles], tags: Mapping[str, str]) -> None:
    """Write flat arrays of all cells as a cloud-optimised GeoTIFF with NaN as nodata, and `tags`."""

    def rows(values: Singles) -> Callable[[int, int], Singles]:
        return lambda first, last: values[first * grid.width : last * grid.width]

    write_windows(path, grid, list(bands), _together({n: rows(v) for n, v in bands.items()}), tags)


def _together(bands: Bands) -> Callable[[int, int], list[Singles]]:
    return lambda first, last: [band(first, last) for band in bands.values()]


def write_windows(
    path: Path, grid: GridSpec, names: Sequence[str], window: Callable[[int, int], list[Singles]],
    tags: Mapping[str, str],
) -> None:  # fmt: skip
    """Like :func:`write_geotiff`, with the values of rows `first` to `last` asked for window by window.

    Written beside `path` first; on any failure nothing is left.
    """
    import rasterio  # noqa: PLC0415
    from rasterio.shutil import copy  # noqa: PLC0415
    from rasterio.transform import from_origin  # noqa: PLC0415

    rough, whole = path.with_suffix(".rough.tif"), path.with_suffix(".part.tif")
    try:
        with rasterio.Env(GDAL_CACHEMAX=64, GDAL_PAM_ENABLED="NO"):
            with rasterio.open(
                rough, "w", driver="GTiff", width=grid.width, height=grid.height, count=len(names),
                dtype="float32", crs=f"EPSG:{grid.epsg}",
                transform=from_origin(grid.west, grid.north, grid.cell, grid.cell),
                nodata=float("nan"), tiled=True, blockxsize=256, blockysize=256, compress="DEFLATE", zlevel=1,
                bigtiff="IF_SAFER",
            ) as target:  # fmt: skip
                for first, last in grid.windows():
                    box = rasterio.windows.Window(0, first, grid.width, last - first)
                    for i, values in enumerate(window(first, last), 1):
                        target.write(values.reshape(last - first, grid.width), i, window=box)
                for i, name in enumerate(names, 1):
                    target.set_band_description(i, name)
                target.update_tags(**tags)
            copy(
                rough, whole, driver="COG", compress="DEFLATE", predictor="YES", blocksize=256,
                overview_resampling="AVERAGE", bigtiff="IF_SAFER",
            )  # fmt: skip
        os.replace(whole, path)
    finally:
        rough.unlink(missing_ok=True)
        whole.unlink(missing_ok=True)

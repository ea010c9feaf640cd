"""What a raster holds at a place: the values of the cell, and the centre of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import pyproj
from pyproj.enums import TransformDirection

from core.raster.gdal import environment, opened
from core.raster.model import RasterRecord
from core.raster.tiles import cell_window


@dataclass(frozen=True)
class CellValue:
    """One band at a place; None where it has no value."""

    band: str
    value: float | None
    unit: str = ""
    label: str = ""
    """Name of the class, for classified cells."""


@dataclass(frozen=True)
class Cell:
    """The cell of a raster under a place."""

    name: str
    title: str
    lon: float
    lat: float
    """Centre of the cell, degrees EPSG:4326."""
    column: int
    row: int
    values: tuple[CellValue, ...]


def cell_at(path: Path, record: RasterRecord, lon: float, lat: float) -> Cell | None:
    """The cell at a place in degrees; None outside the raster.

    Raises:
        rasterio.errors.RasterioError: the copy cannot be read.
    """
    with environment(), opened(path) as source:
        crs = pyproj.CRS.from_wkt(source.crs.to_wkt())
        change = pyproj.Transformer.from_crs(4326, crs, always_xy=True)
        for turn in (0.0, 360.0, -360.0):
            x, y = change.transform(lon + turn, lat)
            if not (math.isfinite(x) and math.isfinite(y)):
                continue
            left, top = ~source.transform @ (x, y)
            column, row = math.floor(left), math.floor(top)
            if 0 <= column < source.width and 0 <= row < source.height:
                break
        else:
            return None
        window = cell_window(column, row)
        raw = source.read(window=window)[:, 0, 0]
        filled = source.read_masks(window=window)[:, 0, 0]
        centre = source.transform @ (column + 0.5, row + 0.5)
        at_lon, at_lat = change.transform(centre[0], centre[1], direction=TransformDirection.INVERSE)
    values = []
    for band, value, ok in zip(record.bands, raw, filled, strict=True):
        kept = float(value) if ok and math.isfinite(float(value)) else None
        values.append(CellValue(band.name, kept, band.unit))
    return Cell(record.name, record.title, at_lon, at_lat, column, row, tuple(values))

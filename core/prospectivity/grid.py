"""The grid of a study area: square cells of a metric coordinate system, rows from north to south."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pyproj
import shapely
from shapely.geometry.base import BaseGeometry

from core.errors import AnalysisError

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

MAX_CELLS = 100_000_000
MIN_CELLS = 100
WINDOW_CELLS = 200_000
"""Cells worked on at once; with some forty features of four bytes this is 32 MB."""


@dataclass(frozen=True)
class GridSpec:
    """`width` × `height` cells of `cell` metres; `west` and `north` are the corner, metres of EPSG:`epsg`."""

    epsg: int
    cell: float
    west: float
    north: float
    width: int
    height: int

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.width * self.height

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east, north in metres."""
        return (
            self.west, self.north - self.height * self.cell, self.west + self.width * self.cell, self.north
        )  # fmt: skip

    def centres(self, cells: Ints | None = None) -> tuple[Floats, Floats]:
        """Easting and northing of the centres of `cells` (flat numbers), by default of all."""
        at = np.arange(self.cells) if cells is None else cells
        row, column = np.divmod(at, self.width)
        return self.west + (column + 0.5) * self.cell, self.north - (row + 0.5) * self.cell

    def cell_of(self, x: Floats, y: Floats) -> Ints:
        """Flat number of the cell each place lies in, -1 outside; an edge belongs to the east or south."""
        with np.errstate(invalid="ignore"):
            column, row = np.floor((x - self.west) / self.cell), np.floor((self.north - y) / self.cell)
            inside = (column >= 0) & (column < self.width) & (row >= 0) & (row < self.height)
        found = np.full(len(x), -1, np.int64)
        found[inside] = (row[inside] * self.width + column[inside]).astype(np.int64)
        return found

    def windows(self, cells: int = WINDOW_CELLS) -> Iterator[tuple[int, int]]:
        """First and last-but-one row of windows of whole rows with at most `cells` cells (one row at least)."""
        rows = max(1, cells // self.width)
        for first in range(0, self.height, rows):
            yield first, min(first + rows, self.height)

    def grown(self, metres: float) -> tuple[GridSpec, int]:
        """The grid with a margin of at least `metres` on each side, and the margin in cells."""
        more = math.ceil(metres / self.cell)
        side = more * self.cell
        grown = replace(
            self, west=self.west - side, north=self.north + side, width=self.width + 2 * more,
            height=self.height + 2 * more,
        )  # fmt: skip
        return grown, more

    def project(self, lon: Floats, lat: Floats) -> tuple[Floats, Floats]:
        """Degrees EPSG:4326 to metres of the grid."""
        return _transformer(4326, self.epsg).transform(lon, lat)

    def degrees(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Metres of the grid to longitude and latitude."""
        return _transformer(self.epsg, 4326).transform(x, y)

    def geometry(self, shape: BaseGeometry) -> BaseGeometry:
        """A geometry in degrees as one in metres, valid."""
        return _valid(_moved(shape, _transformer(4326, self.epsg)))

    def outline(self, shape: BaseGeometry) -> BaseGeometry:
        """A geometry in metres as one in degrees."""
        return _moved(shape, _transformer(self.epsg, 4326))


@lru_cache(maxsize=32)
def _transformer(source: int, target: int) -> pyproj.Transformer:
    return pyproj.Transformer.from_crs(source, target, always_xy=True)


def _moved(shape: BaseGeometry, to: pyproj.Transformer) -> BaseGeometry:
    def move(xy: Floats) -> Floats:
        return np.column_stack(to.transform(xy[:, 0], xy[:, 1]))

    return shapely.transform(shape, move)


def _valid(shape: BaseGeometry) -> BaseGeometry:
    # Polygons that are valid in degrees may cross themselves by a hair in metres.
    return shape if shape.is_valid else shapely.make_valid(shape)


def utm_epsg(lon: float, lat: float) -> int:
    """EPSG code of the UTM zone of a place (the plain zones, without those of Norway and Svalbard)."""
    zone = min(max(math.floor((lon + 180) / 6) + 1, 1), 60)
    return (32600 if lat >= 0 else 32700) + zone


def stretch(grid: GridSpec, area: BaseGeometry) -> float:
    """Largest relative error of lengths on the grid, at the corners and the middle of `area` (degrees)."""
    west, south, east, north = area.bounds
    proj = pyproj.Proj(grid.epsg)
    lon, lat = np.meshgrid([west, (west + east) / 2, east], [south, (south + north) / 2, north])
    factors = proj.get_factors(lon.ravel(), lat.ravel())
    return float(np.max(np.abs(np.asarray(factors.meridional_scale) - 1)))


def grid_over(area: BaseGeometry, cell: float = 200.0, epsg: int | None = None) -> GridSpec:
    """The grid that covers `area` (polygon in degrees EPSG:4326); edges lie on multiples of the cell size.

    Args:
        area: the study area.
        cell: edge of a cell, metres.
        epsg: metric system of the cells, by default the UTM zone of the area's middle.

    Raises:
        AnalysisError: the area is empty, or the cell size gives too few or too many cells.
    """
    if area.is_empty or area.area == 0:
        raise AnalysisError(
            "The study area is empty.", "Choose a region or draw one.",
            sentence_zh="研究区为空。", hint_zh="请选择或绘制一个区域。",
        )  # fmt: skip
    if not cell > 0 or not math.isfinite(cell):
        raise AnalysisError(f"A cell of {cell:g} m cannot be used.", sentence_zh=f"网格边长 {cell:g} 米无效。")
    middle = area.envelope.centroid
    code = epsg or utm_epsg(middle.x, middle.y)
    _metric(code)
    shape = _moved(shapely.segmentize(area, 0.02), _transformer(4326, code))
    x0, y0, x1, y1 = shape.bounds
    west, north = math.floor(x0 / cell) * cell, math.ceil(y1 / cell) * cell
    grid = GridSpec(
        code, float(cell), west, north, max(1, math.ceil((x1 - west) / cell)),
        max(1, math.ceil((north - y0) / cell)),
    )  # fmt: skip
    if not MIN_CELLS <= grid.cells <= MAX_CELLS:
        raise AnalysisError(
            f"Cells of {cell:g} m give {grid.cells:,} cells; {MIN_CELLS:,} to {MAX_CELLS:,} are possible.",
            "Choose another cell size or area.",
            sentence_zh=f"{cell:g} 米的网格共 {grid.cells:,} 个单元，允许范围为 {MIN_CELLS:,} 至 {MAX_CELLS:,}。",
            hint_zh="请更换网格边长或研究区。",
        )
    return grid


def _metric(code: int) -> None:
    try:
        crs = pyproj.CRS.from_epsg(code)
    except pyproj.exceptions.CRSError:
        crs = None
    if crs is None or not crs.is_projected or {x.unit_name for x in crs.axis_info} != {"metre"}:
        raise AnalysisError(
            f"EPSG:{code} is not a coordinate system in metres.", "Give one such as a UTM zone.",
            sentence_zh=f"EPSG:{code} 不是以米为单位的投影坐标系。", hint_zh="请选用 UTM 等投影坐标系。",
        )  # fmt: skip


def inside(grid: GridSpec, area: BaseGeometry) -> Bools:
    """Which cells have their centre in `area` (degrees), as a flat array."""
    shape = grid.geometry(shapely.segmentize(area, 0.02))
    shapely.prepare(shape)
    found = np.empty(grid.cells, bool)
    for first, last in grid.windows():
        part = np.arange(first * grid.width, last * grid.width)
        found[part] = shapely.contains_xy(shape, *grid.centres(part))
    return found

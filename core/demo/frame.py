"""The frame of a region: its rectangle, the metric coordinates it is built in, and random fields on a grid.

Everything is built in plane metres (u, v): the UTM zone of the region, turned so that u runs along the
structural grain.  Finished shapes go back to longitude and latitude, rounded to 1e-6 degrees (0.1 m).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Transformer
from scipy import ndimage

Array = NDArray[Any]
GRID_DEG = 1e-6
"""Resolution of all stored coordinates, degrees."""
STEP_M = 300.0
"""Spacing of the grid and of the vertices of drawn lines, metres."""


class Frame:
    """Coordinates and grid of one region.

    Args:
        bbox: west, south, east, north, degrees.
        utm: EPSG code of the UTM zone.
        grain: direction of the u axis, degrees anticlockwise from grid east.
    """

    def __init__(self, bbox: tuple[float, float, float, float], utm: int, grain: float) -> None:
        self.bbox = bbox
        self._to = Transformer.from_crs(4326, utm, always_xy=True)
        self._back = Transformer.from_crs(utm, 4326, always_xy=True)
        angle = np.radians(grain)
        self._turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        self._centre = np.array(self._to.transform((bbox[0] + bbox[2]) / 2, (bbox[1] + bbox[3]) / 2))
        u0, v0, u1, v1 = shapely.bounds(self.outline)
        margin = 5_000.0
        self.u0, self.v0 = float(u0 - margin), float(v0 - margin)
        self.nu = int((u1 - u0 + 2 * margin) / STEP_M) + 1
        self.nv = int((v1 - v0 + 2 * margin) / STEP_M) + 1
        self.u = self.u0 + STEP_M * np.arange(self.nu)
        self.v = self.v0 + STEP_M * np.arange(self.nv)

    @cached_property
    def box(self) -> shapely.Polygon:
        """The rectangle in degrees, a vertex every 0.005 degrees so that its edges bend with any projection."""
        west, south, east, north = self.bbox
        nx, ny = round((east - west) / 0.005), round((north - south) / 0.005)
        x, y = np.linspace(west, east, nx + 1).round(6), np.linspace(south, north, ny + 1).round(6)
        ring = [*((a, south) for a in x), *((east, b) for b in y[1:])]
        ring += [*((a, north) for a in x[::-1][1:]), *((west, b) for b in y[::-1][1:-1])]
        return shapely.Polygon(ring)

    @cached_property
    def outline(self) -> shapely.Polygon:
        """The rectangle in metres."""
        return self.to_uv(self.box)

    def uv(self, lonlat: Any) -> Array:
        """Degrees, shape (n, 2), to metres (u, v)."""
        p = np.asarray(lonlat, dtype=float).reshape(-1, 2)
        xy = np.column_stack(self._to.transform(p[:, 0], p[:, 1]))
        return (xy - self._centre) @ self._turn.T

    def lonlat(self, uv: Any) -> Array:
        """Metres (u, v), shape (n, 2), to degrees, not rounded."""
        xy = np.asarray(uv, dtype=float).reshape(-1, 2) @ self._turn + self._centre
        return np.column_stack(self._back.transform(xy[:, 0], xy[:, 1]))

    def to_uv(self, geometry: Any) -> Any:
        """A shape in degrees as a shape in metres."""
        return shapely.transform(geometry, self.uv)

    def to_lonlat(self, geometry: Any) -> Any:
        """A shape in metres as a shape in degrees on the grid of :data:`GRID_DEG`."""
        return shapely.transform(geometry, lambda p: self.lonlat(p).round(6))

    def azimuth(self, degrees: float) -> Array:
        """Unit vector in (u, v) of a direction given clockwise from grid north."""
        a = np.radians(degrees)
        return self._turn @ np.array([np.sin(a), np.cos(a)])

    def field(self, rng: np.random.Generator, scale_u: float, scale_v: float) -> Array:
        """A Gaussian random field of unit variance, shape (nv, nu); scales in metres."""
        white = rng.normal(size=(self.nv, self.nu))
        smooth = ndimage.gaussian_filter(white, (scale_v / STEP_M, scale_u / STEP_M), mode="reflect")
        return (smooth - smooth.mean()) / smooth.std()

    def at(self, field: Array, uv: Array) -> Array:
        """Values of a field at points (n, 2), bilinear."""
        rows, columns = (uv[:, 1] - self.v0) / STEP_M, (uv[:, 0] - self.u0) / STEP_M
        return ndimage.map_coordinates(field, [rows, columns], order=1, mode="nearest")

    @cached_property
    def inside(self) -> Array:
        """Which grid nodes lie in the region, shape (nv, nu)."""
        uu, vv = np.meshgrid(self.u, self.v)
        return np.asarray(shapely.contains_xy(self.outline, uu, vv))


def wobble(rng: np.random.Generator, n: int, smooth: float) -> Array:
    """Smooth one-dimensional noise of unit variance: `n` values, correlated over `smooth` of them."""
    noise = ndimage.gaussian_filter1d(rng.normal(size=n), max(smooth, 0.5), mode="reflect")
    return (noise - noise.mean()) / (noise.std() + 1e-12)

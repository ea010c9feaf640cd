"""Geometry of a world: which rows meet, how far apart they are, in which direction one lies from another.

Relations are those of the map (longitude and latitude as plane coordinates).  Distances are found without the
product's method: the two closest points in a transverse Mercator projection centred on the world, where geodesics
of a few kilometres are straight to a tenth of a millimetre, and the geodesic between them by PROJ.  A long edge is
what the description of distances says it is: the great circle between its vertices.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Geod, Transformer
from shapely.geometry.base import BaseGeometry

from tests.brute.world import World

WGS84 = Geod(ellps="WGS84")
SECTORS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
LONGEST_M = 500.0
"""Edges are parted into pieces no longer than this."""
SAME_M = 0.001
SAME_DEG = 1e-8
"""Centres nearer than this have no direction."""
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Plane:
    """Shapes are known by a number: the rows of the world first, derived shapes after them."""

    def __init__(self, world: World) -> None:
        self.count = len(world.rows)
        self.shapes: list[BaseGeometry] = [x.geometry for x in world.rows]
        self.kinds = [world.layer(x.table).kind for x in world.rows]
        west, south, east, north = shapely.total_bounds(np.array(self.shapes, dtype=object))
        centre = f"+proj=tmerc +lat_0={(south + north) / 2} +lon_0={(west + east) / 2} +ellps=WGS84 +units=m"
        self._to = Transformer.from_crs("EPSG:4326", centre, always_xy=True)
        self._memory: dict[tuple[str, int], Any] = {}

    @cached_property
    def _rows(self) -> NDArray[Any]:
        return np.array(self.shapes[: self.count], dtype=object)

    @cached_property
    def _flat(self) -> NDArray[Any]:
        return np.array([self.flat(fine(x)) for x in self._rows], dtype=object)

    def flat(self, shape: BaseGeometry) -> BaseGeometry:
        """A shape in the local projection."""
        return shapely.transform(shape, lambda c: np.column_stack(self._to.transform(c[:, 0], c[:, 1])))

    def add(self, shape: BaseGeometry) -> int:
        """The number of a derived shape."""
        self.shapes.append(shape)
        self.kinds.append(("point", "line", "polygon")[int(shapely.get_dimensions(shape))])
        return len(self.shapes) - 1

    def _remembered(self, name: str, no: int, make: Callable[[], Any]) -> Any:
        if (name, no) not in self._memory:
            self._memory[name, no] = make()
        return self._memory[name, no]

    # --- relations --------------------------------------------------------------------------------------------

    def test(self, name: str, no: int, *, swapped: bool = False) -> Flags:
        """For every row whether ``name(row, shape)`` holds; ``name(shape, row)`` when `swapped`."""
        shape = self.shapes[no]
        predicate = getattr(shapely, name)
        key = f"{name} swapped" if swapped else name
        return self._remembered(
            key, no, lambda: predicate(shape, self._rows) if swapped else predicate(self._rows, shape)
        )

    def inside(self, no: int) -> Flags:
        """For every row whether a representative point of it lies in the shape."""
        inner = shapely.point_on_surface(self._rows)
        return self._remembered("inside", no, lambda: shapely.intersects(inner, self.shapes[no]))

    def holds_inside(self, no: int) -> Flags:
        """For every row whether it holds a representative point of the shape."""
        inner = shapely.point_on_surface(self.shapes[no])
        return self._remembered("holds", no, lambda: shapely.intersects(inner, self._rows))

    # --- measures ---------------------------------------------------------------------------------------------

    def metres(self, no: int) -> Floats:
        """Geodesic metres from every row to the shape; 0 where they share a point of the map.

        A point beside a line is measured: on the map it may lie on a long edge whose great circle runs beside it.
        """
        return self._remembered("metres", no, lambda: self._metres(no))

    def _metres(self, no: int) -> Floats:
        flat = self._flat[no] if no < self.count else self.flat(fine(self.shapes[no]))
        links = shapely.get_coordinates(shapely.shortest_line(self._flat, flat)).reshape(-1, 2, 2)
        lon, lat = self._to.transform(links[:, :, 0], links[:, :, 1], direction="INVERSE")
        found = np.asarray(WGS84.inv(lon[:, 0], lat[:, 0], lon[:, 1], lat[:, 1])[2], float)
        kinds = np.array(self.kinds[: self.count])
        beside = {"point": kinds == "line", "line": kinds == "point"}.get(
            self.kinds[no], np.zeros(self.count, bool)
        )
        found[self.test("intersects", no) & ~(beside & (found > SAME_M))] = 0.0
        return found

    def azimuth(self, no: int) -> Floats:
        """Degrees 0–360 from the centroid of the shape to the centroid of every row; NaN where equal."""
        return self._remembered("azimuth", no, lambda: self._azimuth(no))

    def _azimuth(self, no: int) -> Floats:
        there = shapely.get_coordinates(shapely.centroid(self._rows))
        here = np.broadcast_to(shapely.get_coordinates(shapely.centroid(self.shapes[no])), there.shape)
        found = np.asarray(WGS84.inv(here[:, 0], here[:, 1], there[:, 0], there[:, 1])[0], float) % 360
        return np.where(np.abs(there - here).max(axis=1) > SAME_DEG, found, np.nan)

    @staticmethod
    def area(shape: BaseGeometry) -> float:
        """Geodesic square metres; 0 for points and lines."""
        total = 0.0
        for part in shapely.get_parts(shape):
            if part.geom_type == "Polygon":
                total += abs(WGS84.geometry_area_perimeter(shapely.Polygon(part.exterior))[0])
                total -= sum(abs(WGS84.geometry_area_perimeter(shapely.Polygon(x))[0]) for x in part.interiors)
        return total

    @staticmethod
    def length(shape: BaseGeometry) -> float:
        """Geodesic metres of the lines of a shape; 0 for points and polygons."""
        parts = [x for x in shapely.get_parts(shape) if x.geom_type in ("LineString", "LinearRing")]
        return float(sum(WGS84.geometry_length(x) for x in parts))

    @classmethod
    def perimeter(cls, shape: BaseGeometry) -> float:
        """Geodesic metres of all rings of a shape; 0 for points and lines."""
        polygons = [x for x in shapely.get_parts(shape) if x.geom_type == "Polygon"]
        return float(sum(WGS84.geometry_length(ring) for x in polygons for ring in (x.exterior, *x.interiors)))


def fine(shape: BaseGeometry) -> BaseGeometry:
    """The points, lines and borders of a shape with long edges parted along the great circle."""
    parts: list[BaseGeometry] = []
    for part in shapely.get_parts(shape):
        if part.geom_type == "Point" or part.is_empty:
            parts += [] if part.is_empty else [part]
            continue
        lines = shapely.get_parts(part.boundary if part.geom_type == "Polygon" else part)
        parts += [shapely.LineString(_parted(shapely.get_coordinates(x))) for x in lines]
    return shapely.GeometryCollection(parts) if len(parts) > 1 else parts[0]


def _parted(vertices: Floats) -> Floats:
    found = [vertices[:1]]
    for one, other in itertools.pairwise(vertices):
        pieces = int(WGS84.inv(*one, *other)[2] // LONGEST_M) + 1
        found += [_on_great_circle(one, other, np.arange(1, pieces) / pieces), other[None]]
    return np.concatenate(found)


def _on_great_circle(one: Floats, other: Floats, shares: Floats) -> Floats:
    """Points between two others, longitude and latitude taken as those of a sphere."""
    ends = np.radians(np.array([one, other]))
    a, b = np.column_stack(
        [np.cos(ends[:, 1]) * np.cos(ends[:, 0]), np.cos(ends[:, 1]) * np.sin(ends[:, 0]), np.sin(ends[:, 1])]
    )
    across = np.cross(np.cross(a, b), a)  # in the plane of the circle, square to its beginning
    across /= np.linalg.norm(across) or 1.0
    angle = np.arctan2(b @ across, a @ b) * shares[:, None]
    x, y, z = (np.cos(angle) * a + np.sin(angle) * across).T
    return np.degrees(np.column_stack([np.arctan2(y, x), np.arctan2(z, np.hypot(x, y))]))


def sector(azimuth: float) -> str:
    """The sector of 45° an azimuth lies in; none of NaN."""
    if np.isnan(azimuth):
        return ""
    return SECTORS[int(((azimuth + 22.5) % 360) // 45)]


def least(values: Sequence[float]) -> float | None:
    """The smallest number, None when there is none."""
    return min(values) if values else None

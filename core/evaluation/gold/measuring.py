"""Geodesic measures on WGS 84, by the geodesic of PROJ (Karney 2013) and nothing of the product.

An edge is the geodesic between two neighbouring vertices.  The foot of a point on an edge is found by walking
along the edge: the geodesic from the present foot to the point tells how far to go on (its length times the cosine
of the angle between both), which converges in a few steps at the distances of a map.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Geod
from shapely.geometry.base import BaseGeometry

WGS84 = Geod(ellps="WGS84")
STEPS = 6
Floats = NDArray[np.float64]


def edges(geometry: BaseGeometry) -> Floats:
    """(n, 4) array of lon, lat, lon, lat; rings of polygons; a point is an edge of no length."""
    lines = shapely.boundary(geometry) if shapely.get_dimensions(geometry) == 2 else geometry
    found = []
    for part in shapely.get_parts(lines):
        vertices = shapely.get_coordinates(part)
        pair = (vertices[:-1], vertices[1:]) if len(vertices) > 1 else (vertices, vertices)
        found.append(np.hstack(pair))
    return np.vstack(found) if found else np.empty((0, 4))


def apart(one: BaseGeometry, other: BaseGeometry) -> float:
    """Metres between two geometries, 0 where they share a point."""
    if shapely.intersects(one, other):
        return 0.0
    return min(_from_vertices(one, other), _from_vertices(other, one))


def _from_vertices(one: BaseGeometry, other: BaseGeometry) -> float:
    """Least distance from a vertex of one geometry to an edge of the other."""
    lines = edges(other)
    points = np.unique(shapely.get_coordinates(one), axis=0)
    rough = np.array([_flat(float(x), float(y), lines).min() for x, y in points])
    least = math.inf
    for i in np.flatnonzero(rough <= rough.min() * 1.02 + 20):
        lon, lat = float(points[i][0]), float(points[i][1])
        flat = _flat(lon, lat, lines)
        chosen = lines[flat <= flat.min() * 1.02 + 20]
        least = min(least, float(foot_distances(lon, lat, chosen).min()))
    return least


def _flat(lon: float, lat: float, lines: Floats) -> Floats:
    """Rough metres from a point to edges, on a plane through the point."""
    x_scale, y_scale = 111_320.0 * math.cos(math.radians(lat)), 110_900.0
    ax, ay = (lines[:, 0] - lon) * x_scale, (lines[:, 1] - lat) * y_scale
    dx, dy = (lines[:, 2] - lines[:, 0]) * x_scale, (lines[:, 3] - lines[:, 1]) * y_scale
    square = dx * dx + dy * dy
    t = np.clip(-(ax * dx + ay * dy) / np.where(square > 0, square, 1.0), 0.0, 1.0)
    return np.hypot(ax + t * dx, ay + t * dy)


def foot_distances(lon: float, lat: float, lines: Floats) -> Floats:
    """Exact metres from a point to each edge."""
    azimuth, _, length = (np.asarray(v) for v in WGS84.inv(lines[:, 0], lines[:, 1], lines[:, 2], lines[:, 3]))
    there = (np.full(len(lines), lon), np.full(len(lines), lat))
    along = length / 2
    for _ in range(STEPS):
        x, y, back = (np.asarray(v) for v in WGS84.fwd(lines[:, 0], lines[:, 1], azimuth, along))
        heading = np.where(along > 0, back + 180.0, azimuth)
        towards, _, metres = (np.asarray(v) for v in WGS84.inv(x, y, *there))
        along = np.clip(along + metres * np.cos(np.radians(towards - heading)), 0.0, length)
    x, y, _ = (np.asarray(v) for v in WGS84.fwd(lines[:, 0], lines[:, 1], azimuth, along))
    return np.asarray(WGS84.inv(x, y, *there)[2])


def azimuth(start: BaseGeometry, end: BaseGeometry) -> float:
    """Direction in degrees, 0–360, from the centroid of one geometry to that of another."""
    a, b = shapely.centroid(start), shapely.centroid(end)
    return float(WGS84.inv(a.x, a.y, b.x, b.y)[0]) % 360.0


def area(geometry: BaseGeometry) -> float:
    """Square metres; holes taken off."""
    return sum(abs(WGS84.geometry_area_perimeter(p)[0]) for p in _oriented(geometry))


def length(geometry: BaseGeometry) -> float:
    """Metres along lines."""
    if shapely.get_dimensions(geometry) != 1:
        return 0.0
    return float(sum(WGS84.line_length(*np.transpose(shapely.get_coordinates(p))) for p in _parts(geometry)))


def strike(geometry: BaseGeometry) -> float | None:
    """Undirected azimuth, 0–180 degrees, from the first to the last vertex of a line."""
    vertices = shapely.get_coordinates(geometry)
    if np.array_equal(vertices[0], vertices[-1]):
        return None
    return float(WGS84.inv(*vertices[0], *vertices[-1])[0]) % 180.0


def _parts(geometry: BaseGeometry) -> list[BaseGeometry]:
    return list(shapely.get_parts(geometry))


def _oriented(geometry: BaseGeometry) -> list[BaseGeometry]:
    return [shapely.orient_polygons(p) for p in _parts(geometry) if p.geom_type == "Polygon"]


@cache
def degrees(metres: float, latitude: float) -> float:
    """More than `metres` in degrees of longitude at a latitude: a safe margin for boxes."""
    return metres * 1.02 / (110_500.0 * math.cos(math.radians(min(latitude + 1, 89)))) + 1e-4


class Nearby:
    """Features to which distances are measured, indexed."""

    def __init__(self, geometries: list[BaseGeometry]) -> None:
        self.geometries = geometries
        self.tree = shapely.STRtree(geometries)
        self._edges: dict[int, Floats] = {}

    def within(self, target: BaseGeometry, metres: float) -> list[tuple[float, int]]:
        """Distances up to `metres` and indexes, nearest first."""
        chosen = range(len(self.geometries)) if math.isinf(metres) else self._candidates(target, metres)
        if target.geom_type == "Point":
            found = self._from_point(target, list(chosen), metres)
        else:
            found = [(apart(target, self.geometries[i]), int(i)) for i in chosen]
        return sorted(x for x in found if x[0] <= metres)

    def nearest(self, target: BaseGeometry, skip: int | None = None) -> tuple[float, int] | None:
        """The least distance and its index; `skip` is left out."""
        reach = 2_000.0
        while reach < 4e6:
            found = [x for x in self.within(target, reach) if x[1] != skip]
            if found:
                return found[0]
            reach *= 4
        everything = [x for x in self.within(target, math.inf) if x[1] != skip]
        return everything[0] if everything else None

    def _candidates(self, target: BaseGeometry, metres: float) -> list[int]:
        margin = degrees(metres, round(abs(target.bounds[3]), 1))
        west, south, east, north = target.bounds
        box = shapely.box(west - margin, south - margin, east + margin, north + margin)
        return [int(i) for i in self.tree.query(box, predicate="intersects")]

    def _from_point(self, target: BaseGeometry, chosen: list[int], metres: float) -> list[tuple[float, int]]:
        """All at once: edges that are roughly far away are not measured."""
        meeting = {i for i in chosen if shapely.intersects(target, self.geometries[i])}
        rest = [i for i in chosen if i not in meeting]
        if not rest:
            return [(0.0, i) for i in meeting]
        parts = [self._edges_of(i) for i in rest]
        lines, owner = np.vstack(parts), np.repeat(np.arange(len(parts)), [len(x) for x in parts])
        lon, lat = (float(v) for v in shapely.get_coordinates(target)[0])
        rough = _flat(lon, lat, lines)
        least = np.full(len(parts), np.inf)
        np.minimum.at(least, owner, rough)
        measured = np.flatnonzero((rough <= least[owner] * 1.02 + 20) & (rough <= metres * 1.02 + 20))
        exact = np.full(len(parts), np.inf)
        np.minimum.at(exact, owner[measured], foot_distances(lon, lat, lines[measured]))
        return [(0.0, i) for i in meeting] + [(float(m), i) for m, i in zip(exact, rest, strict=True)]

    def _edges_of(self, i: int) -> Floats:
        if i not in self._edges:
            self._edges[i] = edges(self.geometries[i])
        return self._edges[i]

"""Distances on WGS 84 by minimising along edges: slow, simple, and without any code of the product.

An edge is the geodesic between two neighbouring vertices.  The distance of a point from it is found by
golden-section search on the fraction of its length; the geodesic problems are solved by PROJ's implementation of
Karney (2013).  Nothing is projected or indexed; edges are left out only when a coarse bound shows them too far.
"""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from pyproj import Geod
from shapely.geometry.base import BaseGeometry

WGS84 = Geod(ellps="WGS84")
GOLDEN = (5**0.5 - 1) / 2
STEPS = 55
"""0.618^55 of an edge of 10 km is far below a micrometre; at a smooth minimum the distance errs even less."""

Floats = NDArray[np.float64]


def edges(geometry: BaseGeometry) -> Floats:
    """(n, 4) array of lon, lat, lon, lat; rings of polygons; a point is an edge of no length."""
    parts = shapely.get_parts(shapely.boundary(geometry) if geometry.area > 0 else geometry)
    found = []
    for part in parts:
        vertices = shapely.get_coordinates(part)
        found.append(np.hstack([vertices[:-1], vertices[1:]] if len(vertices) > 1 else [vertices, vertices]))
    return np.vstack(found)


def to_edges(lon: float, lat: float, lines: Floats) -> Floats:
    """Distance in metres from one point to each edge."""
    azimuth, _, length = WGS84.inv(lines[:, 0], lines[:, 1], lines[:, 2], lines[:, 3])
    azimuth, length = np.asarray(azimuth), np.asarray(length)

    def away(fraction: Floats) -> Floats:
        x, y, _ = WGS84.fwd(lines[:, 0], lines[:, 1], azimuth, fraction * length)
        return np.asarray(WGS84.inv(x, y, np.full(len(lines), lon), np.full(len(lines), lat))[2])

    low, high = np.zeros(len(lines)), np.ones(len(lines))
    a, b = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_a, at_b = away(a), away(b)
    for _ in range(STEPS):
        left = at_a < at_b
        low, high = np.where(left, low, a), np.where(left, b, high)
        new = np.where(left, high - GOLDEN * (high - low), low + GOLDEN * (high - low))
        at_new = away(new)
        a, b, at_a, at_b = (
            np.where(left, new, b),
            np.where(left, a, new),
            np.where(left, at_new, at_b),
            np.where(left, at_a, at_new),
        )
    return np.minimum.reduce([at_a, at_b, away(np.zeros(len(lines))), away(np.ones(len(lines)))])


class References:
    """Geometries that distances are measured to."""

    def __init__(self, shapes: list[BaseGeometry]) -> None:
        self.shapes = shapes
        parts = [edges(shape) for shape in shapes]
        self.edges = np.vstack(parts) if parts else np.empty((0, 4))
        self.owner = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
        self.length = _apart(self.edges[:, :2], self.edges[:, 2:])
        self.box = shapely.box(*shapely.total_bounds(shapes))

    def distances(self, target: BaseGeometry, limit: float = np.inf) -> Floats:
        """Metres from `target` to each reference, 0 where they share a point.

        References certainly beyond `limit` get inf; without a limit, all that are certainly not the nearest.
        """
        result = np.full(len(self.shapes), np.inf)
        if np.isfinite(limit) and all(_coarse(target, x) > 1.02 * limit + 1_000 for x in self.shapes):
            return result
        result[shapely.intersects(target, self.shapes)] = 0.0
        if not result.any():
            return result
        self._from_vertices(target, limit, result)
        if target.geom_type != "Point":  # a vertex of the reference may be nearer than any of the target
            back = References([target])
            for i in np.flatnonzero(result):
                found = np.array([result[i]])
                back._from_vertices(self.shapes[i], limit, found)
                result[i] = found[0]
        return result

    def _from_vertices(self, shape: BaseGeometry, limit: float, result: Floats) -> None:
        for point in np.unique(shapely.get_coordinates(shape), axis=0):
            if _coarse(shapely.Point(point), self.box) <= 1.02 * limit + 1_000:
                self._from_vertex(point, limit, result)

    def some_vertex_within(self, point: Floats, metres: float) -> bool:
        """Whether a vertex lies so near to a point: then the distance is no more, whatever the edges do."""
        there = np.broadcast_to(point, (len(self.edges), 2))
        return bool((_apart(there, self.edges[:, :2]) <= metres).any())

    def _from_vertex(self, point: Floats, limit: float, result: Floats) -> None:
        """Lower `result` where a reference is nearer to this point than known so far."""
        there = np.broadcast_to(point, (len(self.edges), 2))
        one, other = _apart(there, self.edges[:, :2]), _apart(there, self.edges[:, 2:])
        # No point of an edge is nearer than this (triangle inequality), so what is left out cannot matter.
        least = (one + other - self.length) / 2
        known = float(np.minimum(one, other).min())
        near = (least <= (known if np.isinf(limit) else limit)) & (least < result[self.owner])
        if near.any():
            np.minimum.at(result, self.owner[near], to_edges(*point, self.edges[near]))


def distances(target: BaseGeometry, references: list[BaseGeometry], limit: float = np.inf) -> Floats:
    """As :meth:`References.distances`, for one target."""
    return References(references).distances(target, limit)


def _apart(one: Floats, other: Floats) -> Floats:
    return np.asarray(WGS84.inv(one[:, 0], one[:, 1], other[:, 0], other[:, 1])[2])


def _coarse(one: BaseGeometry, other: BaseGeometry) -> float:
    """A coarse lower bound in metres from the bounding boxes."""
    west, south, east, north = one.bounds
    w, s, e, n = other.bounds
    dx, dy = max(0.0, w - east, west - e), max(0.0, s - north, south - n)
    steepest = np.cos(np.radians(max(abs(south), abs(north), abs(s), abs(n))))
    return float(np.hypot(dx * 111_300 * steepest, dy * 110_500))

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


def distances(target: BaseGeometry, references: list[BaseGeometry], limit: float = np.inf) -> Floats:
    """Metres from `target` to each reference; 0 where they share a point, inf where certainly beyond `limit`."""
    result = np.full(len(references), np.inf)
    for i, reference in enumerate(references):
        if _coarse(target, reference) > 1.02 * limit + 1_000:
            continue
        if shapely.intersects(target, reference):
            result[i] = 0.0
            continue
        result[i] = _closest(target, reference)
        if target.geom_type != "Point":
            result[i] = min(result[i], _closest(reference, target))
    return result


def _closest(vertices_of: BaseGeometry, edges_of: BaseGeometry) -> float:
    """Least distance of a vertex of one geometry from an edge of the other."""
    lines, best = edges(edges_of), np.inf
    points = np.unique(shapely.get_coordinates(vertices_of), axis=0)
    order = np.argsort([_bound(lon, lat, lines).min() for lon, lat in points])
    for lon, lat in points[order]:
        bound = _bound(lon, lat, lines)
        near = bound <= 1.02 * min(best, _nearest_end(lon, lat, lines)) + 10
        if bound.min() > 1.02 * best + 10:
            break
        best = min(best, float(to_edges(lon, lat, lines[near]).min()))
    return best


def _nearest_end(lon: float, lat: float, lines: Floats) -> float:
    ends = np.vstack([lines[:, :2], lines[:, 2:]])
    return float(np.min(WGS84.inv(np.full(len(ends), lon), np.full(len(ends), lat), ends[:, 0], ends[:, 1])[2]))


def _bound(lon: float, lat: float, lines: Floats) -> Floats:
    """A coarse lower bound in metres: distance to the nearer end less the length of the edge, on a plane."""
    scale = np.array([111_320 * np.cos(np.radians(lat)), 111_000.0])
    a, b = (lines[:, :2] - [lon, lat]) * scale, (lines[:, 2:] - [lon, lat]) * scale
    nearer = np.minimum(np.hypot(*a.T), np.hypot(*b.T))
    return np.asarray(np.maximum(0.0, nearer - np.hypot(*(a - b).T)))


def _coarse(one: BaseGeometry, other: BaseGeometry) -> float:
    """A coarse lower bound in metres from the bounding boxes."""
    west, south, east, north = one.bounds
    w, s, e, n = other.bounds
    dx, dy = max(0.0, w - east, west - e), max(0.0, s - north, south - n)
    steepest = np.cos(np.radians(max(abs(south), abs(north), abs(s), abs(n))))
    return float(np.hypot(dx * 111_300 * steepest, dy * 110_500))

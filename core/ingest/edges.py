"""The longest edge of lines and polygons: tells whether straight and geodesic edges can differ noticeably."""

from __future__ import annotations

import numpy as np
import shapely
from pyproj import Geod

A, F = 6_378_137.0, 1 / 298.257223563
E2 = F * (2 - F)
GEOD = Geod(ellps="WGS84")
M_PER_DEGREE = np.pi / 180 * A
LINE, POLYGON = 1, 3


ROUGH_KM = 50
"""Up to this length, and away from the poles, the flat measure of an edge is right within a percent."""


def longest_edge(geometry: np.ndarray) -> float:
    """Length of the longest edge, geodesic metres on WGS 84; 0 for no edge.

    Edges are ordered by a measure that is cheap, and only the longest are measured exactly: in small layers by
    their flat length on the ellipsoid, else by the chord through the Earth (it differs by d³/24R² from the
    geodesic, and by less than 0.2 % of that between directions).

    Args:
        geometry: array of lines or polygons, longitude and latitude in degrees.
    """
    xy, index = _lines(geometry)
    edge = np.flatnonzero(index[1:] == index[:-1])
    if not len(edge):
        return 0.0
    step = np.diff(xy, axis=0)[edge]
    squared = (step[:, 1] * M_PER_DEGREE) ** 2
    squared += (step[:, 0] * M_PER_DEGREE * np.cos(np.radians(xy[edge, 1]))) ** 2
    if squared.max() < (ROUGH_KM * 1000) ** 2 and np.abs(xy[:, 1]).max() < 80:
        near = squared >= squared.max() * 0.95
    else:
        xyz = _geocentric(xy)
        squared = ((xyz[edge + 1] - xyz[edge]) ** 2).sum(axis=1)
        near = squared >= squared.max() * 0.99
    top = edge[near]
    top = top[np.argsort(-squared[near])][:4096]
    _, _, metres = GEOD.inv(xy[top, 0], xy[top, 1], xy[top + 1, 0], xy[top + 1, 1])
    return float(np.max(metres))


def _lines(geometry: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates of all lines and rings, and which of these each belongs to."""
    kinds = shapely.get_type_id(geometry)
    plain = (kinds == LINE) | ((kinds == POLYGON) & (shapely.get_num_interior_rings(geometry) == 0))
    if plain.all():  # to part what has one part costs more than all the rest
        return shapely.get_coordinates(geometry, return_index=True)
    parts = shapely.get_parts(geometry)
    holed = shapely.get_num_interior_rings(parts) > 0
    if not holed.any():
        return shapely.get_coordinates(parts, return_index=True)
    rings = np.concatenate([parts[~holed], shapely.get_rings(parts[holed])])
    return shapely.get_coordinates(rings, return_index=True)


def _geocentric(xy: np.ndarray) -> np.ndarray:
    """Earth-centred coordinates in metres, shape (n, 3), of points on the WGS 84 ellipsoid."""
    lon, lat = np.radians(xy[:, 0]), np.radians(xy[:, 1])
    normal = A / np.sqrt(1 - E2 * np.sin(lat) ** 2)
    level = normal * np.cos(lat)
    return np.column_stack([level * np.cos(lon), level * np.sin(lon), normal * (1 - E2) * np.sin(lat)])

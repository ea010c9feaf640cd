"""The longest edge of lines and polygons: tells whether straight and geodesic edges can differ noticeably."""

from __future__ import annotations

import numpy as np
import shapely
from pyproj import Geod

A, F = 6_378_137.0, 1 / 298.257223563
E2 = F * (2 - F)
GEOD = Geod(ellps="WGS84")
M_PER_DEGREE = np.pi / 180 * A


ROUGH_M = 50_000.0
SLACK = 1.03
"""Up to this length, and this side of 70° of latitude, an edge is less than 3 % longer than its flat measure."""
FIRST = 64
"""Features that look longest, measured before any other."""


def longest_edge(geometry: np.ndarray, known: float = 0.0) -> float:
    """Length of the longest edge, geodesic metres on WGS 84; 0 for no edge.

    Taking features apart costs more than everything else.  So the steps between all vertices that follow each
    other are measured flat first, those from one ring or part to the next among them, which only makes some
    features look longer than they are; the features that look longest are measured exactly, and then those others
    that could still hold a longer edge.

    Args:
        geometry: array of lines or polygons, longitude and latitude in degrees.
        known: an edge of that length is known already, so that only longer ones matter.
    """
    looks = _looks(geometry)
    if looks is None:
        return max(known, _measured(geometry))
    order = np.argsort(-looks)
    found, order = known, order[looks[order] * SLACK > known]
    for some in (order[:FIRST], order[FIRST:]):
        longer = some[looks[some] * SLACK > found]
        found = max(found, _measured(geometry[longer])) if len(longer) else found
    return found


def _looks(geometry: np.ndarray) -> np.ndarray | None:
    """Length of the longest step of each geometry, flat metres; None where the flat measure will not do."""
    xy, index = shapely.get_coordinates(geometry, return_index=True)
    if not len(xy) or np.abs(xy[:, 1]).max() > 70:
        return None
    step = np.diff(xy, axis=0)
    squared = (step[:, 1] * M_PER_DEGREE) ** 2
    squared += (step[:, 0] * M_PER_DEGREE * np.cos(np.radians(xy[:-1, 1]))) ** 2
    squared[index[1:] != index[:-1]] = 0.0
    longest = np.zeros(len(geometry))
    starts = np.flatnonzero(np.diff(index, prepend=-1))
    longest[index[starts]] = np.sqrt(np.maximum.reduceat(np.append(squared, 0.0), starts))
    return longest if longest.max() < ROUGH_M else None


def _measured(geometry: np.ndarray) -> float:
    """As :func:`longest_edge`, all geometries taken apart.

    The chord through the Earth orders edges as the geodesic does (it differs by d³/24R², and by less than 0.2 % of
    that between directions), so only the longest chords are measured exactly.
    """
    xy, index = _lines(geometry)
    edge = np.flatnonzero(index[1:] == index[:-1])
    if not len(edge):
        return 0.0
    xyz = _geocentric(xy)
    chord = ((xyz[edge + 1] - xyz[edge]) ** 2).sum(axis=1)
    near = chord >= chord.max() * 0.99
    top = edge[near]
    top = top[np.argsort(-chord[near])][:256]
    _, _, metres = GEOD.inv(xy[top, 0], xy[top, 1], xy[top + 1, 0], xy[top + 1, 1])
    return float(np.max(metres))


def _lines(geometry: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates of all lines and rings, and which of these each belongs to."""
    parts = shapely.get_parts(geometry)
    holed = shapely.get_num_interior_rings(parts) > 0
    if holed.any():
        parts = np.concatenate([parts[~holed], shapely.get_rings(parts[holed])])
    return shapely.get_coordinates(parts, return_index=True)


def _geocentric(xy: np.ndarray) -> np.ndarray:
    """Earth-centred coordinates in metres, shape (n, 3), of points on the WGS 84 ellipsoid."""
    lon, lat = np.radians(xy[:, 0]), np.radians(xy[:, 1])
    normal = A / np.sqrt(1 - E2 * np.sin(lat) ** 2)
    level = normal * np.cos(lat)
    return np.column_stack([level * np.cos(lon), level * np.sin(lon), normal * (1 - E2) * np.sin(lat)])

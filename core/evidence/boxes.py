"""Boxes in degrees that certainly hold everything within a distance of some geometries."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from core.evidence.geodesy import Floats

Box = tuple[float, float, float, float]

_DEGREE_M = 110_574.0
"""Length of a degree of latitude at the equator, where it is shortest."""
_POLE = 89.5
_MANY = 50


def boxes_around(geometries: Sequence[BaseGeometry], reach_m: Floats, max_edge_m: float = 0.0) -> list[Box]:
    """Boxes (west, south, east, north) around geometries, widened by `reach_m` metres each.

    Long edges of the features sought bulge out of their own boxes; `max_edge_m` is the longest of them.  Boxes
    that cross the date line come in two parts; those near a pole span all longitudes.  Neighbouring geometries
    share a box when there are many.
    """
    bounds = shapely.bounds(np.asarray(geometries, dtype=object))
    west, south, east, north = bounds.T
    high = np.maximum(np.abs(south), np.abs(north))
    bulge = max_edge_m**2 / (8 * 6_371_000.0) * np.maximum(1.0, np.tan(np.radians(np.minimum(high, _POLE))))
    reach = reach_m + bulge + 1.0
    tall = reach / _DEGREE_M * 1.001
    top = np.minimum(high + tall, 90.0)
    wide = np.where(top < _POLE, reach / (_DEGREE_M * np.cos(np.radians(np.minimum(top, _POLE)))) * 1.001, 360.0)
    wider = np.column_stack([west - wide, south - tall, east + wide, north + tall])
    if len(wider) > _MANY:
        wider = _grouped(bounds, wider, float(np.median(tall)))
    return [part for box in wider for part in _wrapped(*(float(x) for x in box))]


def _grouped(bounds: Floats, wider: Floats, size: float) -> Floats:
    """One box for all geometries whose corners lie in the same cell of a grid of a few times `size` degrees."""
    cells = np.floor(bounds[:, :2] / (4 * size)).astype(np.int64)
    _, which = np.unique(cells, axis=0, return_inverse=True)
    order = np.argsort(which.ravel(), kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(which.ravel()[order]) != 0])
    low = np.minimum.reduceat(wider[order][:, :2], starts)
    high = np.maximum.reduceat(wider[order][:, 2:], starts)
    return np.hstack([low, high])


def _wrapped(west: float, south: float, east: float, north: float) -> list[Box]:
    if east - west >= 360:
        return [(-180.0, south, 180.0, north)]
    found = [(max(west, -180.0), south, min(east, 180.0), north)]
    if west < -180:
        found.append((west + 360, south, 180.0, north))
    if east > 180:
        found.append((-180.0, south, east - 360, north))
    return found

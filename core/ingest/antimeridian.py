"""Lines and polygons that cross the 180° meridian, parted there.

Written with longitudes of both signs, such a feature would else reach around the whole world.
"""

from __future__ import annotations

import numpy as np
import shapely

from core.ingest.kinds import parts_of
from core.vocabulary.card import GeometryKind

EAST, WEST = shapely.box(0, -90, 180, 90), shapely.box(180, -90, 360, 90)


def crosses(geometry: shapely.Geometry) -> bool:
    """Whether an edge jumps over more than half of the world, while the feature is narrow the other way round."""
    jumps = [np.abs(np.diff(shapely.get_coordinates(x)[:, 0])).max(initial=0.0) > 180 for x in _paths(geometry)]
    x = np.mod(shapely.get_coordinates(geometry)[:, 0], 360)
    return any(jumps) and float(x.max() - x.min()) < 180


def part(geometry: shapely.Geometry, kind: GeometryKind) -> shapely.Geometry | None:
    """The feature in parts on both sides of the meridian; None when that fails."""

    def around(xy: np.ndarray) -> np.ndarray:
        return np.column_stack([np.mod(xy[:, 0], 360), xy[:, 1]])

    def back(xy: np.ndarray) -> np.ndarray:
        return np.column_stack([xy[:, 0] - 360, xy[:, 1]])

    whole = shapely.transform(geometry, around)
    if not shapely.is_valid(whole):
        whole = shapely.make_valid(whole)
    west = shapely.transform(shapely.intersection(whole, WEST), back)
    sides = [parts_of(x, kind) for x in (shapely.intersection(whole, EAST), west)]
    found = [x for x in sides if x is not None]
    return parts_of(shapely.geometrycollections(found), kind) if found else None


def _paths(geometry: shapely.Geometry) -> list[shapely.Geometry]:
    """Lines and rings."""
    paths: list[shapely.Geometry] = []
    for piece in shapely.get_parts(geometry):
        paths += list(shapely.get_rings(piece)) if shapely.get_type_id(piece) == 3 else [piece]
    return paths

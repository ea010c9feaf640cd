"""Geometries as straight pieces in earth-centred space, with a tree over them: the second route to a distance.

The database finds the foot of a perpendicular with its own index and library.  Here points, lines and outlines of
polygons are cut into short segments by this module, and searched by a k-d tree over their midpoints.  There is no
map projection, so there are no zones, no date line and no poles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from scipy.spatial import cKDTree
from shapely.geometry.base import BaseGeometry

from core.evidence.geodesy import Floats, Ints, along_great_circle, to_ecef

SHORTEST_M, LONGEST_M = 100.0, 1_000.0
"""Bounds of the length of a piece: longer ones sag below the ellipsoid (2 cm at 1 km), short ones take memory."""


@dataclass(frozen=True)
class Segments:
    """Straight pieces of geometries; a point is a piece of no length."""

    start: Floats
    """(n, 3) metres."""
    step: Floats
    """(n, 3) from start to end."""
    owner: Ints
    """(n,) position of the geometry a piece belongs to; ascending."""
    square: Floats
    """(n,) squared length, at least a tiny positive number."""

    @property
    def middle(self) -> Floats:
        """(n, 3) midpoints."""
        return self.start + self.step / 2

    @property
    def reach(self) -> float:
        """Half the length of the longest piece: no point of a piece is farther from its midpoint."""
        return float(np.sqrt(self.square.max()) / 2) if len(self.owner) else 0.0


@dataclass(frozen=True, eq=False)
class SegmentIndex:
    """Segments that can be searched."""

    segments: Segments
    tree: cKDTree
    count: int
    """Number of geometries."""

    @classmethod
    def build(cls, geometries: Sequence[BaseGeometry], max_segment_m: float | None = None) -> SegmentIndex:
        """Index geometries in EPSG:4326 (points, lines, polygons by their outlines, multi-part or not).

        `max_segment_m` is the longest piece, by default twice the median edge within 100 m to 1 km; it decides
        the speed of searches, not their results.
        """
        segments = cut(geometries, max_segment_m)
        return cls(segments, cKDTree(segments.middle), len(geometries))


def cut(geometries: Sequence[BaseGeometry], max_segment_m: float | None = None) -> Segments:
    """The pieces of geometries; see :meth:`SegmentIndex.build`."""
    lonlat, ring, owner = _vertices(geometries)
    joined = np.flatnonzero(ring[1:] == ring[:-1])
    single = np.flatnonzero(np.bincount(ring, minlength=1)[ring] == 1) if len(ring) else np.zeros(0, np.int64)
    first, last = lonlat[joined], lonlat[joined + 1]
    owners = owner[joined]
    places = to_ecef(*lonlat.T)
    a, b = places[joined], places[joined + 1]
    step = b - a
    length = np.sqrt(np.einsum("ij,ij->i", step, step))
    longest = max_segment_m or _default_length(length)
    parts = np.maximum(np.ceil(length / longest).astype(np.int64), 1)
    if (parts > 1).any():
        a, b, edge = _split(first, last, parts, (a, b))
        owners = owners[edge]
    start, end = np.vstack([a, places[single]]), np.vstack([b, places[single]])
    owners = np.concatenate([owners, owner[single]])
    if len(single) and len(joined):
        order = np.argsort(owners, kind="stable")
        start, end, owners = start[order], end[order], owners[order]
    step = end - start
    square = np.maximum(np.einsum("ij,ij->i", step, step), 1e-12)
    return Segments(start, step, owners, square)


def _default_length(lengths: Floats) -> float:
    real = lengths[lengths > 0]
    return float(np.clip(2 * np.median(real), SHORTEST_M, LONGEST_M)) if len(real) else LONGEST_M


def _vertices(geometries: Sequence[BaseGeometry]) -> tuple[Floats, Ints, Ints]:
    """Vertices (n, 2), the ring or line each belongs to, and the geometry that belongs to."""
    parts, owner = shapely.get_parts(np.asarray(geometries, dtype=object), return_index=True)
    area = shapely.get_dimensions(parts) == 2
    if area.any():  # only polygons: the boundary of a line would be its two ends
        parts = parts.copy()
        parts[area] = shapely.boundary(parts[area])
        parts, again = shapely.get_parts(parts, return_index=True)
        owner = owner[again]
    lonlat, ring = shapely.get_coordinates(parts, return_index=True)
    return lonlat, ring.astype(np.int64), owner[ring].astype(np.int64)


def _split(first: Floats, last: Floats, parts: Ints, ends: tuple[Floats, Floats]) -> tuple[Floats, Floats, Ints]:
    """Edges cut into `parts` equal pieces along great circles, in order; and the edge of every piece."""
    edge = np.repeat(np.arange(len(parts)), parts)
    place = np.arange(len(edge)) - np.repeat(np.cumsum(parts) - parts, parts)
    start, end = ends[0][edge], ends[1][edge]
    inner = np.flatnonzero(place)
    at = edge[inner]
    lon, lat = along_great_circle(first[at], last[at], place[inner] / parts[at])
    cuts = to_ecef(lon, lat)
    start[inner] = cuts
    end[inner - 1] = cuts
    return start, end, edge

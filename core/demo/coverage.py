"""From a web of lines to a map without gaps or overlaps: faces, labels, bodies, contacts.

All lines are noded together on the grid of stored coordinates, so that neighbours share their vertices exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import shapely

from core.demo.frame import GRID_DEG, Frame

Label = tuple[str, int]
"""Unit code and block (-1 for what is not cut by the block faults)."""


def faces_of(frame: Frame, lines: Sequence[Any]) -> Any:
    """The faces of the region cut by `lines` (metres), as an array of polygons in degrees."""
    clip = shapely.box(*frame.bbox).buffer(0.02)
    parts = [shapely.intersection(frame.to_lonlat(x), clip) for x in lines]
    web = shapely.union_all([frame.box.boundary, *parts], grid_size=GRID_DEG)
    faces = shapely.get_parts(shapely.polygonize([web]))
    inside = shapely.contains(frame.box, shapely.point_on_surface(faces))
    return faces[inside]


def absorb_slivers(frame: Frame, faces: Any, labels: list[Label], smallest: dict[str, float]) -> list[Label]:
    """Labels in which each face below the area limit of its unit (m2, default key "") joins its best neighbour.

    The best neighbour is the one with the longest common border.
    """
    sides = _sides(faces)
    labels = list(labels)
    for _ in range(4):
        groups = _groups(sides, labels, len(faces))
        area = np.bincount(groups, weights=shapely.area(frame.to_uv(faces)))
        border: dict[int, dict[Label, float]] = defaultdict(lambda: defaultdict(float))
        for (a, b), length in _border_lengths(sides).items():
            if groups[a] != groups[b]:
                border[groups[a]][labels[b]] += length
                border[groups[b]][labels[a]] += length
        code = {group: labels[face][0] for face, group in enumerate(groups)}
        small = {g for g in border if area[g] < smallest.get(code[g], smallest[""])}
        if not small:
            return labels
        for face, group in enumerate(groups):
            if group in small:
                labels[face] = max(border[group].items(), key=lambda x: (x[1], x[0]))[0]
    return labels


def dissolve(faces: Any, labels: list[Label]) -> list[tuple[Label, Any]]:
    """One polygon for each connected group of faces with the same label, in a stable order."""
    members: dict[Label, list[int]] = defaultdict(list)
    for index, label in enumerate(labels):
        members[label].append(index)
    result = [
        (label, polygon)
        for label, indices in members.items()
        for polygon in shapely.get_parts(shapely.coverage_union_all(faces[indices]))
    ]
    return sorted(result, key=lambda x: (x[0], x[1].bounds))


def shared_borders(polygons: Any) -> dict[tuple[int, int], Any]:
    """For each pair of neighbours the merged line of their common border."""
    segments: dict[tuple[int, int], list[Any]] = defaultdict(list)
    for edge, owners in _sides(polygons).items():
        if len(owners) == 2:
            a, b = sorted(owners)
            segments[(a, b)].append(edge)
    return {pair: shapely.line_merge(shapely.MultiLineString(edges)) for pair, edges in sorted(segments.items())}


def _sides(polygons: Any) -> dict[tuple[tuple[float, float], tuple[float, float]], list[int]]:
    """Every edge (ends in order) with the indices of the polygons that have it."""
    sides: dict[tuple[tuple[float, float], tuple[float, float]], list[int]] = defaultdict(list)
    for index, polygon in enumerate(polygons):
        for ring in (polygon.exterior, *polygon.interiors):
            points = [(x, y) for x, y in shapely.get_coordinates(ring).tolist()]
            for a, b in pairwise(points):
                sides[(a, b) if a < b else (b, a)].append(index)
    return sides


def _border_lengths(sides: dict[Any, list[int]]) -> dict[tuple[int, int], float]:
    lengths: dict[tuple[int, int], float] = defaultdict(float)
    for (a, b), owners in sides.items():
        if len(owners) == 2:
            lengths[(owners[0], owners[1])] += float(np.hypot(a[0] - b[0], a[1] - b[1]))
    return lengths


def _groups(sides: dict[Any, list[int]], labels: list[Label], n: int) -> Any:
    """Number of the connected same-label group of each face."""
    parent = list(range(n))

    def root(x: int) -> int:
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    for owners in sides.values():
        if len(owners) == 2 and labels[owners[0]] == labels[owners[1]]:
            parent[root(owners[0])] = root(owners[1])
    return np.unique([root(i) for i in range(n)], return_inverse=True)[1]

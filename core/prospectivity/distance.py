"""Distance from cell centres to the nearest line, polygon or point: exact from a tree of segments, or by raster.

Exact: every line is cut into segments of two points and a search tree returns the nearest (error: rounding only).
Beyond :data:`EXACT_CELLS` cells a distance transform of the rasterised features takes its place; its error stays
below the diagonal of a cell.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from scipy import ndimage
from shapely.geometry.base import BaseGeometry

from core.prospectivity.grid import Floats, GridSpec, Ints, Singles

EXACT_CELLS = 3_000_000
MARGIN_M = 15_000.0
"""Features are loaded this far beyond the area, so that no cell at its edge is measured to a cut line."""


class Nearest:
    """Exact distances to geometries in metres."""

    def __init__(self, shapes: Sequence[BaseGeometry]) -> None:
        self.shapes = list(shapes)
        pieces, owner = _pieces(self.shapes)
        self._owner = owner
        self._tree = shapely.STRtree(pieces)

    def query(self, x: Floats, y: Floats) -> tuple[Floats, Ints]:
        """Distance in metres of each place, and the index of the shape it is measured to (NaN, -1 for none)."""
        distance, index = np.full(len(x), np.nan), np.full(len(x), -1, np.int64)
        if len(self._owner):
            found, metres = self._tree.query_nearest(shapely.points(x, y), return_distance=True, all_matches=False)
            distance[found[0]], index[found[0]] = metres, self._owner[found[1]]
        return distance, index


def _pieces(shapes: Sequence[BaseGeometry]) -> tuple[np.ndarray, Ints]:
    """Segments of lines, points as they are, polygons whole (so that a cell inside is at distance 0)."""
    parts, owner = shapely.get_parts(np.array(list(shapes), dtype=object), return_index=True)
    kinds = shapely.get_dimensions(parts)
    found: list[np.ndarray] = [parts[(kinds == 0) | (kinds == 2)]]
    owners: list[np.ndarray] = [owner[(kinds == 0) | (kinds == 2)]]
    lines, of = parts[kinds == 1], owner[kinds == 1]
    if len(lines):
        segments, line = _segments(lines)
        found.append(segments)
        owners.append(of[line])
    return np.concatenate(found), np.concatenate(owners).astype(np.int64)


def _segments(lines: np.ndarray) -> tuple[np.ndarray, Ints]:
    """Two-point lines, and the index of the line each belongs to."""
    xy, line = shapely.get_coordinates(lines, return_index=True)
    joined = line[1:] == line[:-1]
    ends = np.stack([xy[:-1][joined], xy[1:][joined]], axis=1)
    return np.asarray(shapely.linestrings(ends), dtype=object), line[:-1][joined].astype(np.int64)


def transformed(grid: GridSpec, shapes: Sequence[BaseGeometry], margin: float = MARGIN_M) -> Singles:
    """Distance of all cells by a transform of the rasterised shapes, metres, flat; the margin is looked at too."""
    from rasterio.features import rasterize  # noqa: PLC0415
    from rasterio.transform import from_origin  # noqa: PLC0415

    big, side = grid.grown(margin)
    if not len(shapes):
        return np.full(grid.cells, np.nan, np.float32)
    free = rasterize(
        ((x, 0) for x in shapes), out_shape=(big.height, big.width), fill=1, all_touched=True, dtype="uint8",
        transform=from_origin(big.west, big.north, big.cell, big.cell),
    )  # fmt: skip
    if free.all():
        return np.full(grid.cells, np.nan, np.float32)
    cells = ndimage.distance_transform_edt(free)
    inner = cells[side : side + grid.height, side : side + grid.width]
    return (inner.astype(np.float32) * np.float32(grid.cell)).ravel()


def density(grid: GridSpec, lines: Sequence[BaseGeometry], radius: float) -> Singles:
    """Length of lines within `radius` of each cell centre over the area of that circle, km per km², flat.

    Lines are cut into pieces no longer than half a cell and their lengths summed by cell; the sum over the circle
    is taken in whole cells.  Lines up to `radius` beyond the grid count.
    """
    big, side = grid.grown(radius)
    reach = max(1, round(radius / grid.cell))
    sums: Floats = np.zeros((big.height, big.width))
    if len(lines):
        fine = shapely.segmentize(np.array(list(lines), dtype=object), grid.cell / 2)
        ends = shapely.get_coordinates(_segments(shapely.get_parts(fine))[0]).reshape(-1, 2, 2)
        middle, length = ends.mean(axis=1), np.hypot(*(ends[:, 1] - ends[:, 0]).T)
        at = big.cell_of(middle[:, 0], middle[:, 1])
        sums = np.bincount(at[at >= 0], length[at >= 0], big.cells).astype(float).reshape(sums.shape)
    i, j = np.ogrid[-reach : reach + 1, -reach : reach + 1]
    disc = (i * i + j * j <= reach * reach).astype(float)
    inner = _discs(sums, disc)[side : side + grid.height, side : side + grid.width]
    area = disc.sum() * grid.cell**2
    return (np.maximum(inner, 0) / area * 1_000).astype(np.float32).ravel()


def _discs(sums: Floats, disc: Floats) -> Floats:
    from scipy.signal import oaconvolve  # noqa: PLC0415

    found: Floats = oaconvolve(sums, disc, mode="same")
    return np.where(found < 1e-6, 0.0, found)  # the transform leaves dust where there is nothing


def crossings(lines: Sequence[BaseGeometry]) -> list[BaseGeometry]:
    """The points where different lines cross or touch."""
    shapes = np.array(list(lines), dtype=object)
    if len(shapes) < 2:
        return []
    a, b = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    met = shapely.intersection(shapes[a[a < b]], shapes[b[a < b]])
    points = shapely.get_parts(met)
    return list(shapely.centroid(points[~shapely.is_empty(points)]))


def contacts(polygons: Sequence[BaseGeometry]) -> list[BaseGeometry]:
    """Boundaries of polygons, without the outline of all of them, where the map merely ends."""
    shapes = np.array(list(polygons), dtype=object)
    if not len(shapes):
        return []
    outline = shapely.boundary(shapely.union_all(shapes))
    inner = shapely.difference(shapely.union_all(shapely.boundary(shapes)), shapely.buffer(outline, 1.0))
    parts = shapely.get_parts(inner)
    return list(parts[(shapely.get_dimensions(parts) == 1) & ~shapely.is_empty(parts)])


def burnt(grid: GridSpec, shapes: Sequence[BaseGeometry], codes: Ints) -> Singles:
    """Code of the first shape that holds each cell centre, flat, in one pass; NaN where there is none."""
    from rasterio.features import rasterize  # noqa: PLC0415
    from rasterio.transform import from_origin  # noqa: PLC0415

    if not len(shapes):
        return np.full(grid.cells, np.nan, np.float32)
    pairs = list(zip(shapes, (codes + 1).tolist(), strict=True))[::-1]  # what is burnt last stays
    found = rasterize(
        pairs, out_shape=(grid.height, grid.width), fill=0, dtype="int32",
        transform=from_origin(grid.west, grid.north, grid.cell, grid.cell),
    ).ravel()  # fmt: skip
    return np.where(found > 0, found - 1, np.nan).astype(np.float32)

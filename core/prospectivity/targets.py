"""Target polygons: connected cells of high potential, those at known deposits apart from new ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from scipy import ndimage
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from core.prospectivity.grid import Bools, GridSpec, Ints, Singles

SMALLEST = 3
"""Fewer connected cells are no target."""


@dataclass(frozen=True)
class Target:
    """Connected cells (also by corners) of high potential."""

    number: int
    """1 for the best."""
    known: bool
    """Whether it lies around known deposits."""
    cells: Ints
    polygon: BaseGeometry
    """Degrees EPSG:4326."""
    x: float
    y: float
    """Centroid of the cells, or where that lies outside them a place inside, metres of the grid."""
    lon: float
    lat: float
    area_km2: float
    mean: float
    highest: float
    deviation: float
    """Mean over its cells of the deviation between draws."""


def targets(
    grid: GridSpec, high: Bools, known: Bools, values: Singles, deviation: Singles, *, smallest: int = SMALLEST
) -> tuple[Target, ...]:
    """Connected parts of `high`, cut along the surroundings of known deposits; by mean value, new ones first.

    Args:
        high, known: flat, of all cells.
        smallest: parts of fewer cells are left out.
    """
    found: list[Target] = []
    for is_known in (False, True):
        part = (high & (known == is_known)).reshape(grid.height, grid.width)
        marks, count = ndimage.label(part, structure=np.ones((3, 3), int))
        flat = marks.ravel()
        at = np.flatnonzero(flat)
        order = at[np.argsort(flat[at], kind="stable")]
        bounds = np.searchsorted(flat[order], np.arange(1, count + 2))
        shapes = _polygons(grid, marks.astype(np.int32))
        for i in range(count):
            cells = order[bounds[i] : bounds[i + 1]]
            if len(cells) >= smallest:
                found.append(
                    _target(grid, cells, shapes[i + 1], values=values, deviation=deviation, known=is_known)
                )
    found.sort(key=lambda t: (t.known, -t.mean, int(t.cells[0])))
    return tuple(_numbered(t, n) for n, t in enumerate(found, 1))


def _numbered(target: Target, number: int) -> Target:
    return Target(**{**vars(target), "number": number})


def _target(
    grid: GridSpec, cells: Ints, polygon: BaseGeometry, *, values: Singles, deviation: Singles, known: bool
) -> Target:
    x, y = grid.centres(cells)
    middle = shapely.Point(float(x.mean()), float(y.mean()))
    at = middle if polygon.contains(middle) else polygon.representative_point()
    mx, my = at.x, at.y
    lon, lat = grid.degrees(np.array([mx]), np.array([my]))
    degrees = grid.outline(polygon)
    return Target(
        0, known, cells, degrees, mx, my, float(lon[0]), float(lat[0]), len(cells) * grid.cell**2 / 1e6,
        float(values[cells].mean()), float(values[cells].max()), float(deviation[cells].mean()),
    )  # fmt: skip


def _polygons(grid: GridSpec, marks: np.ndarray) -> dict[int, BaseGeometry]:
    from rasterio.features import shapes  # noqa: PLC0415
    from rasterio.transform import from_origin  # noqa: PLC0415

    transform = from_origin(grid.west, grid.north, grid.cell, grid.cell)
    parts: dict[int, list[BaseGeometry]] = {}
    for geometry, mark in shapes(marks, mask=marks > 0, connectivity=4, transform=transform):
        parts.setdefault(int(mark), []).append(shape(geometry))
    return {mark: shapely.union_all(found) for mark, found in parts.items()}


def percentiles(values: Singles, chosen: Sequence[Ints]) -> list[list[float]]:
    """For each set of rows, the percentage of all rows whose value in a column is lower than the set's mean."""
    ordered = np.sort(values, axis=0)
    n = len(values)
    found = []
    for rows in chosen:
        mean = values[rows].mean(axis=0)
        found.append([100 * float(np.searchsorted(ordered[:, i], m)) / n for i, m in enumerate(mean)])
    return found

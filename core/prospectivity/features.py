"""The evidence of each cell, one column a feature.  Nothing here takes an occurrence: no label can leak in.

A :class:`Plan` is prepared once from its sources and then gives the columns of any cells, so a window of a large
grid gets the same numbers as the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from core.prospectivity.distance import EXACT_CELLS, MARGIN_M, Nearest, burnt, density, transformed
from core.prospectivity.grid import Bools, Floats, GridSpec, Ints, Singles
from core.prospectivity.interpolate import KRIGED, NEIGHBOURS, POWER, REACH_M, Method, Samples

Kind = Literal["distance", "density", "element", "component", "category", "raster"]
RARE_SHARE = 0.005
"""A category on a smaller share of the area is pooled with the other rare ones."""
POOLED = "other"


@dataclass(frozen=True)
class Feature:
    """One column of the evidence."""

    name: str
    kind: Kind
    unit: str = ""
    group: str = ""
    """Features with one group are shuffled together when importance is measured."""
    categories: tuple[str, ...] = ()
    """What the codes 0, 1, 2 … of a category mean."""
    source: str = ""
    """Table or raster it was made from."""

    @property
    def categorical(self) -> bool:
        """Whether its numbers are codes without an order."""
        return self.kind == "category"


class Source(Protocol):
    """Something that gives columns for cells of a grid."""

    features: tuple[Feature, ...]

    def columns(self, grid: GridSpec, cells: Ints) -> Singles:
        """float32 (cells, features); NaN where there is no value."""
        ...


@dataclass
class Distance:
    """Metres to the nearest of some shapes, exact up to :data:`EXACT_CELLS` cells."""

    features: tuple[Feature, ...]
    shapes: Sequence[BaseGeometry]
    cap: float | None = None
    """Larger distances count as this many metres."""
    margin: float = MARGIN_M
    _nearest: Nearest | None = field(default=None, init=False, repr=False)
    _whole: tuple[GridSpec, Singles] | None = field(default=None, init=False, repr=False)

    def columns(self, grid: GridSpec, cells: Ints) -> Singles:
        """Metres (cells, 1)."""
        if grid.cells > EXACT_CELLS:
            if self._whole is None or self._whole[0] != grid:
                self._whole = grid, transformed(grid, self.shapes, self.margin)
            found = self._whole[1][cells]
        else:
            self._nearest = self._nearest or Nearest(self.shapes)
            found = self._nearest.query(*grid.centres(cells))[0].astype(np.float32)
        return (found if self.cap is None else np.minimum(found, self.cap))[:, None]


@dataclass
class Density:
    """Length of lines per area within a radius."""

    features: tuple[Feature, ...]
    shapes: Sequence[BaseGeometry]
    radius: float = 3_000.0
    _whole: tuple[GridSpec, Singles] | None = field(default=None, init=False, repr=False)

    def columns(self, grid: GridSpec, cells: Ints) -> Singles:
        """km per km² (cells, 1)."""
        if self._whole is None or self._whole[0] != grid:
            self._whole = grid, density(grid, self.shapes, self.radius)
        return self._whole[1][cells][:, None]


@dataclass
class Elements:
    """Interpolated concentrations (as ``log1p``), and scores of their principal components where asked for."""

    features: tuple[Feature, ...]
    samples: Samples
    """With values as ``log1p`` of the concentration."""
    method: Method = "idw"
    power: float = POWER
    reach: float = REACH_M
    elements: int = 0
    """How many of the leading columns are elements; 0 means all."""
    rotation: Floats | None = None
    """(elements, components) applied to standardised values; made by :func:`components`."""

    def columns(self, grid: GridSpec, cells: Ints) -> Singles:
        """(cells, features)."""
        k = KRIGED if self.method == "kriging" else NEIGHBOURS
        x, y = grid.centres(cells)
        found = self.samples.interpolate(x, y, method=self.method, k=k, power=self.power, reach=self.reach)
        if self.rotation is not None:
            values = self.samples.values
            z = (found - np.nanmean(values, axis=0)) / np.nanstd(values, axis=0)
            found = np.column_stack([found, z @ self.rotation])
        return found.astype(np.float32)


def components(samples: Samples, count: int) -> Floats:
    """Loadings (elements, `count`) of the leading components of the standardised values, the largest positive."""
    values = samples.values
    z = (values - np.nanmean(values, axis=0)) / np.nanstd(values, axis=0)
    z = z[np.isfinite(z).all(axis=1)]
    weights, vectors = np.linalg.eigh(np.corrcoef(z, rowvar=False))
    found: Floats = vectors[:, np.argsort(weights)[::-1][:count]]
    largest = found[np.abs(found).argmax(axis=0), np.arange(found.shape[1])]
    return found * np.sign(largest)


@dataclass
class Category:
    """Which polygon a cell's centre lies in, as the code of its category."""

    features: tuple[Feature, ...]
    shapes: Sequence[BaseGeometry]
    codes: Ints
    """Code of each shape."""
    _tree: shapely.STRtree | None = field(default=None, init=False, repr=False)
    _whole: tuple[GridSpec, Singles] | None = field(default=None, init=False, repr=False)

    def columns(self, grid: GridSpec, cells: Ints) -> Singles:
        """Codes (cells, 1); of polygons that overlap the first one counts."""
        if grid.cells > EXACT_CELLS:
            if self._whole is None or self._whole[0] != grid:
                self._whole = grid, burnt(grid, self.shapes, self.codes)
            return self._whole[1][cells][:, None]
        self._tree = self._tree or shapely.STRtree(list(self.shapes))
        who, shape = self._tree.query(shapely.points(*grid.centres(cells)), predicate="intersects")
        first = np.full(len(cells), len(self.codes), np.int64)
        np.minimum.at(first, who, shape)
        found = np.full(len(cells), np.nan, np.float32)
        has = first < len(self.codes)
        found[has] = self.codes[first[has]]
        return found[:, None]


def pooled(values: Sequence[str], areas: Floats, share: float = RARE_SHARE) -> tuple[Ints, tuple[str, ...]]:
    """Code of each value and the categories; values on less than `share` of the summed area become one."""
    names = sorted(set(values))
    total = dict.fromkeys(names, 0.0)
    for value, area in zip(values, areas.tolist(), strict=True):
        total[value] += area
    whole = sum(total.values()) or 1.0
    rare = {n for n in names if total[n] / whole < share}
    if len(rare) < 2:
        rare = set()
    kept = [n for n in names if n not in rare] + ([POOLED] if rare else [])
    code = {n: i for i, n in enumerate(kept)}
    return np.array([code.get(v, len(kept) - 1) for v in values], np.int64), tuple(kept)


@dataclass
class Raster:
    """A raster read at the cell centres; `read` takes longitudes and latitudes of cells and gives values."""

    features: tuple[Feature, ...]
    read: Callable[[GridSpec, Ints], Floats]

    def columns(self, grid: GridSpec, cells: Ints) -> Singles:
        """Values (cells, 1)."""
        return np.asarray(self.read(grid, cells), np.float32)[:, None]


@dataclass(frozen=True)
class Table:
    """Evidence of cells: float32 (cells, features), complete in every row."""

    cells: Ints
    """Flat numbers of the cells, strictly rising: a cell stands here once, so no balanced table can be one."""
    values: Singles
    features: tuple[Feature, ...]

    def __post_init__(self) -> None:
        if len(self.cells) != len(self.values) or (np.diff(self.cells) <= 0).any():
            raise ValueError("each cell of the table must stand in it once, in order")


class Plan:
    """The features of a run, ready to be computed for any cells."""

    def __init__(self, grid: GridSpec, sources: Sequence[Source]) -> None:
        self.grid = grid
        self.sources = tuple(sources)
        self.features = tuple(f for s in self.sources for f in s.features)

    def columns(self, cells: Ints) -> Singles:
        """Evidence (cells, features) with NaN where a feature has no value."""
        parts = [s.columns(self.grid, cells) for s in self.sources]
        return np.concatenate(parts, axis=1) if parts else np.empty((len(cells), 0), np.float32)

    def whole(self, cells: Ints, tell: Callable[[float], None] | None = None, size: int = 200_000) -> Singles:
        """Like :meth:`columns`, window by window with progress."""
        found = np.empty((len(cells), len(self.features)), np.float32)
        for first in range(0, len(cells), size):
            part = slice(first, first + size)
            found[part] = self.columns(cells[part])
            if tell:
                tell(min(1.0, (first + size) / len(cells)))
        return found


def complete(values: Singles) -> Bools:
    """Rows in which every feature has a value."""
    found: Bools = np.asarray(np.isfinite(values).all(axis=1))
    return found


def missing(values: Singles, features: Sequence[Feature]) -> dict[str, int]:
    """Cells without a value, by feature; only features that lack some."""
    counts = (~np.isfinite(values)).sum(axis=0)
    return {f.name: int(n) for f, n in zip(features, counts, strict=True) if n}

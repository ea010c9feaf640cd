"""Folded layers: each belt is cut into blocks by cross faults, and each block shows the belt's layers shifted.

A belt carries one scalar field: the height of a point inside the pile of layers.  Folds are waves of that field
across the grain, so that a level line is the trace of a contact with closures at fold noses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from core.demo.boundaries import belt_polygon
from core.demo.contours import contour
from core.demo.frame import STEP_M, Array, Frame
from core.demo.spec import BeltSpec, RegionSpec


@dataclass(frozen=True)
class Block:
    """A piece of a belt between faults."""

    belt: int
    polygon: Any
    shift: tuple[float, float, float]
    """Displacement along u and v in metres, and of the field."""


@dataclass(frozen=True)
class Belt:
    """The field of a belt on the grid, the levels that part its units, and the phase of its folds."""

    spec: BeltSpec
    field: Array
    levels: Array
    phase: Array


class Strata:
    """The layered ground of a region, before intrusions and cover."""

    def __init__(
        self, frame: Frame, spec: RegionSpec, traces: list[Array], cross: list[list[Any]], rng: np.random.Generator
    ) -> None:
        self.frame = frame
        self.belts = [_belt(frame, belt, belt_polygon(frame, traces, i), rng) for i, belt in enumerate(spec.belts)]
        outer = frame.outline.buffer(3_500)
        lines = [shapely.LineString(t) for t in traces] + [x for group in cross for x in group] + [outer.boundary]
        faces = shapely.get_parts(shapely.polygonize([shapely.union_all(lines)]))
        self.blocks = []
        for face in sorted(faces, key=lambda f: f.bounds):
            point = shapely.get_coordinates(face.point_on_surface())[0]
            if not outer.contains(shapely.Point(point)):
                continue
            belt = sum(np.interp(point[0], t[:, 0], t[:, 1]) < point[1] for t in traces)
            shift = (rng.normal(0, 2_500), rng.normal(0, 900), rng.normal(0, 0.12))
            self.blocks.append(Block(int(belt), face, shift))
        self._tree = shapely.STRtree([b.polygon for b in self.blocks])

    def block_of(self, uv: Array) -> np.ndarray:
        """Index of the block of each point (n, 2); the nearest one for points on a fault."""
        points = shapely.points(uv)
        nearest = np.zeros(len(uv), dtype=int)
        who, block = self._tree.query_nearest(points, all_matches=False)
        nearest[who] = block
        return nearest

    def height(self, block: Block, uv: Array) -> Array:
        """Height in the pile of layers at points (n, 2) of a block."""
        du, dv, dh = block.shift
        return self.frame.at(self.belts[block.belt].field, uv - np.array([du, dv])) + dh

    def units(self, uv: Array, blocks: np.ndarray) -> list[str]:
        """Unit codes of points (n, 2) that lie in `blocks`."""
        codes = np.empty(len(uv), dtype=object)
        for index in np.unique(blocks):
            block = self.blocks[index]
            mine = blocks == index
            belt = self.belts[block.belt]
            order = np.searchsorted(belt.levels, self.height(block, uv[mine]))
            codes[mine] = np.array(belt.spec.units, dtype=object)[order]
        return list(codes)

    def lines(self) -> list[Any]:
        """Contacts between layers, metres, each running a little past the faults that cut it off."""
        result: list[Any] = []
        frame = self.frame
        for block in self.blocks:
            u0, v0, u1, v1 = block.polygon.bounds
            i0, i1 = np.searchsorted(frame.u, [u0 - STEP_M, u1 + STEP_M])
            j0, j1 = np.searchsorted(frame.v, [v0 - STEP_M, v1 + STEP_M])
            u, v = frame.u[max(i0 - 1, 0) : i1 + 1], frame.v[max(j0 - 1, 0) : j1 + 1]
            uu, vv = np.meshgrid(u, v)
            field = self.height(block, np.column_stack([uu.ravel(), vv.ravel()])).reshape(uu.shape)
            clip = block.polygon.buffer(15)
            result += [contour(field, level, u, v).intersection(clip) for level in self.belts[block.belt].levels]
        return result


def _belt(frame: Frame, spec: BeltSpec, polygon: Any, rng: np.random.Generator) -> Belt:
    uu, vv = np.meshgrid(frame.u, frame.v)
    inside = shapely.contains_xy(polygon, uu, vv) & frame.inside
    wave = 1_000 * spec.wave_km
    phase = 2 * np.pi * (vv / wave + 0.22 * frame.field(rng, 13_000, 8_000)) + rng.uniform(0, 2 * np.pi)
    # Amplitude and plunge vary slowly along the folds: this is what closes them at their noses.
    height = np.sin(phase) * (1 + 0.3 * frame.field(rng, 12_000, 7_000)) + 0.8 * frame.field(rng, 7_500, 4_200)
    middle, half = np.median(vv[inside]), np.ptp(vv[inside]) / 2
    height += spec.tilt * (vv - middle) / half + 0.08 * frame.field(rng, 900, 700)
    shares = np.cumsum(spec.weights)[:-1] / np.sum(spec.weights)
    return Belt(spec, height, np.quantile(height[inside], shares), phase)

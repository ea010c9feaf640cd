"""Where samples are taken, and what influences them there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from scipy.spatial import cKDTree

from core.demo.frame import Array, Frame
from core.demo.model import Body, Fault, Occurrence
from core.demo.spec import Samples

HALO_M = 900.0
FAULT_M = 900.0
SIZE_WEIGHTS = {"super_large": 1.8, "large": 1.5, "medium": 1.2, "small": 1.0, "occurrence": 0.75, "showing": 0.5}


@dataclass(frozen=True)
class Sites:
    """Sampling sites and their surroundings; arrays have one row a site."""

    lonlat: Array
    uv: Array
    to_fault: Array
    """Metres to the nearest fault."""
    rocks: tuple[str, ...]
    """English rock words of the body at the site, "" outside."""
    neighbours: Array
    """Indices of the 8 nearest sites (itself first): what the stream brings together."""
    to_occurrence: Array
    """Metres to each occurrence, shape (sites, occurrences)."""
    occurrences: tuple[Occurrence, ...]

    def halo(self, commodity: str, reach_m: float = HALO_M) -> Array:
        """Sum of exponential halos around the occurrences of a commodity, larger for larger ones."""
        weights = np.array(
            [SIZE_WEIGHTS[x.size] * (commodity in commodities(x.commodity)) for x in self.occurrences]
        )
        return np.exp(-self.to_occurrence / reach_m) @ weights

    def mixed(self, values: Array) -> Array:
        """`values` averaged over neighbouring sites."""
        return values[self.neighbours.astype(int)].mean(axis=1)

    def over(self, shifts: dict[str, float]) -> Array:
        """Sum of `shifts` whose rock words occur at the site, averaged over neighbours."""
        table = {rock: sum(v for word, v in shifts.items() if word in rock) for rock in set(self.rocks)}
        return self.mixed(np.array([table[rock] for rock in self.rocks]))


def commodities(cell: str) -> list[str]:
    """Codes in a commodity cell such as ``Au(Ag)`` or ``Fe-REE-Nb``."""
    return [x for x in cell.replace("(", "-").replace(")", "-").split("-") if x]


def sample_sites(
    frame: Frame,
    plan: Samples,
    bodies: Sequence[Body],
    faults: Sequence[Fault],
    *,
    occurrences: Sequence[Occurrence],
    rng: np.random.Generator,
) -> Sites:
    """The sites of a sampling plan: a jittered net over the region and a denser sheet."""
    if plan.dense:
        dense = round(plan.count * plan.dense[4])
        lonlat = np.vstack([_net(frame.bbox, plan.count - dense, rng), _net(plan.dense[:4], dense, rng)])
    else:
        lonlat = _net(frame.bbox, plan.count, rng)
    uv = frame.uv(lonlat)
    tree = shapely.STRtree([b.polygon for b in bodies])
    who, body = tree.query(shapely.points(lonlat), predicate="intersects")
    rocks = np.full(len(uv), "", dtype=object)
    rocks[who] = np.array([b.unit.rock[0] for b in bodies], dtype=object)[body]
    lines = shapely.STRtree([f.line for f in faults])
    _, to_fault = lines.query_nearest(shapely.points(uv), return_distance=True, all_matches=False)
    places = frame.uv([x.lonlat for x in occurrences])
    to_occurrence = np.hypot(uv[:, None, 0] - places[None, :, 0], uv[:, None, 1] - places[None, :, 1])
    neighbours = cKDTree(uv).query(uv, k=8)[1].astype(float)
    return Sites(lonlat, uv, to_fault, tuple(rocks), neighbours, to_occurrence, tuple(occurrences))


def _net(box: tuple[float, float, float, float], count: int, rng: np.random.Generator) -> Array:
    """`count` points in a box, one in each cell of a net of nearly square cells, south-west first."""
    west, south, east, north = box
    ratio = (east - west) * np.cos(np.radians((south + north) / 2)) / (north - south)
    nx = max(1, round(np.sqrt(count * ratio)))
    ny = int(np.ceil(count / nx))
    cells = np.sort(rng.permutation(nx * ny)[:count])
    jitter = rng.uniform(-0.42, 0.42, (count, 2))
    x = west + (east - west) * (cells % nx + 0.5 + jitter[:, 0]) / nx
    y = south + (north - south) * (cells // nx + 0.5 + jitter[:, 1]) / ny
    return np.column_stack([x, y]).round(6)

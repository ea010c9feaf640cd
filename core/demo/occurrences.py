"""Mineral occurrences: the fixed ones, and invented ones placed where their type is likely."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely

from core.demo.frame import Array, Frame
from core.demo.labels import COMMODITY_WORDS, SIZE_WORDS
from core.demo.model import Body, Fault, Occurrence
from core.demo.places import Places
from core.demo.sampling import commodities
from core.demo.spec import OccurrenceType, RegionSpec, Texts

SPACING_M = 700.0
SIZES = ("large", "medium", "small", "occurrence", "showing")
SIZE_SHARES = (0.05, 0.15, 0.30, 0.34, 0.16)


def place_occurrences(
    frame: Frame,
    spec: RegionSpec,
    bodies: Sequence[Body],
    faults: Sequence[Fault],
    *,
    places: Places,
    rng: np.random.Generator,
) -> tuple[Occurrence, ...]:
    """All occurrences of a region: suitable hosts first, near faults more likely, never closer than 700 m.

    Args:
        faults: with lines in metres.
    """
    found = [
        Occurrence(x.at, x.name, x.commodity, x.size, x.genesis, x.year, fixed=True)
        for x in spec.occurrences.fixed
    ]
    taken = [frame.uv(x.lonlat)[0] for x in found]
    ground = _Ground(frame, bodies, faults)
    for kind in spec.occurrences.types:
        for point in _choose(frame, ground, kind, taken, rng):
            commodity = str(rng.choice(kind.commodities))
            size = str(rng.choice(SIZES, p=SIZE_SHARES))
            year = int(rng.integers(1956, 2019)) if rng.random() < 0.82 else None
            lon, lat = frame.lonlat(point)[0].round(5)
            name = _name(places.take(), commodity, size)
            found.append(Occurrence((float(lon), float(lat)), name, commodity, size, kind.genesis, year))
    return tuple(found)


class _Ground:
    """Unit code and distance to faults at points."""

    def __init__(self, frame: Frame, bodies: Sequence[Body], faults: Sequence[Fault]) -> None:
        self.frame, self.bodies = frame, bodies
        self._bodies = shapely.STRtree([b.polygon for b in bodies])
        self._faults = shapely.STRtree([f.line for f in faults])

    def host(self, uv: Array) -> Array:
        """Index of the body of each point (n, 2), -1 outside."""
        where = np.full(len(uv), -1)
        who, body = self._bodies.query(shapely.points(self.frame.lonlat(uv)), predicate="within")
        where[who] = body
        return where

    def to_fault(self, uv: Array) -> Array:
        """Metres from each point (n, 2) to the nearest fault."""
        _, distance = self._faults.query_nearest(shapely.points(uv), return_distance=True, all_matches=False)
        return distance


def _choose(
    frame: Frame, ground: _Ground, kind: OccurrenceType, taken: list[Array], rng: np.random.Generator
) -> list[Array]:
    """`kind.count` points; each is added to `taken`."""
    u0, v0, u1, v1 = frame.outline.bounds
    points = np.column_stack([rng.uniform(u0, u1, 6_000), rng.uniform(v0, v1, 6_000)])
    inner = frame.outline.buffer(-600)
    points = points[shapely.contains_xy(inner, points[:, 0], points[:, 1])]
    if kind.near:
        centre, radius = frame.uv(kind.near[:2])[0], 1_000 * kind.near[2]
        extra = centre + rng.normal(0, radius / 2, (3_000, 2))
        points = extra[np.hypot(*(extra - centre).T) < radius]
    chance = np.exp(-ground.to_fault(points) / (1_000 * kind.fault_km))
    elsewhere = 0.0 if kind.strict else 0.35
    hosts = [ground.bodies[i] if i >= 0 else None for i in ground.host(points)]
    chance *= [25.0 if h is not None and _suits(h, kind) else elsewhere for h in hosts]
    chosen: list[Array] = []
    while len(chosen) < kind.count:
        point = points[rng.choice(len(points), p=chance / chance.sum())]
        if min(np.hypot(*(point - other)) for other in taken) >= SPACING_M if taken else True:
            chosen.append(point)
            taken.append(point)
    return chosen


def _suits(body: Body, kind: OccurrenceType) -> bool:
    return body.code in kind.units or any(word in body.unit.rock[0] for word in kind.rocks)


def _name(place: Texts, commodity: str, size: str) -> Texts:
    codes = commodities(commodity)
    en, zh = COMMODITY_WORDS["V" if "V" in codes else codes[0]]
    size_en, size_zh = SIZE_WORDS[size]
    return (f"{place[0]} {en} {size_en}", f"{place[1]}{zh}{size_zh}")

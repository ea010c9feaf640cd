"""Coordinate systems that numbers could be in, ranked by where the data would then lie."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyproj

from core.ingest.crs import WGS84, Bounds
from core.ingest.gcj import BAIDU, TITLE, Unshift
from core.ingest.model import CrsCandidate

CHINA = (73.0, 3.0, 136.0, 54.0)
MAX_CANDIDATES = 6
APPROXIMATE = ("Xian 1980", "Beijing 1954")
"""Datums of which no public parameters to WGS 84 hold everywhere."""
WEB_MAPS = {TITLE: "shifted coordinates of Chinese web maps", BAIDU: "shifted coordinates of Baidu's maps"}
CENTRAL_MERIDIANS = range(75, 136, 3)
"""Of the three-degree zones of China; every second one is also that of a six-degree zone."""


def candidates(bounds: Bounds) -> tuple[CrsCandidate, ...]:
    """Coordinate systems the numbers could be in, likelier ones first; none when nothing usual fits.

    Numbers of a zone without its number fit all zones; all are given then, for whoever knows where the data lie.
    """
    west, south, east, north = bounds
    gcj: list[CrsCandidate] = []
    if in_degrees(bounds):
        codes = [4490, 4326, 4610, 4214] if inside(bounds, CHINA) else [4326]
        gcj = [_unshifted(bounds, x) for x in WEB_MAPS] if inside(bounds, CHINA) else []
    elif south >= 0 and north < 1e7 and west > 1.2e7 and east < 4.6e7:
        codes = _prefixed(int(west // 1e6), int(east // 1e6))
    elif is_zone(bounds):
        codes = [4534 + (x - 75) // 3 for x in CENTRAL_MERIDIANS]
    else:
        codes = [3857] if max(map(abs, bounds)) < 20_037_509 else []
    found = [_candidate(x, bounds) for x in codes]
    return (*(x for x in found if x is not None), *gcj)


def ranked(found: Sequence[CrsCandidate], around: Sequence[Bounds]) -> tuple[CrsCandidate, ...]:
    """Candidates, those that put the data nearest to known layers first; the order of the rest is kept."""

    def distance(x: CrsCandidate) -> float:
        west, south, east, north = x.extent
        gaps = [math.hypot(max(w - east, west - e, 0.0), max(s - north, south - n, 0.0)) for w, s, e, n in around]
        return min(gaps, default=0.0)

    return tuple(sorted(found, key=distance))


def in_degrees(bounds: Bounds) -> bool:
    """Whether numbers can be longitudes and latitudes."""
    west, south, east, north = bounds
    return -180 <= west <= east <= 180 and -90 <= south <= north <= 90


def swapped(bounds: Bounds) -> Bounds:
    """The bounds with the axes exchanged."""
    return (bounds[1], bounds[0], bounds[3], bounds[2])


def looks_swapped(bounds: Bounds) -> bool:
    """Whether degrees lie in China only with latitude and longitude exchanged, and in the far north as they are.

    Only a suspicion: 40° E, 80° N is in the sea, 80° E, 40° N in Xinjiang.
    """
    return in_degrees(bounds) and inside(swapped(bounds), CHINA) and bounds[1] > 72


def is_zone(bounds: Bounds) -> bool:
    """Whether numbers look like eastings with a false origin of 500 km and northings, without a zone number."""
    west, south, east, north = bounds
    return west > 100_000 and east < 900_000 and south > 1_000_000 and north < 10_000_000


def inside(bounds: Bounds, area: Bounds) -> bool:
    """Whether bounds lie in an area."""
    return area[0] <= bounds[0] and area[1] <= bounds[1] and bounds[2] <= area[2] and bounds[3] <= area[3]


def _prefixed(first: int, last: int) -> list[int]:
    """Gauss–Krüger systems of China with the zone number in the easting (CGCS2000, Xian 1980, Beijing 1954)."""
    if first != last:
        return []
    if 13 <= first <= 23:  # six-degree zones
        return [4491 + first - 13, 2327 + first - 13, 21413 + first - 13]
    if 25 <= first <= 45:  # three-degree zones
        return [4513 + first - 25, 2349 + first - 25, 2401 + first - 25]
    return []


def _candidate(code: int, bounds: Bounds) -> CrsCandidate | None:
    crs = pyproj.CRS.from_epsg(code)
    transformer = pyproj.Transformer.from_crs(crs, WGS84, always_xy=True)
    area = transformer.transform_bounds(*bounds, errcheck=False)
    if not all(map(math.isfinite, area)):
        return None
    return CrsCandidate(f"EPSG:{code}", crs.name, area, any(x in crs.name for x in APPROXIMATE))


def _unshifted(bounds: Bounds, system: str) -> CrsCandidate:
    lon, lat = Unshift(system).transform(np.array(bounds[::2]), np.array(bounds[1::2]))
    extent = (float(lon[0]), float(lat[0]), float(lon[1]), float(lat[1]))
    return CrsCandidate(system, WEB_MAPS[system], extent)

"""GCJ-02 and BD-09, the shifted coordinates of Chinese web maps, back to WGS 84.

The shift is a published sum of sines on the Krasovsky ellipsoid; the maps of Baidu (BD-09) shift the result once
more.  Neither has a closed inverse, so the inverse is found by iteration.  Whether coordinates are shifted cannot
be told from the numbers: it is always a person's decision.
"""

from __future__ import annotations

from typing import Any

import numpy as np

TITLE, BAIDU = "GCJ-02", "BD-09"
NAMES = {"GCJ-02": TITLE, "GCJ02": TITLE, "BD-09": BAIDU, "BD09": BAIDU, "BD09LL": BAIDU}
AXIS, E2 = 6_378_245.0, 0.00669342162296594323
CHINA = (72.004, 0.8293, 137.8347, 55.8271)
"""Outside these bounds the maps are not shifted."""
STEPS = 20
CLOSE = 1e-10
"""Degrees, a hundredth of a millimetre."""


def web_map(name: str) -> str | None:
    """The shifted system that a person decided for, None when it is another one."""
    return NAMES.get(name.strip().upper())


def shifted(lon: np.ndarray, lat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """GCJ-02 of WGS 84 degrees, shape (n,) each; unchanged outside China."""
    x, y = lon - 105.0, lat - 35.0
    root = np.sqrt(np.abs(x))
    common = 20 * np.sin(6 * np.pi * x) + 20 * np.sin(2 * np.pi * x)

    def waves(t: np.ndarray, first: float, second: float, third: float, long: float) -> np.ndarray:
        return first * np.sin(np.pi * t) + second * np.sin(np.pi * t / 3) + third * np.sin(np.pi * t / 12) + (
            long * np.sin(np.pi * t / 30)
        )  # fmt: skip

    north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root
    north += (common + waves(y, 20, 40, 160, 320)) * 2 / 3
    east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root
    east += (common + waves(x, 20, 40, 150, 300)) * 2 / 3
    radians = np.radians(lat)
    root_of = 1 - E2 * np.sin(radians) ** 2
    meridian = AXIS * (1 - E2) / root_of**1.5
    normal = AXIS / np.sqrt(root_of)
    inside = (lon >= CHINA[0]) & (lon <= CHINA[2]) & (lat >= CHINA[1]) & (lat <= CHINA[3])
    new_lon = lon + np.degrees(east / (normal * np.cos(radians)))
    new_lat = lat + np.degrees(north / meridian)
    return np.where(inside, new_lon, lon), np.where(inside, new_lat, lat)


def shifted_twice(lon: np.ndarray, lat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """BD-09 of WGS 84 degrees, shape (n,) each; unchanged outside China."""
    x, y = shifted(lon, lat)
    turn = np.pi * 3000 / 180
    radius = np.hypot(x, y) + 2e-5 * np.sin(y * turn)
    angle = np.arctan2(y, x) + 3e-6 * np.cos(x * turn)
    inside = (lon >= CHINA[0]) & (lon <= CHINA[2]) & (lat >= CHINA[1]) & (lat <= CHINA[3])
    return (
        np.where(inside, radius * np.cos(angle) + 0.0065, lon),
        np.where(inside, radius * np.sin(angle) + 0.006, lat),
    )


class Unshift:
    """The inverse, with the face of a coordinate transformer."""

    def __init__(self, system: str = TITLE) -> None:
        self._there = shifted_twice if system == BAIDU else shifted

    def transform(self, x: np.ndarray, y: np.ndarray, **_: Any) -> tuple[np.ndarray, np.ndarray]:
        """WGS 84 degrees of the shifted ones."""
        lon, lat = np.array(x, float), np.array(y, float)
        for _step in range(STEPS):
            there = self._there(lon, lat)
            off = (x - there[0], y - there[1])
            lon, lat = lon + off[0], lat + off[1]
            finite = np.isfinite(off[0])
            if not finite.any() or max(np.abs(off[0][finite]).max(), np.abs(off[1][finite]).max()) < CLOSE:
                break
        return lon, lat

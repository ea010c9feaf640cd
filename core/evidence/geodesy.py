"""WGS 84 in numbers: earth-centred coordinates, the way back, geodesics, great circles.

All functions take and return arrays; degrees for longitude and latitude, metres otherwise.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pyproj import Geod

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

WGS84 = Geod(ellps="WGS84")
_A = WGS84.a
_F = WGS84.f
_E2 = _F * (2 - _F)
_B = _A * (1 - _F)
_EP2 = _E2 / (1 - _E2)


def to_ecef(lon: ArrayLike, lat: ArrayLike) -> Floats:
    """Earth-centred coordinates of points on the ellipsoid: shape (…, 3)."""
    x, y = np.radians(np.asarray(lon, float)), np.radians(np.asarray(lat, float))
    sine = np.sin(y)
    normal = _A / np.sqrt(1 - _E2 * sine * sine)
    across = normal * np.cos(y)
    return np.stack([across * np.cos(x), across * np.sin(x), normal * (1 - _E2) * sine], axis=-1)


def to_lonlat(points: Floats) -> tuple[Floats, Floats]:
    """Longitude and latitude of points near the ellipsoid (…, 3), dropped along its normal.

    Bowring's closed form (1976); for heights of a few hundred metres its error is below a nanometre.
    """
    x, y, z = points[..., 0], points[..., 1], points[..., 2]
    across = np.hypot(x, y)
    reduced = np.arctan2(z * _A, across * _B)
    top = z + _EP2 * _B * np.sin(reduced) ** 3
    bottom = across - _E2 * _A * np.cos(reduced) ** 3
    return np.degrees(np.arctan2(y, x)), np.degrees(np.arctan2(top, bottom))


def geodesic_m(lon1: ArrayLike, lat1: ArrayLike, lon2: ArrayLike, lat2: ArrayLike) -> Floats:
    """Length of the geodesics between points (Karney 2013, GeographicLib in PROJ)."""
    one, two = np.broadcast_arrays(lon1, lon2)
    first, second = np.broadcast_to(lat1, one.shape), np.broadcast_to(lat2, two.shape)
    return np.asarray(WGS84.inv(one, first, two, second)[2], float)


def along_great_circle(first: Floats, last: Floats, share: Floats) -> tuple[Floats, Floats]:
    """Points at `share` (0–1) of the way along the great circles between points (n, 2).

    This is how the database draws a long edge of a geography; on 10 km it lies within 7 mm of the geodesic, on
    100 km within 0.7 m.
    """
    a, b = _unit(first), _unit(last)
    angle = 2 * np.arcsin(np.clip(np.linalg.norm(b - a, axis=-1) / 2, 0, 1))
    sine = np.sin(angle)
    small = sine < 1e-12
    safe = np.where(small, 1.0, sine)
    of_first = np.where(small, 1 - share, np.sin((1 - share) * angle) / safe)
    of_last = np.where(small, share, np.sin(share * angle) / safe)
    x, y, z = (of_first[:, None] * a + of_last[:, None] * b).T
    return np.degrees(np.arctan2(y, x)), np.degrees(np.arctan2(z, np.hypot(x, y)))


def _unit(lonlat: Floats) -> Floats:
    x, y = np.radians(lonlat).T
    return np.stack([np.cos(y) * np.cos(x), np.cos(y) * np.sin(x), np.sin(y)], axis=-1)

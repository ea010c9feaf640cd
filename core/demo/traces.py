"""Shapes of drawn lines: smooth traces through given points, wavy segments, distances from a place."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import shapely
from pyproj import Transformer
from scipy.interpolate import PchipInterpolator
from shapely.affinity import translate

from core.demo.frame import STEP_M, Array, Frame, wobble


def trace_through(points: Array, u: Array, noise: Array) -> Array:
    """A line v(u) through control points (n, 2) in increasing u, flat beyond them; shape (len(u), 2)."""
    curve = PchipInterpolator(points[:, 0], points[:, 1])
    v = curve(np.clip(u, points[0, 0], points[-1, 0]))
    return np.column_stack([u, v + noise])


def wavy(rng: np.random.Generator, centre: Array, direction: Array, length: float, amplitude: float) -> Any:
    """A gently curved line of about `length` metres through `centre` along the unit vector `direction`."""
    n = max(5, int(length / STEP_M) + 2)
    t = np.linspace(-0.5, 0.5, n)
    bend = amplitude * length * rng.normal() * (t**2 - 1 / 12) + 0.35 * amplitude * length * wobble(rng, n, n / 9)
    normal = np.array([-direction[1], direction[0]])
    return shapely.LineString(centre + np.outer(t * length, direction) + np.outer(bend, normal))


@lru_cache(maxsize=64)
def _polar(lon: float, lat: float) -> Transformer:
    return Transformer.from_crs(4326, f"+proj=aeqd +lat_0={lat!r} +lon_0={lon!r} +datum=WGS84", always_xy=True)


def around(lonlat: tuple[float, float], line: Any) -> Any:
    """A line in degrees in the azimuthal equidistant projection about a place.

    There the distance of any point from the origin is its geodesic distance on WGS 84; for edges of a few hundred
    metres the straight edge and the geodesic edge agree far below a millimetre.
    """
    polar = _polar(*lonlat)
    return shapely.transform(line, lambda p: np.column_stack(polar.transform(p[:, 0], p[:, 1])))


def geodesic_distance(lonlat: tuple[float, float], line: Any) -> float:
    """Shortest geodesic distance from a place to a line in degrees, metres."""
    return float(shapely.distance(shapely.Point(0.0, 0.0), around(lonlat, line)))


def move_to_distance(frame: Frame, lonlat: tuple[float, float], line: Any, distance: float) -> Any:
    """`line` (metres) moved bodily along its shortest connection until it lies `distance` from a place.

    The distance is measured on the rounded line in degrees, as it will be stored.
    """
    place = frame.uv(lonlat)[0]
    for _ in range(8):
        error = geodesic_distance(lonlat, frame.to_lonlat(line)) - distance
        if abs(error) < 0.05:
            break
        along = shapely.line_locate_point(line, shapely.Point(place))
        foot = shapely.get_coordinates(shapely.line_interpolate_point(line, along))[0]
        away = (foot - place) / max(float(np.hypot(*(foot - place))), 1e-9)
        line = translate(line, -error * away[0], -error * away[1])
    return line

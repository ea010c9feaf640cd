"""Geodesic distances in SQL.

Method: geometries are kept a second time in earth-centred coordinates (ECEF, metres).  The straight line through
the Earth between two points of the ellipsoid is never longer than the geodesic, so a search by it with the same
radius loses nothing and uses the n-dimensional index.  The foot point found in ECEF is moved back to longitude and
latitude, and the distance between the two points is the geodesic on WGS 84 (Karney's algorithm in PROJ).  PostGIS'
own geography distance to a line or polygon chooses the foot on a sphere and can be off by metres, so it is used
between points only.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from geoalchemy2 import functions as geo
from sqlalchemy.sql.elements import ColumnElement

from core.query.compile.tables import Place, geography, number

SLACK_M = 0.05
"""More than the depth of a 1 km chord below the ellipsoid (2 cm)."""
NEIGHBOURS = 3
"""Neighbours fetched by straight line before they are put in exact order."""


def prefilter_m(radius_m: float) -> float:
    """Straight-line radius that certainly holds everything within the geodesic radius."""
    return radius_m * 1.0000001 + SLACK_M


def candidates(a: Place, b: Place, radius_m: float) -> ColumnElement[Any]:
    """True for all pairs within `radius_m` and a few more; served by the index of either side."""
    return geo.ST_3DDWithin(a.ecef, b.ecef, number("search_m", prefilter_m(radius_m)))


def touching_possible(a: Place, b: Place) -> bool:
    """True when the two can meet although their stored lines stay apart: polygons, and lines crossing."""
    return "polygon" in (a.kind, b.kind) or "point" not in (a.kind, b.kind)


def apart_m(a: Place, b: Place) -> ColumnElement[Any]:
    """Geodesic metres between the points (or lines, or boundaries) of the two, whether or not they meet."""
    if a.kind == "point" and b.kind == "point":
        return geo.ST_Distance(geography(a.geom), geography(b.geom))
    if a.kind == "point" or b.kind == "point":
        point, other = (a, b) if a.kind == "point" else (b, a)
        foot = geo.ST_3DClosestPoint(other.ecef, point.ecef)
        return geo.ST_Distance(geography(point.geom), geography(_surface(foot)))
    return geo.ST_Length(geography(_surface(geo.ST_3DShortestLine(a.ecef, b.ecef))))


def distance_m(a: Place, b: Place) -> ColumnElement[Any]:
    """Geodesic metres between the two; 0 where they touch, cross or contain each other."""
    if not touching_possible(a, b):
        return apart_m(a, b)
    return sa.case((meets(a, b), sa.literal_column("0.0")), else_=apart_m(a, b))


def meets(a: Place, b: Place) -> ColumnElement[Any]:
    """True when the geometries on the map have a point in common."""
    return geo.ST_Intersects(a.geom, b.geom)


def nearness(a: Place, b: Place) -> ColumnElement[Any]:
    """Order of straight-line distance, served by the index of `a` when `b` is fixed."""
    return a.ecef.op("<<->>", return_type=sa.Double())(b.ecef)


def _surface(earth_centred: ColumnElement[Any]) -> ColumnElement[Any]:
    return geo.ST_Force2D(geo.ST_Transform(earth_centred, sa.literal_column("4326")))

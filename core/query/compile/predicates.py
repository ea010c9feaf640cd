"""Spatial relations between one target and one reference geometry, as seen on the map."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from geoalchemy2 import functions as geo
from sqlalchemy.sql.elements import ColumnElement

from core.query.compile import distance as dist
from core.query.compile.tables import Place, geography, number
from core.query.grounded import RelNode
from core.question.ir import RelName, Sector

_SECTORS: tuple[Sector, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_HALF = 22.5
_FUNCTIONS = {
    "within": geo.ST_Intersects,  # of points, and of lines that enter a study area
    "intersects": geo.ST_Intersects,
    "crosses": geo.ST_Crosses,
    "touches": geo.ST_Touches,
    "overlaps": geo.ST_Overlaps,
}
SAME_DEG = 1e-8
"""Centres less than this apart in longitude and latitude (a millimetre) are the same."""


def predicate(
    rel: RelName, target: Place, ref: Place, region: bool = False, strict: bool = False
) -> ColumnElement[Any]:
    """The relation between one target and one reference geometry, as seen on the map.

    A point on the border is inside.  A polygon is inside another one when a representative point of it is, because
    borders of neighbouring maps never match exactly.  A line is inside when it is covered; a study area also
    holds the lines that only enter it.  With `strict` the whole geometry must be covered.
    """
    if rel == "contains":
        return predicate("within", ref, target, strict=strict)
    if rel == "within" and strict:
        return geo.ST_Covers(ref.geom, target.geom)
    if rel == "within" and target.kind == "polygon":
        inside = geo.ST_Intersects(ref.geom, geo.ST_PointOnSurface(target.geom))
        return sa.and_(ref.geom.op("&&", return_type=sa.Boolean())(target.geom), inside)
    if rel == "within" and target.kind == "line" and not region:
        return geo.ST_Covers(ref.geom, target.geom)
    return _FUNCTIONS[rel](ref.geom, target.geom)


def towards(target: Place, ref: Place, node: RelNode) -> list[ColumnElement[Any]]:
    """The target lies in the sector of 45° around a compass direction as seen from the reference.

    Measured by the geodesic azimuth from centre to centre; where the two meet, or have the same centre, there is
    no direction.
    """
    here, there = centre(ref), centre(target)
    seen = in_sector(azimuth(here, there), node.dir or "N")
    found = [seen, _apart(here, there), sa.not_(dist.meets(ref, target))]
    if node.max_m is not None:
        found.insert(0, dist.candidates(ref, target, node.max_m))
        found.append(dist.apart_m(target, ref) <= number("metres", node.max_m))
    if node.min_m is not None:
        found.append(dist.apart_m(target, ref) >= number("metres", node.min_m))
    return found


def centre(place: Place) -> ColumnElement[Any]:
    """The centroid on the map; a point of a layer is its own (a derived shape of points may hold several)."""
    alone = place.kind == "point" and place.layer is not None
    return place.geom if alone else geo.ST_Centroid(place.geom)


def _apart(a: ColumnElement[Any], b: ColumnElement[Any]) -> ColumnElement[Any]:
    """Two points are not the same up to rounding, which would otherwise make up a direction."""
    sides = [sa.func.abs(f(a, type_=sa.Double) - f(b, type_=sa.Double)) for f in (geo.ST_X, geo.ST_Y)]
    return sa.func.greatest(*sides, type_=sa.Double) > number("same_deg", SAME_DEG)


def azimuth(a: ColumnElement[Any], b: ColumnElement[Any]) -> ColumnElement[Any]:
    """Geodesic azimuth from point to point in degrees, 0 ≤ azimuth < 360; NULL for one and the same place."""
    return sa.func.degrees(geo.ST_Azimuth(geography(a), geography(b)), type_=sa.Double)


def in_sector(degrees: ColumnElement[Any], sector: Sector) -> ColumnElement[Any]:
    """The azimuth is at least 22.5° before the direction and less than 22.5° behind it."""
    middle = 45.0 * _SECTORS.index(sector)
    low, high = number("from", (middle - _HALF) % 360), number("to", middle + _HALF)
    return sa.or_(degrees >= low, degrees < high) if sector == "N" else sa.and_(degrees >= low, degrees < high)

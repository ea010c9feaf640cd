"""What an answer points at, as features for the map: results, their references, and the line between the two."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import shapely
from shapely.affinity import scale
from shapely.geometry import LineString, mapping
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from core.mapping.features import layer_id

Bounds = tuple[float, float, float, float]
"""West, south, east, north in degrees."""

MAX_MARKS = 2_000
"""More result features than this are not drawn; the page says so."""


@dataclass(frozen=True)
class Mark:
    """One feature to highlight."""

    role: Literal["target", "reference", "link"]
    key: str
    """``table/fid``: the same for a target and for the row of the table that stands for it."""
    name: str
    geometry: BaseGeometry
    """EPSG:4326."""
    rank: int = 0
    lines: tuple[str, ...] = ()
    """What the tooltip says below the name."""


def connection(key: str, target: BaseGeometry, reference: BaseGeometry) -> Mark | None:
    """The line to draw from a target to its nearest reference, None where they touch.

    The foot point is found in degrees with longitudes shrunk by the cosine of the latitude: good enough for a
    drawing; the distance in the answer is measured elsewhere.
    """
    shrink = max(math.cos(math.radians(target.centroid.y)), 0.01)
    flat = [scale(g, xfact=shrink, yfact=1.0, origin=(0, 0)) for g in (target, reference)]
    a, b = nearest_points(*flat)
    if a.distance(b) < 1e-7:
        return None
    return Mark("link", key, "", LineString([(a.x / shrink, a.y), (b.x / shrink, b.y)]))


def features(marks: Iterable[Mark]) -> list[dict[str, Any]]:
    """GeoJSON features of `marks`, coordinates with five decimals."""
    return [_feature(mark) for mark in marks]


def _feature(mark: Mark) -> dict[str, Any]:
    point = mark.geometry.representative_point()
    properties: dict[str, Any] = {"role": mark.role, "key": mark.key, "name": mark.name}
    if mark.role == "target":
        properties |= {"rank": mark.rank, "at": [round(point.x, 5), round(point.y, 5)]}
    if mark.lines:
        properties["lines"] = list(mark.lines)
    if mark.role != "link":
        table, _, fid = mark.key.rpartition("/")
        properties |= {"table": table, "layer": layer_id(table), "fid": int(fid)}
    return {"type": "Feature", "properties": properties, "geometry": _rounded(mapping(mark.geometry))}


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 5)
    if isinstance(value, dict):
        return {k: _rounded(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(v) for v in value]
    return value


def bounds_of(geometries: Iterable[BaseGeometry], *, margin: float = 0.08, least: float = 0.02) -> Bounds | None:
    """Bounds around `geometries`, widened by `margin` of their size and at least `least` degrees wide.

    None when there is no geometry.
    """
    boxes = [g.bounds for g in geometries if not g.is_empty]
    if not boxes:
        return None
    west, south, east, north = shapely.total_bounds([shapely.box(*b) for b in boxes])
    dx = max((east - west) * margin, (least - (east - west)) / 2)
    dy = max((north - south) * margin, (least - (north - south)) / 2)
    return (float(west - dx), float(south - dy), float(east + dx), float(north + dy))

"""A study area from a small GeoJSON file: its polygons together, checked, in degrees of WGS 84."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

import shapely
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from core.errors import OreSightError

MAX_BYTES = 4 << 20
MAX_CORNERS = 20_000
MAX_DEPTH = 6


class AreaError(OreSightError):
    """The file cannot be a study area; the sentence says why."""


def read_area(raw: bytes) -> BaseGeometry:
    """The polygons of a GeoJSON file as one valid geometry.

    Raises:
        AreaError: the file is too large, no GeoJSON, has no polygon, or lies outside the globe.
    """
    checked_size(raw)
    try:
        found = [shape(x) for x in _geometries(json.loads(raw.decode("utf-8-sig")))]
    except (
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        IndexError,
        RecursionError,
        shapely.errors.ShapelyError,
    ):
        raise AreaError(
            "The file is no GeoJSON.", "Export the polygon as GeoJSON in WGS 84 longitudes and latitudes.",
            sentence_zh="该文件不是 GeoJSON。", hint_zh="请将多边形导出为 WGS 84 经纬度的 GeoJSON。",
        ) from None  # fmt: skip
    return area_of(found)


def checked_size(raw: bytes) -> None:
    """Refuse a file that is too large for a study area."""
    if len(raw) > MAX_BYTES:
        raise AreaError(
            f"The file is larger than {MAX_BYTES >> 20} MB.", "Load it as a layer of study areas instead.",
            sentence_zh=f"文件大于 {MAX_BYTES >> 20} MB。", hint_zh="请改为作为研究区图层加载。",
        )  # fmt: skip


def area_of(found: Sequence[BaseGeometry]) -> BaseGeometry:
    """The polygons among geometries in degrees as one valid geometry.

    Raises:
        AreaError: there is no polygon, they have too many corners, or lie outside the globe.
    """
    polygons = [x for x in found if x.geom_type in ("Polygon", "MultiPolygon") and not x.is_empty]
    if not polygons:
        raise AreaError("The file has no polygon.", sentence_zh="文件中没有多边形。")
    if sum(shapely.get_num_coordinates(x) for x in polygons) > MAX_CORNERS:
        raise AreaError(
            f"The polygons have more than {MAX_CORNERS:,} corners.", "Simplify them, or load them as a layer.",
            sentence_zh=f"多边形的顶点超过 {MAX_CORNERS:,} 个。", hint_zh="请先简化，或作为图层加载。",
        )  # fmt: skip
    return _on_the_globe(shapely.union_all([shapely.make_valid(shapely.force_2d(x)) for x in polygons]))


def _geometries(data: Any, depth: int = 0) -> Iterator[Any]:
    if depth > MAX_DEPTH:
        raise ValueError("too deep")
    kind = data["type"]
    if kind == "FeatureCollection":
        for feature in data["features"]:
            yield from _geometries(feature, depth + 1)
    elif kind == "Feature":
        if data.get("geometry") is not None:
            yield from _geometries(data["geometry"], depth + 1)
    elif kind == "GeometryCollection":
        for part in data["geometries"]:
            yield from _geometries(part, depth + 1)
    else:
        yield data


def _on_the_globe(area: BaseGeometry) -> BaseGeometry:
    parts = [x for x in shapely.get_parts(area) if x.geom_type in ("Polygon", "MultiPolygon")]
    whole = shapely.union_all(parts)
    west, south, east, north = whole.bounds if not whole.is_empty else (math.nan,) * 4
    if not (west >= -180 and south >= -90 and east <= 180 and north <= 90):
        raise AreaError(
            "The coordinates are no longitudes and latitudes.", "Export the polygon in WGS 84 (EPSG:4326).",
            sentence_zh="坐标不是经纬度。", hint_zh="请以 WGS 84（EPSG:4326）导出多边形。",
        )  # fmt: skip
    return whole

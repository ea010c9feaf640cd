"""Where a raster lies: coordinate system, corner and cell size, extent in degrees; what is missing is named."""

from __future__ import annotations

import math
from typing import Any

import pyproj
from affine import Affine

from core.errors import IngestError
from core.ingest.crs import conversion, crs_name, parse_crs
from core.ingest.crs_candidates import candidates
from core.raster.head import Head
from core.raster.model import Extent, RasterDecisions
from core.raster.wording import finding

SIDES = ("west", "south", "east", "north")


def place(head: Head, source: Any, name: str, decisions: RasterDecisions) -> None:
    """Fill in coordinate system, position and extent, from decision or file."""
    stated = pyproj.CRS.from_wkt(source.crs.to_wkt()) if source.crs else None
    if decisions.crs:
        head.crs = parse_crs(decisions.crs)
        head.findings.append(
            finding("raster_crs_assigned", crs=crs_name(head.crs), stated=crs_name(stated) if stated else "—")
        )
    elif stated is not None:
        head.crs = parse_crs(stated.to_wkt())
    if decisions.reproject:
        head.target = parse_crs(decisions.reproject)
    if not _placed(head, source, name, decisions):
        return
    if head.crs is None:
        head.findings.append(finding("raster_no_crs", file=name))
        head.crs_candidates = candidates(corners(head))
        return
    head.crs_original = crs_name(head.crs)
    rotation = math.degrees(math.atan2(head.transform.d, head.transform.a))
    if (head.transform.b or head.transform.d) and head.target is None:
        found = finding("raster_rotated", file=name, angle=f"{rotation:.3g}", crs=crs_name(head.crs))
        head.findings.append(found)
    _extent(head, head.crs)


def _placed(head: Head, source: Any, name: str, decisions: RasterDecisions) -> bool:
    """Whether the file, or the decision, says where the cells lie."""
    if decisions.extent is not None:
        west, south, east, north = decisions.extent
        text: dict[str, Any] = {"west": west, "south": south, "east": east, "north": north}
        if not (all(map(math.isfinite, decisions.extent)) and west < east and south < north):
            head.findings.append(finding("raster_extent_wrong", **text))
            return False
        head.transform = Affine((east - west) / head.width, 0, west, 0, (south - north) / head.height, north)
        head.findings.append(finding("raster_extent_assigned", **text))
        return True
    if head.transform == Affine.identity() or not head.transform.determinant:
        points = bool(source.gcps[0])
        also = "; its control points are not used, rectify it with them first" if points else ""
        also_zh = "；其中的控制点不会使用，请先用控制点校正" if points else ""
        head.findings.append(finding("raster_no_transform", file=name, also=also, also_zh=also_zh))
        return False
    return True


def corners(head: Head) -> Extent:
    """West, south, east, north of the raster in its own coordinate system."""
    points = [head.transform @ (x, y) for x in (0, head.width) for y in (0, head.height)]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def _extent(head: Head, crs: pyproj.CRS) -> None:
    bounds = corners(head)
    text: dict[str, Any] = dict(zip(SIDES, (f"{x:g}" for x in bounds), strict=True))
    try:
        converted = conversion(crs, bounds)
        head.findings.extend(converted.findings)
        extent = degrees(crs, bounds)
    except (pyproj.exceptions.ProjError, IngestError):
        extent = None
    if extent is None:
        head.findings.append(finding("raster_outside", crs=crs_name(crs), **text))
        head.crs_candidates = candidates(bounds)
    head.extent = extent


def degrees(crs: pyproj.CRS, bounds: Extent) -> Extent | None:
    """`bounds` of `crs` as west, south, east, north in degrees; None when they leave the Earth."""
    if crs.is_geographic:
        west, south, east, north = bounds
        if west < -181 or east > 361 or south < -90.01 or north > 90.01:
            return None
    found = pyproj.Transformer.from_crs(crs, 4326, always_xy=True).transform_bounds(*bounds, densify_pts=21)
    if not all(map(math.isfinite, found)) or found[0] >= found[2] or found[1] >= found[3]:
        return None
    return found[0], max(found[1], -90.0), found[2], min(found[3], 90.0)

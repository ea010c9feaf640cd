"""Coordinate systems: from decision or file to WGS 84, with what the conversion is worth; candidates where none is
stated.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pyproj
from pyproj.aoi import AreaOfInterest
from pyproj.enums import TransformDirection
from pyproj.transformer import TransformerGroup

from core.database.findings import Finding
from core.ingest.gcj import Unshift
from core.ingest.wording import finding, refusal

Bounds = tuple[float, float, float, float]
WGS84 = pyproj.CRS.from_epsg(4326)
WHOLE = 0.999
NAMELESS = ("unknown", "unnamed", "undefined", "")
ALIGNED = frozenset({4490, 4258, 4283, 7844, 4269, 6318, 4612, 4167, 4674})
"""Geographic systems that follow the ITRF as WGS 84 does and differ from it by plate motion, a few metres."""


@dataclass(frozen=True)
class Conversion:
    """From a coordinate system to longitude and latitude on WGS 84."""

    name: str
    """Authority code, or name."""
    transformer: pyproj.Transformer | Unshift | None
    """None when the coordinates are WGS 84 already."""
    findings: tuple[Finding, ...]
    swap: bool = False
    """Whether the second coordinate is the longitude or easting."""

    def apply(self, xy: np.ndarray) -> np.ndarray:
        """Longitudes and latitudes, shape (n, 2); infinite where a point has none."""
        if self.swap:
            xy = xy[:, ::-1]
        if self.transformer is None:
            return xy
        lon, lat = self.transformer.transform(xy[:, 0], xy[:, 1], direction=TransformDirection.FORWARD)
        return np.column_stack([lon, lat])


def parse_crs(text: str) -> pyproj.CRS:
    """A horizontal coordinate system from an EPSG code, WKT or PROJ text.

    Raises:
        IngestError: unknown, or not tied to the Earth.
    """
    try:
        crs = pyproj.CRS.from_user_input(f"EPSG:{text.strip()}" if text.strip().isdigit() else text)
    except pyproj.exceptions.CRSError as error:
        raise refusal("crs_unknown", crs=text, why=str(error).split(":")[0]) from error
    return horizontal(crs)


def horizontal(crs: pyproj.CRS) -> pyproj.CRS:
    """The horizontal part of a coordinate system.

    Raises:
        IngestError: it has none that relates to the Earth.
    """
    flat = crs.to_2d() if len(crs.axis_info) > 2 or crs.is_compound else crs
    if not (flat.is_geographic or flat.is_projected):
        raise refusal("crs_unknown", crs=crs_name(crs), why="it is not tied to the Earth")
    return flat


def crs_name(crs: pyproj.CRS) -> str:
    """Authority code where there is one, else the name, else the kind of projection."""
    known = _named(crs.to_wkt())
    if known or crs.name.casefold() not in NAMELESS or crs.coordinate_operation is None:
        return known or crs.name
    return f"unnamed ({crs.coordinate_operation.method_name})"


@lru_cache(maxsize=64)
def _named(wkt: str) -> str:
    """Authority code of a coordinate system, "" where there is none; looking it up takes a while."""
    authority = pyproj.CRS.from_wkt(wkt).to_authority(min_confidence=90)
    return ":".join(authority) if authority else ""


def unshifting(system: str) -> Conversion:
    """The conversion from a shifted system of Chinese web maps."""
    return Conversion(system, Unshift(system), (finding("crs_gcj", crs=system),))


def conversion(crs: pyproj.CRS, bounds: Bounds | None) -> Conversion:
    """The most accurate conversion that is available for an area.

    Args:
        bounds: west, south, east, north of the data in `crs`.

    Raises:
        IngestError: there is none.
    """
    name = crs_name(crs)
    if crs.equals(WGS84, ignore_axis_order=True):
        return Conversion(name, None, (finding("crs_same", crs=_title(crs)),))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a missing grid, which becomes a finding
        area = _area(crs, bounds)
        group = TransformerGroup(crs, WGS84, always_xy=True, area_of_interest=area)  # type: ignore[arg-type]
    if not group.transformers:
        raise refusal("crs_unknown", crs=name, why="there is no conversion to WGS 84")
    best, share = _best(group.transformers, area)
    operation = best.description or "conversion"
    notes = []
    if share < WHOLE and "ballpark" not in operation.lower():
        notes.append(finding("crs_partly", crs=_title(crs), operation=operation))
    if _geodetic_code(crs) in ALIGNED:
        notes.append(finding("crs_aligned", crs=_title(crs)))
    elif "ballpark" in operation.lower():
        notes.append(finding("crs_ballpark", crs=_title(crs), operation=operation))
    else:
        accuracy = f"{best.accuracy:g} m" if best.accuracy >= 0 else "not known"
        notes.append(finding("crs", crs=_title(crs), operation=operation, accuracy=accuracy))
    if "ballpark" in operation.lower() and group.unavailable_operations:
        notes.append(finding("crs_better", crs=_title(crs), operation=group.unavailable_operations[0].name))
    return Conversion(name, best, tuple(notes))


def _best(transformers: list[pyproj.Transformer], area: AreaOfInterest | None) -> tuple[pyproj.Transformer, float]:
    """The most accurate operation made for the area, and the share of the area it is made for.

    The library also lists operations whose own area merely touches that of the data.
    """
    if area is None:
        return transformers[0], 1.0
    shares = [_share(x, area) for x in transformers]
    for transformer, share in zip(transformers, shares, strict=True):
        if share >= WHOLE:
            return transformer, 1.0
    best = max(range(len(shares)), key=lambda i: shares[i])
    return transformers[best], shares[best]


def _share(transformer: pyproj.Transformer, area: AreaOfInterest) -> float:
    """How much of an area an operation is made for; an approximate one counts as made for half of any area."""
    use = transformer.area_of_use
    if "ballpark" in transformer.description.lower():
        return WHOLE if use is None else 0.5
    if use is None or use.west > use.east:
        return 1.0
    width = max(area.east_lon_degree - area.west_lon_degree, 1e-9)
    height = max(area.north_lat_degree - area.south_lat_degree, 1e-9)
    west, east = max(use.west, area.west_lon_degree - 5e-10), min(use.east, area.west_lon_degree + width)
    south, north = max(use.south, area.south_lat_degree - 5e-10), min(use.north, area.south_lat_degree + height)
    return max(east - west, 0.0) * max(north - south, 0.0) / (width * height)


def _geodetic_code(crs: pyproj.CRS) -> int | None:
    base = crs.geodetic_crs
    return base.to_epsg() if base is not None else None


def _area(crs: pyproj.CRS, bounds: Bounds | None) -> AreaOfInterest | None:
    if bounds is None or not all(map(math.isfinite, bounds)):
        return None
    if not crs.is_geographic:
        transformer = pyproj.Transformer.from_crs(crs, WGS84, always_xy=True)
        bounds = transformer.transform_bounds(*bounds, errcheck=False)
    west, south, east, north = bounds
    if not (-180 <= west <= east <= 180 and -90 <= south <= north <= 90):
        return None
    return AreaOfInterest(west, south, east, north)


def _title(crs: pyproj.CRS) -> str:
    name = crs_name(crs)
    return name if name == crs.name else f"{name} ({crs.name})"

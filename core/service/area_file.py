"""A study area from a file of any format that can be loaded: its polygons together, and nothing is loaded."""

from __future__ import annotations

import tempfile
from pathlib import Path, PurePath

from shapely.geometry.base import BaseGeometry

from core.ingest.model import Limits
from core.ingest.polygons import polygons_isolated
from core.mapping.area_file import MAX_BYTES, area_of, checked_size, read_area

ENDINGS = ("geojson", "json", "zip", "gpkg", "kml", "kmz", "fgb", "parquet")
_PLAIN = (".geojson", ".json")
LIMITS = Limits(
    file_bytes=MAX_BYTES,
    unpacked_bytes=16 * MAX_BYTES,
    members=50,
    rows=20_000,
    columns=200,
    cpu_s=20,
    silent_s=30.0,
)


def read_area_file(raw: bytes, name: str) -> BaseGeometry:
    """The polygons of a file as one valid geometry in degrees of WGS 84.

    Args:
        name: of the file as the user knows it; its ending tells the format.

    Raises:
        AreaError: the file is too large, has no polygon, or lies outside the globe.
        IngestError: it cannot be read, has several layers, or no known coordinate system.
    """
    checked_size(raw)
    if PurePath(name).suffix.lower() in _PLAIN:
        return read_area(raw)
    with tempfile.TemporaryDirectory(prefix="oresight-area-") as directory:
        path = Path(directory) / f"area{PurePath(name).suffix.lower()}"
        path.write_bytes(raw)
        return area_of(polygons_isolated(path, name=PurePath(name).name, limits=LIMITS))

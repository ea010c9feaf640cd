"""What a user would have to tell the importer about a demonstration file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class DemoFile:
    """One layer in one source file, with every decision its import needs."""

    path: Path
    table: str
    """Name of the table it is loaded into."""
    title: tuple[str, str]
    """English and Chinese."""
    rows: int
    """Rows in the file, for checking."""
    layer: str | None = None
    """Layer inside a GeoPackage."""
    sheet: str | None = None
    """Sheet of a workbook."""
    crs: str | None = None
    """Coordinate system where the file does not state it (tables), such as ``EPSG:4326``."""
    encoding: str | None = None
    """Text encoding where the file does not state it."""
    x_column: str | None = None
    """Easting or longitude column of a table."""
    y_column: str | None = None

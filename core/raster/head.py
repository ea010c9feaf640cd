"""What is known about a raster before its cells are read."""

from __future__ import annotations

from dataclasses import dataclass, field

import pyproj
from affine import Affine

from core.database.findings import Finding
from core.ingest.model import CrsCandidate
from core.raster.model import Extent


@dataclass
class Head:
    """Everything to know before cells are read; complete when no finding is an error."""

    width: int
    height: int
    source_dtype: str
    dtype: str
    """Type the cells are kept in."""
    bands: tuple[int, ...]
    """Bands of the source that are kept, counted from 1; an alpha band is a mask and is not."""
    names: tuple[str, ...]
    units: tuple[str, ...]
    transform: Affine
    crs: pyproj.CRS | None = None
    crs_original: str = ""
    crs_candidates: tuple[CrsCandidate, ...] = ()
    target: pyproj.CRS | None = None
    """Coordinate system to compute the cells anew in."""
    extent: Extent | None = None
    nodata: float | None = None
    """Value of cells without data in the source."""
    kept_nodata: float | None = None
    """The same in the copy."""
    masked: bool = False
    palette: dict[int, tuple[int, int, int, int]] = field(default_factory=dict)
    rgb: bool = False
    findings: list[Finding] = field(default_factory=list)

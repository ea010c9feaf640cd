"""Values of raster import: decisions in, report out, and the registry entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Literal

from core.database.findings import Finding
from core.ingest.model import CrsCandidate
from core.vocabulary.card import Labels

Extent = tuple[float, float, float, float]
Mode = Literal["new", "replace"]


@dataclass(frozen=True)
class RasterLimits:
    """Bounds of what is accepted."""

    file_bytes: int = 4 << 30
    cells: int = 400_000_000
    """Columns × rows."""
    bands: int = 32
    bytes: int = 8 << 30
    """Uncompressed size of all bands."""
    block_bytes: int = 64 << 20
    """One block of the source must fit in memory."""


@dataclass(frozen=True)
class RasterDecisions:
    """What a person decides about a raster.  Everything has a default; every default used is reported."""

    name: str | None = None
    """Name in the registry; None derives it from the file's name."""
    title: str | None = None
    title_zh: str | None = None
    """Chinese title, where there is one of its own."""
    crs: str | None = None
    """Coordinate system the file IS in; overrides what the file says."""
    extent: Extent | None = None
    """West, south, east, north in that system, for a file that does not say where it lies."""
    reproject: str | None = None
    """Coordinate system to compute the raster anew in; also straightens a rotated one."""
    nodata: float | None = None
    """Value of cells without a value; overrides what the file says."""
    mode: Mode = "new"

    def to_json(self) -> dict[str, Any]:
        """The decisions that differ from the default, as plain values."""
        plain = RasterDecisions()
        return {
            name: list(value) if isinstance(value, tuple) else str(value) if value != value else value  # noqa: PLR0124
            for name, value in vars(self).items()
            if value != getattr(plain, name)
        }


@dataclass(frozen=True)
class Band:
    """One band with its statistics over the cells that have a value."""

    name: str
    valid: int
    low: float
    high: float
    mean: float
    deviation: float
    percentiles: tuple[float, ...] = ()
    """101 values, 0 % to 100 %, from a regular sample of cells; the ends are exact."""
    unit: str = ""

    def percentile(self, percent: float) -> float:
        """The value below which `percent` of the cells lie, between the stored ones linearly."""
        at = min(max(percent, 0.0), 100.0)
        i = min(int(at), 99)
        return self.percentiles[i] + (at - i) * (self.percentiles[i + 1] - self.percentiles[i])

    def to_json(self) -> dict[str, Any]:
        """Plain values, as the registry stores them."""
        return asdict(self) | {"percentiles": list(self.percentiles)}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Band:
        """The band that :meth:`to_json` wrote."""
        return cls(**{**value, "percentiles": tuple(value["percentiles"])})


@dataclass(frozen=True)
class RasterReport:
    """Everything a check found.  Nothing was written."""

    file: str
    size: int
    sha256: str
    name: str
    width: int = 0
    height: int = 0
    dtype: str = ""
    crs: str = ""
    crs_candidates: tuple[CrsCandidate, ...] = ()
    extent: Extent | None = None
    """Degrees EPSG:4326."""
    nodata: float | None = None
    bands: tuple[Band, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Findings that stop a load."""
        return tuple(x for x in self.findings if x.severity == "error")


@dataclass(frozen=True)
class RasterRecord:
    """The registry entry of one raster."""

    name: str
    title: str
    source_file: str
    sha256: str
    size: int
    """Bytes of the source file."""
    file: str
    """Name of the copy in the store."""
    crs: str
    crs_original: str
    extent: Extent
    """West, south, east, north in degrees, EPSG:4326."""
    width: int
    height: int
    dtype: str
    nodata: float | None
    bands: tuple[Band, ...]
    palette: Mapping[int, tuple[int, int, int, int]] = field(default_factory=dict)
    rgb: bool = False
    """Whether the first three bands are red, green and blue."""
    decisions: Mapping[str, Any] = field(default_factory=dict)
    report: tuple[Finding, ...] = ()
    style: str = ""
    """Stored raster renderer as JSON, "" for the default one."""
    loaded_at: datetime | None = None
    version: int = 0
    """1 for a new raster, one more each time it is replaced or styled anew."""

    @property
    def titles(self) -> Labels:
        """The title in both languages."""
        return Labels(self.title, str(self.decisions.get("title_zh") or self.title))

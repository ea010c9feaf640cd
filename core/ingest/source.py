"""What every reader gives: a description of one layer, and its rows in batches of bounded size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import pyarrow as pa
import pyproj

from core.database.findings import Finding
from core.ingest.model import EncodingCandidate, SheetInfo

BATCH = 32_768


@dataclass(frozen=True)
class SourceColumn:
    """A column as the source declares it."""

    name: str
    type: pa.DataType
    """Arrow type of the batches."""
    free: bool = False
    """True when the source declares no types (text tables), so the values decide."""
    unit: str = ""
    """Cell of a row of units."""


@dataclass(frozen=True)
class Batch:
    """Some consecutive rows."""

    rows: np.ndarray
    """Record numbers, from 1, int64."""
    columns: list[pa.Array]
    wkb: pa.Array | None = None
    """Geometry as WKB, None for tables."""


@dataclass(frozen=True)
class Description:
    """One layer or sheet, ready to be read."""

    format: str
    sheet: str
    sheets: tuple[SheetInfo, ...]
    columns: tuple[SourceColumn, ...]
    total: int
    """Expected number of rows, 0 when unknown; for progress only."""
    geometry: str | None = None
    """Declared geometry type, None for a table."""
    crs: pyproj.CRS | None = None
    bounds: tuple[float, float, float, float] | None = None
    """West, south, east, north in the source's own coordinates, as far as the source knows."""
    encoding: str = ""
    encodings: tuple[EncodingCandidate, ...] = ()
    row_shift: int = 0
    """Spreadsheet or line number of a record = record number + `row_shift`."""
    decimal: str = "."
    findings: tuple[Finding, ...] = field(default=())


class Source(Protocol):
    """A reader of one layer.  `batches` may be called several times and starts anew each time."""

    description: Description

    def batches(self) -> Iterator[Batch]:
        """The rows in source order.

        Raises:
            IngestError: the file turns out to be damaged.
        """
        ...

    def late_findings(self) -> tuple[Finding, ...]:
        """What the last complete pass noticed (rows that could not be read …)."""
        ...

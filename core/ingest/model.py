"""Values of an import: decisions in, report out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from core.database.findings import Finding
from core.vocabulary.card import GeometryKind

Mode = Literal["new", "append", "replace"]
ColumnType = Literal["text", "number", "integer"]
Invalid = Literal["repair", "leave_out", "refuse"]
LastRow = Literal["units", "heading", "data"]
Progress = Callable[[int, int, str], None]
"""progress(done_rows, total_rows, step); an exception raised in it cancels the load and leaves nothing behind."""


@dataclass(frozen=True)
class CellRule:
    """What some cells of a column stand for.  The default takes every number as it is, and says so."""

    negative: Literal["number", "below"] = "number"
    """``below``: −0.5 means "below 0.5"."""
    zero: Literal["number", "below"] = "number"
    """``below``: 0 means "below the limit of detection"."""
    nd: Literal["nothing", "below"] = "nothing"
    """``below``: ND stands for "not detected", else for "not determined"."""
    nothing: tuple[float, ...] = ()
    """Numbers that stand for "no value", such as −9999."""
    limit: float | None = None
    """Limit of detection for cells that say "below" without a number."""
    flag: str | None = None
    """Column of signs (``<``, ``>``, ``BDL`` …) for the numbers of this one."""
    unit: str | None = None
    """Unit of the numbers, where heading and row of units do not say it or are wrong."""

    @property
    def reads(self) -> bool:
        """Whether any cell is read in another way than by default."""
        return self != CellRule(unit=self.unit)


@dataclass(frozen=True)
class LoadDecisions:
    """What a person decides about a file.  Everything has a default; every default used is reported."""

    table: str | None = None
    """Table to load into; None derives it from the name of the layer or file."""
    title: str | None = None
    """Display title; None takes the name of the layer or file."""
    sheet: str | None = None
    """Layer of a GeoPackage or archive, or worksheet; needed when there are several with content."""
    crs: str | None = None
    """Coordinate system the coordinates ARE in (``EPSG:4490``, WKT, ``GCJ-02``, ``BD-09``); overrides the file.

    This assigns a system, it changes no number; from it everything is reprojected to WGS 84, always.
    """
    swap: bool = False
    """Whether the geometries of a vector file hold the latitude (northing) first."""
    encoding: str | None = None
    """Text encoding of a shapefile or text table; None decides from the bytes."""
    x: str | None = None
    """Column of a table with longitude or easting; None finds it by its heading."""
    y: str | None = None
    """Column of a table with latitude or northing."""
    mode: Mode = "new"
    """A new layer; rows added to one that is there; or its replacement.  The version before is kept."""
    geometry: GeometryKind | None = None
    """Which kind to load from a source that mixes points, lines and polygons."""
    invalid: Invalid = "repair"
    """What becomes of invalid geometries; ``refuse``: nothing of the file is loaded while it holds any."""
    header_row: int | None = None
    """Row of a table that holds the column names, counted from 1."""
    last_row: LastRow | None = None
    """What the last row of text above the numbers of a table is; None decides by its looks."""
    delimiter: str | None = None
    decimal: str | None = None
    """Decimal mark of a text table, ``.`` or ``,``."""
    types: Mapping[str, ColumnType] = field(default_factory=dict)
    """Source column → type, where the decision from the values is not wanted."""
    cells: Mapping[str, CellRule] = field(default_factory=dict)
    """Source column → what its cells stand for, decided once for the column."""

    def to_json(self) -> dict[str, Any]:
        """The decisions that differ from the default, as plain values."""
        plain = LoadDecisions()
        return {
            name: {k: _plain(v) for k, v in value.items()} if isinstance(value, Mapping) else value
            for name, value in vars(self).items()
            if value != getattr(plain, name)
        }


@dataclass(frozen=True)
class SheetInfo:
    """A layer or worksheet found in the file."""

    name: str
    geometry: str | None
    """Geometry type as the source declares it; None for a table without geometry."""
    rows: int | None


@dataclass(frozen=True)
class EncodingCandidate:
    """A text encoding that decodes the file, with what it makes of some of its texts."""

    name: str
    samples: tuple[str, ...]


@dataclass(frozen=True)
class CrsCandidate:
    """A coordinate system the numbers could be in."""

    code: str
    name: str
    extent: tuple[float, float, float, float]
    """Where the data would then lie: west, south, east, north in degrees."""
    approximate: bool = False
    """Whether its datum can be related to WGS 84 only to some tens of metres."""


@dataclass(frozen=True)
class ColumnInfo:
    """A column of the source and what becomes of it."""

    source: str
    """Heading in the source."""
    name: str
    """Column in the table."""
    sql_type: str
    unit_row: str = ""
    """What a row of units below the headings says for it."""
    missing: int = 0
    """Rows without a value."""
    censored: int = 0
    """Rows with ``<`` or ``>``."""
    examples: tuple[str, ...] = ()
    unit: str = ""
    """Unit of a concentration: by decision, else from the row of units or the heading."""
    companions: tuple[tuple[str, str], ...] = ()
    """Name and type of the columns for sign, limit and text of a column with limits of detection."""
    values: tuple[str, ...] = ()
    """All distinct texts, where they are few."""
    many: bool = False
    """Whether there are more distinct texts than that."""


@dataclass(frozen=True)
class Report:
    """Everything a check found.  Nothing was written."""

    file: str
    format: str
    size: int
    sha256: str
    table: str
    """Table a load with the same decisions would fill."""
    sheets: tuple[SheetInfo, ...] = ()
    sheet: str = ""
    encoding: str = ""
    encodings: tuple[EncodingCandidate, ...] = ()
    crs: str = ""
    crs_candidates: tuple[CrsCandidate, ...] = ()
    x: str = ""
    y: str = ""
    geometry: str = ""
    extent: tuple[float, float, float, float] | None = None
    """Where the usable rows lie, degrees EPSG:4326."""
    rows: int = 0
    usable: int = 0
    columns: tuple[ColumnInfo, ...] = ()
    findings: tuple[Finding, ...] = ()
    headings: tuple[str, ...] = ()
    """Headings of all columns of the source, in its order."""
    sample: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Number and cells of the first rows, a cell for each of the headings."""
    points: tuple[tuple[float, float], ...] = ()
    """Where some of the usable rows lie, longitude and latitude EPSG:4326."""

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Findings that stop a load."""
        return tuple(x for x in self.findings if x.severity == "error")


@dataclass(frozen=True)
class Limits:
    """Bounds of what is accepted."""

    file_bytes: int = 2 << 30
    unpacked_bytes: int = 4 << 30
    members: int = 2_000
    ratio: int = 200
    """Largest unpacked : packed ratio of an archive member above `ratio_from` bytes."""
    ratio_from: int = 10 << 20
    rows: int = 5_000_000
    columns: int = 1_000
    cells: int = 50_000_000
    """Cells of a worksheet."""
    memory_bytes: int = 3 << 30
    """Memory of the process that reads a file, see :mod:`core.ingest.isolated`."""
    cpu_s: int = 3_600
    """Processor time of that process."""
    silent_s: float = 600.0
    """How long that process may say nothing while it is waited for."""


def _plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, CellRule):
        plain = {k: v for k, v in vars(value).items() if v != getattr(CellRule(), k)}
        return {k: list(v) if isinstance(v, tuple) else v for k, v in plain.items()}
    return value

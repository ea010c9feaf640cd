"""The formats that are read: their suffixes, their first bytes, and the GDAL driver each may be opened by."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from xml.parsers import expat

from core.ingest.wording import refusal

Kind = Literal[
    "shapefile", "geojson", "gpkg", "gdb", "flatgeobuf", "parquet", "kml", "gpx", "gml", "tab", "mif", "csv",
    "xlsx", "xls", "ods",
]  # fmt: skip


@dataclass(frozen=True)
class Format:
    """A format that is read."""

    kind: Kind
    name: str
    """What people call it."""
    suffixes: tuple[str, ...]
    """None for a file geodatabase, which is a directory and comes in an archive."""
    drivers: tuple[str, ...] = ()
    """GDAL drivers that may open it; anything else means that the file is not what it says."""
    companions: tuple[str, ...] = ()
    """Suffixes of the files that belong to one of it."""
    table: bool = False
    """Whether coordinates may stand in columns."""


FORMATS = (
    Format("shapefile", "Shapefile", (".shp",), ("ESRI Shapefile",), (".shx", ".dbf", ".prj", ".cpg")),
    Format("gpkg", "GeoPackage", (".gpkg",), ("GPKG",)),
    Format("geojson", "GeoJSON", (".geojson", ".json"),
           ("GeoJSON", "ESRIJSON", "TopoJSON", "JSONFG", "GeoJSONSeq")),
    Format("kml", "KML/KMZ", (".kml",)),
    Format("gml", "GML", (".gml",), ("GML",)),
    Format("gpx", "GPX", (".gpx",), ("GPX",)),
    Format("tab", "MapInfo TAB", (".tab",), ("MapInfo File",), (".dat", ".map", ".id", ".ind")),
    Format("mif", "MapInfo MIF", (".mif",), ("MapInfo File",), (".mid",)),
    Format("flatgeobuf", "FlatGeobuf", (".fgb",), ("FlatGeobuf",)),
    Format("parquet", "GeoParquet", (".parquet", ".geoparquet"), table=True),
    Format("gdb", "File Geodatabase (zip)", (), ("OpenFileGDB",)),
    Format("csv", "CSV/TSV", (".csv", ".tsv", ".txt"), table=True),
    Format("xlsx", "Excel (.xlsx)", (".xlsx",), table=True),
    Format("xls", "Excel (.xls)", (".xls",), table=True),
    Format("ods", "OpenDocument (.ods)", (".ods",), table=True),
)  # fmt: skip
"""The one list of formats; everything else about suffixes and names comes from it."""
NAMES: dict[str, str] = {x.kind: x.name for x in FORMATS}
KINDS: dict[str, Kind] = {suffix: x.kind for x in FORMATS for suffix in x.suffixes}
COMPANIONS_OF: dict[str, tuple[str, ...]] = {y: x.companions for x in FORMATS for y in x.suffixes if x.companions}
"""Suffix of a main file → those of the files that belong to it."""
MAIN_OF: dict[str, str] = {y: main for main, several in COMPANIONS_OF.items() for y in several}
COMPANIONS = tuple(MAIN_OF)
ARCHIVES = (".zip", ".kmz")
ACCEPTED = frozenset({*KINDS, *COMPANIONS})
"""Suffixes of the members of an archive that are unpacked."""
GEODATABASE = re.compile(r"(a[0-9a-f]{8}\.[\w.]{1,80}|gdb|timestamps)", re.IGNORECASE | re.ASCII)
"""Names of the files of a file geodatabase."""
WORKBOOKS = ("xlsx", "xls", "ods")
TABLES = tuple(x.kind for x in FORMATS if x.table)
DRIVERS = {x.kind: x.drivers for x in FORMATS}
FOREIGN = (b"<OGRVRT", b"<VRTDataset", b"gdal_streamed_alg")
"""Openings of documents that make a reader open other files."""
GML = (b"http://www.opengis.net/gml", b"http://schemas.opengis.net/gml")
"""Namespaces of GML."""
HEAD = 1 << 16
OLE, ZIP = b"\xd0\xcf\x11\xe0", b"PK\x03\x04"


def kind_of(path: Path) -> Kind:
    """The format of a file by its suffix; of one called ``.tab`` by its first bytes, because texts parted by
    tabulators are called so, too.
    """
    kind = KINDS[path.suffix.lower()]
    if kind == "tab":
        with path.open("rb") as file:
            return kind if file.read(64).lstrip().lower().startswith(b"!table") else "csv"
    return kind


def verify(kind: Kind, path: Path, label: str) -> None:
    """Compare the first bytes with what the suffix promises.

    Raises:
        IngestError: they differ, or the content would make a reader open other files.
    """
    if kind == "gdb":
        return _verify_geodatabase(path, label)
    with path.open("rb") as file:
        head = file.read(HEAD)
    if not head:
        raise refusal("file_empty", file=label)
    wrong = _contradiction(kind, head)
    if wrong:
        raise refusal("format_contradicts", file=label, why=wrong)
    if kind == "gpkg":
        _verify_sqlite(path, label)
    if kind in ("gpx", "gml"):
        _verify_document(path, label)
    return None


def _contradiction(kind: Kind, head: bytes) -> str:
    """What speaks against a format, "" when nothing does."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    right, name = {
        "shapefile": (head.startswith(b"\0\0\x27\x0a"), "a shapefile"),
        "gpkg": (head.startswith(b"SQLite format 3\0"), "a GeoPackage"),
        "geojson": (text.startswith(b"{"), "GeoJSON"),
        "flatgeobuf": (head.startswith(b"fgb\x03"), "FlatGeobuf"),
        "parquet": (head.startswith(b"PAR1"), "GeoParquet"),
        "kml": (text.startswith((b"<", b"\xff\xfe<", b"\xfe\xff\0<")), "KML"),
        "gml": (text.startswith(b"<") and any(x in head for x in GML), "GML"),
        "tab": (text[:6].lower() == b"!table", "a MapInfo table"),
        "mif": (text[:7].lower() == b"version", "a MapInfo interchange file"),
        "gpx": (text.startswith(b"<") and b"<gpx" in head, "GPX"),
        "xlsx": (head.startswith(ZIP), "an Excel workbook (.xlsx)"),
        "xls": (head.startswith(OLE), "an Excel workbook (.xls)"),
        "ods": (head.startswith(ZIP), "an OpenDocument spreadsheet"),
        "csv": (not head.startswith((ZIP, OLE, b"%PDF", b"PAR1")), "a text table"),
    }[kind]
    if right and kind in ("geojson", "kml") and any(x in head for x in FOREIGN):
        return "it refers to other files"
    if right and kind == "tab" and b"type native" not in b" ".join(head.lower().split()):
        return "it refers to other files"
    return "" if right else f"it is not {name}"


def _verify_document(path: Path, label: str) -> None:
    """Refuse a document type: it could read other files, or unfold to a size without bounds."""

    def refuse(*_: object) -> None:
        raise refusal("unreadable", file=label, why="it declares a document type, which could read other files")

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    try:
        with path.open("rb") as file:
            parser.ParseFile(file)
    except expat.ExpatError as error:
        raise refusal("unreadable", file=label, why=f"it is not well-formed XML ({error})") from error


def _verify_geodatabase(path: Path, label: str) -> None:
    catalog = path / "a00000001.gdbtable"
    if not catalog.exists() or catalog.read_bytes()[:1] not in (b"\x03", b"\x04"):
        raise refusal("format_contradicts", file=label, why="it is not a file geodatabase")


def _verify_sqlite(path: Path, label: str) -> None:
    """Virtual tables other than the spatial and text indexes can open any file; refuse them."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            rows = connection.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'create virtual%'"
            ).fetchall()
    except sqlite3.Error as error:
        raise refusal("unreadable", file=label, why=error) from error
    for name, statement in rows:
        module = statement.casefold().partition(" using ")[2].lstrip(" \"'[`")
        if not module.startswith(("rtree", "fts3", "fts4", "fts5")):
            raise refusal("virtual_table", file=label, name=name)

"""The formats that are read: their suffixes, their first bytes, and the GDAL driver each may be opened by."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from pathlib import Path
from typing import Literal
from xml.parsers import expat

from core.ingest.wording import refusal

Kind = Literal[
    "shapefile", "geojson", "gpkg", "gdb", "flatgeobuf", "parquet", "kml", "gpx", "csv", "xlsx", "xls", "ods"
]
KINDS: dict[str, Kind] = {
    ".shp": "shapefile",
    ".geojson": "geojson",
    ".json": "geojson",
    ".gpkg": "gpkg",
    ".fgb": "flatgeobuf",
    ".parquet": "parquet",
    ".geoparquet": "parquet",
    ".kml": "kml",
    ".gpx": "gpx",
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "csv",
    ".xlsx": "xlsx",
    ".xls": "xls",
    ".ods": "ods",
}
ARCHIVES = (".zip", ".kmz")
COMPANIONS = (".shx", ".dbf", ".prj", ".cpg")
ACCEPTED = frozenset({*KINDS, *COMPANIONS})
"""Suffixes of the members of an archive that are unpacked."""
GEODATABASE = re.compile(r"(a[0-9a-f]{8}\.[\w.]{1,80}|gdb|timestamps)", re.IGNORECASE | re.ASCII)
"""Names of the files of a file geodatabase."""
WORKBOOKS = ("xlsx", "xls", "ods")
TABLES = ("csv", *WORKBOOKS, "parquet")
"""Formats in which coordinates may stand in columns."""
DRIVERS: dict[Kind, tuple[str, ...]] = {
    "shapefile": ("ESRI Shapefile",),
    "geojson": ("GeoJSON", "ESRIJSON", "TopoJSON", "JSONFG", "GeoJSONSeq"),
    "gpkg": ("GPKG",),
    "gdb": ("OpenFileGDB",),
    "flatgeobuf": ("FlatGeobuf",),
    "gpx": ("GPX",),
}
"""Drivers that may have opened a file; anything else means that it is not what it says."""
FOREIGN = (b"<OGRVRT", b"<VRTDataset", b"gdal_streamed_alg")
"""Openings of documents that make a reader open other files."""
HEAD = 1 << 16
OLE, ZIP = b"\xd0\xcf\x11\xe0", b"PK\x03\x04"


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
    if kind == "gpx":
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
        "gpx": (text.startswith(b"<") and b"<gpx" in head, "GPX"),
        "xlsx": (head.startswith(ZIP), "an Excel workbook (.xlsx)"),
        "xls": (head.startswith(OLE), "an Excel workbook (.xls)"),
        "ods": (head.startswith(ZIP), "an OpenDocument spreadsheet"),
        "csv": (not head.startswith((ZIP, OLE, b"%PDF", b"PAR1")), "a text table"),
    }[kind]
    if right and kind in ("geojson", "kml") and any(x in head for x in FOREIGN):
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

"""Small source files for the import tests, and a look at what became of them."""

from __future__ import annotations

import json
import sqlite3
import struct
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import geopandas as gpd
import openpyxl
import pyogrio
import shapely
import sqlalchemy as sa

from core.database.engine import Database

SQUARE = [(110.0, 41.0), (110.1, 41.0), (110.1, 41.1), (110.0, 41.1), (110.0, 41.0)]
BOW_TIE = [(110.0, 41.0), (110.1, 41.1), (110.1, 41.0), (110.0, 41.1), (110.0, 41.0)]


def feature(geometry: Any, **properties: Any) -> dict[str, Any]:
    """A GeoJSON feature; `geometry` may be a shapely geometry, a mapping or None."""
    if isinstance(geometry, shapely.Geometry):
        geometry = shapely.geometry.mapping(geometry)
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def geojson(path: Path, features: Sequence[Mapping[str, Any]], epsg: int | None = None) -> Path:
    """A GeoJSON file, with the old ``crs`` member when `epsg` is given."""
    content: dict[str, Any] = {"type": "FeatureCollection", "features": list(features)}
    if epsg:
        content["crs"] = {"type": "name", "properties": {"name": f"urn:ogc:def:crs:EPSG::{epsg}"}}
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path


def dbf(path: Path, names: Sequence[bytes], rows: Sequence[Sequence[bytes]], width: int = 40) -> Path:
    """A dBASE III table of text columns, byte for byte; written by hand so that nobody recodes it."""
    header = struct.pack("<4BIHH20x", 3, 124, 1, 1, len(rows), 33 + 32 * len(names), 1 + width * len(names))
    fields = b"".join(struct.pack("<11sc4xBB14x", x[:10], b"C", width, 0) for x in names)
    records = b"".join(b" " + b"".join(x[:width].ljust(width) for x in row) for row in rows)
    path.write_bytes(header + fields + b"\r" + records + b"\x1a")
    return path


def shapefile(
    path: Path, geometries: Sequence[shapely.Geometry], names: Sequence[bytes], rows: Sequence[Sequence[bytes]],
    *, epsg: int | None = None, cpg: str | None = None,
) -> Path:  # fmt: skip
    """A shapefile with texts in any encoding; without `epsg` and `cpg` it has neither ``.prj`` nor ``.cpg``."""
    frame = gpd.GeoDataFrame({"a": ["x"] * len(geometries)}, geometry=list(geometries), crs=epsg)
    pyogrio.write_dataframe(frame, path, driver="ESRI Shapefile")
    path.with_suffix(".cpg").unlink()
    if cpg is not None:
        path.with_suffix(".cpg").write_text(cpg)
    dbf(path.with_suffix(".dbf"), names, rows)
    return path


def zipped(path: Path, shp: Path, **members: bytes) -> Path:
    """A zip of a shapefile and its companions, and further members."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in sorted(shp.parent.glob(shp.stem + ".*")):
            archive.write(part, part.name)
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def workbook(path: Path, rows: Sequence[Sequence[Any]], sheet: str = "data") -> Path:
    """An Excel workbook with one sheet."""
    book = openpyxl.Workbook()
    book.active.title = sheet  # type: ignore[union-attr]
    for row in rows:
        book.active.append(list(row))  # type: ignore[union-attr]
    book.save(path)
    return path


def gpkg(path: Path, layers: Mapping[str, gpd.GeoDataFrame]) -> Path:
    """A GeoPackage with several layers."""
    for name, frame in layers.items():
        pyogrio.write_dataframe(frame, path, layer=name, driver="GPKG", append=path.exists())
    return path


def altered(path: Path, statement: str, *values: Any) -> Path:
    """A GeoPackage after an SQL statement, without its triggers: they call functions only GDAL has."""
    with sqlite3.connect(path) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f'DROP TRIGGER "{trigger}"')
        connection.execute(statement, values)
    return path


def rows_of(db: Database, table: str, columns: str = "*") -> list[dict[str, Any]]:
    """All rows of a layer as the reading role sees them, in order."""
    with db.reader.connect() as connection:
        found = connection.exec_driver_sql(f'SELECT {columns} FROM layers."{table}" ORDER BY fid')
        return [dict(x) for x in found.mappings()]


def scalar(db: Database, statement: str) -> Any:
    """One value, asked as the owner."""
    with db.owner.connect() as connection:
        return connection.execute(sa.text(statement)).scalar()


def tables(db: Database) -> set[str]:
    """Names of all relations in the schema of layers."""
    return set(sa.inspect(db.owner).get_table_names(schema="layers"))


def codes(findings: Sequence[Any]) -> set[str]:
    """The kinds of findings."""
    return {x.code for x in findings}

"""Layers out again: GeoPackage, GeoJSON, CSV and shapefile, row by row in batches, with a report of what changed.

Formats that GDAL writes get a stream of Arrow batches through pyogrio, so memory is bounded by the batch.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyogrio

from core.database.engine import Database
from core.database.findings import Finding
from core.errors import OreSightError
from core.ingest.exporting_csv import write_csv
from core.ingest.exporting_rows import Progress, Rows, note, open_rows, refused
from core.ingest.exporting_shapefile import Cutter, pack, short_names
from core.ingest.naming import LIMIT, QUALIFIER, RAW

Format = Literal["gpkg", "geojson", "csv", "shapefile"]
FORMATS: dict[Format, tuple[str, str, str]] = {
    # title, ending of the file, media type
    "gpkg": ("GeoPackage", "gpkg", "application/geopackage+sqlite3"),
    "geojson": ("GeoJSON", "geojson", "application/geo+json"),
    "csv": ("CSV", "csv", "text/csv"),
    "shapefile": ("Shapefile", "zip", "application/zip"),
}
_DRIVERS = {"gpkg": "GPKG", "geojson": "GeoJSON", "shapefile": "ESRI Shapefile"}
_OPTIONS: dict[str, dict[str, str]] = {
    "gpkg": {"FID": "oresight_fid"},
    "geojson": {"COORDINATE_PRECISION": "15", "WRITE_BBOX": "NO"},
    "shapefile": {"ENCODING": "UTF-8"},
}
_GEOMETRY = "oresight_geometry"


@dataclass(frozen=True)
class Export:
    """A written file."""

    path: Path
    name: str
    """Name to offer for it."""
    media: str
    rows: int
    findings: tuple[Finding, ...]


def export_layer(
    db: Database, table: str, format_: Format, directory: Path, progress: Progress | None = None
) -> Export:
    """Write layer `table` into the new directory `directory`.

    Everything of it is removed when the export fails.  An exception raised in `progress` cancels it.

    Raises:
        IngestError: there is no such layer, or the file cannot be written.
    """
    title, ending, media = FORMATS[format_]
    directory.mkdir(parents=True)
    try:
        with open_rows(db, table) as rows:
            path = directory / f"layer.{ending}"
            told = write_csv(rows, path, progress) if format_ == "csv" else _write(rows, path, format_, progress)
            told.insert(0, note("export_rows", count=rows.total))
            censored = tuple(x for x in rows.columns if x.endswith((QUALIFIER, LIMIT, RAW)))
            if censored:
                told.append(note("export_censored", columns=censored))
            return Export(path, f"{_file_name(table)}.{ending}", media, rows.total, tuple(told))
    except OreSightError:
        shutil.rmtree(directory, ignore_errors=True)
        raise
    except (OSError, ValueError, pa.ArrowException, RuntimeError) as error:
        shutil.rmtree(directory, ignore_errors=True)
        raise refused("export_failed", table=table, format=title, why=_why(error)) from error
    except BaseException:
        shutil.rmtree(directory, ignore_errors=True)
        raise


def _write(rows: Rows, path: Path, format_: Format, progress: Progress | None) -> list[Finding]:
    shape = format_ == "shapefile"
    names = short_names(rows.columns) if shape else {x: x for x in rows.columns}
    times = tuple(c for c, t in zip(rows.columns, rows.types, strict=True) if shape and pa.types.is_timestamp(t))
    types = [pa.string() if c in times else t for c, t in zip(rows.columns, rows.types, strict=True)]
    schema = pa.schema([*zip(names.values(), types, strict=True), (_GEOMETRY, pa.binary())])
    cutter = Cutter() if shape else None
    target = path.with_suffix(".shp") if shape else path
    pyogrio.write_arrow(
        pa.RecordBatchReader.from_batches(schema, _batches(rows, schema, times, cutter, progress)),
        target, driver=_DRIVERS[format_], layer=target.stem if shape else rows.record.table,
        geometry_name=_GEOMETRY, geometry_type=rows.record.geometry, crs="EPSG:4326",
        layer_options=_OPTIONS[format_],
    )  # fmt: skip
    if cutter is None:
        return []
    pack(target, path, names)
    told = []
    renamed = {k: v for k, v in names.items() if k != v}
    if renamed:
        pairs = tuple(f"{k} → {v}" for k, v in renamed.items())
        told.append(note("export_names", count=len(renamed), columns=pairs))
    if cutter.count:
        told.append(note("export_cut", count=cutter.count, columns=tuple(cutter.columns)))
    if times:
        told.append(note("export_times", columns=times))
    return told


def _batches(
    rows: Rows, schema: pa.Schema, times: tuple[str, ...], cutter: Cutter | None, progress: Progress | None
) -> Iterator[pa.RecordBatch]:
    for values, shapes in rows.batches(progress):
        columns: list[list[Any]] = []
        for name, cells in zip(rows.columns, values, strict=True):
            held = [None if x is None else x.isoformat(" ") for x in cells] if name in times else cells
            columns.append([cutter(x, name) for x in held] if cutter is not None else held)
        arrays = [pa.array(x, t) for x, t in zip((*columns, shapes), schema.types, strict=True)]
        yield pa.record_batch(arrays, schema=schema)


def _file_name(table: str) -> str:
    return re.sub(r"[^\w\-]+", "_", table).strip("_") or "layer"


def _why(error: BaseException) -> str:
    found = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return str(found).strip().splitlines()[0].rstrip(".")

"""Writes tables and features as files of the usual kinds, byte for byte the same each time.

Time stamps inside the formats are set to :data:`STAMP`.
"""

from __future__ import annotations

import csv
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import geopandas
import numpy as np
import openpyxl
import pandas as pd
import pyogrio
import shapely

STAMP = date(2024, 1, 1)
Columns = Mapping[str, Sequence[Any]]


def write_shapefile(
    path: Path, columns: Columns, shapes: Sequence[Any], *, crs: int, encoding: str, cpg: bool
) -> None:
    """A shapefile; without `cpg` nothing tells the text encoding, as in many files from providers."""
    frame = _frame(columns, shapes, crs)
    pyogrio.write_dataframe(
        frame, path, driver="ESRI Shapefile", encoding=encoding,
        layer_options={"DBF_DATE_LAST_UPDATE": STAMP.isoformat(), "RESIZE": "YES"},
    )  # fmt: skip
    marker = path.with_suffix(".cpg")
    if cpg:
        marker.write_text(encoding, encoding="ascii")
    else:
        marker.unlink(missing_ok=True)


def write_geojson(path: Path, columns: Columns, shapes: Sequence[Any]) -> None:
    """A GeoJSON file in EPSG:4326, one feature a line."""
    names = list(columns)
    features = []
    for row, shape in zip(zip(*columns.values(), strict=True), shapes, strict=True):
        feature = {
            "type": "Feature",
            "properties": dict(zip(names, map(_plain, row), strict=True)),
            "geometry": json.loads(shapely.to_geojson(shape)),
        }
        features.append(json.dumps(feature, ensure_ascii=False, separators=(",", ":")))
    text = '{"type":"FeatureCollection","features":[\n' + ",\n".join(features) + "\n]}\n"
    path.write_text(text, encoding="utf-8")


def write_geopackage(path: Path, layers: Mapping[str, tuple[Columns, Sequence[Any]]], *, crs: int) -> None:
    """A GeoPackage with one or more layers."""
    path.unlink(missing_ok=True)
    pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": f"{STAMP.isoformat()}T00:00:00.000Z"})
    try:
        for number, (name, (columns, shapes)) in enumerate(layers.items()):
            pyogrio.write_dataframe(
                _frame(columns, shapes, crs), path, layer=name, driver="GPKG", append=number > 0,
                layer_options={"GEOMETRY_NAME": "geom"},
            )  # fmt: skip
    finally:
        pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": None})


def write_csv(path: Path, columns: Columns, *, encoding: str, delimiter: str = ",") -> None:
    """A text table with a header row; missing values are empty cells."""
    with path.open("w", encoding=encoding, newline="") as stream:
        writer = csv.writer(stream, delimiter=delimiter, lineterminator="\r\n")
        writer.writerow(columns)
        writer.writerows(
            ["" if v is None else v for v in map(_plain, row)] for row in zip(*columns.values(), strict=True)
        )


def write_workbook(path: Path, sheets: Mapping[str, tuple[Sequence[Any], ...] | Columns]) -> None:
    """An .xlsx workbook; a sheet is a mapping of columns or a tuple of rows."""
    book = openpyxl.Workbook(write_only=True)
    for title, content in sheets.items():
        sheet = book.create_sheet(title)
        if isinstance(content, Mapping):
            sheet.append(list(content))
            for row in zip(*content.values(), strict=True):
                sheet.append([_plain(v) for v in row])
        else:
            for line in content:
                sheet.append(list(line))
    buffer = BytesIO()
    book.save(buffer)
    _settle(buffer, path)


def _settle(source: BytesIO, path: Path) -> None:
    """Copy a zip with all time stamps, in and around the members, set to :data:`STAMP`."""
    moment = f"{STAMP.isoformat()}T00:00:00Z".encode()
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "docProps/core.xml":
                data = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", moment, data)
            new.writestr(zipfile.ZipInfo(name, (STAMP.year, STAMP.month, STAMP.day, 0, 0, 0)), data,
                         compress_type=zipfile.ZIP_DEFLATED)  # fmt: skip


def _frame(columns: Columns, shapes: Sequence[Any], crs: int) -> geopandas.GeoDataFrame:
    table: dict[str, Any] = {name: _series(values) for name, values in columns.items()}
    frame = geopandas.GeoDataFrame(table, geometry=list(shapes), crs=4326)
    return frame if crs == 4326 else frame.to_crs(crs)


def _series(values: Sequence[Any]) -> Any:
    plain = [_plain(v) for v in values]
    if any(v is None for v in plain) and all(v is None or isinstance(v, int) for v in plain):
        return pd.array(plain, dtype="Int32")
    return plain


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value

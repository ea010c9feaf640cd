"""A layer as CSV: UTF-8 with the mark that spreadsheets look for, and nothing in it that they would run."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import shapely

from core.database.findings import Finding
from core.ingest.exporting_rows import Progress, Rows, note

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_csv(rows: Rows, path: Path, progress: Progress | None = None) -> list[Finding]:
    """Write all rows; returns what there is to tell."""
    points = rows.record.geometry == "Point"
    places = tuple(_free(x, rows.columns) for x in (("longitude", "latitude") if points else ("geometry_wkt",)))
    changed: dict[str, int] = {}
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([_cell(x, "heading", changed) for x in (*rows.columns, *places)])
        for values, shapes in rows.batches(progress):
            geometries = shapely.from_wkb(shapes)
            places_of = _lonlat(geometries) if points else _wkt(geometries)
            for number, place in enumerate(places_of):
                row = [_cell(v[number], c, changed) for v, c in zip(values, rows.columns, strict=True)]
                writer.writerow([*row, *place])
    told = [note("export_lonlat" if points else "export_wkt", columns=places)]
    if changed:
        told.append(note("export_formula", count=sum(changed.values()), columns=tuple(changed)))
    return told


def _lonlat(geometries: np.ndarray) -> list[tuple[Any, ...]]:
    return list(zip(shapely.get_x(geometries).tolist(), shapely.get_y(geometries).tolist(), strict=True))


def _wkt(geometries: np.ndarray) -> list[tuple[Any, ...]]:
    return [(x,) for x in shapely.to_wkt(geometries, rounding_precision=-1).tolist()]


def harmless(text: str) -> str:
    """`text` as spreadsheets show it instead of running it; numbers such as −5 stay as they are."""
    if not text.startswith(FORMULA):
        return text
    try:
        float(text)
    except ValueError:
        return "'" + text
    return text


def _cell(value: Any, column: str, changed: dict[str, int]) -> Any:
    if not isinstance(value, str):
        return value
    safe = harmless(value)
    if safe != value:
        changed[column] = changed.get(column, 0) + 1
    return safe


def _free(name: str, taken: tuple[str, ...]) -> str:
    while name in taken:
        name += "_1"
    return name

"""``load`` for GeoTIFF files: check, report, keep as a raster."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.cli.text import printable, table
from core.database.engine import Database
from core.database.findings import Finding
from core.errors import IngestError
from core.raster import (
    SUFFIXES,
    RasterDecisions,
    RasterRecord,
    RasterReport,
    RasterStore,
    inspect_raster_isolated,
    load_raster_isolated,
)
from core.settings import Settings


def is_raster(path: Path) -> bool:
    """Whether a file is called like a GeoTIFF."""
    return path.suffix.lower() in SUFFIXES


def decisions(arguments: argparse.Namespace) -> RasterDecisions:
    """The decisions of a command line.

    Raises:
        IngestError: the extent is not four numbers.
    """
    extent = None
    if arguments.extent:
        try:
            west, south, east, north = (float(x) for x in arguments.extent.split(","))
        except ValueError as error:
            raise IngestError("--extent takes four numbers: west,south,east,north.") from error
        extent = (west, south, east, north)
    return RasterDecisions(
        name=arguments.table,
        title=arguments.title,
        crs=arguments.crs,
        extent=extent,
        reproject=arguments.reproject,
        nodata=arguments.nodata,
        mode="replace" if arguments.replace else "new",
    )


def check(path: Path, wanted: RasterDecisions) -> int:
    """Print the report of one file; 1 when it could not be loaded like this."""
    report = inspect_raster_isolated(path, wanted)
    print(describe(report))
    return 1 if report.errors else 0


def load(database: Database, settings: Settings, path: Path, wanted: RasterDecisions) -> None:
    """Load one file and print what became of it."""
    store = RasterStore(database, settings.local_dir)
    store.sweep()
    print(_loaded(load_raster_isolated(store, path, wanted)))


def describe(report: RasterReport) -> str:
    """A report in plain lines."""
    lines = [f"{report.file}: GeoTIFF, {report.size:,} bytes", f"  Would be called {report.name}"]
    facts = {
        "Cells": f"{report.width:,} × {report.height:,}, {report.dtype}",
        "CRS": report.crs,
        "Extent": ", ".join(f"{x:.4f}" for x in report.extent) if report.extent else "",
        "Nodata": "" if report.nodata is None else f"{report.nodata:g}",
        "CRS could be": ", ".join(f"{c.code} ({c.name})" for c in report.crs_candidates),
    }
    lines += [f"  {name + ':':<13}{value}" for name, value in facts.items() if value]
    lines += [f"  {_finding(x)}" for x in report.findings]
    if report.bands:
        rows = [[b.name, f"{b.valid:,}", f"{b.low:g}", f"{b.mean:g}", f"{b.high:g}"] for b in report.bands]
        lines += [f"  {x}" for x in table(("band", "cells", "lowest", "mean", "highest"), rows)]
    return "\n".join(printable(x) for x in lines)


def _loaded(record: RasterRecord) -> str:
    names = ", ".join(x.name for x in record.bands)
    lines = [
        f"Loaded {record.source_file} as raster {record.name}: {record.width:,} × {record.height:,} cells, "
        f"bands {names}, from {record.crs_original}."
    ]
    return "\n".join(printable(x) for x in [*lines, *(f"  {_finding(x)}" for x in record.report)])


def _finding(found: Finding) -> str:
    return f"{found.severity}: {found.text}"

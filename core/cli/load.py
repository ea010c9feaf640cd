"""``load``: check files, report what was found, load them as layers."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from core.cli import load_raster as rasters
from core.cli.load_columns import bind_proposed
from core.cli.text import printable, table
from core.database.engine import Database
from core.database.registry import LayerRecord
from core.errors import IngestError
from core.ingest import Finding, LoadDecisions, Report
from core.ingest.appending import foreseen
from core.ingest.isolated import inspect_isolated, load_isolated
from core.service.binding import bind_layer, check_type, mappings_of
from core.settings import Settings, get_settings

ROWS_NAMED = 5


def load(arguments: argparse.Namespace) -> int:
    """Load all files in order; the first failure ends the run, what was loaded before it stays."""
    settings = get_settings()
    if len(arguments.files) > 1 and (arguments.table or arguments.title):
        raise IngestError("--table and --title go with one file only.")
    if arguments.entity_type:
        check_type(arguments.entity_type, mappings_of(settings))
    decisions, grid = _decisions(arguments), rasters.decisions(arguments)
    if arguments.dry_run:
        return max(
            rasters.check(path, grid) if rasters.is_raster(path) else _check(path, decisions)
            for path in arguments.files
        )
    database = Database.open(settings)
    loaded: list[str] = []
    try:
        for path in arguments.files:
            if rasters.is_raster(path):
                rasters.load(database, settings, path, grid)
            else:
                record = _load(database, settings, path, decisions, arguments.entity_type)
                loaded.append(record.table)
    finally:
        database.close()
    if arguments.propose and loaded:
        bind_proposed(settings, loaded, arguments.entity_type)
    return 0


def _decisions(arguments: argparse.Namespace) -> LoadDecisions:
    return LoadDecisions(
        table=arguments.table,
        title=arguments.title,
        sheet=arguments.sheet,
        crs=arguments.crs,
        encoding=arguments.encoding,
        x=arguments.x,
        y=arguments.y,
        mode="replace" if arguments.replace else "append" if arguments.append else "new",
    )


def _check(path: Path, decisions: LoadDecisions) -> int:
    """Print the report of one file; 1 when it could not be loaded like this."""
    report = inspect_isolated(path, decisions)
    print(describe(report))
    wrong = bool(report.errors)
    if decisions.mode == "append" and not wrong:
        database = Database.open(get_settings())
        try:
            found = foreseen(database, report, report.table)
        finally:
            database.close()
        print("\n".join(printable(f"  {_finding(x)}") for x in found))
        wrong = any(x.severity == "error" for x in found)
    return 1 if wrong else 0


def _load(
    database: Database, settings: Settings, path: Path, decisions: LoadDecisions, kind: str | None
) -> LayerRecord:  # fmt: skip
    shown = -1

    def progress(done: int, total: int, step: str) -> None:
        nonlocal shown
        part = 10 * done // total if total else 0
        if sys.stderr.isatty() and part != shown:
            print(f"\r  {step} {done:,} of {total:,}   ", end="", file=sys.stderr, flush=True)
            shown = part

    record = load_isolated(database, path, decisions, progress)
    if shown >= 0:
        print(file=sys.stderr)
    print(_loaded(record))
    if kind and bind_layer(settings, record.table, kind, record.title):
        print(f"  Bound {record.table} to “{kind}” in {settings.local_mappings_dir / 'user_table_types.json'}.")
    elif record.table not in mappings_of(settings).tables:
        print("  Questions do not see this layer yet: give its kind of feature with --type.")
    return record


def describe(report: Report) -> str:
    """A report in plain lines."""
    lines = [f"{report.file}: {report.format}, {report.size:,} bytes", f"  Would fill table {report.table}"]
    facts = {
        "Layer": report.sheet,
        "Encoding": report.encoding,
        "CRS": report.crs,
        "Geometry": report.geometry,
        "Coordinates": f"{report.x}, {report.y}" if report.x else "",
        "Extent": ", ".join(f"{x:.4f}" for x in report.extent) if report.extent else "",
        "Rows": f"{report.usable:,} usable of {report.rows:,}",
    }
    lines += [f"  {name + ':':<13}{value}" for name, value in facts.items() if value]
    if len(report.sheets) > 1:
        lines.append("  Layers:      " + ", ".join(f"{s.name} ({s.geometry or 'table'})" for s in report.sheets))
    if report.crs_candidates:
        lines.append("  CRS could be: " + ", ".join(f"{c.code} ({c.name})" for c in report.crs_candidates))
    if report.encodings:
        lines.append("  Encoding could be: " + ", ".join(e.name for e in report.encodings))
    lines += [f"  {_finding(f)}" for f in report.findings]
    if report.columns:
        rows = [
            [c.source, c.name, c.sql_type, str(c.missing), str(c.censored), "; ".join(c.examples)]
            for c in report.columns
        ]
        header = ("column", "becomes", "type", "missing", "censored", "examples")
        lines += [f"  {line}" for line in table(header, rows)]
    return "\n".join(printable(line) for line in lines)


def _loaded(record: LayerRecord) -> str:
    lines = [
        f"Loaded {record.source_file} into {record.table}: {record.rows_loaded:,} of {record.rows_in:,} rows, "
        f"{record.geometry}, from {record.crs_original}."
    ]
    lines += [f"  {_finding(f)}" for f in record.report]
    return "\n".join(printable(line) for line in lines)


def _finding(finding: Finding) -> str:
    rows = ", ".join(str(r) for r in finding.rows[:ROWS_NAMED])
    more = " …" if len(finding.rows) > ROWS_NAMED or finding.count > len(finding.rows) else ""
    where = f" (rows {rows}{more})" if rows else ""
    return f"{finding.severity}: {finding.text}{where}"

"""Check a file: everything a load would do, except writing."""

from __future__ import annotations

import pyproj

from core.database.findings import Finding
from core.ingest.choosing import CoordinateChoiceError, SheetChoiceError
from core.ingest.model import Limits, LoadDecisions, Progress, Report
from core.ingest.naming import table_name
from core.ingest.open import open_source
from core.ingest.plan import Plan, make_plan
from core.ingest.rows import Outcome, run
from core.ingest.sampling import Places, first_rows
from core.ingest.scan import Scan, scan
from core.ingest.source import Source
from core.ingest.staging import Staged
from core.ingest.wording import finding

DEGREES = ("geometry_range", "geometry_wide", "geometry_parted")
"""Findings about longitudes and latitudes."""


class Import:
    """One file being imported: the steps in order, each leaving its findings.

    Raises (in any step):
        IngestError: the file is hostile, damaged or of no use, or names in the decisions do not exist.
    """

    def __init__(self, staged: Staged, decisions: LoadDecisions, limits: Limits) -> None:
        self.staged, self.decisions, self.limits = staged, decisions, limits
        source, name = open_source(staged, decisions, limits)
        self.source: Source = source
        self.name = name
        self.table, notes = table_name(decisions.table, name)
        self.title = decisions.title or name
        self.findings: list[Finding] = [*source.description.findings, *notes]

    def plan(self, progress: Progress | None) -> Plan:
        """First pass and plan; the plan's findings hold an error for each decision that is missing."""
        self.found: Scan = scan(self.source, self.decisions, self.limits, self.staged.file, progress)
        self.planned = make_plan(self.source.description, self.found, self.decisions, self.staged.file)
        self.findings += self.planned.findings
        return self.planned

    def conclude(self, outcome: Outcome) -> None:
        """Take in what the second pass found; an error when nothing, or not the right thing, is left."""
        placed = bool(self.planned.conversion.name)  # without a coordinate system nothing is known of degrees
        self.findings += [x for x in outcome.findings if placed or x.code not in DEGREES]
        outside = sum(x.count for x in outcome.findings if x.code == "geometry_range")
        if outside * 2 > outcome.rows_in and not any(x.severity == "error" for x in self.findings):
            bounds = self.found.bounds or (0.0, 0.0, 0.0, 0.0)
            sides = {k: f"{v:,.6g}" for k, v in zip(("west", "south", "east", "north"), bounds, strict=True)}
            crs = self.planned.conversion.name or "WGS 84"
            self.findings.append(finding("crs_outside", file=self.staged.file, crs=crs, **sides))
        elif not outcome.rows_out and not any(x.severity == "error" for x in self.findings):
            why = " ".join(x.text for x in outcome.findings if x.severity == "warning")
            self.findings.append(finding("nothing_left", file=self.staged.file, why=why))

    @property
    def error(self) -> Finding | None:
        """The first finding that stops the import."""
        return next((x for x in self.findings if x.severity == "error"), None)

    def report(self, outcome: Outcome, places: Places) -> Report:
        """The report of the finished check."""
        described, pair = self.source.description, self.found.pair
        return Report(
            file=self.staged.file,
            format=described.format,
            size=self.staged.size,
            sha256=self.staged.sha256,
            table=self.table,
            sheets=described.sheets,
            sheet=described.sheet,
            encoding=described.encoding,
            encodings=described.encodings,
            crs=self.planned.conversion.name or _stated(described.crs),
            crs_candidates=self.planned.crs_candidates,
            x=described.columns[pair.x].name if pair else "",
            y=described.columns[pair.y].name if pair else "",
            geometry=self.planned.geometry,
            extent=outcome.work.extent if self.planned.conversion.name else None,
            rows=outcome.rows_in,
            usable=outcome.rows_out,
            columns=tuple(x.info() for x in self.planned.tasks),
            findings=tuple(sorted(self.findings, key=lambda x: ("error", "warning", "info").index(x.severity))),
            headings=tuple(x.name for x in described.columns),
            sample=self.found.sample,
            points=places.points() if self.planned.conversion.name else (),
        )

    def without_place(self, found: Finding) -> Report:
        """The report of a table of which nobody knows yet where its coordinates stand."""
        described = self.source.description
        batch = next(iter(self.source.batches()), None)
        return Report(
            self.staged.file, described.format, self.staged.size, self.staged.sha256, self.table,
            sheets=described.sheets, sheet=described.sheet, encoding=described.encoding,
            encodings=described.encodings, rows=described.total, findings=(found, *self.findings),
            headings=tuple(x.name for x in described.columns),
            sample=first_rows(batch, described.row_shift) if batch is not None else (),
        )  # fmt: skip


def check(staged: Staged, decisions: LoadDecisions, limits: Limits, progress: Progress | None) -> Report:
    """Run both passes and keep nothing."""
    try:
        job = Import(staged, decisions, limits)
    except SheetChoiceError as error:  # not a dead end: the report lists what there is to choose from
        kind = staged.datasets[0].kind
        return Report(
            staged.file, kind, staged.size, staged.sha256, "", sheets=error.sheets, findings=(error.found,)
        )
    try:
        plan = job.plan(progress)
    except CoordinateChoiceError as error:  # nor this: it lists the columns to choose from
        return job.without_place(error.found)
    places = Places()
    outcome = run(job.source, job.found, plan, places.add, progress, file=staged.file, step="checking")
    job.conclude(outcome)
    return job.report(outcome, places)


def _stated(crs: pyproj.CRS | None) -> str:
    return crs.name if crs is not None else ""

"""The second pass: every batch converted, checked and handed to a sink.  A check and a load run the same code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from core.database.findings import Finding
from core.ingest.coordinates import Pair
from core.ingest.geometry import GeometryWork, Prepared
from core.ingest.model import Progress
from core.ingest.plan import Plan
from core.ingest.positions import coordinate
from core.ingest.scan import Scan
from core.ingest.source import Batch, Source
from core.ingest.tidying import summary_rows
from core.ingest.wording import Tally, finding

SUMMARY_TAIL = 10
"""A line with means or totals that has coordinates is looked for among the last rows only."""
Sink = Callable[[list[pa.Array], Prepared], None]
"""sink(columns, geometries): the record number first, then the stored columns in order."""


@dataclass
class Outcome:
    """What the second pass did."""

    rows_in: int
    rows_out: int
    work: GeometryWork
    findings: list[Finding]


def run(
    source: Source,
    found: Scan,
    plan: Plan,
    sink: Sink | None,
    progress: Progress | None,
    *,
    file: str = "",
    step: str = "loading",
) -> Outcome:
    """Convert all rows and give them to `sink`; `step` is what the progress calls it, `file` what people do.

    Raises:
        IngestError: the source turns out to be damaged.
    """
    shift = source.description.row_shift
    work = GeometryWork(plan.geometry, plan.kind, plan.conversion, shift, plan.invalid)
    missing = MissingCoordinates(source.description.decimal, shift, found.rows)
    rows_in = rows_out = 0
    for batch in source.batches():
        prepared = _geometry(batch, found.pair, work, missing)
        rows_in += len(batch.rows)
        if len(prepared.keep):
            columns = _columns(batch, prepared.keep, plan, shift)
            rows_out += len(prepared.keep)
            if sink is not None:
                sink(columns, prepared)
        if progress:
            progress(rows_in, max(found.rows, rows_in), step)
    late = source.late_findings()
    rows_in += sum(x.count or 0 for x in late if x.code in UNREAD)
    notes = [*late, *missing.findings(), *work.findings(file)]
    for task in plan.tasks:
        notes.extend(task.findings())
    empty = [f"“{x.source}”" for x in plan.tasks if rows_out and x.missing == rows_out]
    if empty:
        notes.append(finding("columns_empty", columns=", ".join(empty)))
    return Outcome(rows_in, rows_out, work, notes)


UNREAD = ("ragged",)
"""Findings about rows of the file that never became rows of a batch; they count as rows that were left out."""


class MissingCoordinates:
    """Rows of a table that have no usable pair of numbers."""

    def __init__(self, decimal: str, shift: int, last: int) -> None:
        self.decimal, self.shift, self.last = decimal, shift, last
        self.summaries = Tally(whole=True)
        self.empty, self.text, self.example = Tally(whole=True), Tally(whole=True), ""
        self.angles, self.packed = Tally(), Tally()

    def add(self, rows: np.ndarray, bad: np.ndarray, wrong: np.ndarray, columns: list[pa.Array]) -> None:
        """Count the rows where `bad` holds; `wrong` marks those whose cells are not empty."""
        self.empty.add(rows[bad & ~wrong])
        self.text.add(rows[bad & wrong])
        if wrong.any() and not self.example:
            at = int(np.flatnonzero(wrong)[0])
            self.example = ", ".join(str(x[at].as_py()) for x in columns)

    def written(self, rows: np.ndarray, masks: list[np.ndarray]) -> None:
        """Count the rows whose coordinates were written as angles, and as packed digits."""
        for tally, mask in zip((self.angles, self.packed), masks, strict=True):
            tally.add(rows[mask])

    def findings(self) -> list[Finding]:
        """What to report."""
        found = [finding("xy_empty", self.empty)] if self.empty else []
        found += [finding("rows_summary", self.summaries)] if self.summaries else []
        found += [finding("xy_angles", self.angles)] if self.angles else []
        found += [finding("xy_packed", self.packed)] if self.packed else []
        return [*found, finding("xy_text", self.text, example=self.example)] if self.text else found


def _geometry(batch: Batch, pair: Pair | None, work: GeometryWork, missing: MissingCoordinates) -> Prepared:
    if pair is None:
        wkb = batch.wkb if batch.wkb is not None else pa.nulls(len(batch.rows), pa.binary())
        return work.from_wkb(wkb, batch.rows)
    chosen = [batch.columns[pair.x], batch.columns[pair.y]]
    x, y = (coordinate(batch.columns[i], missing.decimal, axis) for i, axis in pair.axes())
    bad = np.isnan(x.values) | np.isnan(y.values)
    numbers = batch.rows + missing.shift
    summary = summary_rows(batch, bad | (batch.rows > missing.last - SUMMARY_TAIL))
    missing.summaries.add(numbers[summary])
    missing.add(
        numbers[~summary],
        bad[~summary],
        (x.wrong | y.wrong)[~summary],
        [z.filter(pa.array(~summary)) for z in chosen],
    )
    bad |= summary
    missing.written(numbers[~bad], [(x.angles | y.angles)[~bad], (x.packed | y.packed)[~bad]])
    keep = np.flatnonzero(~bad)
    return work.from_xy(np.column_stack([x.values[keep], y.values[keep]]), keep, batch.rows)


def _columns(batch: Batch, keep: np.ndarray, plan: Plan, shift: int) -> list[pa.Array]:
    rows = batch.rows[keep]
    columns = [pa.array(rows, pa.int64())]
    chosen = pa.array(keep) if len(keep) < len(batch.rows) else None
    for task in plan.tasks:
        column = batch.columns[task.index]
        flags = None if task.flag is None else batch.columns[task.flag]
        if chosen is not None:
            column, flags = column.take(chosen), flags if flags is None else flags.take(chosen)
        columns += task.convert(column, rows + shift, flags)
    return columns

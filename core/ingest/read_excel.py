"""Excel workbooks and OpenDocument spreadsheets.

One worksheet is copied once to an Arrow file of texts and streamed from there.
"""

from __future__ import annotations

import datetime
import itertools
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum

from core.database.findings import Finding
from core.ingest import opendocument
from core.ingest.archive import check
from core.ingest.choosing import choose_sheet
from core.ingest.header import find_header
from core.ingest.merged import MergedCells
from core.ingest.model import Limits, LoadDecisions, SheetInfo
from core.ingest.read_text import HEAD_ROWS
from core.ingest.source import BATCH, Batch, Description, SourceColumn
from core.ingest.staging import Dataset
from core.ingest.tables_below import Tables
from core.ingest.tidying import Tidying
from core.ingest.wording import Tally, finding, refusal

REFERENCE = re.compile(rb"""\br\s*=\s*["']([A-Za-z]{0,4})(\d{1,9})["']""")
ESCAPED = re.compile(rb"""\br\s*=\s*["'][A-Za-z0-9]{0,12}&""")
"""A cell address written with character references: no program does that, so it hides something."""
ROW = " › "
"""Between the name of a worksheet and the row in which a further table of it begins."""
EMPTY_ROWS = 5_000
"""So many empty rows end a sheet."""


class ExcelSource:
    """One worksheet."""

    def __init__(self, dataset: Dataset, file: str, decisions: LoadDecisions, limits: Limits) -> None:
        self._file = file
        if dataset.kind == "xlsx":
            _guard(dataset.path, file, limits)
        elif dataset.kind == "ods":
            guard_archive(dataset.path, file, limits)
            opendocument.guard(dataset.path, file, limits)
        try:
            book = CalamineWorkbook.from_path(str(dataset.path))
            names = [x.name for x in book.sheets_metadata if x.typ == SheetTypeEnum.WorkSheet]
            found = {x: book.get_sheet_by_name(x) for x in names}
            sheets = tuple(SheetInfo(x, None, found[x].height if found[x].start else 0) for x in names)
            wanted, self._before = _table(decisions.sheet, names)
            name, notes = choose_sheet(sheets, wanted, file)
            target = dataset.path.with_suffix(".arrow")
            self._merged = found[name].merged_cell_ranges or []
            self._width, self._start, header = self._copy(found[name], decisions, target)
            sheets = self._with_tables(sheets, name)
        except (CalamineError, ValueError, OSError) as error:
            raise refusal("unreadable", file=file, why=error) from error
        if self._width > limits.columns:
            raise refusal("columns_many", file=file, count=self._width, limit=limits.columns)
        findings: list[Finding] = [*notes, *header.findings, *self._below(name)]
        if self._filled:
            findings.append(finding("cells_merged", Tally.of(self._filled)))
        self.description = Description(
            format=dataset.kind,
            sheet=f"{name}{ROW}{self._before + 1}" if self._before else name,
            sheets=sheets,
            columns=tuple(
                SourceColumn(n, pa.string(), True, u) for n, u in zip(header.names, header.units, strict=True)
            ),
            total=max(self._total - self._start, 0),
            row_shift=self._start,
            findings=tuple(findings),
        )

    def batches(self) -> Iterator[Batch]:
        """See :class:`core.ingest.source.Source`."""
        first = 0
        self._tidying = Tidying(self._names, self._start)
        with pa.memory_map(str(self._arrow)) as mapped, pa.ipc.open_stream(mapped) as reader:
            for batch in reader:
                numbers = np.arange(first + 1, first + batch.num_rows + 1, dtype=np.int64) - self._start
                first += batch.num_rows
                keep = numbers > 0
                columns = [batch.column(i) for i in range(self._width)]
                if not keep.all():
                    columns = [x.filter(pa.array(keep)) for x in columns]
                if keep.any():
                    yield self._tidying.batch(Batch(numbers[keep], columns))

    def late_findings(self) -> tuple[Finding, ...]:
        """See :class:`core.ingest.source.Source`."""
        return self._tidying.findings()

    def _copy(self, sheet: Any, decisions: LoadDecisions, target: Path) -> tuple[int, int, Any]:
        """Write all rows as texts; returns width, index of the first row of data, and the header."""
        rows = itertools.islice(_texts(sheet), self._before, None)
        head = list(itertools.islice(rows, HEAD_ROWS))
        if not any(any(x) for x in head):
            raise refusal("no_rows", file=self._file)
        header = find_header(head, ".", decisions.header_row, decisions.last_row, self._before)
        width = len(header.names)
        merged = MergedCells(self._merged, width)
        self._tables = Tables(header.names)
        schema = pa.schema([(f"f{i}", pa.string()) for i in range(width)])
        self._arrow, self._total = target, 0
        with pa.OSFile(str(target), "wb") as sink, pa.ipc.new_stream(sink, schema) as writer:
            whole = itertools.chain(itertools.repeat([], self._before), head, rows)
            source = merged.fill(self._tables.first(whole, header.data_start), header.data_start)
            while block := list(itertools.islice(source, BATCH)):
                self._total += len(block)
                columns = zip(*(x or [""] * width for x in block), strict=True)
                writer.write_batch(pa.record_batch([pa.array(x, pa.string()) for x in columns], schema=schema))
        self._names, self._filled = header.names, merged.filled
        return width, header.data_start, header

    def _with_tables(self, sheets: tuple[SheetInfo, ...], name: str) -> tuple[SheetInfo, ...]:
        """The worksheets, with further tables of the one that was read behind it."""
        further = [SheetInfo(f"{name}{ROW}{x.start + 1}", None, x.rows) for x in self._tables.found]
        own = SheetInfo(f"{name}{ROW}{self._before + 1}", None, None) if self._before else None
        at = next(i for i, x in enumerate(sheets) if x.name == name)
        whole = sheets[at]
        if further and not own:
            whole = SheetInfo(name, None, self._tables.found[0].start)
        return (*sheets[:at], whole, *([own] if own else []), *further, *sheets[at + 1 :])

    def _below(self, name: str) -> list[Finding]:
        """Tell of further tables, which are loaded one by one."""
        return [
            finding(
                "tables_below", row=x.start + 1, headings=", ".join(f"“{y}”" for y in x.headings[:6]),
                sheet=f"{name}{ROW}{x.start + 1}",
            )
            for x in self._tables.found
        ]  # fmt: skip


def _table(wanted: str | None, names: list[str]) -> tuple[str | None, int]:
    """The worksheet that was chosen, and how many of its rows lie before the table that was."""
    sheet, mark, row = (wanted or "").rpartition(ROW)
    if wanted in names or not mark or sheet not in names or not row.isdecimal() or len(row) > 7:
        return wanted, 0
    return sheet, max(int(row) - 1, 0)


def guard_archive(path: Path, file: str, limits: Limits) -> None:
    """Refuse a workbook that would unpack to too much, by its directory."""
    try:
        with zipfile.ZipFile(path) as archive:
            check(archive.infolist(), file, limits)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, OSError) as error:
        raise refusal("unreadable", file=file, why=error) from error


def _guard(path: Path, file: str, limits: Limits) -> None:
    """Refuse workbooks that would unpack to too much, or whose cells reach too far."""
    try:
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
            check(infos, file, limits)
            for info in infos:  # all of them: any member may be declared a worksheet
                _extent(archive, info, file, limits)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, OSError) as error:
        raise refusal("unreadable", file=file, why=error) from error


def _extent(archive: zipfile.ZipFile, info: zipfile.ZipInfo, file: str, limits: Limits) -> None:
    last_column, last_row, tail = 1, 1, b""
    with archive.open(info) as stream:
        while block := stream.read(1 << 20):
            if ESCAPED.search(tail + block):
                raise refusal("unreadable", file=file, why="it hides the address of a cell")
            found = REFERENCE.findall(tail + block)
            last_column = max([last_column, *map(_column_number, {x for x, _ in found})])
            last_row = max([last_row, *map(int, {x for _, x in found})])
            tail = block[-64:]
    if last_column * last_row > limits.cells:
        cell = f"({last_row:,}, {last_column:,})"
        raise refusal("cells_many", file=file, sheet=info.filename, cell=cell, limit=f"{limits.cells:,}")


def _column_number(letters: bytes) -> int:
    """A is 1, Z 26, AA 27 …; 0 for no letters."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


def _texts(sheet: Any) -> Iterator[list[str]]:
    """Rows as texts without trailing empty rows."""
    waiting = 0
    for row in sheet.iter_rows():
        texts = [_text(x) for x in row]
        if not any(texts):
            waiting += 1
            if waiting > EMPTY_ROWS:
                return
            continue
        for _ in range(waiting):
            yield []
        waiting = 0
        yield texts


def _text(value: Any) -> str:
    """A cell as text: the shortest digits that give the same number, ISO dates."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):  # before the numbers, of which it is one
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ")
    return str(value)

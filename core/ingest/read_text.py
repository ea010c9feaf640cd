"""CSV, TSV and other delimited text, streamed by Arrow as text; types are decided from the values later."""

from __future__ import annotations

import codecs
import csv
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as arrow_csv

from core.database.findings import Finding
from core.ingest.choosing import encoding_findings
from core.ingest.encoding import Choice, canonical, choose, rewrite_as_utf8
from core.ingest.header import Header, find_header
from core.ingest.model import EncodingCandidate, Limits, LoadDecisions, SheetInfo
from core.ingest.source import Batch, Description, SourceColumn
from core.ingest.staging import Dataset
from core.ingest.tidying import Tidying
from core.ingest.wording import Tally, finding, refusal

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
HEAD_ROWS = 60
BLOCK = 4 << 20
"""Bytes read at once, and the longest row.  Arrow reads up to 32 blocks ahead, which bounds the memory."""
ENDLESS = f"one row is longer than {BLOCK >> 20} MB; perhaps a quotation mark is never closed"
SAMPLED = 20_000
"""Different lines that decide between encodings; the chosen one must fit the whole file."""
BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


class TextSource:
    """One delimited text file."""

    def __init__(self, dataset: Dataset, file: str, decisions: LoadDecisions, limits: Limits) -> None:
        self._file = file
        choice = _choose_encoding(dataset.path, decisions.encoding)
        self._path = _as_utf8(dataset.path, choice.name, file)
        notes: list[Finding] = encoding_findings(choice)
        with self._path.open(encoding="utf-8", newline="") as stream:
            lines = list(itertools.islice(stream, HEAD_ROWS * 4))
        self._delimiter = decisions.delimiter or _sniff(lines, dataset.path.suffix)
        if self._delimiter != ",":
            notes.append(finding("delimiter", delimiter=DELIMITERS.get(self._delimiter, repr(self._delimiter))))
        rows = _first_rows(lines, self._delimiter, file)
        decimal, example = _decimal(rows, self._delimiter, decisions.decimal)
        if example:
            notes.append(finding("decimal_comma", example=example))
        header = find_header(_even(rows), decimal, decisions.header_row, decisions.last_row)
        if len(header.names) > limits.columns:
            raise refusal("columns_many", file=file, count=len(header.names), limit=limits.columns)
        self._header, self._skipped = header, list[int]()
        self.description = Description(
            format="csv",
            sheet=dataset.name,
            sheets=(SheetInfo(dataset.name, None, None),),
            columns=tuple(
                SourceColumn(n, pa.string(), True, u) for n, u in zip(header.names, header.units, strict=True)
            ),
            total=_estimate(self._path, lines),
            encoding=choice.name,
            encodings=tuple(EncodingCandidate(x, y) for x, y in choice.candidates),
            row_shift=header.data_start,
            decimal=decimal,
            findings=(*notes, *header.findings),
        )

    def batches(self) -> Iterator[Batch]:
        """See :class:`core.ingest.source.Source`."""
        self._skipped, self._tidying = [], Tidying(self._header.names, self._header.data_start)
        seen = 0
        try:
            reader = _reader(self._path, self._delimiter, self._header, self._skipped)
            while True:
                try:
                    batch = reader.read_next_batch()
                except StopIteration:
                    return
                if batch.num_rows == 0:
                    continue
                rows = _numbers(seen, batch.num_rows, self._skipped)
                seen += batch.num_rows
                yield self._tidying.batch(Batch(rows, list(batch.columns)))
        except pa.ArrowInvalid as error:
            raise refusal("unreadable", file=self._file, why=_reason(error)) from error

    def late_findings(self) -> tuple[Finding, ...]:
        """See :class:`core.ingest.source.Source`."""
        tally = Tally(whole=True)
        tally.add([x + self._header.data_start for x in self._skipped])
        ragged = (finding("ragged", tally, columns=len(self._header.names)),) if tally else ()
        return (*ragged, *self._tidying.findings())


def _reason(error: pa.ArrowInvalid) -> str:
    text = str(error).splitlines()[0]
    if "straddl" in text:
        return ENDLESS
    return text


def _reader(path: Path, delimiter: str, header: Header, skipped: list[int]) -> Any:
    """An Arrow stream of text columns; rows with another number of cells land in `skipped` (record numbers)."""
    names = [f"f{i}" for i in range(len(header.names))]

    def skip(row: Any) -> str:
        skipped.append(row.number - header.data_start)
        return "skip"

    return arrow_csv.open_csv(
        path,
        read_options=arrow_csv.ReadOptions(
            use_threads=False, block_size=BLOCK, column_names=names, skip_rows_after_names=header.data_start
        ),
        parse_options=arrow_csv.ParseOptions(
            delimiter=delimiter, newlines_in_values=True, ignore_empty_lines=False, invalid_row_handler=skip
        ),
        convert_options=arrow_csv.ConvertOptions(
            column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
        ),
    )


def _numbers(seen: int, count: int, skipped: list[int]) -> np.ndarray:
    """Record numbers of `count` rows that follow `seen` good ones, counting the skipped ones in between."""
    ordinals = np.arange(seen + 1, seen + count + 1, dtype=np.int64)
    gaps = np.asarray(skipped, np.int64) - np.arange(len(skipped))
    return ordinals + np.searchsorted(gaps, ordinals, side="right")


def _choose_encoding(path: Path, decided: str | None) -> Choice:
    with path.open("rb") as file:
        head = file.read(4)
        for bom, name in BOMS:
            if head.startswith(bom):
                return Choice(name, "the file begins with a byte order mark", "文件以字节顺序标记开头")
        file.seek(0)
        wide: dict[bytes, None] = {}
        for line in file:
            if not line.isascii() and len(wide) < SAMPLED:
                wide[line.rstrip(b"\r\n")] = None
    choice = choose(list(wide), None, whole=path)
    if decided:
        return Choice(canonical(decided), "you chose it", "由您指定", candidates=choice.candidates)
    return choice


def _as_utf8(path: Path, encoding: str, file: str) -> Path:
    """The file, or a copy in UTF-8 without byte order mark.

    Raises:
        IngestError: a byte does not belong to the encoding.
    """
    if encoding == "utf-8":
        return path
    try:
        return rewrite_as_utf8(path, encoding, path.with_suffix(".utf8"))
    except UnicodeError as error:
        raise refusal("unreadable", file=file, why=f"its texts are not {encoding}: {error}") from error


def _sniff(lines: list[str], suffix: str) -> str:
    """The delimiter that gives the most cells most evenly."""
    best, score = "\t" if suffix == ".tsv" else ",", 0.0
    for delimiter in DELIMITERS:
        widths = Counter(len(x) for x in _parse(lines, delimiter) if x)
        if not widths:
            continue
        width, rows = max(widths.items(), key=lambda x: (x[0] > 1, x[1], x[0]))
        value = (width > 1) * rows / sum(widths.values()) * min(width, 50) ** 0.25
        if value > score:
            best, score = delimiter, value
    return best


def _parse(lines: list[str], delimiter: str) -> list[list[str]]:
    csv.field_size_limit(max(csv.field_size_limit(), BLOCK))  # a cell may hold a whole polygon as text
    try:
        return list(itertools.islice(csv.reader(lines, delimiter=delimiter), HEAD_ROWS))
    except csv.Error:
        return []


def _first_rows(lines: list[str], delimiter: str, file: str) -> list[list[str]]:
    rows = _parse(lines, delimiter)
    if not rows and any(len(x) > BLOCK for x in lines):
        raise refusal("unreadable", file=file, why=ENDLESS)
    if not any(any(c.strip() for c in x) for x in rows):
        raise refusal("no_rows", file=file)
    return rows


def _even(rows: list[list[str]]) -> list[list[str]]:
    """Rows cut to the width that most of them have: others are refused one by one later."""
    width = Counter(len(x) for x in rows if x).most_common(1)[0][0]
    return [x[:width] for x in rows]


def _decimal(rows: list[list[str]], delimiter: str, decided: str | None) -> tuple[str, str]:
    """Decimal mark and, where it is a comma by assumption, a cell that shows it."""
    if decided:
        return decided, ""
    if delimiter == ",":
        return ".", ""
    cells = [c.strip() for row in rows for c in row]
    commas = [x for x in cells if re.fullmatch(r"[<>＜＞]?\s*[+-]?\d{1,9}(\.\d{3})*,\d+", x)]
    points = [x for x in cells if re.fullmatch(r"[+-]?\d+\.\d+", x)]
    clear = [x for x in points if not re.fullmatch(r"[+-]?\d{1,3}\.\d{3}", x)]
    return (",", commas[0]) if commas and not clear else (".", "")


def _estimate(path: Path, lines: list[str]) -> int:
    size = sum(len(x.encode()) for x in lines)
    return max(round(path.stat().st_size / max(size, 1) * len(lines)), 1)

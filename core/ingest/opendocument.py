"""How far the sheets of an OpenDocument spreadsheet reach, before a reader lays them out.

One cell may stand for a million: rows and cells carry a count of repetitions.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any
from xml.parsers import expat

from core.ingest.model import Limits
from core.ingest.wording import refusal

TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
CELLS = (f"{TABLE} table-cell", f"{TABLE} covered-table-cell")


class _Extent:
    """Rows and columns up to the last filled cell of each sheet."""

    def __init__(self) -> None:
        self.name = ""
        self.row = self.column = 0
        self.last_row = self.last_column = 0
        self.repeat, self.filled = 1, 0
        self.largest: tuple[int, str, str] = (0, "", "")
        """Cells, sheet and last cell of the largest sheet."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == f"{TABLE} table":
            self.name = attributes.get(f"{TABLE} name", "")
            self.row = self.last_row = self.last_column = 0
        elif tag == f"{TABLE} table-row":
            self.repeat = _count(attributes, "number-rows-repeated")
            self.column = self.filled = 0
        elif tag in CELLS:
            self.column += _count(attributes, "number-columns-repeated")
            if f"{OFFICE} value-type" in attributes or f"{TABLE} formula" in attributes:
                self.filled = self.column

    def text(self, text: str) -> None:
        if text.strip():
            self.filled = self.column

    def end(self, tag: str) -> None:
        if tag == f"{TABLE} table-row":
            self.row += self.repeat
            if self.filled:
                self.last_row, self.last_column = self.row, max(self.last_column, self.filled)
                cells = self.last_row * self.last_column
                where = f"({self.last_row:,}, {self.last_column:,})"
                self.largest = max(self.largest, (cells, self.name, where))


def guard(path: Path, file: str, limits: Limits) -> None:
    """Refuse a spreadsheet whose filled cells reach too far.

    Raises:
        IngestError: they do, or the document is damaged or declares a document type.
    """
    extent = _Extent()

    def refuse(*_: Any) -> None:
        raise refusal("unreadable", file=file, why="it declares a document type, which could read other files")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = extent.start, extent.end
    parser.CharacterDataHandler = extent.text
    parser.StartDoctypeDeclHandler = refuse
    try:
        with zipfile.ZipFile(path) as archive, archive.open("content.xml") as stream:
            while block := stream.read(1 << 18):
                parser.Parse(block, False)
                _check(extent, file, limits)
            parser.Parse(b"", True)
    except (zipfile.BadZipFile, KeyError, EOFError, NotImplementedError, expat.ExpatError) as error:
        raise refusal("unreadable", file=file, why=f"it is not a spreadsheet ({error})") from error
    _check(extent, file, limits)


def _check(extent: _Extent, file: str, limits: Limits) -> None:
    cells, sheet, where = extent.largest
    if cells > limits.cells:
        raise refusal("cells_many", file=file, sheet=sheet, cell=where, limit=f"{limits.cells:,}")


def _count(attributes: dict[str, str], name: str) -> int:
    text = attributes.get(f"{TABLE} {name}", "1")
    return max(int(text), 1) if text.isdigit() and len(text) < 12 else 1

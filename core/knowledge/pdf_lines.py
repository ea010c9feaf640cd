"""Lines of PDF pages: characters with their places become lines with cells, in the order the page was written."""

from __future__ import annotations

import ctypes
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2 as pdfium
from pypdfium2 import raw

MAX_PAGE_CHARS = 100_000
CELL_GAP = 1.6
"""A gap wider than so many letter heights parts two cells."""
BLANK_GAP = 0.18
_FALLBACK = 10.0


@dataclass(frozen=True)
class Line:
    """One line of a page; lengths in points, from the lower left corner."""

    text: str
    cells: tuple[str, ...]
    page: int
    left: float
    right: float
    bottom: float
    top: float
    size: float
    """Size of most of its letters."""
    bold: bool
    page_height: float


@dataclass
class _Letter:
    text: str
    left: float
    right: float
    bottom: float
    top: float
    size: float
    index: int


def lines_of(page: Any, number: int) -> list[Line]:
    """The lines of a page (a ``pypdfium2.PdfPage``), with page number `number`."""
    text_page = page.get_textpage()
    try:
        height = float(page.get_height())
        found = []
        for letters in _grouped(_letters(text_page)):
            line = _line(text_page, letters, number, height)
            if line is not None:
                found.append(line)
        return found
    finally:
        text_page.close()


def _letters(text_page: pdfium.PdfTextPage) -> Iterator[_Letter | None]:
    """Letters in the order of the page; None where it says that a line ends."""
    handle, edges = text_page.raw, [ctypes.c_double() for _ in range(4)]
    left, right, bottom, top = edges
    pending = ""
    for i in range(min(text_page.count_chars(), MAX_PAGE_CHARS)):
        code = raw.FPDFText_GetUnicode(handle, i)
        if 0xD800 <= code < 0xDC00:  # the first half of a character outside the basic plane
            pending = chr(code)
            continue
        character = (pending + chr(code)) if pending else chr(code)
        pending = ""
        if len(character) == 2:
            character = character.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        if character in "\r\n":
            yield None
            continue
        if code in (0, 0xFFFE, 0xFFFF) or 0xD800 <= code < 0xE000:
            continue
        if code == 2:  # how PDFium marks a hyphen at the end of a line
            character = "-"
        raw.FPDFText_GetCharBox(handle, i, left, right, bottom, top)
        size = float(raw.FPDFText_GetFontSize(handle, i)) or _FALLBACK
        yield _Letter(character, left.value, right.value, bottom.value, top.value, size, i)


def _grouped(letters: Iterator[_Letter | None]) -> Iterator[list[_Letter]]:
    """Letters that stand on one line; what is written apart from each other at one height is one line."""
    row: list[_Letter] = []
    for letter in letters:
        if letter is None:
            continue  # cells of a table end "lines" too; heights decide
        if row and not letter.text.isspace() and _other_height(row, letter):
            yield row
            row = []
        row.append(letter)
    if row:
        yield row


def _other_height(row: list[_Letter], letter: _Letter) -> bool:
    last = next((x for x in reversed(row) if not x.text.isspace()), None)
    if last is None:
        return False
    overlap = min(last.top, letter.top) - max(last.bottom, letter.bottom)
    least = min(last.top - last.bottom, letter.top - letter.bottom)
    back = letter.right < last.left - 2 * last.size and letter.left < row[0].left - last.size
    level = abs(last.bottom - letter.bottom) < 0.5 * max(last.size, letter.size)
    return (overlap <= 0.2 * least and not level) or back


def _line(text_page: pdfium.PdfTextPage, row: list[_Letter], page: int, height: float) -> Line | None:
    solid = [x for x in row if not x.text.isspace()]
    if not solid:
        return None
    size = statistics.median(x.top - x.bottom for x in solid) or _FALLBACK
    em = statistics.median(x.size for x in solid)
    em = em if em > 1.5 else max(size, _FALLBACK)  # scaled text has a nominal size of 1
    cells, text, last = [], "", None
    for letter in row:
        if letter.text.isspace():
            text += " " if text and not text.endswith(" ") else ""
            continue
        gap = letter.left - last.right if last is not None else 0.0
        if last is not None and gap > CELL_GAP * em:
            cells.append(text.strip())
            text = ""
        elif gap > BLANK_GAP * em and text and not text.endswith(" ") and letter.text.isascii():
            text += " "
        text += letter.text
        last = letter
    cells.append(text.strip())
    middle = solid[len(solid) // 2].index
    bold = int(raw.FPDFText_GetFontWeight(text_page.raw, middle)) >= 600
    edges = (min(x.left for x in solid), max(x.right for x in solid))
    heights = (min(x.bottom for x in solid), max(x.top for x in solid))
    whole = " ".join(x for x in cells if x)
    return Line(whole, tuple(x for x in cells if x), page, *edges, *heights, round(em, 1), bold, height)

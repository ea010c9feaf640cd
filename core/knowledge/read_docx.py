"""Reading of DOCX files: headings by their styles, paragraphs, lists, tables; pages where Word last broke them."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx
from docx.table import Table
from docx.text.paragraph import Paragraph

from core.knowledge.blocks import Block, tidy
from core.knowledge.limits import Limits
from core.knowledge.readings import Reading, RefusedError

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_LEVEL = re.compile(r"^(?:heading|标题)\s*(\d)", re.IGNORECASE)
MAX_ROWS = 5_000


def read_docx(path: Path, limits: Limits) -> Reading:
    """Read a DOCX file; pictures, macros and embedded files are not opened.

    Raises:
        RefusedError: it is no DOCX file, protected, damaged, or unpacks to too much.
    """
    _look(path, limits)
    try:
        document = docx.Document(str(path))
        paged = next(document.element.body.iter(f"{_W}lastRenderedPageBreak"), None) is not None
        blocks = list(_blocks(document, paged, limits))
        title = tidy(document.core_properties.title or "")
    except RefusedError:
        raise
    except Exception as error:  # the library raises whatever the damaged place makes of it
        raise RefusedError("malformed") from error
    title = next((x.text for x in blocks if x.level == 0 and x.kind == "heading"), title)
    pages = max((x.page for x in blocks), default=0)
    shown = tuple(Block("heading", x.text, x.page, 1) if x.level == 0 else x for x in blocks)
    return Reading(shown, pages, title[:300])


def _look(path: Path, limits: Limits) -> None:
    """Refuse archives that are none of ours or too large, before anything is unpacked."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise RefusedError("malformed") from error
    names = {x.filename for x in members}
    if "EncryptedPackage" in names or any(x.flag_bits & 1 for x in members):
        raise RefusedError("encrypted")
    if "[Content_Types].xml" not in names or not any(x.startswith("word/") for x in names):
        raise RefusedError("disguised", kind="DOCX")
    unpacked = sum(x.file_size for x in members)
    xml = sum(x.file_size for x in members if x.filename.endswith((".xml", ".rels")))
    packed = sum(x.compress_size for x in members if x.filename.endswith((".xml", ".rels")))
    dense = xml > 20_000_000 and xml > 200 * max(packed, 1)
    if unpacked > limits.unpacked_bytes or len(members) > limits.members or dense:
        raise RefusedError("bomb", limit=f"{limits.unpacked_bytes // 1_000_000}")


def _blocks(document: Any, paged: bool, limits: Limits) -> Iterator[Block]:
    page, letters = 1, 0
    for item in document.iter_inner_content():
        here = page
        page += sum(1 for x in item._element.iter() if _breaks(x)) if paged else 0
        for block in _table(item, here) if isinstance(item, Table) else _paragraph(item, here):
            letters += len(block.text) + sum(map(len, block.cells))
            if letters > limits.characters:
                return
            yield block if paged else Block(block.kind, block.text, 0, block.level, block.cells)


def _breaks(element: Any) -> bool:
    return element.tag == f"{_W}lastRenderedPageBreak"


def _paragraph(paragraph: Paragraph, page: int) -> Iterator[Block]:
    text = tidy(paragraph.text)
    if not text:
        return
    style = (paragraph.style.name or "") if paragraph.style is not None else ""
    match = _LEVEL.match(style)
    if style.lower() in ("title", "标题"):
        yield Block("heading", text, page, 0)
    elif match:
        yield Block("heading", text, page, min(int(match[1]), 6))
    elif style.lower().startswith(("list", "列表")):
        yield Block("item", text, page)
    else:
        yield Block("text", text, page)


def _table(table: Table, page: int) -> Iterator[Block]:
    for row in table.rows[:MAX_ROWS]:
        cells: list[str] = []
        before = None
        for cell in row.cells:
            if cell._tc is not before:  # a merged cell comes once for each of its columns
                cells.append(tidy(cell.text))
            before = cell._tc
        if len(cells) == 1:
            yield Block("text", cells[0], page)
        elif any(cells):
            yield Block("row", "", page, cells=tuple(cells))

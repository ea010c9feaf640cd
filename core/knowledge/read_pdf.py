"""Reading of PDF files with PDFium: text with page numbers, headings, tables; pages without text as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
from pypdfium2 import raw

from core.knowledge.blocks import tidy
from core.knowledge.limits import Limits
from core.knowledge.pdf_layout import arrange
from core.knowledge.pdf_lines import Line, lines_of
from core.knowledge.readings import Reading, RefusedError

FEW = 16
"""A page with fewer letters holds no text worth reading."""
DPI, MAX_SIDE = 200, 4_000


def read_pdf(path: Path, limits: Limits, pictures: Path | None = None) -> Reading:
    """Read a PDF file; nothing in it is run: PDFium is built without scripts, and forms are not opened.

    Args:
        pictures: where to draw the pages that have no text, for their recognition; None draws none.

    Raises:
        RefusedError: it is protected by a password, damaged, or has too many pages.
    """
    try:
        document = pdfium.PdfDocument(path)
    except pdfium.PdfiumError as error:
        code = raw.FPDF_GetLastError() if getattr(error, "err_code", None) is None else error.err_code
        raise RefusedError("encrypted" if code == raw.FPDF_ERR_PASSWORD else "malformed") from error
    pages = len(document)
    if pages > limits.pages:
        raise RefusedError("pages", pages=f"{pages:,}", limit=f"{limits.pages:,}")
    if not pages:
        raise RefusedError("malformed")
    lines: list[Line] = []
    empty: list[int] = []
    letters, broken = 0, 0
    for number in range(1, pages + 1):
        try:
            page = document[number - 1]
        except pdfium.PdfiumError:
            broken += 1
            continue
        found = lines_of(page, number)
        if sum(len(x.text) for x in found) < FEW and _has_picture(page):
            empty.append(number)
            if pictures is not None and len(empty) <= limits.ocr_pages:
                _draw(page, pictures / f"{number}.png")
        lines.extend(found)
        letters += sum(len(x.text) for x in found)
        page.close()
        if letters > limits.characters:
            break
    if broken == pages:
        raise RefusedError("malformed")
    arranged = arrange(lines, pages)
    title = tidy(str(document.get_metadata_dict().get("Title") or ""))
    return Reading(arranged.blocks, pages, _worthy(title), arranged.left_out, tuple(empty))


def _worthy(title: str) -> str:
    """Titles that programs put there themselves say nothing."""
    empty = (
        "untitled", "(anonymous)", "anonymous", "(unspecified)", "microsoft word", "document", "slide", "无标题",
        "未命名", "文档",
    )  # fmt: skip
    file = title.lower().endswith((".doc", ".docx", ".tex", ".dvi", ".indd", ".pdf", ".wps"))
    return "" if file or title.lower().startswith(empty) else title[:300]


def _has_picture(page: Any) -> bool:
    return any(True for _ in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3))


def _draw(page: Any, target: Path) -> None:
    width, height = page.get_size()
    scale = min(DPI / 72, MAX_SIDE / max(width, height, 1.0))
    page.render(scale=scale, grayscale=True, may_draw_forms=False).to_pil().convert("L").save(target)

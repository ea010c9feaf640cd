"""A report as a Word file: real headings, lists and tables, so that it can be edited and signed."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from functools import singledispatchmethod
from typing import Any

from docx import Document
from docx.enum.section import WD_ORIENT
from docx.enum.table import WD_TABLE_ALIGNMENT
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

from core.answer.report_chart import wide
from core.answer.report_columns import column_widths
from core.answer.report_fonts import family
from core.answer.report_model import (
    Block,
    Code,
    Facts,
    Grid,
    Items,
    Paragraph,
    Picture,
    Quote,
    Report,
    Section,
    Text,
    words,
)  # fmt: skip
from core.answer.report_picture import png_of
from core.answer.report_words import facts_line, say

LATIN, CHINESE = "Calibri", "Microsoft YaHei"
"""Fonts that Word has; other programs put their own in the place."""
SOFT, BLUE = RGBColor(0x51, 0x62, 0x6D), RGBColor(0x23, 0x50, 0x6B)
WIDTH_CM = 17.4
TABLE = 8.0
LATIN_EMS, CHINESE_EMS = 12.0, 5.0
"""Longer words of a table may be parted."""
FIXED = (1980, 1, 1, 0, 0, 0)
"""Time of the parts inside the file, and, as a date, of the file itself."""


def docx_bytes(report: Report) -> bytes:
    """The file; the same bytes for the same report."""
    return _stilled(_Writer(report).file())


def _stilled(data: bytes) -> bytes:
    """The parts of the file in the same order without their times."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as to,
    ):
        names = sorted(source.namelist(), key=lambda n: (n != "[Content_Types].xml", n))
        for name in names:
            to.writestr(zipfile.ZipInfo(name, FIXED), source.read(name), zipfile.ZIP_DEFLATED)
    return out.getvalue()


class _Writer:
    """Writes one report."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.document = Document()
        self.fonts = family()

    def file(self) -> bytes:
        """The whole document."""
        self._page()
        report, document = self.report, self.document
        self._line(words(f"OreSight · {report.title}"), 9, color=SOFT)
        title = document.add_heading(level=0)
        self._runs(title, words(report.question), 18)
        self._line(words(facts_line(report)), 9, color=SOFT)
        self._line(words(say("made", report.language, time=report.made)), 9, color=SOFT)
        for section in report.sections:
            self._section(section)
        out = io.BytesIO()
        document.save(out)
        return out.getvalue()

    def _page(self) -> None:
        document, page = self.document, self.document.sections[0]
        page.orientation, page.page_width, page.page_height = WD_ORIENT.PORTRAIT, Cm(21), Cm(29.7)
        page.left_margin = page.right_margin = Cm(1.8)
        page.top_margin = page.bottom_margin = Cm(1.8)
        for name in ("Normal", "Title", "Heading 1", "List Number", "List Bullet", "Quote"):
            style = document.styles[name]
            _font(style.element.get_or_add_rPr(), LATIN, CHINESE)
            style.font.name = LATIN
            _font(style.element.get_or_add_rPr(), LATIN, CHINESE)
        normal = document.styles["Normal"]
        normal.font.size = Pt(10)
        normal.paragraph_format.space_after = Pt(4)
        for name in ("Title", "Heading 1"):
            document.styles[name].font.color.rgb = BLUE
        document.styles["Heading 1"].font.size = Pt(13)
        languages = OxmlElement("w:lang")  # tells programs which forms of Chinese characters are meant
        languages.set(qn("w:val"), "en-US")
        languages.set(qn("w:eastAsia"), "zh-CN")
        normal.element.get_or_add_rPr().append(languages)
        core = document.core_properties
        core.title, core.author, core.subject = (
            f"{self.report.title}: {self.report.question}"[:250],
            "OreSight",
            self.report.id,
        )
        core.created = core.modified = datetime(*FIXED[:6], tzinfo=UTC)
        core.last_modified_by, core.revision = "OreSight", 1
        core.language = "zh-CN" if self.report.language == "zh" else "en"
        self._footer()

    def _footer(self) -> None:
        paragraph = self.document.sections[0].footer.paragraphs[0]
        paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        before, _, rest = self.report.page_words.partition("{page}")
        middle, _, after = rest.partition("{pages}")
        for text, field in ((before, "PAGE"), (middle, "NUMPAGES"), (after, "")):
            run = paragraph.add_run(text)
            run.font.size, run.font.color.rgb = Pt(8), SOFT
            if field:
                _field(paragraph, field)

    def _section(self, section: Section) -> None:
        heading = self.document.add_heading(level=1)
        self._runs(heading, words(section.title), 13)
        heading.paragraph_format.keep_with_next = True
        if not section.blocks:
            self._line(words(section.empty), 9, color=SOFT)
        for block in section.blocks:
            self._block(block)

    def _line(self, text: Text, size: float, *, style: str = "Normal", color: RGBColor | None = None) -> Any:
        paragraph = self.document.add_paragraph(style=style)
        self._runs(paragraph, text, size, color)
        return paragraph

    def _runs(self, paragraph: Any, text: Text, size: float, color: RGBColor | None = None) -> None:
        for run in text:
            made = paragraph.add_run(_clean(run.text))
            made.font.size = Pt(size)
            _font(made._element.get_or_add_rPr(), LATIN, CHINESE)
            if color is not None:
                made.font.color.rgb = color
            made.bold = True if run.kind == "value" else made.bold
            if run.kind == "mark":
                made.font.superscript, made.font.color.rgb = True, BLUE

    @singledispatchmethod
    def _block(self, block: Block) -> None:
        raise TypeError(type(block).__name__)

    @_block.register
    def _(self, block: Paragraph) -> None:
        if block.style == "small":
            self._line(block.text, 8.5, color=SOFT)
            return
        paragraph = self._line(block.text, 11 if block.style == "lead" else 10)
        if block.style == "warning":
            paragraph.paragraph_format.left_indent = Cm(0.4)

    @_block.register
    def _(self, block: Items) -> None:
        for i, item in enumerate(block.items, start=1):
            # Numbers are written out: those of Word go on from one list to the next.
            paragraph = self._line(words(f"{i}.\t" if block.ordered else "•\t"), 10)
            self._runs(paragraph, item, 10)
            form = paragraph.paragraph_format
            form.left_indent, form.first_line_indent = Cm(0.75), Cm(-0.75)
            form.tab_stops.add_tab_stop(Cm(0.75))

    @_block.register
    def _(self, block: Facts) -> None:
        table = self.document.add_table(rows=len(block.pairs), cols=2)
        table.alignment = WD_TABLE_ALIGNMENT.LEFT
        table.autofit = False
        _grid(table, [4.2, WIDTH_CM - 4.2])
        for line, (label, value) in zip(table.rows, block.pairs, strict=True):
            left, right = line.cells
            left.width, right.width = Cm(4.2), Cm(WIDTH_CM - 4.2)
            self._cell(left, words(label), 10, color=SOFT)
            self._cell(right, value, 10)

    @_block.register
    def _(self, block: Quote) -> None:
        paragraph = self._line(words(block.text), 10, style="Quote")
        paragraph.runs[0].italic = False  # slanted Chinese reads badly
        paragraph.paragraph_format.left_indent = Cm(0.6)
        source = self._line(block.source, 8.5, color=SOFT)
        source.paragraph_format.left_indent = Cm(0.6)

    @_block.register
    def _(self, block: Grid) -> None:
        if block.caption:
            caption = self._line(words(block.caption), 9.5)
            caption.runs[0].bold = True
            caption.paragraph_format.keep_with_next = True
        table = self.document.add_table(rows=1 + len(block.rows), cols=len(block.columns))
        table.autofit = False
        _borders(table)
        widths = self._widths(block)
        _grid(table, widths)
        sides = [c.align for c in block.columns]
        lines = [tuple(c.label for c in block.columns), *block.rows]
        for number, (line, texts) in enumerate(zip(table.rows, lines, strict=True)):
            _whole(line, header=number == 0)
            for cell, text, width, side in zip(line.cells, texts, widths, sides, strict=True):
                cell.width = Cm(width)
                self._cell(cell, words(text), TABLE, align=side, bold=number == 0)
        self._line(words(block.note), 8.5, color=SOFT)

    def _cell(
        self, cell: Any, text: Text, size: float, *, color: RGBColor | None = None, align: str = "left",
        bold: bool = False,
    ) -> None:  # fmt: skip
        paragraph = cell.paragraphs[0]
        paragraph.paragraph_format.space_after = Pt(1)
        if align == "right":
            paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        self._runs(paragraph, text, size, color)
        for run in paragraph.runs:
            run.bold = True if bold else run.bold

    def _widths(self, block: Grid) -> list[float]:
        """Centimetres, estimated from the characters."""
        em, room = TABLE * 1.12 * 2.54 / 72, 0.46
        lines = [tuple(c.label for c in block.columns), *block.rows]
        wanted = [max(wide(line[i]) for line in lines) * em + room for i in range(len(block.columns))]
        least = [
            w if c.align == "right" else max(_longest(line[i]) for line in lines) * em + room
            for i, (w, c) in enumerate(zip(wanted, block.columns, strict=True))
        ]
        widths = column_widths(least, wanted, WIDTH_CM)
        return [x * WIDTH_CM / sum(widths) for x in widths]

    @_block.register
    def _(self, block: Picture) -> None:
        width = min(WIDTH_CM, block.width * 2.54 / 96, 20.5 * block.width / block.height)
        self.document.add_picture(io.BytesIO(png_of(block, self.fonts)), width=Cm(width))
        drawn = self.document.paragraphs[-1]
        drawn.paragraph_format.keep_with_next = bool(block.caption)
        for properties in drawn._element.iter(qn("wp:docPr")):
            properties.set("descr", block.alt)
        if block.caption:
            self._line(words(block.caption), 8.5, color=SOFT)

    @_block.register
    def _(self, block: Code) -> None:
        paragraph = self.document.add_paragraph()
        for i, line in enumerate(block.text.split("\n")):
            run = paragraph.add_run(_clean(line))
            run.font.size = Pt(7.5)
            _font(run._element.get_or_add_rPr(), "Consolas", CHINESE)
            if i < block.text.count("\n"):
                run.add_break()


def _longest(text: str) -> float:
    """Ems of the longest piece that Word keeps whole; longer words are parted by it."""
    pieces = ((wide(w), CHINESE_EMS if any(c >= "\u2e80" for c in w) else LATIN_EMS) for w in text.split())
    return max((min(size, most) for size, most in pieces), default=0.0)


def _clean(text: str) -> str:
    """Without the control characters that XML does not know."""
    return "".join(c for c in text if c in "\t\n" or c >= " ")


def _font(properties: Any, latin: str, chinese: str) -> None:
    fonts = properties.get_or_add_rFonts()
    for name, font in (("ascii", latin), ("hAnsi", latin), ("cs", latin), ("eastAsia", chinese)):
        fonts.set(qn(f"w:{name}"), font)
    for name in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
        fonts.attrib.pop(qn(f"w:{name}"), None)


def _field(paragraph: Any, code: str) -> None:
    """A field that Word fills in, such as the number of the page."""
    run = paragraph.add_run("1")
    run.font.size, run.font.color.rgb = Pt(8), SOFT
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), code)
    run._element.getparent().replace(run._element, field)
    field.append(run._element)


def _grid(table: Any, widths: list[float]) -> None:
    """Widths of the columns, centimetres."""
    for column, width in zip(table.columns, widths, strict=True):
        column.width = Cm(width)


def _borders(table: Any) -> None:
    """Thin lines between the rows."""
    properties = table._element.tblPr
    borders = OxmlElement("w:tblBorders")
    for side in ("top", "bottom", "insideH"):
        line = OxmlElement(f"w:{side}")
        for name, value in (("val", "single"), ("sz", "4"), ("space", "0"), ("color", "B7C6CF")):
            line.set(qn(f"w:{name}"), value)
        borders.append(line)
    properties.append(borders)


def _whole(row: Any, *, header: bool) -> None:
    """Rows are not parted between pages; the header stands on each of them."""
    properties = row._tr.get_or_add_trPr()
    properties.append(OxmlElement("w:cantSplit"))
    if header:
        properties.append(OxmlElement("w:tblHeader"))

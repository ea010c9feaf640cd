"""A report as PDF: A4, fonts embedded with the characters used, text that can be searched and copied."""

from __future__ import annotations

import hashlib
import io
import threading
from collections.abc import Iterable, Iterator
from functools import singledispatchmethod
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Frame,
    KeepTogether,
    PageTemplate,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus import Image as PrintedImage
from reportlab.platypus.flowables import Flowable

from core.answer.report_columns import column_widths
from core.answer.report_flow import TextFlow
from core.answer.report_fonts import Family, embedded, family, own_characters
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
    Run,
    Section,
    Text,
    words,
)  # fmt: skip
from core.answer.report_pages import Numbered
from core.answer.report_picture import png_of
from core.answer.report_typeset import Faces, narrowest, words_of
from core.answer.report_words import facts_line, say
from core.errors import Language

MARGIN = 18 * mm
WIDTH = A4[0] - 2 * MARGIN
BODY, SMALL, TABLE, MONO = 9.5, 8.0, 7.6, 7.2
"""Sizes of type, points."""
INK, SOFT, BLUE = "#1c2429", "#51626d", "#23506b"
_LOCK = threading.Lock()
"""Fonts are registered for the whole process while a file is written."""


def pdf_bytes(report: Report, fonts: Family | None = None) -> bytes:
    """The file; the same bytes for the same report and fonts."""
    fonts = fonts or family()
    text = _text(report)
    with _LOCK:
        faces = _registered(fonts, text, report.language)
        try:
            return _Writer(report, fonts, faces).file()
        finally:
            for name in {faces.regular, faces.bold, faces.fallback, faces.fallback_bold}:
                pdfmetrics.getFont(name).unregister()


def _registered(fonts: Family, text: str, language: Language) -> Faces:
    """Make the characters of `text` known to the PDF writer, under names that no other report has."""
    tag = hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
    names: list[str] = []
    for first, second, kind in ((fonts.regular, fonts.fallback, "R"), (fonts.bold, fonts.fallback_bold, "B")):
        known = own_characters(first, language)
        others = "".join(c for c in text if ord(c) not in known)
        for font, wanted, name in ((first, text, f"{kind}{tag}"), (second, others, f"{kind}x{tag}")):
            if wanted is others and (not others or second == first):
                names.append(names[-1])
                continue
            made = TTFont(name, io.BytesIO(embedded(font, wanted)))
            made.face.name += f"-{name}".encode()  # faces of one name are taken for the same font
            pdfmetrics.registerFont(made)
            names.append(name)
    regular, other, bold, other_bold = names
    mine = [own_characters(x, language) for x in (fonts.regular, fonts.bold)]
    return Faces(regular, bold, other, other_bold, *mine)


def _text(value: Any) -> str:
    """Every character a report may print."""
    found: set[str] = set("0123456789•… \u00a0.·-/：:")
    stack = [value, say("made", value.language, time=""), say("no_font", value.language)]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            found.update(one)
        elif isinstance(one, tuple | list):
            stack.extend(one)
        elif isinstance(one, Picture):
            found.update(one.caption)
        elif hasattr(one, "__dataclass_fields__"):
            stack.extend(getattr(one, x) for x in one.__dataclass_fields__)
    return "".join(sorted(found))


class _Writer:
    """Writes one report."""

    def __init__(self, report: Report, fonts: Family, faces: Faces) -> None:
        self.report, self.fonts, self.faces = report, fonts, faces

    def file(self) -> bytes:
        """All pages."""
        out = io.BytesIO()
        report = self.report
        document = BaseDocTemplate(
            out, pagesize=A4, leftMargin=MARGIN, rightMargin=MARGIN, topMargin=20 * mm, bottomMargin=18 * mm,
            title=f"{report.title}: {report.question}", author="OreSight", subject=report.id, invariant=1,
            lang="zh-CN" if report.language == "zh" else "en", pageCompression=1,
        )  # fmt: skip
        frame = Frame(
            MARGIN, 18 * mm, WIDTH, A4[1] - 38 * mm, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0
        )
        document.addPageTemplates(PageTemplate("page", [frame]))
        maker = Numbered.maker(self._header, report.page_words, self._small, self.faces.regular)
        document.build(list(self._story()), canvasmaker=maker)
        return out.getvalue()

    def _header(self) -> str:
        return f"OreSight · {self.report.title}"

    def _small(self, canvas: Any, text: str, x: float, y: float, align: str) -> None:
        """A line of the head or the foot of a page."""
        shown = words_of(words(text), self.faces, 7.5, SOFT)
        wide = sum(w.width for w in shown)
        flow = TextFlow(self.faces, shown, 7.5)
        flow.wrap(wide + 1, 20)
        flow.drawOn(canvas, x - wide if align == "right" else x, y)

    def _story(self) -> Iterator[Flowable]:
        report = self.report
        yield self._flow(words(report.question), 15, bold=True, after=4)
        facts = facts_line(report)
        yield self._flow(words(facts), SMALL, color=SOFT, after=1)
        yield self._flow(words(say("made", report.language, time=report.made)), SMALL, color=SOFT, after=4)
        yield _Rule()
        if not self.fonts.chinese and any(c >= "\u2e80" for c in _text(report)):
            yield self._flow(words(say("no_font", "en")), SMALL, after=4, rule="#c08a1e", indent=9)
        for section in report.sections:
            yield from self._section(section)

    def _section(self, section: Section) -> Iterator[Flowable]:
        heading = _Heading(self._flow(words(section.title), 12, bold=True, color=BLUE, after=3), section)
        blocks = [f for b in section.blocks for f in self._block(b)]
        if not section.blocks:
            blocks = [self._flow(words(section.empty), SMALL, color=SOFT, after=2)]
        first = blocks[0]
        yield Spacer(1, 9)
        if isinstance(first, PrintedImage | KeepTogether):
            # one that holds another is taken for higher than any page, and breaks it
            inside = first._content if isinstance(first, KeepTogether) else [first]
            yield KeepTogether([heading, *inside])
            yield from blocks[1:]
        else:
            yield CondPageBreak(28 * mm)
            yield heading
            yield from blocks

    def _flow(
        self, text: Text, size: float, *, bold: bool = False, color: str = INK, after: float = 3.0,
        indent: float = 0.0, bullet: str = "", rule: str = "", align: str = "left",
    ) -> TextFlow:  # fmt: skip
        marks = words_of(words(bullet), self.faces, size, SOFT) if bullet else []
        shown = words_of(text, self.faces, size, color, bold=bold)
        return TextFlow(
            self.faces, shown, size, indent=indent, bullet=marks, space_after=after, rule=rule, align=align
        )

    @singledispatchmethod
    def _block(self, block: Block) -> Iterable[Flowable]:
        raise TypeError(type(block).__name__)

    @_block.register
    def _(self, block: Paragraph) -> Iterable[Flowable]:
        if block.style == "warning":
            return [self._flow(block.text, BODY, rule="#c08a1e", indent=9, after=4)]
        if block.style == "small":
            return [self._flow(block.text, SMALL, color=SOFT)]
        return [self._flow(block.text, 10.5 if block.style == "lead" else BODY)]

    @_block.register
    def _(self, block: Items) -> Iterable[Flowable]:
        return [
            self._flow(x, BODY, indent=18, bullet=f"{i}." if block.ordered else "•")
            for i, x in enumerate(block.items, start=1)
        ]

    @_block.register
    def _(self, block: Facts) -> Iterable[Flowable]:
        left = [self._flow(words(k), BODY, color=SOFT, after=0) for k, _ in block.pairs]
        wide = min(max((sum(w.width for w in x.words) for x in left), default=0.0) + 14, WIDTH * 0.4)
        rows = [[a, self._flow(v, BODY, after=0)] for a, (_, v) in zip(left, block.pairs, strict=True)]
        return [_table(rows, [wide, WIDTH - wide], self.faces.regular, plain=True)]

    @_block.register
    def _(self, block: Quote) -> Iterable[Flowable]:
        return [
            self._flow(words(block.text), BODY, indent=11, rule="#b7c6cf", after=1),
            self._flow(block.source, SMALL, color=SOFT, indent=11, after=6),
        ]

    @_block.register
    def _(self, block: Grid) -> Iterable[Flowable]:
        found: list[Flowable] = []
        if block.caption:
            found += [CondPageBreak(22 * mm), self._flow(words(block.caption), TABLE + 0.6, bold=True, after=2)]
        found.append(self._grid(block))
        if block.note:
            found.append(self._flow(words(block.note), SMALL, color=SOFT))
        return [*found, Spacer(1, 5)]

    def _grid(self, block: Grid) -> Flowable:
        lines = [tuple(c.label for c in block.columns), *block.rows]
        set_ = [
            [words_of(words(x), self.faces, TABLE, INK, bold=i == 0) for x in line] for i, line in enumerate(lines)
        ]
        wanted = [max(sum(w.width for w in line[i]) for line in set_) + 9 for i in range(len(block.columns))]
        least = [
            w if c.align == "right" else max(narrowest(line[i]) for line in set_) + 9
            for i, (w, c) in enumerate(zip(wanted, block.columns, strict=True))
        ]
        widths = column_widths(least, wanted, WIDTH)
        if sum(widths) > 0.7 * WIDTH:
            widths = [x * WIDTH / sum(widths) for x in widths]
        rows = [
            [TextFlow(self.faces, cell, TABLE, align=c.align) for cell, c in zip(line, block.columns, strict=True)]
            for line in set_
        ]
        return _table(rows, widths, self.faces.regular)

    @_block.register
    def _(self, block: Picture) -> Iterable[Flowable]:
        png = png_of(block, self.fonts)
        scale = min(WIDTH / block.width, (A4[1] - 60 * mm) / block.height, 0.75)
        width, height = block.width * scale, block.height * scale
        image = PrintedImage(io.BytesIO(png), width, height, hAlign="LEFT")
        if not block.caption:
            return [image]
        image.spaceBefore = 6
        return [KeepTogether([image, Spacer(1, 3), self._flow(words(block.caption), SMALL, color=SOFT)])]

    @_block.register
    def _(self, block: Code) -> Iterable[Flowable]:
        lines = block.text.split("\n")
        found = []
        for line in lines:
            blank = len(line) - len(line.lstrip(" "))
            found.append(self._flow((Run(line.strip()),), MONO, indent=4 + 3.2 * min(blank, 12), after=0))
        return [*found, Spacer(1, 6)]


class _Rule(Flowable):
    """The line below the title."""

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803 - names of the library
        del aH
        self.width = aW
        return aW, 4

    def draw(self) -> None:
        self.canv.setStrokeColor(HexColor(BLUE))
        self.canv.setLineWidth(1.4)
        self.canv.line(0, 2, self.width, 2)


class _Heading(Flowable):
    """A heading that is also an entry of the outline."""

    def __init__(self, flow: TextFlow, section: Section) -> None:
        super().__init__()
        self.flow, self.section = flow, section
        self.spaceAfter = 3

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803
        self.width, self.height = self.flow.wrap(aW, aH)
        return self.width, self.height

    def draw(self) -> None:
        key = f"{self.section.key}-{self.section.title}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(self.section.title, key, 0)
        self.flow.drawOn(self.canv, 0, 0)


def _table(rows: list[list[Any]], widths: list[float], font: str, *, plain: bool = False) -> Table:
    table = Table(rows, colWidths=widths, repeatRows=0 if plain else 1, hAlign="LEFT", spaceAfter=2)
    style: list[tuple[Any, ...]] = [
        ("FONTNAME", (0, 0), (-1, -1), font),
        ("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0 if plain else 4),
        ("RIGHTPADDING", (0, 0), (-1, -1), 4), ("TOPPADDING", (0, 0), (-1, -1), 1),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1 if plain else 2.5),
    ]  # fmt: skip
    if not plain:
        style += [
            ("BACKGROUND", (0, 0), (-1, 0), HexColor("#eef3f6")),
            ("LINEBELOW", (0, 0), (-1, 0), 0.9, HexColor("#8fa6b3")),
            ("LINEBELOW", (0, 1), (-1, -1), 0.4, HexColor("#dde5ea")),
        ]
    table.setStyle(TableStyle(style))
    return table

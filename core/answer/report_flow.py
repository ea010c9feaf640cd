"""Flowing text of printed reports: lines set by :mod:`core.answer.report_typeset`, with a bullet where wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.platypus.flowables import Flowable

from core.answer.report_typeset import Faces, Line, Word, broken


class TextFlow(Flowable):
    """Lines of text that can be parted between pages."""

    def __init__(
        self, faces: Faces, words: Sequence[Word], size: float, *, indent: float = 0.0,
        bullet: Sequence[Word] = (), align: str = "left", space_after: float = 0.0, rule: str = "",
    ) -> None:  # fmt: skip
        """`indent` of all lines, points; `bullet` stands before the first one; `rule` is a colour left of them."""
        super().__init__()
        self.faces, self.words, self.size = faces, words, size
        self.indent, self.bullet, self.align, self.rule = indent, bullet, align, rule
        self.spaceAfter = space_after
        self.leading = size * 1.45
        self._lines: list[Line] | None = None
        self._set_for = -1.0

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803 - names of the library
        """Width and height, points."""
        del aH
        if self._lines is None or (self._set_for >= 0 and abs(self._set_for - aW) > 0.01):
            self._lines = broken(self.words, max(aW - self.indent, 8.0), self.faces)
            self._set_for = aW
        self.width, self.height = aW, len(self._lines) * self.leading
        return self.width, self.height

    def split(self, aW: float, aH: float) -> list[Flowable]:  # noqa: N803
        """Two parts, each with at least two lines, or none."""
        self.wrap(aW, aH)
        lines = self._lines or []
        fit = min(int(aH // self.leading), len(lines) - 2)
        if fit < 2:
            return []
        return [self._part(lines[:fit], self.bullet, 0.0), self._part(lines[fit:], (), self.spaceAfter)]

    def _part(self, lines: list[Line], bullet: Sequence[Word], space_after: float) -> TextFlow:
        part = TextFlow(
            self.faces, self.words, self.size, indent=self.indent, bullet=bullet, align=self.align,
            space_after=space_after, rule=self.rule,
        )  # fmt: skip
        part._lines = lines
        return part

    def draw(self) -> None:
        """Put the lines on the canvas."""
        canvas = self.canv
        y = self.height - self.leading + self.size * 0.36
        if self.rule:
            canvas.setStrokeColor(self.rule)
            canvas.setLineWidth(1.6)
            canvas.line(2, 0, 2, self.height)
        for i, line in enumerate(self._lines or []):
            if i == 0 and self.bullet:
                wide = sum(w.width for w in self.bullet)
                _put(canvas, self.faces, self.bullet, max(self.indent - wide - 5, 0.0), y)
            x = self.indent
            if self.align == "right":
                x = self.width - sum(w.width for w in line)
            _put(canvas, self.faces, line, x, y)
            y -= self.leading


def _put(canvas: Any, faces: Faces, line: Sequence[Word], x: float, y: float) -> None:
    """One line; a stretch of one ink is one text, so that it can be copied as a whole."""
    text = canvas.beginText(x, y)
    for word in line:
        ink = word.ink
        text.setFillColor(ink.color)
        text.setRise(ink.raised)
        for font, part in faces.parts(word.text, ink.bold):
            text.setFont(font, ink.size)
            text.textOut(part)
    text.setRise(0)
    canvas.drawText(text)

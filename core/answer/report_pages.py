"""Head and foot of printed pages: the number of pages is known only when all are set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

Put = Callable[[Any, str, float, float, str], None]
"""put(canvas, text, x, y, ``left`` or ``right``)."""


class Numbered(Canvas):
    """Keeps the pages until the last one, then writes their heads and feet."""

    header: Callable[[], str]
    page_words: str
    put: Put

    @classmethod
    def maker(cls, header: Callable[[], str], page_words: str, put: Put, font: str) -> Callable[..., Numbered]:
        """What the document makes its canvas with."""

        def make(*args: Any, **kwargs: Any) -> Numbered:
            canvas = cls(*args, **{**kwargs, "initialFontName": font})
            canvas.header, canvas.page_words, canvas.put = header, page_words, put
            return canvas

        return make

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._kept: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802 - name of the library
        """Keep the page."""
        self._kept.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        """Write all pages with their numbers."""
        for number, state in enumerate(self._kept, start=1):
            kept = self._kept
            self.__dict__.update(state)
            self._kept = kept
            self.put(self, self.header(), 18 * mm, A4[1] - 13 * mm, "left")
            words = self.page_words.format(page=number, pages=len(kept))
            self.put(self, words, A4[0] - 18 * mm, 9 * mm, "right")
            super().showPage()
        super().save()

"""Tables for the terminal and for Markdown."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A Markdown table and the empty line after it."""
    yield "| " + " | ".join(header) + " |"
    yield "|" + " --- |" * len(header)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |"
    yield ""


def plain(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The same table in columns of even width."""
    lines = [list(header), *(list(r) for r in rows)]
    widths = [max(_width(line[i]) for line in lines) for i in range(len(header))]
    return "\n".join(
        "  ".join(cell + " " * (w - _width(cell)) for cell, w in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)

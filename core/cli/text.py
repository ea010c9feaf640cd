"""Plain text for terminals and pipes: tables aligned also where characters are two columns wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

MAX_COLUMN = 36


def width(text: str) -> int:
    """Terminal columns of `text`: wide and full-width characters take two, combining marks none."""
    return sum(_columns(c) for c in text)


def cut(text: str, columns: int) -> str:
    """`text` in at most `columns` columns, with an ellipsis where something is missing."""
    text = printable(text)
    if width(text) <= columns:
        return text
    kept, used = "", 0
    for character in text:
        used += _columns(character)
        if used > columns - 1:
            break
        kept += character
    return kept + "…"


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """`text` filled with spaces to `columns` columns."""
    space = " " * max(0, columns - width(text))
    return space + text if right else text + space


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Aligned lines; columns whose cells are all numbers stand right."""
    cells = [[cut(c, MAX_COLUMN) for c in line] for line in (header, *rows)]
    widths = [max(width(line[i]) for line in cells) for i in range(len(header))]
    right = [all(_numeric(line[i]) for line in cells[1:]) for i in range(len(header))]
    lines = ["  ".join(pad(c, w, right=r) for c, w, r in zip(line, widths, right, strict=True)) for line in cells]
    lines.insert(1, "  ".join("-" * w for w in widths))
    return [line.rstrip() for line in lines]


def printable(text: str) -> str:
    """`text` on one line, without characters that would drive the terminal."""
    return "".join(" " if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") else c for c in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _numeric(text: str) -> bool:
    return text == "" or text.lstrip("<>-").replace(".", "", 1).replace(",", "").isdigit()

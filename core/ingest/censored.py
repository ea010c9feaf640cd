"""Cells of laboratory tables: numbers, limits of detection, words for "nothing"."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

CellKind = Literal["empty", "number", "censored", "not_detected", "no_data", "text"]

_POINT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_COMMA = re.compile(r"[+-]?(\d{1,3}(\.\d{3})+(,\d+)?|\d+(,\d*)?|,\d+)([eE][+-]?\d+)?")
_SIGN = re.compile(r"([<>]=?|≤|≥|⩽|⩾|≦|≧)\s*(.+)")
_BELOW = frozenset({
    "bdl", "b.d.l.", "<dl", "<lod", "<mdl", "lod", "below detection", "below detection limit", "not detected",
    "未检出", "低于检出限", "未检",
})  # fmt: skip
_NOTHING = frozenset({
    "na", "n/a", "n.a.", "nan", "null", "none", "nil", "-", "--", "---", "—", "——", "/", "\\", "*", "nd", "n.d.",
    "n.d", "ns", "n.s.", "missing", "<null>", "<空>", "无", "缺失", "空", "#n/a", "#div/0!", "#value!", "#ref!",
    "#name?", "#num!", "#null!",
})  # fmt: skip
# "n.d." stands for "not detected" and for "not determined" alike, so it says nothing about the value.


@dataclass(frozen=True)
class Cell:
    """What a cell says; `qualifier` is ``<`` or ``>`` and `limit` its number for a censored value."""

    kind: CellKind
    value: float | None = None
    qualifier: str | None = None
    limit: float | None = None


EMPTY = Cell("empty")


def number(text: str, decimal: str = ".") -> float | None:
    """The number a text is, or None.  No infinities, no NaN, no grouping of thousands by commas."""
    if decimal == ",":
        if not _COMMA.fullmatch(text):
            return None
        text = text.replace(".", "").replace(",", ".")
    elif not _POINT.fullmatch(text):
        return None
    value = float(text)
    return value if abs(value) != float("inf") else None


@lru_cache(maxsize=65_536)
def parse_cell(text: str, decimal: str = ".") -> Cell:
    """Read one cell.

    ``<0.5``, ``＜ 0.5``, ``≤0.5`` are below 0.5; ``>100``, ``≥100`` above 100.  Full-width signs and digits count
    as plain ones.
    """
    value = number(text.strip(), decimal)
    plain = unicodedata.normalize("NFKC", text).replace("−", "-").strip()
    if value is None and plain:
        value = number(plain, decimal)
    if value is not None:
        return Cell("number", value)
    return _word(plain, decimal) if plain else EMPTY


def _word(plain: str, decimal: str) -> Cell:
    """A cell that is no number."""
    if plain.casefold() in _BELOW:
        return Cell("not_detected", None, "<")
    if plain.casefold() in _NOTHING:
        return Cell("no_data")
    found = _SIGN.fullmatch(plain)
    limit = number(found[2].strip(), decimal) if found else None
    if found and limit is not None:
        return Cell("censored", None, "<" if found[1][0] in "<≤⩽≦" else ">", limit)
    return Cell("text")


def is_numeric(text: str, decimal: str = ".") -> bool:
    """Whether a cell holds a number or a limit."""
    return parse_cell(text, decimal).kind in ("number", "censored", "not_detected")

"""Cells of laboratory tables: numbers, limits of detection, words for "nothing"."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from core.ingest.model import CellRule

CellKind = Literal["empty", "number", "censored", "not_detected", "no_data", "text"]

_POINT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_COMMA = re.compile(r"[+-]?(\d{1,3}(\.\d{3})+(,\d+)?|\d+(,\d*)?|,\d+)([eE][+-]?\d+)?")
_SIGN = re.compile(
    r"([<>]=?|=<|=>|≤|≥|⩽|⩾|≦|≧|低于|小于|不足|高于|大于|超过|below\b|above\b)\s*(.+)", re.IGNORECASE
)
_DOWN = frozenset("<≤⩽≦低小不bB")
_BELOW = frozenset({
    "bdl", "b.d.l.", "bld", "<dl", "<d.l.", "<lod", "<mdl", "<lld", "<bdl", "lod", "below detection",
    "below detection limit", "not detected", "未检出", "低于检出限", "小于检出限", "低于检测限", "未检", "低于",
})  # fmt: skip
_UNSURE = frozenset({"nd", "n.d.", "n.d"})
_NOTHING = frozenset({
    "na", "n/a", "n.a.", "nan", "null", "none", "nil", "-", "--", "---", "—", "——", "/", "\\", "*", "nd", "n.d.",
    "n.d", "ns", "n.s.", "missing", "<null>", "<空>", "无", "缺失", "空", "#n/a", "#div/0!", "#value!", "#ref!",
    "#name?", "#num!", "#null!",
})  # fmt: skip
# "n.d." stands for "not detected" and for "not determined" alike, so it says nothing unless a person decides.


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
    plain = _plain(text)
    if value is None and plain:
        value = number(plain, decimal)
    if value is not None:
        return Cell("number", value)
    return _word(plain, decimal) if plain else EMPTY


@lru_cache(maxsize=65_536)
def ruled_cell(text: str, decimal: str, rule: CellRule) -> Cell:
    """Read one cell of a column for which a person has decided what some of its cells stand for."""
    cell = parse_cell(text, decimal)
    number = cell.limit if cell.value is None else cell.value
    if number is not None and number in rule.nothing:
        return Cell("no_data")
    if cell.value is not None and cell.value < 0 and rule.negative == "below":
        return Cell("censored", None, "<", -cell.value)
    unsure = cell.kind == "no_data" and _plain(text).casefold() in _UNSURE
    if (
        cell.kind == "not_detected"
        or (unsure and rule.nd == "below")
        or (cell.value == 0 and rule.zero == "below")
    ):
        return Cell("not_detected", None, "<") if rule.limit is None else Cell("censored", None, "<", rule.limit)
    return cell


def flag_sign(text: str | None) -> str | None:
    """What a cell of a flag column says of the number beside it: ``<``, ``>``, "" for nothing; None if unknown."""
    plain = _plain(text or "").casefold()
    if plain in ("", "=", "0", "-", "n", "ok", "*"):
        return ""
    if plain in _BELOW or plain in ("<", "<=", "≤", "l", "lt", "u", "b", "below", "小于"):
        return "<"
    return ">" if plain in (">", ">=", "≥", "g", "gt", "above", "高于", "大于", "超出") else None


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).replace("−", "-").strip()


def _word(plain: str, decimal: str) -> Cell:
    """A cell that is no number."""
    if plain.casefold() in _BELOW:
        return Cell("not_detected", None, "<")
    if plain.casefold() in _NOTHING:
        return Cell("no_data")
    found = _SIGN.fullmatch(plain)
    limit = number(found[2].strip(), decimal) if found else None
    if found and limit is not None:
        return Cell("censored", None, "<" if found[1].lstrip("=")[0] in _DOWN else ">", limit)
    return Cell("text")


def is_numeric(text: str, decimal: str = ".") -> bool:
    """Whether a cell holds a number or a limit."""
    return parse_cell(text, decimal).kind in ("number", "censored", "not_detected")

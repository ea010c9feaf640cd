"""Names and values of two worlds: which column a style's field means, and how a value is spelt for comparison."""

from __future__ import annotations

import datetime as dt
import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

DBF_BYTES = 10
"""Length of a column name in a shapefile."""
_NUMBER = re.compile(r"[+-]?(?:0|[1-9]\d{0,17})(?:\.\d{1,15})?")


@dataclass(frozen=True)
class Resolved:
    """The column a field means; without one, the columns it could mean."""

    field: str
    column: str | None
    how: str = ""
    """``exact``, ``case``, ``table``, ``cut``, ``loose``, ``chosen`` or ""."""
    candidates: tuple[str, ...] = ()


def resolve(field: str, columns: Sequence[str], chosen: str | None = None) -> Resolved:
    """The column of `columns` that a field of a style means.

    In this order, each only when it fits one column: the same name, the same but for case and width, the last part
    of ``TABLE.FIELD``, one of them cut to the ten bytes of a shapefile, the same letters and digits.

    Args:
        chosen: what the user said; wins when it is a column, or "" for none.
    """
    if chosen == "":
        return Resolved(field, None, "chosen")
    if chosen in columns:
        return Resolved(field, chosen, "chosen")
    if field in columns:
        return Resolved(field, field, "exact")
    last = field.rsplit(".", 1)[-1]
    attempts: tuple[tuple[str, Callable[[str], bool]], ...] = (
        ("case", lambda c: _folded(c) == _folded(field)),
        ("table", lambda c: _folded(c.rsplit(".", 1)[-1]) == _folded(last)),
        ("cut", lambda c: _is_cut(c, last) or _is_cut(last, c)),
        ("loose", lambda c: bool(_loose(last)) and _loose(c.rsplit(".", 1)[-1]) == _loose(last)),
    )
    several: tuple[str, ...] = ()
    for how, fits in attempts:
        found = tuple(c for c in columns if fits(c))
        if len(found) == 1:
            return Resolved(field, found[0], how)
        several = several or found
    return Resolved(field, None, "", several)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).strip().casefold()


def _loose(name: str) -> str:
    return "".join(c for c in _folded(name) if c.isalnum())


def _is_cut(short: str, full: str) -> bool:
    """Whether `short` is `full` as a shapefile keeps it, in UTF-8 or GB 18030."""
    short, full = _folded(short), _folded(full)
    if not short or len(short) >= len(full):
        return False
    for encoding in ("utf-8", "gb18030"):
        raw = full.encode(encoding, "ignore")
        if len(raw) > DBF_BYTES and raw[:DBF_BYTES].decode(encoding, "ignore") == short:
            return True
    return False


def canon(value: Any) -> str | None:
    """A value as text for comparison: None for NULL, no blanks around it, whole numbers without ``.0``."""
    if hasattr(value, "item") and not isinstance(value, str | bytes):  # a number of numpy
        value = value.item()
    if value is None or type(value).__name__ in {"NAType", "NaTType"}:
        return None
    if isinstance(value, bool | int | float | Decimal):
        return _number(value)
    if isinstance(value, dt.date):
        return _date(value)
    text = unicodedata.normalize("NFC", str(value)).strip()
    return None if text.lower() == "<null>" else text


def _number(value: int | float | Decimal) -> str | None:
    try:
        number = float(value)
    except OverflowError:
        return str(value)
    if math.isnan(number):
        return None
    if isinstance(value, int) or (number.is_integer() and abs(number) < 1e15):
        return str(int(value))
    return f"{number:.15g}"


def _date(value: dt.date) -> str:
    if isinstance(value, dt.datetime) and (value.hour or value.minute or value.second):
        return value.replace(tzinfo=None, microsecond=0).isoformat(sep=" ")
    return value.strftime("%Y-%m-%d")


def spellings(text: str) -> tuple[str, ...]:
    """Other ways to write a canonical text that mean the same: a number's shortest form, a date as ISO."""
    found: list[str] = []
    if _NUMBER.fullmatch(text) and "." in text:
        found.append(f"{float(text):.15g}")
    day = re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(?: 0?0:00:00)?", text)
    if day:
        found.append(f"{day[3]}-{int(day[2]):02d}-{int(day[1]):02d}")
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}[ T]00:00:00(?:\.0+)?", text):
        found.append(text[:10])
    return tuple(x for x in found if x != text)


def field_shares(fields: Iterable[str], columns: Sequence[str]) -> float:
    """Which share of `fields` some column stands for; 1 without fields."""
    names = list(fields)
    return sum(resolve(f, columns).column is not None for f in names) / len(names) if names else 1.0

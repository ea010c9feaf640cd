"""Angles as people write them: degrees, minutes and seconds with any signs, letters or words.

Understood are, for example, ``104°03'56.5"E``, ``E104°03.942'``, ``104 03 56.5 E``, ``104:03:56.5``,
``104度03分56.5秒``, ``东经104°3′56″``, ``-70°15'``, and packed ``1040356.5``.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from core.ingest.censored import number

Axis = Literal["", "lon", "lat"]

_LETTERS: dict[str, tuple[Axis, int]] = {
    "e": ("lon", 1), "w": ("lon", -1), "n": ("lat", 1), "s": ("lat", -1),
    "东经": ("lon", 1), "西经": ("lon", -1), "北纬": ("lat", 1), "南纬": ("lat", -1),
    "东": ("lon", 1), "西": ("lon", -1), "北": ("lat", 1), "南": ("lat", -1),
}  # fmt: skip
_SIDE = "|".join(sorted(_LETTERS, key=len, reverse=True))
_BEFORE, _AFTER = re.compile(rf"({_SIDE})\s*(.*)"), re.compile(rf"(.*?)\s*({_SIDE})")
_PART = r"(\d+(?:\.\d+)?)"
_MARKED = re.compile(rf"([+-]?)\s*{_PART}\s*d\s*(?:{_PART}\s*m?\s*(?:{_PART}\s*s?)?)?")
_SPACED = re.compile(rf"([+-]?)\s*{_PART}[\s:]+{_PART}(?:[\s:]+{_PART})?")
_PACKED = re.compile(r"([+-]?)(\d{1,3})(\d\d)(\d\d(?:\.\d+)?)")
_SECONDS = str.maketrans(dict.fromkeys('"″”“〃¨', "s"))
_MINUTES = str.maketrans(dict.fromkeys("'′’‘`´ˊ", "m"))
_DEGREES = str.maketrans(dict.fromkeys("°º˚ᵒ", "d"))
_WORDS = {"度": "d", "分": "m", "秒": "s", "degrees": "d", "degree": "d", "deg": "d", "minutes": "m", "min": "m",
          "seconds": "s", "sec": "s"}  # fmt: skip
LIMIT = {"lon": 180.0, "lat": 90.0}


@dataclass(frozen=True)
class Angle:
    """Degrees, and which axis a letter says they are of."""

    value: float
    axis: Axis = ""


@lru_cache(maxsize=65_536)
def parse_angle(text: str, decimal: str = ".") -> Angle | None:
    """The angle a text is, None when it is none.

    Minutes and seconds must be below 60, and only the last part may have decimals.  A letter for south or west
    makes the angle negative, once, whatever its sign.
    """
    # Signs come first: normalisation would take the degree and quotation marks apart.
    plain = text.strip().translate(_DEGREES).casefold()
    plain = plain.replace("''", "s").replace("′′", "s").replace("’’", "s").translate(_SECONDS).translate(_MINUTES)
    plain = unicodedata.normalize("NFKC", plain).replace("−", "-")
    for word, sign in _WORDS.items():
        plain = plain.replace(word, sign)
    if decimal == ",":
        plain = plain.replace(",", ".")
    axis, side, body = _side(plain)
    found = _MARKED.fullmatch(body) or _SPACED.fullmatch(body)
    if found is None:
        value = number(body) if axis else None
        return None if value is None else Angle(-abs(value) if side < 0 else value, axis)
    value = _degrees(found[2], found[3], found[4])
    if value is None:
        return None
    return Angle(-value if found[1] == "-" or side < 0 else value, axis)


def _side(plain: str) -> tuple[Axis, int, str]:
    """Axis, sign and the rest of a text with a letter before or behind."""
    before = _BEFORE.fullmatch(plain)
    if before:
        return (*_LETTERS[before[1]], before[2].strip())
    # A final "s" is the mark of seconds when it follows minutes and no other letter says south.
    after = _AFTER.fullmatch(plain)
    if after and not (after[2] == "s" and _MARKED.fullmatch(plain)):
        return (*_LETTERS[after[2]], after[1].strip())
    return "", 1, plain


def _degrees(degrees: str, minutes: str | None, seconds: str | None) -> float | None:
    parts = [x for x in (degrees, minutes, seconds) if x is not None]
    if any("." in x for x in parts[:-1]) or any(float(x) >= 60 for x in parts[1:]):
        return None
    return sum(float(x) / 60**i for i, x in enumerate(parts))


def parse_packed(text: str, axis: Axis) -> float | None:
    """The angle of ``DDDMMSS.s`` digits that are too large for plain degrees; None when they are no angle."""
    found = _PACKED.fullmatch(text.strip())
    if found is None or not axis or float(text) <= LIMIT[axis]:
        return None
    value = _degrees(found[2], found[3], found[4])
    if value is None or value > LIMIT[axis]:
        return None
    return -value if found[1] == "-" else value

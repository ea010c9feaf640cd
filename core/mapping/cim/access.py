"""Careful look-ups in the JSON of a style file: any member may be missing or of a wrong type.

The writer leaves out members equal to their default, so a missing member is never an error.
"""

from __future__ import annotations

import math
import re
from typing import Any

Json = dict[str, Any]
PX = 96 / 72
"""CSS pixels in a point."""
MAX_WORD = 4_000
_LIMIT = 1e12
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def kind(value: Any) -> str:
    """The ``type`` of an object, or ""."""
    return word(value, "type", limit=80) if isinstance(value, dict) else ""


def obj(value: Json, key: str) -> Json:
    """An object member, or {}."""
    found = value.get(key)
    return found if isinstance(found, dict) else {}


def items(value: Json, key: str) -> list[Json]:
    """The objects of a list member, in order; anything else in the list is passed over."""
    found = value.get(key)
    return [x for x in found if isinstance(x, dict)] if isinstance(found, list) else []


def words(value: Json, key: str) -> tuple[str, ...]:
    """The texts of a list member."""
    found = value.get(key)
    return tuple(clean(x) for x in found if isinstance(x, str)) if isinstance(found, list) else ()


def word(value: Json, key: str, default: str = "", limit: int = MAX_WORD) -> str:
    """A text member, without control characters and at most `limit` characters long."""
    found = value.get(key)
    return clean(found, limit) if isinstance(found, str) else default


def clean(value: str, limit: int = MAX_WORD) -> str:
    """`value` as text that can be stored: no control characters, no halves of characters."""
    short = value[:limit].encode("utf-8", "replace").decode("utf-8")
    return _CONTROL.sub("", short)


def number(value: Json, key: str, default: float = 0.0) -> float:
    """A finite number member, else `default`."""
    return as_number(value.get(key), default)


def as_number(found: Any, default: float = 0.0) -> float:
    """`found` when it is a finite number of a sensible size, else `default`."""
    if isinstance(found, bool) or not isinstance(found, int | float):
        return default
    return float(found) if -_LIMIT <= found <= _LIMIT else default


def maybe(value: Json, key: str) -> float | None:
    """A finite number member, None where it is missing."""
    found = as_number(value.get(key), math.nan)
    return None if math.isnan(found) else found


def numbers(value: Json, key: str, limit: int = 64) -> tuple[float, ...]:
    """The numbers of a list member, at most `limit`."""
    found = value.get(key)
    return tuple(as_number(x) for x in found[:limit]) if isinstance(found, list) else ()


def flag(value: Json, key: str, default: bool = False) -> bool:
    """A truth member, else `default`."""
    found = value.get(key)
    return found if isinstance(found, bool) else default


def pixels(value: Json, key: str, default: float = 0.0, low: float = -1000.0, high: float = 1000.0) -> float:
    """A length member given in points, in CSS pixels, kept within `low` … `high`."""
    return min(max(number(value, key, default) * PX, low), high)


def field_of(expression: str) -> str:
    """The field of an expression that is one field and nothing else (``[X]``, ``$feature.X``), else ""."""
    found = re.fullmatch(
        r"\s*(?:return\s+)?(?:\[([^\[\]]+)\]|\$feature\.([^\W\d]\w*)|\$feature\[\s*['\"]([^'\"]+)['\"]\s*\])\s*;?\s*",
        expression,
    )
    return next((x.strip() for x in found.groups() if x), "") if found else ""

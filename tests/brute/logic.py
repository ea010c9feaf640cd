"""Three-valued logic: True, False, and None where a missing value does not decide."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

Truth = bool | None
OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def all_of(parts: Iterable[Truth]) -> Truth:
    """False when one is false, else None when one is unknown."""
    found = list(parts)
    return False if False in found else None if None in found else True


def any_of(parts: Iterable[Truth]) -> Truth:
    """True when one is true, else None when one is unknown."""
    found = list(parts)
    return True if True in found else None if None in found else False


def opposite(part: Truth) -> Truth:
    """Not."""
    return None if part is None else not part


def compared(left: Any, op: str, right: Any) -> Truth:
    """A comparison; unknown when a side is missing."""
    return None if left is None or right is None else OPERATORS[op](left, right)

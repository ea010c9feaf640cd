"""Tests on one column of one table: what a condition on an attribute becomes when it is grounded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.vocabulary.card import Column

TextMode = Literal["equal", "contains", "starts_with"]


@dataclass(frozen=True)
class ValueTest:
    """The cell is one of `values` (exact raw cells) or, where the inventory is unknown, matches `texts`.

    `texts` are compared without regard to case, with the items of a list cell or with the whole cell.
    """

    column: Column
    values: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    mode: TextMode = "equal"


@dataclass(frozen=True)
class NumberTest:
    """A numeric comparison; `values` are in the unit of the column (two for ``between``, any for ``in``)."""

    column: Column
    op: Literal["=", "!=", "<", "<=", ">", ">=", "between", "in"]
    values: tuple[float, ...]
    factor: float = 1.0
    """What cells are multiplied by before the comparison; then `values` are in the resulting unit."""


@dataclass(frozen=True)
class PresenceTest:
    """The cell holds something (`present`) or nothing; a censored number counts as something."""

    column: Column
    present: bool


ColumnTest = ValueTest | NumberTest | PresenceTest

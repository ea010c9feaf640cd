"""Typed conditions on the columns of a layer: what a definition query or a label's where clause means.

A predicate is plain data and is evaluated here, in arrays; it never becomes SQL text.  Comparisons follow SQL: a
NULL makes a comparison unknown, NOT of unknown stays unknown, and only what is true is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import numpy as np
import pandas as pd
from pydantic import BaseModel, ConfigDict, Field

Value = int | float | str


class _Node(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Compare(_Node):
    """``field op value``."""

    kind: Literal["compare"] = "compare"
    field: str
    op: Literal["=", "<>", "<", "<=", ">", ">="]
    value: Value


class OneOf(_Node):
    """``field IN (values)``."""

    kind: Literal["one_of"] = "one_of"
    field: str
    values: tuple[Value, ...]


class Like(_Node):
    """``field LIKE pattern``: ``%`` any text, ``_`` one character."""

    kind: Literal["like"] = "like"
    field: str
    pattern: str


class Between(_Node):
    """``field BETWEEN low AND high``, both included."""

    kind: Literal["between"] = "between"
    field: str
    low: Value
    high: Value


class IsNull(_Node):
    """``field IS NULL``."""

    kind: Literal["is_null"] = "is_null"
    field: str


class Not(_Node):
    """Negation."""

    kind: Literal["not"] = "not"
    term: Predicate


class All(_Node):
    """Every term; without terms always true."""

    kind: Literal["all"] = "all"
    terms: tuple[Predicate, ...]


class AnyOf(_Node):
    """At least one term."""

    kind: Literal["any"] = "any"
    terms: tuple[Predicate, ...]


Predicate = Annotated[Compare | OneOf | Like | Between | IsNull | Not | All | AnyOf, Field(discriminator="kind")]
for _model in (Not, All, AnyOf):
    _model.model_rebuild()

_Mask = tuple[np.ndarray, np.ndarray]
"""(true, unknown), each bool, one entry a row."""
_OPS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": np.equal, "<>": np.not_equal, "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
}  # fmt: skip


def fields_of(predicate: Predicate) -> tuple[str, ...]:
    """Names of the columns a predicate asks for, each once, in the order of the text."""
    return tuple(dict.fromkeys(_walk_fields(predicate)))


def _walk_fields(predicate: Predicate) -> Iterator[str]:
    if isinstance(predicate, Not):
        yield from _walk_fields(predicate.term)
    elif isinstance(predicate, All | AnyOf):
        for term in predicate.terms:
            yield from _walk_fields(term)
    else:
        yield predicate.field


def rows_that_hold(predicate: Predicate, columns: Mapping[str, Sequence[Any]], length: int) -> np.ndarray:
    """Which of `length` rows meet `predicate`, as a bool array.

    Args:
        columns: field name as the predicate has it → one value a row.

    Raises:
        KeyError: a field of the predicate is not in `columns`.
    """
    return _mask(predicate, columns, length)[0]


def _mask(predicate: Predicate, columns: Mapping[str, Sequence[Any]], length: int) -> _Mask:
    if isinstance(predicate, Not):
        true, unknown = _mask(predicate.term, columns, length)
        return ~(true | unknown), unknown
    if isinstance(predicate, All | AnyOf):
        every = isinstance(predicate, All)
        masks = [_mask(term, columns, length) for term in predicate.terms]
        return _joined(masks, every, length)
    series = pd.Series(list(columns[predicate.field]), dtype=object)
    null = series.isna().to_numpy(dtype=bool)
    if isinstance(predicate, IsNull):
        return null, np.zeros(length, dtype=bool)
    codes, distinct = pd.factorize(series)  # each distinct value is compared once
    if not len(distinct):
        return np.zeros(length, dtype=bool), null
    held = _true(predicate, pd.Series(list(distinct), dtype=object))
    return np.where(null, False, held[codes]), null


def _joined(masks: list[_Mask], every: bool, length: int) -> _Mask:
    true = np.full(length, every)
    false = np.full(length, not every)
    for hit, unknown in masks:
        miss = ~(hit | unknown)
        true = true & hit if every else true | hit
        false = false | miss if every else false & miss
    return true, ~(true | false)


def _true(predicate: Compare | OneOf | Like | Between, series: pd.Series) -> np.ndarray:
    if isinstance(predicate, Compare):
        return _compared(series, predicate.op, predicate.value)
    if isinstance(predicate, Between):
        return _compared(series, ">=", predicate.low) & _compared(series, "<=", predicate.high)
    if isinstance(predicate, OneOf):
        found = np.zeros(len(series), dtype=bool)
        for value in predicate.values:
            found |= _compared(series, "=", value)
        return found
    return series.map(lambda x: matches_like(str(x), predicate.pattern)).to_numpy(dtype=bool)


def _compared(series: pd.Series, op: str, value: Value) -> np.ndarray:
    """Numbers as numbers; with a text on the right, as text, unless both are numbers."""
    number = _number(value)
    if number is not None:
        numbers = pd.to_numeric(series.map(_plain), errors="coerce").to_numpy(dtype=float)
        known = ~np.isnan(numbers)
        if not isinstance(value, str) or known[series.notna().to_numpy(dtype=bool)].all():
            with np.errstate(invalid="ignore"):
                return np.asarray(_OPS[op](numbers, number), dtype=bool) & known
    texts = series.map(str).to_numpy(dtype=object)
    return np.asarray(_OPS[op](texts, str(value)), dtype=bool)


def _plain(value: Any) -> Any:
    return value if isinstance(value, int | float | str) else None if pd.isna(value) else str(value)


def _number(value: Value) -> float | None:
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None


def matches_like(text: str, pattern: str) -> bool:
    """Whether `text` has the form `pattern`; never more than length × length steps, whatever the pattern."""
    pieces = [
        re.compile("".join("." if c == "_" else re.escape(c) for c in p), re.DOTALL) for p in pattern.split("%")
    ]
    sizes = [len(p) for p in pattern.split("%")]
    if len(pieces) == 1:
        return pieces[0].fullmatch(text) is not None
    at, end = sizes[0], len(text) - sizes[-1]
    if at > end or pieces[0].match(text) is None or pieces[-1].match(text, end) is None:
        return False
    for piece in pieces[1:-1]:
        found = piece.search(text, at, end)
        if found is None:
            return False
        at = found.end()
    return True

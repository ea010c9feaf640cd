"""A column of coordinates as numbers, whatever notation its cells use."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from core.ingest.angles import LIMIT, Axis, parse_angle, parse_packed
from core.ingest.censored import number
from core.ingest.profile import blank_to_null, plain_numbers


@dataclass(frozen=True)
class Numbers:
    """Coordinates of one column, shape (n,)."""

    values: np.ndarray
    """Degrees or metres, NaN where the cell holds none."""
    wrong: np.ndarray
    """Cells that are not empty, but hold no number."""
    angles: np.ndarray
    """Cells written in degrees, minutes and seconds."""
    packed: np.ndarray
    """Cells written as ``DDDMMSS``."""
    crossed: int = 0
    """Cells whose letter says that they are of the other axis."""


def coordinate(column: pa.Array, decimal: str, axis: Axis = "") -> Numbers:
    """Read a column.

    Args:
        axis: ``lon`` or ``lat`` when the heading says so; only then digits may be a packed angle.
    """
    if not pa.types.is_string(column.type):
        values = np.asarray(column.cast(pa.float64()).fill_null(np.nan))
        return _plain(values)
    column = blank_to_null(column)
    numbers = plain_numbers(column, decimal)
    if numbers is not None:
        values = np.asarray(numbers.fill_null(np.nan))
        if not axis or not (values > LIMIT[axis]).any():
            return _plain(values)
    return _cells(column, decimal, axis)


def _plain(values: np.ndarray) -> Numbers:
    no = np.zeros(len(values), bool)
    return Numbers(values, no, no, no)


def _cells(column: pa.Array, decimal: str, axis: Axis) -> Numbers:
    """Cell by distinct cell."""
    coded = column.dictionary_encode()
    codes = coded.indices.fill_null(len(coded.dictionary)).to_numpy(zero_copy_only=False)
    read = [_cell(x.strip(), decimal, axis) for x in coded.dictionary.to_pylist()] + [(np.nan, "")]
    values = np.array([x for x, _ in read])[codes]
    kinds = np.array([x for _, x in read])[codes]
    crossed = int((kinds == "crossed").sum())
    return Numbers(values, kinds == "wrong", (kinds == "angle") | (kinds == "crossed"), kinds == "packed", crossed)


def _cell(text: str, decimal: str, axis: Axis) -> tuple[float, str]:
    if not text:
        return np.nan, ""
    value = number(text, decimal)
    if value is not None:
        packed = parse_packed(text, axis) if axis else None
        return (value, "") if packed is None else (packed, "packed")
    angle = parse_angle(text, decimal)
    if angle is None:
        return np.nan, "wrong"
    return angle.value, "crossed" if axis and angle.axis and angle.axis != axis else "angle"


def range_of(values: np.ndarray) -> tuple[float, float] | None:
    """The range without the outer hundredths, None when there is no number."""
    if not len(values):
        return None
    low, high = np.quantile(values, [0.01, 0.99], method="closest_observation")
    return (float(low), float(high))

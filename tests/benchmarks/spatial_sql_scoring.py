"""Scoring of answers against gold rows: multisets of rows, units, tolerances."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from core.answer.model import Answer
from core.evidence.types import Evidence

RELATIVE = {"m2": 1e-3, "m": 1e-3, "distance": 2e-2}
STRICT = 1e-6
FACTORS = {"m": 1.0, "km": 1e3, "m2": 1.0, "km2": 1e6, "ha": 1e4, "mu": 10_000 / 15, "mi": 1609.344, "ft": 0.3048}


@dataclass(frozen=True)
class Cell:
    """A cell of an answer: a number in metres or square metres where it has such a unit, else as it is."""

    value: Any
    measured: bool = False


Row = tuple[Cell, ...]


def rows_of(answer: Answer, *, zeros: bool = True) -> list[Row]:
    """The rows of an answer with all their cells; a second answer of one row is put beside the first.

    Without `zeros`, groups without a member are left out, as an inner join does.
    """
    rows = _own(answer, zeros)
    for more in answer.also:
        extra = _own(more, zeros)
        if len(extra) == 1 and rows:
            rows = [(*x, *extra[0]) for x in rows]
        elif len(rows) == 1 and extra:
            rows = [(*rows[0], *x) for x in extra]
        else:
            rows += extra
    return rows


def _own(answer: Answer, zeros: bool) -> list[Row]:
    result = answer.result
    if answer.status != "answered" or result is None:
        return []
    if result.kind in ("count", "exists", "scalar"):
        return [(_cell(result.scalar, result.unit),)]
    table = result.table
    if table is not None and result.kind == "table":
        named = {x.ref: x for x in result.groups}
        return [
            (
                *(_cell(c, col.unit) for c, col in zip(row.cells, table.columns, strict=True)),
                *(_cell(v.value, v.unit) for v in (named[row.ref].values.values() if row.ref in named else ())),
            )
            for row in table.rows
            if zeros or row.members
        ]
    computed: dict[Any, Row] = {}
    if table is not None:
        for row in table.rows:
            cells = tuple(_cell(c, col.unit) for c, col in zip(row.cells, table.columns, strict=True))
            computed[row.ref] = (*computed.get(row.ref, ()), *cells)
    evidence = {x.row.ref: x for x in answer.evidence}
    listed = [x.row for x in answer.evidence] or list(result.rows)
    return [
        (*_values(x), *computed.get(x.ref, ()), *(_distances(evidence[x.ref]) if x.ref in evidence else ()))
        for x in listed
    ]


def _values(row: Any) -> Row:
    names = tuple(Cell(x) for x in dict.fromkeys((row.name, *row.names.values())))
    return (
        *names,
        *(_cell(v.value, v.unit) for v in row.values.values()),
        *(Cell(v.raw) for v in row.values.values()),
    )


def _distances(evidence: Evidence) -> Row:
    cells: list[Cell] = []
    for one in evidence.proximity:
        if one.nearest is not None:
            cells += [Cell(one.nearest.distance_m, True), Cell(one.nearest.name)]
    return tuple(cells)


def _cell(value: Any, unit: str | None) -> Cell:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if number and unit in FACTORS:
        return Cell(float(value) * FACTORS[unit], True)
    return Cell(value)


def right(answer: Answer, variants: Iterable[dict[str, Any]], *, strict: bool = False) -> bool:
    """Whether the answer has the rows of one of the gold `variants`.

    Loose: units converted, 1e-3 for areas and lengths, 2e-2 for distances, more columns allowed.  Strict: the same
    numbers as stored (1e-6) and no unit conversion.
    """
    if answer.status != "answered":
        return False
    found, full = rows_of(answer), rows_of(answer, zeros=False)
    return any(_same(found, x, strict) or _same(full, x, strict) for x in variants)


def _same(found: Sequence[Row], variant: dict[str, Any], strict: bool) -> bool:
    gold = variant["rows"]
    if len(gold) != len(found):
        return len(gold) == 1 == len(gold[0]) and _nothing(gold[0][0]) and not found
    left = list(found)
    unit = (variant.get("units") or [None])[0]
    for row in gold:
        place = next((i for i, x in enumerate(left) if _covers(x, row, unit, strict)), None)
        if place is None:
            return False
        left.pop(place)
    return True


def _nothing(value: Any) -> bool:
    return value is None or value == 0


def _covers(cells: Row, gold: Sequence[Any], unit: str | None, strict: bool) -> bool:
    return all(any(_equal(x, y, unit, strict) for x in cells) for y in gold)


def _equal(cell: Cell, gold: Any, unit: str | None, strict: bool) -> bool:
    value = cell.value
    if isinstance(value, bool) and isinstance(gold, int | float):
        return bool(gold) is value
    if isinstance(gold, str) and isinstance(value, int | float) and _number(gold) is not None:
        gold = _number(gold)
    if not isinstance(gold, int | float) or isinstance(gold, bool):
        return str(value).strip() == str(gold).strip()
    value = _number(value)
    if value is None:
        return False
    if strict:
        return math.isclose(value, gold, rel_tol=STRICT, abs_tol=1e-9)
    if not cell.measured:
        return math.isclose(value, gold, rel_tol=1e-6, abs_tol=1e-9)
    return math.isclose(value, gold, rel_tol=RELATIVE["m2" if unit == "m2" else "distance"], abs_tol=1e-6)


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None

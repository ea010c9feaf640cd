"""Scoring of answers against gold rows: multisets of rows, units, tolerances.

*Loose* is the measure of the set: every gold row is found among the rows of the answer, whatever else those show;
metres and kilometres are the same, 1e-3 for areas and lengths, 2e-2 for distances; groups and lengths of zero may
be listed or not, as an inner join leaves them out; the order counts where the gold statement cuts a ranking off.
*Strict* is equality of the two tables: the columns that the answer is about and no others, all its rows, the
numbers as the answer states them (1e-6), without conversion.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from core.answer.model import Answer
from core.evidence.types import Evidence
from core.question.ir import FieldExpr

RELATIVE = {"m2": 1e-3, "m": 1e-3, "distance": 2e-2}
STRICT = 1e-6
_RANKED = re.compile(r"order\s+by.*limit\s+(\d+)\s*\)*\s*;?\s*$", re.IGNORECASE | re.DOTALL)
FACTORS = {"m": 1.0, "km": 1e3, "m2": 1.0, "km2": 1e6, "ha": 1e4, "mu": 10_000 / 15, "mi": 1609.344, "ft": 0.3048}


@dataclass(frozen=True)
class Cell:
    """A cell of an answer: a number in metres or square metres where it has such a unit, else as it is."""

    value: Any
    measured: bool = False
    stated: Any = None
    """The number in the unit of the answer."""


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
    if not zeros and result.kind == "values":
        listed = [x for x in listed if any(not _nothing(y.value) for y in computed.get(x.ref, ()) if y.measured)]
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
        return Cell(float(value) * FACTORS[unit], True, value)
    return Cell(value, stated=value)


def right(answer: Answer, variants: Iterable[dict[str, Any]], *, strict: bool = False) -> bool:
    """Whether the answer has the rows of one of the gold `variants`; the module says what the two measures are."""
    if answer.status != "answered":
        return False
    if strict:
        stated = stated_rows(answer)
        return any(_same(stated, x, True) for x in variants)
    found, full = rows_of(answer), rows_of(answer, zeros=False)
    return any(_same(found, x, False) or _same(full, x, False) for x in variants)


def stated_rows(answer: Answer) -> list[Row]:
    """The rows of an answer with the columns it is about: names, what was to be returned, what was computed."""
    rows = _stated(answer)
    for more in answer.also:
        extra = _stated(more)
        if len(extra) == 1 and len(rows) == 1:
            rows = [(*rows[0], *extra[0])]
        else:
            rows += extra
    return rows


def _stated(answer: Answer) -> list[Row]:
    result = answer.result
    if answer.status != "answered" or result is None:
        return []
    if result.kind in ("count", "exists", "scalar"):
        return [(_cell(result.scalar, result.unit),)]
    table = result.table
    if table is not None and (table.rows or result.kind != "entities"):
        rows = {x.ref: x for x in (*result.rows, *result.groups, *(x.row for x in answer.evidence))}
        return [
            _named(
                tuple(_cell(c, y.unit) for c, y in zip(x.cells, table.columns, strict=True)),
                rows.get(x.ref) if x.ref else None,
            )
            for x in table.rows
        ]
    listed = [x.row for x in answer.evidence] or list(result.rows)
    return [(Cell(_stored(x)), *_returned(answer, x)) for x in listed]


def _named(cells: Row, row: Any) -> Row:
    """A feature under its stored name: an English answer shows its English one."""
    return tuple(Cell(_stored(row)) if row is not None and x.value in _all_names(row) else x for x in cells)


def _stored(row: Any) -> str:
    return str(row.names.get("zh", row.name))


def _all_names(row: Any) -> set[str]:
    return {row.name, *row.names.values()}


def _returned(answer: Answer, row: Any) -> Row:
    """The properties that the question asks to see."""
    query = answer.reading.ir.query if answer.reading is not None else None
    wanted = [x.field for x in (query.return_ or () if query else ()) if isinstance(x, FieldExpr)]
    return tuple(_cell(row.values[x].value, row.values[x].unit) for x in wanted if x in row.values)


def _same(found: Sequence[Row], variant: dict[str, Any], strict: bool) -> bool:
    gold = variant["rows"]
    if len(gold) != len(found):
        return not strict and len(gold) == 1 == len(gold[0]) and _nothing(gold[0][0]) and not found
    tolerance = _tolerance(variant)
    if strict and any(len(x) != len(y) for x, y in zip(found, gold, strict=True)):
        return False
    if _ranked(variant):
        return all(_covers(x, y, tolerance, strict) for x, y in zip(found, gold, strict=True))
    left = list(found)
    for row in gold:
        place = next((i for i, x in enumerate(left) if _covers(x, row, tolerance, strict)), None)
        if place is None:
            return False
        left.pop(place)
    return True


def _ranked(variant: dict[str, Any]) -> bool:
    """Whether the gold statement cuts a ranking off, so that the order is part of the answer."""
    found = _RANKED.search(variant.get("sql", ""))
    return found is not None and int(found[1]) > 1


def _tolerance(variant: dict[str, Any]) -> float:
    """Relative: distances are measured on other figures of the Earth, areas and lengths agree better."""
    if re.search(r"\bdistance\s*\(", variant.get("sql", ""), re.IGNORECASE):
        return RELATIVE["distance"]
    return RELATIVE[(variant.get("units") or ["m"])[0].replace("count", "m")]


def _nothing(value: Any) -> bool:
    return value is None or value == 0


def _covers(cells: Row, gold: Sequence[Any], tolerance: float, strict: bool) -> bool:
    return all(any(_equal(x, y, tolerance, strict) for x in cells) for y in gold)


def _equal(cell: Cell, gold: Any, tolerance: float, strict: bool) -> bool:
    value = cell.stated if strict and cell.measured else cell.value
    if isinstance(value, bool) and isinstance(gold, int | float):
        return bool(gold) is value
    if isinstance(gold, str) and isinstance(value, int | float) and _number(gold) is not None:
        gold = _number(gold)
    if not isinstance(gold, int | float) or isinstance(gold, bool):
        return str(value).strip() == str(gold).strip()
    value = _number(value)
    if value is None:
        return False
    close = STRICT if strict or not cell.measured else tolerance
    return math.isclose(value, gold, rel_tol=close, abs_tol=1e-9 if close == STRICT else 1e-6)


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None

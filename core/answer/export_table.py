"""Result tables as lines of a spreadsheet, and what a question adds to the lines of features."""

from __future__ import annotations

from typing import Any

from core.answer.model import Answer
from core.evidence.types import Evidence
from core.query.result import FeatureRef, Table

TABULAR = ("table", "values", "scalar")
"""Kinds of result whose download is the table itself."""


def own_table(answer: Answer) -> Table | None:
    """The table of an answer that is one; None for an answer about features."""
    result = answer.result
    return result.table if result is not None and result.kind in TABULAR else None


def table_lines(table: Table) -> list[list[Any]]:
    """A header and one line a row: cells in the units of the header, members, and the feature a row is about.

    Each measure is followed by the number of features it used.
    """
    header: list[Any] = []
    for column in table.columns:
        header.append(f"{column.label} ({column.unit})" if column.unit else column.label)
        if column.role == "measure":
            header.append(f"n ({column.key})")
    lines = [[*header, "members", "table", "fid"]]
    for row in table.rows:
        line: list[Any] = []
        for i, (column, cell) in enumerate(zip(table.columns, row.cells, strict=True)):
            line.append(cell)
            if column.role == "measure":
                line.append(row.used[i] if i < len(row.used) else None)
        ref = row.ref
        lines.append([*line, row.members, ref.table if ref else None, ref.fid if ref else None])
    return lines


def added_header(answer: Answer) -> list[str]:
    """Columns that the question adds to those of the features: computed values, neighbours."""
    table = _added(answer)
    computed = [f"{c.label} ({c.unit})" if c.unit else c.label for c in table.columns[1:]] if table else []
    return [
        *computed,
        *(x for i in range(1, _neighbours(answer) + 1) for x in (f"neighbour_{i}", f"neighbour_{i}_m")),
    ]


def added_cells(answer: Answer, evidence: Evidence) -> list[Any]:
    """The cells of one feature under :func:`added_header`."""
    table, count = _added(answer), _neighbours(answer)
    values: list[Any] = []
    if table is not None:
        by_ref: dict[FeatureRef | None, tuple[Any, ...]] = {r.ref: r.cells[1:] for r in table.rows}
        values = list(by_ref.get(evidence.row.ref, (None,) * (len(table.columns) - 1)))
    found = evidence.proximity[0].within[:count] if count and evidence.proximity else ()
    near = [x for reference in found for x in (reference.name, round(reference.distance_m, 3))]
    return [*values, *near, *([None] * (2 * count - len(near)))]


def _added(answer: Answer) -> Table | None:
    result = answer.result
    return result.table if result is not None and result.kind == "entities" else None


def _neighbours(answer: Answer) -> int:
    query = answer.reading.ir.query if answer.reading is not None else None
    return query.per_entity.k if query is not None and query.per_entity is not None else 0

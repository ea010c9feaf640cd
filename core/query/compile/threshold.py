"""Thresholds taken from the data: a percentile of one attribute over the samples of the study area."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement

from core.query.compile.attributes import highest_known, scaled
from core.query.compile.branches import Rowset, rowset
from core.query.compile.select import stacked
from core.query.compile.tables import Scope, number
from core.query.grounded import GroundNode, OrderColumn, PercentileNode, SetNode


def percentile_sql(target: SetNode, areas: Sequence[GroundNode], node: PercentileNode) -> Any:
    """One row: ``threshold`` in the display unit, ``samples`` it rests on, ``limits`` among them.

    The percentile interpolates linearly between samples (``percentile_cont``).  A value reported as below a limit
    enters with half the limit and one above a limit with the limit: enough to rank it, never used as a value.
    """
    scope = Scope()
    branches = []
    for no, layer in enumerate(target.layers):
        column = node.columns.get(layer.table)
        if column is not None:
            rows = rowset(scope, target, no, areas)
            value, limited = _ranked(rows, column)
            branches.append(rows.select(value.label("value"), limited.label("limited")))
    found = stacked(branches).subquery("samples")
    threshold = sa.func.percentile_cont(number("share", node.share)).within_group(found.c.value)
    return sa.select(
        threshold.label("threshold"),
        sa.func.count(found.c.value).label("samples"),
        sa.func.sum(found.c.limited).label("limits"),
    )


def _ranked(rows: Rowset, ordered: OrderColumn) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    place, column = rows.branch.place, ordered.column
    value = highest_known(place, column, ordered.factor)
    if column.qualifier is None or column.limit is None:
        return value, sa.literal_column("0")
    half = scaled(place.cell(column.limit), ordered.factor) / sa.literal_column("2.0")
    low = sa.and_(place.cell(column.name).is_(None), place.cell(column.qualifier) == sa.literal_column("'<'"))
    limited = sa.and_(place.cell(column.name).is_(None), place.cell(column.limit).is_not(None))
    return (
        sa.case((low, half), else_=value),
        sa.case((limited, sa.literal_column("1")), else_=sa.literal_column("0")),
    )

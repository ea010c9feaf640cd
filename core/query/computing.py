"""Results that are computed: totals and groups, one number, a value of each feature."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from core.query.compile.conditions import Conditions
from core.query.compile.expressions import expression
from core.query.compile.relations import Branch
from core.query.compile.tables import Scope
from core.query.execute import Session
from core.query.explain import explain
from core.query.grounded import AnchorNode, DerivedNode, GroundedQuery, SetNode
from core.query.grounded_expr import AggNode, AreaOfNode, ExprNode, FieldNode, is_boolean, parts
from core.query.grounded_measures import Measuring, ReturnNode
from core.query.groups import is_share
from core.query.result import MeasureNote, Row, Rows, Table, TableColumn, TableRow
from core.query.rows import Decoder
from core.query.tabulate import in_unit, tabulate

NAME = "name"
"""Key of the column that names the features of a table of values."""


def table_result(session: Session, grounded: GroundedQuery, measuring: Measuring, decoder: Decoder) -> Rows:
    """Totals or groups; a single total is also the number of the result."""
    found = tabulate(session, grounded, measuring, decoder)
    explained = explain(session, grounded, found.features, decoder.units)
    table = found.table
    one = not measuring.group_by and len(measuring.measures) == 1 and bool(table.rows)
    return Rows(
        kind="scalar" if one else "table",
        rows=found.drawn,
        total=found.features,
        truncated=len(found.drawn) < found.features,
        scalar=table.rows[0].cells[0] if one else None,
        funnel=explained.funnel,
        relaxations=explained.relaxations,
        undetermined=explained.undetermined,
        layers=tuple(x.table for x in grounded.target.layers),
        skipped=grounded.skipped,
        statement=found.statement,
        plan_cost=session.costs.get(found.statement.sql),
        table=table,
        unit=table.columns[0].unit if one else None,
        groups=found.groups,
    )


def scalar_result(session: Session, grounded: GroundedQuery, value: ReturnNode, decoder: Decoder) -> Rows:
    """A value that does not depend on the target."""
    scope = Scope()
    layer = grounded.target.layers[0]
    nowhere = Branch(scope.place(layer), layer)
    cell = expression(Conditions(scope), nowhere, value.expr).label("value")
    statement, found = session.run(sa.select(cell))
    table = _table(grounded, (value,), [(None, tuple(found[0]))], decoder, 1)
    return Rows(
        kind="scalar",
        rows=(),
        total=1,
        truncated=False,
        scalar=table.rows[0].cells[0],
        layers=_tables(value.expr),
        statement=statement,
        plan_cost=session.costs.get(statement.sql),
        table=table,
        unit=table.columns[0].unit,
    )


def _tables(node: ExprNode) -> tuple[str, ...]:
    """The tables of the sets that a value is computed from."""
    sets: list[AnchorNode] = []
    for part in parts(node):
        if isinstance(part, AggNode):
            sets.append(part.over)
        elif isinstance(part, AreaOfNode):
            sets.append(part.of)
    found: dict[str, None] = {}
    while sets:
        one = sets.pop(0)
        if isinstance(one, SetNode):
            found.update(dict.fromkeys(x.table for x in one.layers if one.ids is None or x.table in one.ids))
        elif isinstance(one, DerivedNode):
            sets.extend(one.of)
    return tuple(found)


def value_table(
    grounded: GroundedQuery, listed: Sequence[Row], cells: Sequence[tuple[Any, ...]], decoder: Decoder, total: int
) -> Table:
    """The computed values of the listed features, in their order."""
    rows: list[tuple[Row | None, tuple[Any, ...]]] = list(zip(listed, cells, strict=True))
    return _table(grounded, grounded.computed, rows, decoder, total)


def _table(
    grounded: GroundedQuery,
    wanted: Sequence[ReturnNode],
    found: Sequence[tuple[Row | None, tuple[Any, ...]]],
    decoder: Decoder,
    total: int,
) -> Table:
    """One row for each feature, its name first; without features the values alone."""
    entity = grounded.target.entity_type
    named = TableColumn(NAME, entity.labels.in_(decoder.language), None, "group", None, entity.id)
    measures = tuple(_column(x) for x in wanted)
    rows = []
    for row, cells in found:
        used = tuple(int(x is not None) for x in cells)
        alone = TableRow(cells, None, 1, used)
        rows.append(alone if row is None else TableRow((row.name, *cells), row.ref, 1, (None, *used)))
    notes = {}
    for i, column in enumerate(wanted):
        known = sum(cells[i] is not None for _, cells in found)
        notes[column.key] = MeasureNote(known, len(found) - known)
    columns = measures if any(row is None for row, _ in found) else (named, *measures)
    table = Table(columns, tuple(rows), total, len(rows) < total, notes=notes)
    return in_unit(table, grounded.query.unit, decoder.units)


def _column(node: ReturnNode) -> TableColumn:
    attribute = node.expr.attribute.id if isinstance(node.expr, FieldNode) else None
    unit = None if is_boolean(node.expr) else node.unit
    return TableColumn(node.key, node.label, unit, "measure", attribute, share=is_share(node.expr))

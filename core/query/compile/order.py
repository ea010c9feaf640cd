"""What the features of an answer are ordered by."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement

from core.query.compile.attributes import highest_known, number_cell, text_cell
from core.query.compile.conditions import Conditions
from core.query.compile.expressions import expression, ranked
from core.query.compile.measures import nearest_m
from core.query.compile.parts import same_feature
from core.query.compile.relations import Branch, keyed_layer
from core.query.compile.tables import Scope, subselect
from core.query.grounded import DistanceOrder, FieldOrder, Order


def order_value(scope: Scope, branch: Branch, order: Order) -> ColumnElement[Any]:
    """The value that a row is ordered by; a distance is that of the row, anything else that of its feature."""
    if isinstance(order, FieldOrder):
        return _field_value(scope, branch, order)
    if isinstance(order, DistanceOrder):
        return nearest_m(Conditions(scope), branch, order.to)
    return expression(Conditions(scope), branch, order.expr)


def first_part(order: Order, column: ColumnElement[Any]) -> ColumnElement[Any]:
    """How the part that stands for a feature is chosen: the distance of a feature is that of its nearest part."""
    if isinstance(order, DistanceOrder):
        return column.asc().nulls_last()
    return directed(column, order.dir)


def directed(column: ColumnElement[Any], direction: str) -> ColumnElement[Any]:
    """A column in a direction, rows without a value last."""
    return (column.desc() if direction == "desc" else column.asc()).nulls_last()


def _field_value(scope: Scope, branch: Branch, order: FieldOrder) -> ColumnElement[Any]:
    found = order.columns.get(branch.layer.table)
    with_ranks = any(x.ranks is not None for x in order.columns.values())
    if found is None or (with_ranks and not found.ranks):
        numeric = with_ranks or order.attribute.kind in ("number", "year")
        return sa.cast(sa.null(), sa.Double if numeric else sa.Text)
    if not keyed_layer(branch.layer):
        return _cell(branch, order)
    part = Branch(scope.place(branch.layer, "p"), branch.layer)
    cell = _cell(part, order)
    first = subselect(cell, source=part.place.rows, own=[part.place.rows])
    first = first.where(same_feature(part.place, branch.place), cell.is_not(None))
    stated: list[ColumnElement[Any]] = []
    if found.column.qualifier is not None:  # a limit stands for the value only where no part has one
        stated = [number_cell(part.place, found.column).is_(None)]
    return first.order_by(*stated, part.place.fid).limit(1).scalar_subquery()


def _cell(branch: Branch, order: FieldOrder) -> ColumnElement[Any]:
    found = order.columns[branch.layer.table]
    if found.ranks:
        return ranked(branch, found)
    if order.attribute.kind in ("number", "year"):
        return highest_known(branch.place, found.column, found.factor)
    return text_cell(branch.place, found.column)

"""A predicate as an expression of SQLAlchemy: columns by object, values as parameters, never text."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa

from core.mapping.predicate import All, AnyOf, Between, Compare, IsNull, Like, Not, OneOf, Predicate, Value

_OPS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq, "<>": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_NUMBER = r"^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?\s*$"


def predicate_clause(predicate: Predicate, columns: Mapping[str, sa.ColumnElement[Any]]) -> sa.ColumnElement[bool]:
    """The condition on `columns` (field of the predicate → typed column), with the meaning of its rows in arrays.

    A number on the right compares numbers, also in a column of text, where other texts count as not equal to any.

    Raises:
        KeyError: a field is not in `columns`.
    """
    if isinstance(predicate, Not):
        return sa.not_(predicate_clause(predicate.term, columns))
    if isinstance(predicate, All):
        return sa.and_(sa.true(), *(predicate_clause(x, columns) for x in predicate.terms))
    if isinstance(predicate, AnyOf):
        return sa.or_(sa.false(), *(predicate_clause(x, columns) for x in predicate.terms))
    column = columns[predicate.field]
    if isinstance(predicate, IsNull):
        return column.is_(None)
    if isinstance(predicate, Like):
        pattern = predicate.pattern.replace("\\", "\\\\")
        return sa.cast(column, sa.Text).like(pattern, escape="\\")
    return _compared(predicate, column)


def _compared(predicate: Compare | Between | OneOf, column: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    if isinstance(predicate, Compare):
        return _one(column, predicate.op, predicate.value)
    if isinstance(predicate, Between):
        return sa.and_(_one(column, ">=", predicate.low), _one(column, "<=", predicate.high))
    return sa.or_(sa.false(), *(_one(column, "=", x) for x in predicate.values))


def _one(column: sa.ColumnElement[Any], op: str, value: Value) -> sa.ColumnElement[bool]:
    numeric = isinstance(column.type, sa.Integer | sa.Numeric | sa.Float)
    number = _float(value) if numeric or not isinstance(value, str) else None
    if number is None:
        return _OPS[op](sa.cast(column, sa.Text).collate("C"), str(value))
    if numeric:
        return _OPS[op](column, sa.literal(number, sa.Double))
    text = sa.cast(column, sa.Text)
    parsed = sa.case((text.regexp_match(_NUMBER), sa.cast(text, sa.Double)), else_=None)
    told = sa.func.coalesce(_OPS[op](parsed, sa.literal(number, sa.Double)), sa.false())
    return sa.case((column.is_(None), sa.null()), else_=told)  # NULL stays unknown, also under NOT


def _float(value: Value) -> float | None:
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None

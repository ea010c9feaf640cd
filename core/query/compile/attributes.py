"""Tests on attribute columns.

Every test has three results, as in SQL: true, false, and NULL where the stored value does not decide it.  A value
reported only as a limit decides what it can: ``<0.5`` is certainly below 2 and certainly not above 2, but whether
it is above 0.1 nobody knows.
"""

from __future__ import annotations

import re
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement, Grouping

from core.query.compile.tables import Place, any_text, bound, either, number
from core.query.grounded import ColumnTest, NumberTest, PresenceTest, ValueTest
from core.vocabulary.card import Column

_NUMERIC = ("double", "real", "numeric", "decimal", "int", "smallint", "bigint", "float")
_TEXT = ("text", "char", "varchar")
NUMBER_PATTERN = r"^\s*([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*$"


def is_numeric(column: Column) -> bool:
    """True when the database stores numbers in `column`."""
    return column.sql_type.lower().startswith(_NUMERIC)


def text_cell(place: Place, column: Column) -> ColumnElement[Any]:
    """The cell as text."""
    cell = place.cell(column.name)
    return cell if column.sql_type.lower().startswith(_TEXT) else sa.cast(cell, sa.Text)


def number_cell(place: Place, column: Column) -> ColumnElement[Any]:
    """The cell as double precision in the unit of the column; NULL where a text cell holds no plain number."""
    cell = place.cell(column.name)
    if column.sql_type.lower().startswith("double"):
        return cell
    if is_numeric(column):
        return sa.cast(cell, sa.Double)
    found = sa.func.regexp_match(text_cell(place, column), bound("number_pattern", NUMBER_PATTERN, sa.Text))
    # The parentheses are needed: PostgreSQL takes an index after a function call for a syntax error.
    return sa.cast(Grouping(sa.type_coerce(found, sa.ARRAY(sa.Text)))[1], sa.Double)


def censored(place: Place, column: Column) -> ColumnElement[Any] | None:
    """True in rows where only a limit was reported; None when the column has no such rows."""
    if column.qualifier is None or column.limit is None:
        return None
    return sa.and_(place.cell(column.name).is_(None), place.cell(column.qualifier).is_not(None))


def test_sql(place: Place, test: ColumnTest) -> ColumnElement[Any]:
    """The test of one column as a three-valued SQL expression."""
    if isinstance(test, NumberTest):
        return _number_sql(place, test)
    if isinstance(test, ValueTest):
        return _value_sql(place, test)
    return _presence_sql(place, test)


def _value_sql(place: Place, test: ValueTest) -> ColumnElement[Any]:
    cell = text_cell(place, test.column)
    parts: list[ColumnElement[Any]] = []
    if test.values:
        parts.append(any_text(cell, "values", test.values))
    elif not test.texts:
        parts.append(sa.case((cell.is_not(None), sa.false())))  # nothing means it; NULL where there is no text
    if test.texts and test.mode == "equal":
        parts.append(_items_sql(cell, test))
    elif test.texts:
        function = sa.func.strpos if test.mode == "contains" else sa.func.starts_with
        for text in test.texts:
            found = function(sa.func.lower(cell), bound("text", text, sa.Text))
            parts.append(found > 0 if test.mode == "contains" else sa.type_coerce(found, sa.Boolean))
    return either(parts)


def _items_sql(cell: ColumnElement[Any], test: ValueTest) -> ColumnElement[Any]:
    lowered = sa.func.lower(sa.func.btrim(cell))
    if not test.column.separators:
        return any_text(lowered, "texts", test.texts)
    pattern = r"\s*[" + "".join(re.escape(x) for x in test.column.separators) + r"]\s*"
    items = sa.func.regexp_split_to_array(lowered, bound("separators", pattern, sa.Text), type_=sa.ARRAY(sa.Text))
    return items.op("&&", return_type=sa.Boolean())(bound("texts", list(test.texts), sa.ARRAY(sa.Text)))


def _presence_sql(place: Place, test: PresenceTest) -> ColumnElement[Any]:
    there: ColumnElement[Any] = place.cell(test.column.name).is_not(None)
    if test.column.qualifier is not None:
        there = sa.or_(there, place.cell(test.column.qualifier).is_not(None))
    elif not is_numeric(test.column):
        empty: ColumnElement[Any] = sa.literal_column("''")
        there = sa.func.coalesce(sa.func.btrim(text_cell(place, test.column)), empty) != empty
    return there if test.present else sa.not_(there)


def _number_sql(place: Place, test: NumberTest) -> ColumnElement[Any]:
    if test.op == "between":
        return sa.and_(_compare(place, test, ">=", test.values[0]), _compare(place, test, "<=", test.values[1]))
    if test.op == "in":
        return either([_compare(place, test, "=", x) for x in test.values])
    return _compare(place, test, test.op, test.values[0])


def _compare(place: Place, test: NumberTest, op: str, threshold: float) -> ColumnElement[Any]:
    column = test.column
    known: ColumnElement[Any] = compare(
        scaled(number_cell(place, column), test.factor), op, number("threshold", threshold)
    )
    if column.qualifier is None or column.limit is None:
        return known
    qualifier, limit = place.cell(column.qualifier), scaled(place.cell(column.limit), test.factor)
    at = number("threshold", threshold)
    below = sa.true() if op in ("<", "<=", "!=") else sa.false()
    above = sa.true() if op in (">", ">=", "!=") else sa.false()
    return sa.case(
        (place.cell(column.name).is_not(None), known),
        (qualifier == sa.literal_column("'<'"), sa.case((limit <= at, below))),
        (qualifier == sa.literal_column("'>'"), sa.case((limit >= at, above))),
    )


def scaled(cell: ColumnElement[Any], factor: float) -> ColumnElement[Any]:
    """The cell in another unit."""
    return cell if factor == 1.0 else cell * number("factor", factor)


def highest_known(place: Place, column: Column, factor: float) -> ColumnElement[Any]:
    """The value, or the limit of a value reported as above it; NULL where only an upper limit is known."""
    value = number_cell(place, column)
    if column.qualifier is not None and column.limit is not None:
        above = sa.case((place.cell(column.qualifier) == sa.literal_column("'>'"), place.cell(column.limit)))
        value = sa.func.coalesce(value, above)
    return scaled(value, factor)


def compare(left: ColumnElement[Any], op: str, right: ColumnElement[Any]) -> ColumnElement[Any]:
    """``left op right`` for the comparison operators of the query language."""
    return left.op("<>" if op == "!=" else op, is_comparison=True, return_type=sa.Boolean())(right)

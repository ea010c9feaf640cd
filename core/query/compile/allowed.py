"""What a statement may consist of, checked on its expression tree just before it is sent.

The tree is made by the compiler alone, so nothing here can happen by a question.  The check makes sure that no
error of the program can send more than a read of layers: every function, operator, table, literal and prefix must
stand on a list.  Parts that occur several times are looked at once: walked as a tree, a statement of many levels
is visited exponentially often.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.elements import ColumnClause, TextClause
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.selectable import TableClause

from core.database.engine import META_SCHEMA
from core.errors import QueryError

OPERATORS = frozenset(
    {
        *("and_", "or_", "inv", "is_true", "is_false", "exists", "any_op", "comma_op", "getitem"),
        *("eq", "ne", "lt", "le", "gt", "ge", "is_", "is_not", "in_op", "not_in_op"),
        *("=", "<>", "<", "<=", ">", ">="),
        *("add", "sub", "mul", "truediv", "neg", "||"),
        *("&&", "<->", "<<->>", "->"),
        *("asc_op", "desc_op", "nulls_last_op", "nulls_first_op", "distinct_op"),
    }
)
"""Operators by their SQLAlchemy name or, where PostgreSQL has its own, as written."""
PRIVATE_SCHEMAS = frozenset({META_SCHEMA, "information_schema"})
PREFIXES = frozenset({"MATERIALIZED"})
_LITERAL = re.compile(r"\*|-?\d+(\.\d+)?(e-?\d+)?|'[^'\\%]{0,12}'")
"""Text that may stand in a statement as it is: a number, a short plain string, the star of a count."""


def check_elements(statement: Any, functions: frozenset[str]) -> None:
    """Nothing when `statement` only reads layers with `functions` (lower case) and known operators.

    Raises:
        QueryError: something else occurs (a programming error, never a user's); the message names it.
    """
    for element in elements(statement):
        problem = _problem(element, functions)
        if problem:
            raise QueryError(f"{problem} is not allowed in a statement.")


def elements(statement: Any) -> Iterator[Any]:
    """All parts of a statement, each once."""
    seen: dict[int, Any] = {}  # the parts themselves are kept: an id is only unique while its owner lives
    waiting = [statement]
    while waiting:
        element = waiting.pop()
        if id(element) not in seen:
            seen[id(element)] = element
            yield element
            waiting.extend(element.get_children())


def _problem(element: Any, functions: frozenset[str]) -> str:
    """What is wrong with one element, "" when nothing is."""
    if isinstance(element, FunctionElement):
        name = str(getattr(element, "name", type(element).__name__)).lower()
        return "" if name in functions else f"The function {name}"
    if isinstance(element, ColumnClause):
        plain = not element.is_literal or _LITERAL.fullmatch(element.name)
        return "" if plain else f"The text {element.name!r}"
    if isinstance(element, TableClause):
        return "" if _readable(element.schema) else f"The table {element.schema}.{element.name}"
    if isinstance(element, TextClause | UpdateBase) or getattr(element, "_for_update_arg", None) is not None:
        return f"A {type(element).__name__}"
    for operator in (getattr(element, "operator", None), getattr(element, "modifier", None)):
        if operator is not None and _name(operator) not in OPERATORS:
            return f"The operator {_name(operator)}"
    return _added(element)


def _readable(schema: str | None) -> bool:
    """False for the tables of the server and of the registry; layers may stand in any other schema."""
    return bool(schema) and schema not in PRIVATE_SCHEMAS and not str(schema).startswith("pg_")


def _added(element: Any) -> str:
    """Text put before or behind a part of a statement."""
    for name in ("_prefixes", "_suffixes"):
        for added in getattr(element, name, ()):
            text = str(added[0]) if isinstance(added, tuple) else str(added)
            if text not in PREFIXES:
                return f"The text {text!r}"
    if getattr(element, "_hints", None) or getattr(element, "_statement_hints", None):
        return "A hint"
    return ""


def _name(operator: Any) -> str:
    """The name of an operator, or how it is written."""
    return str(getattr(operator, "opstring", None) or getattr(operator, "__name__", operator))

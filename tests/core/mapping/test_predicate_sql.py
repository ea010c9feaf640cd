"""Predicates mean the same in PostgreSQL as in arrays."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from core.database.engine import Database
from core.mapping.predicate import rows_that_hold
from core.mapping.predicate_parser import parse_where
from core.mapping.predicate_sql import predicate_clause

ROWS: list[dict[str, Any]] = [
    {"n": 1, "A": 1.0, "B": "x", "C": "10"},
    {"n": 2, "A": 2.0, "B": "Xy", "C": " 9"},
    {"n": 3, "A": None, "B": None, "C": "abc"},
    {"n": 4, "A": 4.0, "B": "", "C": None},
    {"n": 5, "A": 5.5, "B": "50%_'; DROP TABLE t; --", "C": "1.0"},
    {"n": 6, "A": -3.0, "B": "a\\b", "C": "-2e1"},
]
CLAUSES = (
    "A > 1", "A <> 1", "NOT (A = 1)", "A IS NULL OR A = 1", "A NOT IN (1, 2)", "A BETWEEN 2 AND 4", "B LIKE '%y'",
    "B NOT LIKE 'x%'", "B = ''", "NOT (B = '')", "2 < A", "1 = 1", "1 = 0", "C = 10", "NOT (C = 10)", "C > 1",
    "C <= 9", "NOT C > 1", "B = '50%_''; DROP TABLE t; --'", "B LIKE '50%'", "B LIKE '%\\b'", "A = '2'",
    "A IN ('2', '5.5')",
    "B IN ('x', 'Xy') OR C IS NULL", "NOT (A = 1 OR B = 'x')", "NOT (A > 3 AND C = 10)", "B < 'a'",
)  # fmt: skip


@pytest.fixture(scope="module")
def table(module_database: Database) -> sa.Table:
    meta = sa.MetaData()
    made = sa.Table(
        "t", meta, sa.Column("n", sa.Integer), sa.Column("A", sa.Double), sa.Column("B", sa.Text),
        sa.Column("C", sa.Text),
    )  # fmt: skip
    meta.create_all(module_database.owner)
    with module_database.owner.begin() as connection:
        connection.execute(sa.insert(made), ROWS)
    return made


@pytest.mark.parametrize("text", CLAUSES)
def test_database_and_arrays_agree(text: str, table: sa.Table, module_database: Database) -> None:
    predicate = parse_where(text)
    columns = {c: table.c[c] for c in ("A", "B", "C")}
    statement = sa.select(table.c.n).where(predicate_clause(predicate, columns)).order_by(table.c.n)
    with module_database.owner.connect() as connection:
        found = list(connection.execute(statement).scalars())
    held = rows_that_hold(predicate, {c: [r[c] for r in ROWS] for c in columns}, len(ROWS))
    assert found == [r["n"] for r, kept in zip(ROWS, held, strict=True) if kept]

"""Definition queries: what is understood, how it is evaluated, what is refused."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.mapping.predicate import fields_of, matches_like, rows_that_hold
from core.mapping.predicate_parser import NotUnderstoodError, parse_where

COLUMNS = {
    "A": [1, 2, None, 4, 5.5],
    "B": ["x", "Xy", None, "", "50%"],
    "C": ["10", "9", "abc", None, "1.0"],
}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("A > 1", [1, 3, 4]),
        ("A <> 1", [1, 3, 4]),  # NULL is neither equal nor different
        ("NOT (A = 1)", [1, 3, 4]),
        ("A IS NULL OR A = 1", [0, 2]),
        ("A IS NOT NULL AND NOT A IN (1, 2)", [3, 4]),
        ("A NOT IN (1, 2)", [3, 4]),
        ("A BETWEEN 2 AND 4", [1, 3]),
        ("\"B\" LIKE '%y'", [1]),
        ("[B] NOT LIKE 'x%'", [1, 3, 4]),
        ("B = ''", [3]),
        ("2 < A", [3, 4]),
        ("1 = 1", [0, 1, 2, 3, 4]),
        ("1 = 0", []),
        ("C = 10", [0]),
        ("C = 1", [4]),
        ("B = N'x' or (A >= 4 and (C is null))", [0, 3]),
        ("A != 5.5 AND A < 1e1", [0, 1, 3]),
    ],
)
def test_rows(text: str, rows: list[int]) -> None:
    held = rows_that_hold(parse_where(text), COLUMNS, 5)
    assert held.nonzero()[0].tolist() == rows


@pytest.mark.parametrize("text", [
    "", "A", "A =", "= 1", "A = 1 AND", "A IN ()", "A IN (SELECT B FROM t)", "A = 1; DROP TABLE t", "A = 1 -- x",
    "A = 1 /* x */", "UPPER(A) = 'X'", "A + 1 = 2", "A = B", "A = 'x", "EXISTS (SELECT 1)", "A = 1 UNION SELECT 2",
    "CASE WHEN A THEN 1 END = 1", "A = 1)", "(" * 60 + "A = 1" + ")" * 60, "NOT " * 60 + "A = 1", "A LIKE 5",
    "A LIKE '" + "%a" * 30 + "'", "A = ?", "A = $1", "A = {x}",
])  # fmt: skip
def test_what_is_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstoodError):
        parse_where(text)


def test_fields_are_named_once() -> None:
    assert fields_of(parse_where("a.b.KIND = 1 OR (年代 = 'J' AND NOT a.b.KIND = 2)")) == ("a.b.KIND", "年代")


simple = st.one_of(
    st.tuples(st.sampled_from("ab"), st.sampled_from(["=", "<>", "<", "<=", ">", ">="]), st.integers(-2, 2)).map(
        lambda x: f"{x[0]} {x[1]} {x[2]}"
    ),
    st.sampled_from("ab").map(lambda c: f"{c} IS NULL"),
    st.tuples(st.sampled_from("ab"), st.integers(-2, 0), st.integers(-1, 2)).map(
        lambda x: f"{x[0]} BETWEEN {x[1]} AND {x[2]}"
    ),
    st.tuples(st.sampled_from("ab"), st.lists(st.integers(-2, 2), min_size=1, max_size=3)).map(
        lambda x: f"{x[0]} NOT IN ({', '.join(map(str, x[1]))})"
    ),
)
clauses = st.recursive(
    simple,
    lambda c: st.one_of(
        c.map(lambda x: f"NOT ({x})"),
        st.tuples(c, st.sampled_from(["AND", "OR"]), c).map(lambda x: f"({x[0]}) {x[1]} ({x[2]})"),
    ),
    max_leaves=6,
)
rows = st.lists(st.tuples(*(2 * [st.none() | st.integers(-3, 3)])), min_size=1, max_size=8)


@settings(max_examples=80, deadline=None)
@given(clauses, rows)
def test_it_agrees_with_a_database(text: str, values: list[tuple[int | None, int | None]]) -> None:
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE t (n integer, a integer, b integer)")
    base.executemany("INSERT INTO t VALUES (?, ?, ?)", [(i, *v) for i, v in enumerate(values)])
    wanted = [n for (n,) in base.execute(f"SELECT n FROM t WHERE {text} ORDER BY n")]
    columns = {"a": [v[0] for v in values], "b": [v[1] for v in values]}
    assert rows_that_hold(parse_where(text), columns, len(values)).nonzero()[0].tolist() == wanted


@settings(max_examples=150, deadline=None)
@given(st.text("ab_%", max_size=8), st.text("ab_%.", max_size=10))
def test_like_agrees_with_a_database(pattern: str, text: str) -> None:
    base = sqlite3.connect(":memory:")
    base.execute("PRAGMA case_sensitive_like = ON")
    (wanted,) = base.execute("SELECT ? LIKE ?", (text, pattern)).fetchone()
    assert matches_like(text, pattern) == bool(wanted)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_where(text)
    except NotUnderstoodError:
        return

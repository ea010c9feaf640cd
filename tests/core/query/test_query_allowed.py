"""What may stand in a statement, and that everything else is refused before it is sent."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from core.errors import QueryError
from core.query.compile.allowed import check_elements, elements
from core.query.compile.tables import FUNCTIONS, bound, render

FAULTS = sa.table("faults", sa.column("fid"), sa.column("name"), schema="layers")


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        (sa.select(sa.func.pg_sleep(5)), "pg_sleep"),
        (sa.select(FAULTS.c.fid).where(sa.func.pg_read_file("x") == "y"), "pg_read_file"),
        (sa.select(FAULTS.c.fid.op("OPERATOR(evil.~)")(1)), "OPERATOR"),
        (sa.select(FAULTS.c.name.regexp_match("a+")), "regexp_match_op"),
        (sa.select(FAULTS.c.name.like("%a%")), "like_op"),
        (sa.select(sa.literal_column("1; DROP TABLE layers.faults")), "DROP TABLE"),
        (sa.select(sa.literal_column("'it''s'")), "it''s"),
        (sa.select(sa.text("1")), "TextClause"),
        (sa.select(sa.table("layer", sa.column("id"), schema="oresight").c.id), "oresight.layer"),
        (sa.select(sa.table("pg_authid", sa.column("oid"), schema="pg_catalog").c.oid), "pg_authid"),
        (sa.select(sa.table("faults", sa.column("fid")).c.fid), "faults"),
        (sa.select(FAULTS.c.fid).with_for_update(), "Select"),
        (sa.select(FAULTS.c.fid).prefix_with("/* x */"), "/* x */"),
        (sa.select(FAULTS.c.fid).suffix_with("FOR UPDATE"), "FOR UPDATE"),
        (sa.select(FAULTS.c.fid).with_statement_hint("hint"), "hint"),
        (sa.delete(FAULTS), "Delete"),
        (sa.update(FAULTS).values(name="x"), "Update"),
        (sa.select(sa.insert(FAULTS).values(fid=1).returning(FAULTS.c.fid).cte("w").c.fid), "Insert"),
    ],
)
def test_everything_else_is_refused_by_name(statement: Any, named: str) -> None:
    with pytest.raises(QueryError) as caught:
        render(statement)
    assert named in str(caught.value)


def test_a_refused_part_is_found_however_deep_it_stands() -> None:
    deep: Any = sa.select(FAULTS.c.fid, sa.func.pg_sleep(1).label("x"))
    for i in range(30):
        inner = deep.cte(f"c{i}")
        deep = sa.select(inner.c.fid).where(sa.exists(sa.select(inner.c.fid)))
    with pytest.raises(QueryError, match="pg_sleep"):
        render(deep)


def test_shared_parts_are_looked_at_once() -> None:
    statement: Any = sa.select(FAULTS.c.fid)
    for i in range(22):  # as a tree: four million leaves
        part = statement.cte(f"c{i}")
        statement = sa.select(part.c.fid).where(part.c.fid.in_(sa.select(part.c.fid)))
    count = sum(1 for _ in elements(statement))
    assert count < 2_000
    check_elements(statement, FUNCTIONS)


@given(st.text())
def test_no_text_becomes_part_of_a_statement(text: str) -> None:
    sent = render(sa.select(FAULTS.c.fid).where(FAULTS.c.name == bound("name", text, sa.Text)))
    assert sent.sql == render(sa.select(FAULTS.c.fid).where(FAULTS.c.name == bound("name", "", sa.Text))).sql
    assert list(sent.params.values()) == [text]

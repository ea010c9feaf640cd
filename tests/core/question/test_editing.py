"""Editing a query at one place."""

from __future__ import annotations

import pytest

from core.question import ir
from core.question.editing import changed, without
from tests.core.question.forms import read

QUESTION = "gold deposits near faults in Orrest Fell"


def query() -> ir.Query:
    found = read(QUESTION).ir.query
    assert found is not None
    return found


def place(kind: str) -> str:
    where = ir.dump(query())["target"]["where"]["and"]
    return f"target.where.and.{next(i for i, x in enumerate(where) if kind in (x.get('rel'), x.get('attr')))}"


def test_a_value_is_changed_and_no_longer_assumed() -> None:
    path = place("near")
    edited = changed(query(), f"{path}.max_m", 2500.0)
    assert isinstance(edited.target.where, ir.And)
    relation = edited.target.where.and_[int(path[-1])]
    assert isinstance(relation, ir.RelCond)
    assert relation.max_m == 2500.0
    assert relation.assumed is None
    assert [x for x in edited.target.where.and_ if x is not relation] == [
        x
        for x in query().target.where.and_
        if not (isinstance(x, ir.RelCond) and x.rel == "near")  # type: ignore[union-attr]
    ]


def test_the_name_of_an_anchor_is_changed() -> None:
    edited = changed(query(), f"{place('within')}.to.names", ["Low Wood"])
    assert "Low Wood" in edited.model_dump_json()
    assert "Orrest Fell" not in edited.model_dump_json()


def test_leaving_out_a_condition_shrinks_its_group() -> None:
    smaller = without(query(), place("near"))
    assert isinstance(smaller.target.where, ir.And)
    assert len(smaller.target.where.and_) == 2
    alone = without(smaller, "target.where.and.0")
    assert not isinstance(alone.target.where, ir.And)
    assert alone.target.where is not None
    assert without(alone, "target.where").target.where is None


def test_a_limit_is_changed() -> None:
    found = read("top 3 gold deposits by size").ir.query
    assert found is not None
    assert changed(found, "limit", 7).limit == 7


@pytest.mark.parametrize("path", ["target.where.and.9.max_m", "nowhere.at.all", "target.where.or.0.max_m"])
def test_a_place_that_does_not_exist_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="nothing at"):
        changed(query(), path, 1.0)


def test_a_value_that_makes_no_query_is_refused() -> None:
    with pytest.raises(ValueError, match="limit"):
        changed(query(), "limit", 0)

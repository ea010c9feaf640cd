"""Layers are left out of a relation only when none of their features can be near enough."""

from __future__ import annotations

from dataclasses import replace

import pytest
from geographiclib.geodesic import Geodesic
from hypothesis import given
from hypothesis import strategies as st

from core.query.compile.reach import within_reach
from core.vocabulary.card import Labels, Layer
from tests.core.query.fixtures import Ask, refs, rel, select

EMPTY = Layer("x", "fault", Labels("", ""), "point", 1, (0, 0, 0, 0), {})


def at(extent: tuple[float, float, float, float]) -> Layer:
    return replace(EMPTY, extent=extent)


boxes = st.tuples(
    st.floats(-180, 180), st.floats(-90, 90), st.floats(0, 30), st.floats(0, 20), st.floats(0, 1), st.floats(0, 1)
)


def layer_and_point(box: tuple[float, ...]) -> tuple[Layer, float, float]:
    """A layer and a feature somewhere in its extent."""
    west, south, wide, tall, x, y = box
    east, north = min(west + wide, 180.0), min(south + tall, 90.0)
    return at((west, south, east, north)), west + x * (east - west), south + y * (north - south)


@given(a=boxes, b=boxes)
def test_layers_with_features_near_each_other_are_never_left_out(
    a: tuple[float, ...], b: tuple[float, ...]
) -> None:
    one, x1, y1 = layer_and_point(a)
    other, x2, y2 = layer_and_point(b)
    metres = Geodesic.WGS84.Inverse(y1, x1, y2, x2)["s12"]
    assert within_reach(one, other, metres)
    assert within_reach(other, one, metres)


@pytest.mark.parametrize(("a", "b", "metres", "expected"), [
    ((100, 40, 101, 41), (100, 30, 101, 31), 5_000, False),
    ((100, 40, 101, 41), (103, 40, 104, 41), 5_000, False),
    ((100, 40, 101, 41), (101.02, 40, 102, 41), 5_000, True),
    ((179.5, 0, 180, 1), (-180, 0, -179.5, 1), 10, True),
    ((0, 89.5, 10, 90), (180, 89.5, 190, 90), 10, True),
])  # fmt: skip
def test_examples(a: tuple, b: tuple, metres: float, expected: bool) -> None:
    assert within_reach(at(a), at(b), metres) is expected


def test_long_edges_reach_out_of_their_extent() -> None:
    near = at((100, 40, 101, 41))
    far = replace(at((100, 42, 104, 42)), max_edge_m=330_000)
    assert within_reach(near, far, 10)
    assert not within_reach(near, replace(far, max_edge_m=1_000), 10)


def test_statements_name_only_layers_that_can_take_part(ask: Ask) -> None:
    outcome = ask(select("deposit", rel("within", "region", None, "North"), rel("near", "fault", max_m=5_000)))
    assert refs(outcome)
    assert outcome.rows is not None
    assert outcome.rows.statement is not None
    assert "faults_south" not in outcome.rows.statement.sql
    assert "矿床_south" not in outcome.rows.statement.sql

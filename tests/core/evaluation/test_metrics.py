"""Metrics of answers made up for the purpose."""

from __future__ import annotations

import math

import pytest

from core.evaluation.gold.world import Ref
from core.evaluation.judging import retrieval
from core.evaluation.metrics import estimate
from core.evaluation.records import Gold

A, B, C, D, E, F = (Ref("t", i) for i in range(6))


def test_precision_counts_places_and_the_attainable_one_counts_what_is_possible() -> None:
    found = retrieval(Gold("list", (A, B), gains={A: 1.0, B: 1.0}), (A, B, C, D, E))
    assert found["p5"] == pytest.approx(0.4)
    assert found["p5a"] == found["r5"] == found["mrr"] == 1.0


def test_recall_of_many_is_limited_by_five_places() -> None:
    gold = Gold("list", tuple(Ref("t", i) for i in range(20)), gains={Ref("t", i): 1.0 for i in range(20)})
    found = retrieval(gold, tuple(Ref("t", i) for i in range(20)))
    assert found["r5"] == pytest.approx(0.25)
    assert found["r5a"] == found["p5"] == 1.0


def test_reciprocal_rank_is_that_of_the_first_right_feature() -> None:
    assert retrieval(Gold("list", (C,), gains={C: 1.0}), (A, B, C))["mrr"] == pytest.approx(1 / 3)


def test_gain_falls_with_the_logarithm_of_the_place() -> None:
    gold = Gold("list", (A, B), gains={A: 1.0, B: 0.5})
    swapped = (0.5 + 1.0 / math.log2(3)) / (1.0 + 0.5 / math.log2(3))
    assert retrieval(gold, (A, B))["ndcg"] == 1.0
    assert retrieval(gold, (B, A))["ndcg"] == pytest.approx(swapped)


def test_nothing_is_right_where_nothing_is_meant() -> None:
    assert retrieval(Gold("list"), ())["p5a"] == 1.0
    assert retrieval(Gold("list"), (A,))["p5a"] == 0.0


def test_intervals_hold_the_mean_and_are_the_same_on_every_run() -> None:
    one = estimate([1, 1, 1, 0, None, 1, 0, 1])
    assert one.n == 7
    assert one.mean == pytest.approx(5 / 7)
    assert one.low <= one.mean <= one.high
    assert estimate([1, 1, 1, 0, None, 1, 0, 1]) == one
    assert estimate([]).n == 0

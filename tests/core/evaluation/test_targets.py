"""What the product must reach on the published kinds of question, and on a seeded part of the development set."""

from __future__ import annotations

import random

import pytest

from core.evaluation.configurations import CONFIGURATIONS
from core.evaluation.judging import Score
from core.evaluation.metrics import silent, summary
from core.evaluation.running import Bench
from core.evaluation.testset import records
from core.service.ablation import ask_with


@pytest.fixture(scope="module")
def paper(bench: Bench) -> tuple[Score, ...]:
    asked = records(bench.book, "paper")
    return bench.scores(asked, bench.golds(asked))


def test_the_published_kinds_are_answered_without_a_fault(paper: tuple[Score, ...]) -> None:
    assert [(s.record.question, s.reason) for s in paper if s.outcome != "right"] == []


@pytest.mark.parametrize(
    ("measure", "least"),
    [
        ("P@5 attainable", 1.0), ("R@5 attainable", 1.0), ("MRR", 1.0), ("NDCG@5", 0.995),
        ("spatial citation rate", 1.0), ("citation correctness", 1.0), ("citation completeness", 1.0),
        ("grounding accuracy", 1.0), ("faithfulness", 1.0),
    ],
)  # fmt: skip
def test_the_published_kinds_reach_their_targets(paper: tuple[Score, ...], measure: str, least: float) -> None:
    assert summary(paper)[measure].mean >= least


def test_switching_a_part_off_costs_what_the_part_gives(bench: Bench, paper: tuple[Score, ...]) -> None:
    asked = records(bench.book, "paper")[::4]
    golds = bench.golds(asked)
    full = summary([s for s in paper if s.record in asked])
    found = {
        name: summary(bench.scores(asked, golds, ask_with(bench.app, CONFIGURATIONS[name].ablation)))
        for name in ("text-only", "no-semantic", "no-spatial", "no-ranking", "full")
    }
    assert found["text-only"]["P@5"].mean == 0.0
    assert found["no-semantic"]["P@5"].mean < found["no-spatial"]["P@5"].mean < full["P@5"].mean
    assert found["no-spatial"]["spatial citation rate"].mean == 0.0
    assert found["no-ranking"]["P@5 attainable"].mean == 1.0
    assert found["no-ranking"]["NDCG@5"].mean < found["full"]["NDCG@5"].mean
    assert found["full"]["P@5"].mean == full["P@5"].mean


def test_a_part_of_the_development_set_is_answered_right_or_not_at_all(bench: Bench) -> None:
    asked = records(bench.book, "dev")
    asked = tuple(random.Random(3).sample(asked, 40))
    scores = bench.scores(asked, bench.golds(asked))
    found = summary(scores)
    assert found["coverage"].mean >= 0.85
    assert found["accuracy under coverage"].mean >= 0.95
    assert len(silent(scores)) == 0

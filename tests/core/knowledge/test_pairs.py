"""The written pairs name passages that exist; the search does on them what is promised."""

from __future__ import annotations

import pytest

from core.knowledge.search import Library
from tests.benchmarks.retrieval import is_answer, library, pairs, unanswerable


@pytest.fixture(scope="module")
def words() -> Library:
    return library(embedding="none")


@pytest.mark.parametrize("part", ["development", "sealed"])
def test_every_pair_names_one_passage(words: Library, part: str) -> None:
    passages = words.passages()
    held = {x.question: [p for p in passages if is_answer(p, x)] for x in pairs(part)}
    assert {q: len(x) for q, x in held.items() if len(x) != 1} == {}
    assert [x.language for x in pairs(part)] == [held[x.question][0].language for x in pairs(part)]


def test_half_of_the_sealed_pairs_cross_the_languages() -> None:
    sealed = pairs("sealed")
    assert len(sealed) == 60
    assert sum(x.asked != x.language for x in sealed) == 30
    asked = [x.question for part in ("development", "sealed") for x in pairs(part)]
    assert len(set(asked)) == 90
    assert len(unanswerable("sealed")) == 10

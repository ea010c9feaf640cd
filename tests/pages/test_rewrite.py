"""Editing a chip rewrites the question where the words were."""

from __future__ import annotations

import pytest

from core.answer.model import Answer
from core.query.result import Binding
from core.question import ir
from core.question.reading import Language, Reading, Routing
from pages.components.rewrite import relations, with_distance, with_region


def answer(question: str, words: str, language: Language, *, assumed: str | None = None) -> Answer:
    start = question.index(words)
    relation = ir.RelCond(
        rel="near", to=ir.Set(layer="fault"), max_m=5000, span=(start, start + len(words)), assumed=assumed
    )
    query = ir.Query(intent="select", target=ir.Set(layer="deposit", where=relation), output="entity_list")
    reading = Reading(question, language, ir.Answer(action="query", query=query))
    return Answer("id", question, language, "answered", Routing("spatial_relation", {}), reading)


@pytest.mark.parametrize(
    ("question", "words", "language", "wanted"),
    [
        ("gold within 5 km of faults in X", "within 5 km of faults", "en", "gold within 2.5 km of faults in X"),
        ("gold within 300 m of faults", "within 300 m of faults", "en", "gold within 2.5 km of faults"),
        ("gold near faults?", "near faults", "en", "gold within 2.5 km of faults?"),
        ("deposits close to folds", "close to folds", "en", "deposits within 2.5 km of folds"),
        ("距断裂5公里以内的金矿", "距断裂5公里以内", "zh", "距断裂2.5公里以内的金矿"),
        ("距断裂五公里以内的金矿", "距断裂五公里以内", "zh", "距断裂2.5公里以内的金矿"),
        ("断裂附近的金矿", "断裂附近", "zh", "断裂2.5公里以内的金矿"),
        ("靠近断裂的金矿", "靠近断裂", "zh", "距断裂2.5公里以内的金矿"),
    ],
)
def test_the_distance_stands_where_the_words_were(
    question: str, words: str, language: Language, wanted: str
) -> None:
    made = answer(question, words, language)
    (relation,) = relations(made)
    assert with_distance(made, relation, 2.5) == wanted


def test_two_distances_are_told_apart_by_their_place() -> None:
    question = "gold within 5 km of faults and within 1 km of folds"
    made = answer(question, "within 1 km of folds", "en")
    (relation,) = relations(made)
    assert with_distance(made, relation, 3) == "gold within 5 km of faults and within 3 km of folds"


def test_a_question_without_a_place_for_it_is_left_alone() -> None:
    made = answer("deposits by faults", "by faults", "en")
    (relation,) = relations(made)
    assert with_distance(made, relation, 2) is None


def test_a_named_study_area_is_replaced_and_a_chosen_one_is_not_written_in() -> None:
    made = answer("gold near faults in Alpha", "near faults", "en")
    named = Binding("Alpha", (17, 25), "region", "Alpha", "exact")
    from dataclasses import replace  # noqa: PLC0415

    assert with_region(replace(made, bindings=(named,)), "Beta") == "gold near faults in Beta"
    assert with_region(made, "Beta") == made.question

"""Totals, shares, groups, superlatives and narrower nouns in many English wordings, each with the same meaning."""

from __future__ import annotations

from typing import Any

import pytest

from core.question import ir
from core.question.previous import Previous
from tests.core.question.brief import brief
from tests.core.question.terrains import geologist, read


def _query(question: str) -> dict[str, Any]:
    reading = read(question)
    assert reading.ir.action == "query", (question, reading.message)
    assert reading.unexplained == (), question
    found: dict[str, Any] = ir.dump(reading.ir, spans=False)["query"]
    return found


def _where(query: dict[str, Any]) -> str:
    return brief(query["target"]["where"]).strip("()") if "where" in query["target"] else ""


@pytest.mark.parametrize(
    "question",
    [
        "How long are all faults in Orrest Fell together?",
        "Taken together, how long are the faults in Orrest Fell?",
        "length in total of faults, Orrest Fell",
        "What do the lengths of the faults in Orrest Fell add up to?",
        "Calculate the total length in km of faults in Orrest Fell",
        "How many kilometres long are the faults in Orrest Fell combined?",
        "Orrest Fell total fault length",
    ],
)
def test_lengths_taken_together_are_one_number(question: str) -> None:
    query = _query(question)
    assert query["intent"] == "aggregate"
    assert [(x["agg"], x["expr"]) for x in query["measures"]] == [("sum", {"measure": "length"})]
    assert (query["target"]["layer"], _where(query)) == ("fault", 'within region["Orrest Fell"]')


@pytest.mark.parametrize(
    "question",
    [
        "How many sq km does granite cover in Orrest Fell?",
        "How big is the total outcrop area of granite in Orrest Fell?",
        "total exposed area of granite, Orrest Fell",
        "Orrest Fell total granite area",
        "area of all granite bodies in Orrest Fell summed",
    ],
)
def test_areas_taken_together_are_one_number(question: str) -> None:
    query = _query(question)
    assert [(x["agg"], x["expr"]) for x in query["measures"]] == [("sum", {"measure": "area"})]
    assert "lithology = granite" in _where(query)


def test_lengths_of_each_stay_a_list() -> None:
    assert _query("How long are the faults in Orrest Fell?")["output"] == "table"


@pytest.mark.parametrize(
    "question",
    [
        "In Orrest Fell, what percentage of gold deposits is closer than 2 km to a fault?",
        "Of the gold deposits in Orrest Fell, how many percent lie within 2 km of a fault?",
        "Compute percentage: gold deposits in Orrest Fell within 2 km of faults",
        "The gold deposits within 2 km of a fault make up what percentage of all gold deposits in Orrest Fell?",
        "gold deposits within 2 km of a fault as a percentage of all gold deposits in Orrest Fell",
        "How large is the share of gold deposits in Orrest Fell located within 2 km of a fault?",
    ],
)
def test_part_and_whole_of_a_share_lie_in_the_same_area(question: str) -> None:
    part, whole = (brief(x["over"]["where"]) for x in _query(question)["value"]["args"])
    assert "near(≤2000) fault" in part
    assert "near" not in whole
    assert all('within region["Orrest Fell"]' in x and "commodity = gold" in x for x in (part, whole))


@pytest.mark.parametrize(
    "question",
    [
        "deposits in Orrest Fell by size",
        "histogram of size for the deposits in Orrest Fell",
        "size breakdown of the deposits in Orrest Fell",
        "How are the deposits in Orrest Fell distributed by size?",
        "Summarise the deposits of Orrest Fell by size",
        "Deposit counts in Orrest Fell, one line per size",
    ],
)
def test_an_attribute_whose_values_are_counted(question: str) -> None:
    query = _query(question)
    assert (query["intent"], query["group_by"]) == ("group", [{"field": "size"}])
    assert _where(query) == 'within region["Orrest Fell"]'


def test_a_list_by_size_is_in_that_order() -> None:
    assert _query("list the deposits in Orrest Fell by size")["intent"] == "select"


@pytest.mark.parametrize(
    "question",
    [
        "deposits inside the granite body of largest area in Orrest Fell",
        "Which deposits sit in the largest (by area) granite body in Orrest Fell?",
        "deposits hosted in the granite body with the maximum area in Orrest Fell",
        "deposits inside the granite body that covers the largest area in Orrest Fell",
    ],
)
def test_the_largest_body_is_chosen_before_anything_lies_in_it(question: str) -> None:
    inner = _query(question)["target"]["where"]["to"]
    assert inner["layer"] == "geo_body"
    assert {"top": {"by": {"measure": "area"}, "dir": "desc", "k": 1}} in inner["where"]["and"]


@pytest.mark.parametrize(
    "question",
    [
        "Which folds in Orrest Fell are synclines?",
        "folds in Orrest Fell of type syncline",
        "folds, Orrest Fell, syncline",
        "Orrest Fell folds: type = syncline",
        "Find the syncline structures in Orrest Fell",
        "向斜型褶皱，青岭",
    ],
)
def test_a_narrower_noun_is_a_value(question: str) -> None:
    query = _query(question)
    assert query["target"]["layer"] == "fold"
    assert "fold_type = syncline" in _where(query)


_APART = "commodity = gold | (commodity = lead & commodity = zinc) | commodity = copper"


@pytest.mark.parametrize(
    ("question", "meaning"),
    [
        ("which deposits produce copper or lead", "commodity in copper|lead"),
        ("deposits whose commodities include copper or lead", "commodity in copper|lead"),
        ("deposits mined for either copper or lead", "commodity in copper|lead"),
        ("deposits that belong to the skarn type", "genetic_type = skarn"),
        ("deposits that formed by skarn processes", "genetic_type = skarn"),
        ("gold, lead-zinc and copper deposits", _APART),
        ("金矿、铅锌矿、铜矿", _APART),
    ],
)  # fmt: skip
def test_what_deposits_hold(question: str, meaning: str) -> None:
    assert _where(_query(question)) == meaning


def test_the_mean_feature_is_that_of_the_area() -> None:
    query = _query("Which faults in Orrest Fell are longer than the mean fault there?")
    mean = next(x["cmp"][2] for x in query["target"]["where"]["and"] if "cmp" in x)
    assert brief(mean["over"]["where"]) == 'within region["Orrest Fell"]'


def test_what_rock_asks_for_the_rock() -> None:
    query = _query("What is the rock around Raven Crag anticline?")
    assert query["target"]["layer"] == "geo_body"
    assert query["return"] == [{"field": "lithology"}]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Which companies own mines in Orrest Fell?", "out_of_scope"),
        ("How many people work at the gold mines in Orrest Fell?", "out_of_scope"),
        ("Who won the World Cup in 2018?", "out_of_scope"),
        ("magnetic anomalies in Orrest Fell", "out_of_scope"),
        ("Add a new gold deposit at 110E 41N", "unsafe_write"),
        ("change the size of all deposits to large", "unsafe_write"),
        ("Move all deposits 5 km north", "unsafe_write"),
        ("Save a new layer with gold deposits", "unsafe_write"),
    ],
)
def test_what_no_data_like_these_know_is_refused(question: str, kind: str) -> None:
    refuse = read(question).ir.refuse
    assert refuse is not None, question
    assert refuse.kind == kind


def _talk(*questions: str) -> dict[str, Any]:
    previous: Previous | None = None
    found: dict[str, Any] = {}
    for question in questions:
        reading = geologist().read(question, previous=previous)
        assert reading.ir.query is not None, (question, reading.message)
        previous = Previous(reading.ir.query, question, full=reading.full)
        found = ir.dump(reading.ir, spans=False)["query"]
    return found


_FIRST = "Gold deposits in Orrest Fell within 2 km of faults"


@pytest.mark.parametrize(
    ("question", "meaning"),
    [
        ("increase the distance to 6 km", "near(≤6000) fault"),
        ("use 6 km", "near(≤6000) fault"),
        ("only normal faults", "near(≤2000) fault{fault_type = normal}"),
        ("same question, but for copper", "commodity = copper"),
        ("swap gold for copper", "commodity = copper"),
        ("do the same for Low Wood", 'within region["Low Wood"]'),
        ("drop the large ones", "!size = large"),
    ],
)
def test_a_follow_up_changes_one_part(question: str, meaning: str) -> None:
    query = _talk(_FIRST, question)
    assert query["target"]["layer"] == "deposit"
    assert meaning in _where(query)


@pytest.mark.parametrize(
    "question", ["restrict that to large ones", "keep the large ones", "narrow it down to large"]
)
def test_a_follow_up_keeps_a_part_of_the_answer(question: str) -> None:
    target = _talk(_FIRST, question)["target"]
    assert (target["prev"], brief(target["where"])) == (True, "size = large")


def test_a_share_of_them_is_not_of_all() -> None:
    value = _talk(_FIRST, "what share of them is large?")["value"]
    assert [x["over"]["prev"] for x in value["args"]] == [True, True]


def test_another_statistic_and_another_key() -> None:
    median = _talk("Average Au in Orrest Fell samples", "and the median?")
    assert [x["agg"] for x in median["measures"]] == ["median"]
    grouped = _talk("Number of deposits in Orrest Fell by size", "now by genetic type")
    assert grouped["group_by"] == [{"field": "genetic_type"}]


def test_how_many_there_are_speaks_of_the_features_before() -> None:
    query = _talk("What is the total area of granite in Orrest Fell?", "how many bodies are there?")
    assert query["intent"] == "count"
    assert "lithology = granite" in _where(query)


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("deposits with copper and deposits with lead in Orrest Fell", "clarify"),
        ("Which deposits in Orrest Fell produce coal by tonnage?", "clarify"),
    ],
)
def test_two_lists_and_unknown_words_are_asked_back(question: str, rest: str) -> None:
    assert read(question).ir.action in (rest, "refuse")


def test_from_behind_an_age_is_a_place_before_a_name() -> None:
    assert "age = permian" in _where(_query("granites with geological age Permian from Orrest Fell"))


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("What is the area of granite in Low Wood?", "aggregate"),
        ("The length of the faults in Low Wood", "aggregate"),
        ("What are the areas of the granite bodies in Low Wood?", "value"),
        ("What is the length of each fault in Low Wood?", "value"),
    ],
)
def test_one_amount_of_many_features_is_their_sum(question: str, intent: str) -> None:
    reading = read(question)
    assert reading.ir.query is not None
    assert reading.ir.query.intent == intent
    assert bool(reading.notes) == (intent == "aggregate")

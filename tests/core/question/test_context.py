"""Follow-up questions: what they take from the question before, and when they start afresh."""

from __future__ import annotations

from typing import Any

import pytest

from core.question import ir
from core.question.previous import Previous
from core.question.reading import Reading
from tests.core.question.forms import geologist

GOLD_EN = "Which gold deposits lie within 5 km of faults in Orrest Fell?"
GOLD_ZH = "青岭距断裂5公里以内的金矿床有哪些？"
GOLD = {"attr": "commodity", "op": "=", "value": "gold"}
COPPER = {"attr": "commodity", "op": "=", "value": "copper"}
LARGE = {"attr": "size", "op": "=", "value": "large"}


def near(metres: float) -> dict[str, Any]:
    return {"rel": "near", "to": {"layer": "fault"}, "max_m": metres}


def region(name: str) -> dict[str, Any]:
    return {"rel": "within", "to": {"layer": "region", "names": [name]}}


def talk(*questions: str) -> Reading:
    """The reading of the last question after those before it."""
    previous: Previous | None = None
    for question in questions:
        reading = geologist().read(question, previous=previous)
        if reading.ir.query is not None:
            previous = Previous(reading.ir.query, question, full=reading.full)
    return reading


def conditions(reading: Reading) -> list[dict[str, Any]]:
    query = ir.dump(reading.ir, spans=False)["query"]
    where = query["target"].get("where")
    return [] if where is None else where.get("and", [where])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("which of those are copper?", [COPPER]),
        ("and which of them are large?", [LARGE]),
        ("only the large ones", [LARGE]),
        ("are any of these copper deposits?", [COPPER]),
        ("其中大型的呢？", [LARGE]),
        ("其中哪些是铜矿？", [COPPER]),
        ("这些矿床中哪些是大型的？", [LARGE]),
        ("它们中的铜矿有哪些？", [COPPER]),
    ],
)
@pytest.mark.parametrize("first", [GOLD_EN, GOLD_ZH])
def test_pronouns_mean_the_features_of_the_last_answer(
    first: str, question: str, expected: list[dict[str, Any]]
) -> None:
    reading = talk(first, question)
    assert reading.ir.context == "previous_result"
    assert reading.ir.query is not None
    assert reading.ir.query.target.prev is True
    assert conditions(reading) == expected
    assert not reading.unexplained


@pytest.mark.parametrize("question", ["how many of them?", "how many are there of those?", "其中有多少个？"])
def test_how_many_of_them_is_a_count(question: str) -> None:
    query = talk(GOLD_EN, question).ir.query
    assert query is not None
    assert (query.intent, query.target.prev) == ("count", True)


@pytest.mark.parametrize("question", ["faults near them", "which faults are within 5 km of those deposits?"])
def test_a_pronoun_can_be_the_anchor(question: str) -> None:
    reading = talk("gold deposits in Orrest Fell", question)
    assert reading.ir.context == "previous_result"
    found = conditions(reading)
    assert found == [{"rel": "near", "to": {"layer": "deposit", "prev": True}, "max_m": 5000.0}]
    assert reading.ir.query is not None
    assert reading.ir.query.target.layer == "fault"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what about within 10 km?", [GOLD, near(10_000), region("Orrest Fell")]),
        ("within 800 m", [GOLD, near(800), region("Orrest Fell")]),
        ("what about copper?", [near(5_000), region("Orrest Fell"), COPPER]),
        ("what about the copper ones", [near(5_000), region("Orrest Fell"), COPPER]),
        ("and in Low Wood?", [GOLD, near(5_000), region("Low Wood")]),
        ("and the large ones?", [GOLD, near(5_000), region("Orrest Fell"), LARGE]),
    ],
)
def test_a_fragment_replaces_its_slot(question: str, expected: list[dict[str, Any]]) -> None:
    reading = talk(GOLD_EN, question)
    assert reading.ir.context == "previous_query"
    assert conditions(reading) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("10公里以内呢？", [region("青岭"), near(10_000), GOLD]),
        ("如果是2公里呢？", [region("青岭"), near(2_000), GOLD]),
        ("铜矿呢？", [region("青岭"), near(5_000), COPPER]),
        ("低林省呢？", [near(5_000), GOLD, region("低林省")]),
        ("大型的呢？", [region("青岭"), near(5_000), GOLD, LARGE]),
    ],
)
def test_a_chinese_fragment_replaces_its_slot(question: str, expected: list[dict[str, Any]]) -> None:
    reading = talk(GOLD_ZH, question)
    assert reading.ir.context == "previous_query"
    assert conditions(reading) == expected


def test_bounds_of_a_ring_and_beyond() -> None:
    reading = talk(GOLD_EN, "between 2 and 5 km?")
    assert conditions(reading)[1] == {**near(5_000), "min_m": 2_000.0}
    reading = talk(GOLD_EN, "more than 10 km away?")
    assert conditions(reading)[1] == {"rel": "near", "to": {"layer": "fault"}, "min_m": 10_000.0}


def test_a_number_alone_compares_the_attribute_of_the_question_before() -> None:
    reading = talk("samples with Au > 20 ppb", "above 50 ppb?")
    assert conditions(reading) == [{"attr": "Au", "op": ">", "value": 50, "unit": "ppb"}]


@pytest.mark.parametrize("question", ["what about Cu?", "and Cu?", "铜呢？"])
def test_another_element_takes_the_place_of_the_one_that_was_compared(question: str) -> None:
    reading = talk("samples with Au > 20 ppb", question)
    assert conditions(reading) == [{"attr": "Cu", "op": ">", "value": 20, "unit": "ppb"}]
    assert reading.ir.context == "previous_query"


def test_it_is_the_one_feature_of_the_last_answer() -> None:
    query = talk("Is Rydal near a fault?", "how far is it from the nearest fault?").ir.query
    assert query is not None
    assert query.target.layer == "deposit"
    assert query.target.prev is True


@pytest.mark.parametrize("question", ["show the faults too", "把断裂也显示出来", "断裂呢？"])
def test_the_features_a_relation_went_to(question: str) -> None:
    reading = talk(GOLD_EN, question)
    assert reading.ir.query is not None
    assert reading.ir.query.target.layer == "fault"
    assert conditions(reading) == [{"rel": "near", "to": {"layer": "deposit", "prev": True}, "max_m": 5000.0}]


def test_another_kind_of_line_takes_the_place_of_the_anchor() -> None:
    reading = talk("gold deposits within 5 km of faults", "what about geological boundaries?")
    assert reading.ir.query is not None
    assert reading.ir.query.target.layer == "deposit"
    assert {"rel": "near", "to": {"layer": "geo_boundary"}, "max_m": 5000.0} in conditions(reading)


@pytest.mark.parametrize("question", ["sort by size", "sorted by size"])
def test_an_order_sorts_what_was_found(question: str) -> None:
    query = talk(GOLD_EN, question).ir.query
    assert query is not None
    assert query.order is not None
    assert query.order[0].expr == ir.FieldExpr(field="size", span=query.order[0].expr.span)  # type: ignore[union-attr]


def test_an_order_after_a_limit_sorts_the_same_features() -> None:
    reading = talk("top 3 gold deposits by size", "sort by name")
    assert reading.ir.context == "previous_result"


@pytest.mark.parametrize(
    "question",
    [
        "which faults cross the granite?",
        "and how many faults are in Low Wood?",
        "List all copper deposits in Low Wood",
        "哪些断裂穿过花岗岩？",
        "what is a skarn?",
        "delete them",
        "Which faults have gold deposits within 5 km of them?",
        "what data do you have?",
    ],
)
def test_another_subject_starts_afresh(question: str) -> None:
    reading = talk(GOLD_EN, question)
    assert reading.ir.context in (None, "none")


def test_a_follow_up_of_a_follow_up_changes_the_whole_query() -> None:
    reading = talk(GOLD_EN, "which of those are large?", "what about within 10 km?")
    assert conditions(reading) == [GOLD, near(10_000), region("Orrest Fell"), LARGE]


def test_what_is_carried_over_says_so_and_has_no_words_of_its_own() -> None:
    reading = talk(GOLD_EN, "and in Low Wood?")
    assert reading.ir.query is not None
    assert isinstance(reading.ir.query.target.where, ir.And)
    gold, near_faults, place = reading.ir.query.target.where.and_
    assert gold.span is None
    assert gold.assumed
    assert near_faults.span is None
    assert near_faults.assumed
    assert place.assumed is None
    assert place.span is not None
    assert "Low Wood" in reading.question[slice(*place.span)]


def test_features_that_are_not_all_listed_are_spelled_out() -> None:
    first = geologist().read(GOLD_EN)
    assert first.ir.query is not None
    reading = geologist().read("how many of them?", previous=Previous(first.ir.query, GOLD_EN, listed=False))
    assert reading.ir.query is not None
    assert reading.ir.query.target.prev is None
    assert conditions(reading) == [GOLD, near(5_000), region("Orrest Fell")]


@pytest.mark.parametrize(
    "question", ["", "?", "呢", "what about", "and", "those", "其中", "within", "(((", "x" * 3000]
)
def test_any_text_is_read(question: str) -> None:
    reading = talk(GOLD_EN, question)
    assert reading.question == question


def test_a_question_about_something_of_an_unknown_name_starts_afresh() -> None:
    reading = talk("Which gold deposits lie near faults?", "deposits near Nowhere Mountain")
    assert reading.ir.action == "clarify"
    assert reading.ir.context in (None, "none")

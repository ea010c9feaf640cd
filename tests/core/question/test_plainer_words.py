"""Many surface forms of one operator mean the same; words that mean something else are asked back."""

from __future__ import annotations

import json

import pytest

from core.question import ir
from core.question.wordings.plainer import plainer
from tests.core.question.forms import Json, bare, read

SAME = (
    # one question in its plain form, then the same with other words for its operators
    (
        "gold deposits in Orrest Fell within 5 km of a fault",
        "In Orrest Fell, list gold deposits that have a fault 5 km away or less.",
        "I would like the gold deposits in Orrest Fell for which a fault lies no more than 5 km away",
        "gold deposits in Orrest Fell that any fault passes within 5 km of",
        "As a student I need the gold deposits in Orrest Fell lying inside a radius of 5 km around a fault",
    ),
    (
        "gold deposits in Orrest Fell at least 3 km from any fault",
        "gold deposits in Orrest Fell whose nearest fault is 3 km away or farther",
        "Which gold deposits in Orrest Fell stay at least 3 km clear of any fault?",
    ),
    (
        "gold deposits in Orrest Fell between 1 and 4 km from a fault",
        "gold deposits in Orrest Fell whose nearest fault is no less than one and no more than four km away",
    ),
    (
        "gold deposits in Orrest Fell with at least 3 faults within 5 km",
        "In Orrest Fell, list gold deposits around which no fewer than 3 faults run within 5 km.",
    ),
    (
        "samples in Low Wood with Cu above 100 ppm and Zn above 200 ppm",
        "I want samples from Low Wood with both over 100 ppm copper and over 200 ppm zinc.",
    ),
    (
        "gold deposits in Orrest Fell that do not contain copper",
        "List gold deposits without copper in Orrest Fell.",
    ),
    (
        "number of gold deposits in Orrest Fell",
        "What's the total of gold deposits in Orrest Fell?",
    ),
    (
        "average copper content of samples in Low Wood",
        "In Low Wood, how much copper do the samples contain on average?",
        "What does the copper content of samples in Low Wood average?",
    ),
    (
        "90th percentile of copper of samples in Low Wood",
        "Give me the copper value below which 90 percent of the samples in Low Wood fall.",
    ),
    (
        "deposits within 2 km of the longest fault in Orrest Fell",
        "I'd like every deposit that sits within 2 kilometres of whichever fault in Orrest Fell is the longest.",
    ),
)


def _meaning(question: str) -> str:
    def ordered(node: object) -> object:
        if isinstance(node, dict):
            return {k: _sorted(v) if k in ("and", "or") else ordered(v) for k, v in node.items()}
        return [ordered(x) for x in node] if isinstance(node, list) else node

    def _sorted(nodes: list[Json]) -> list[object]:
        return sorted((ordered(x) for x in nodes), key=lambda x: json.dumps(x, sort_keys=True))

    return json.dumps(ordered(bare(read(question))), sort_keys=True)


@pytest.mark.parametrize(("plain", "other"), [(x[0], y) for x in SAME for y in x[1:]])
def test_other_words_mean_the_same(plain: str, other: str) -> None:
    assert _meaning(other) == _meaning(plain)


@pytest.mark.parametrize("question", [y for x in SAME for y in x[1:]])
def test_spans_point_into_the_question_as_typed(question: str) -> None:
    query = read(question).ir.query
    assert query is not None
    spans = [x for x in _spans(ir.dump(query)) if not 0 <= x[0] < x[1] <= len(question)]
    assert spans == []


@pytest.mark.parametrize(
    "question",
    [
        "In Orrest Fell, list gold deposits that have a permit 5 km away or less.",
        "gold deposits in Orrest Fell around which no fewer than 3 drums run within 5 km",
        "As a student I need the gold deposits that were sold in Orrest Fell",
        "samples of Low Wood that return more than 20 ppm of courage",
    ],
)
def test_what_stays_unknown_is_asked_back(question: str) -> None:
    assert read(question).ir.action in ("clarify", "refuse")


def test_no_word_is_put_into_other_words_that_no_table_knows() -> None:
    assert plainer("drums in the hills") is None
    assert plainer("金矿") is None


def test_replaced_words_stand_for_what_was_typed() -> None:
    question = "gold deposits for which a fault is 3 km away or less"
    made = plainer(question)
    assert made is not None
    assert made.text == "gold deposits within 3 km of a fault"
    start = made.text.index("fault")
    assert question[slice(*made.span((start, start + 5)))] == "fault"


def _spans(node: object) -> list[list[int]]:
    if isinstance(node, dict):
        own = [node["span"]] if isinstance(node.get("span"), list) else []
        return own + [y for v in node.values() for y in _spans(v)]
    return [y for x in node for y in _spans(x)] if isinstance(node, list) else []

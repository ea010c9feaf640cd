"""Distances said as nouns, boxes and points in words, limits on two contents, superlatives by a verb."""

from __future__ import annotations

from typing import Any

import pytest

from core.question.rewriting import rewrite
from core.question.wordings.plainer import plainer
from tests.core.question.forms import bare, near, read, these

SAME = (
    (
        "gold deposits between 1 and 4 km from a fault",
        "gold deposits that have their nearest fault at a distance of 1 to 4 km",
        "gold deposits having their closest fault at a distance of no less than 1 km and no more than 4 km",
        "gold deposits for which the nearest fault lies 1 to 4 km off",
        "gold deposits with a nearest-fault distance of 1 to 4 km",
    ),
    (
        "gold deposits within 2 km of a fault",
        "gold deposits with their nearest fault at up to 2 km",
        "gold deposits, nearest fault at up to 2 km",
        "Filter the gold deposits to those that are within 2 km of a fault",
        "Narrow the gold deposits down to the ones located at most 2 km from a fault",
    ),
    (
        "gold deposits with at least 3 faults within 5 km",
        "gold deposits with 3 or more faults around them inside a 5 km radius",
        "gold deposits around which there are at least 3 faults within 5 km",
        "gold deposits surrounded by at least 3 faults within 5 km",
    ),
    (
        "gold deposits east of Rydal within 20 km",
        "gold deposits to the east of Rydal at up to 20 km",
        "gold deposits east of Rydal at a distance of 20 km or less",
        "gold deposits on the east side of Rydal at a distance of at most 20 km",
    ),
    (
        "samples with Cu above 200 ppm or Au above 8 ppm",
        "samples that exceed 200 ppm Cu or 8 ppm Au",
        "samples that exceed 200 ppm Cu or 8 ppm Au, one of the two is enough",
    ),
    (
        "gold deposits within granite bodies",
        "gold deposits in areas mapped as granite",
        "gold deposits whose location is mapped as granite",
        "gold deposits that lie where granite is mapped",
    ),
    (
        "the 3 largest bodies in Orrest Fell",
        "the 3 bodies in Orrest Fell that cover the most area",
        "the 3 bodies in Orrest Fell with the most area",
    ),
    (
        "Which size has the most deposits in Orrest Fell?",
        "Tell me the size that is the most common among the deposits in Orrest Fell",
        "the size with the most deposits in Orrest Fell",
        "What is the commonest size among deposits in Orrest Fell, by number of deposits?",
    ),
    (
        "How much longer is the Stock Ghyll Fault than the Tarn Hows Fault?",
        "Take the length of the Stock Ghyll Fault and subtract the length of the Tarn Hows Fault",
        "How much longer than the Tarn Hows Fault is the Stock Ghyll Fault?",
        "How much does the length of the Stock Ghyll Fault exceed the length of the Tarn Hows Fault?",
    ),
    (
        "What length of the Stock Ghyll Fault lies within the Ambleside pluton?",
        "length of the part of the Stock Ghyll Fault that runs through the Ambleside pluton",
        "How long is the section of the Stock Ghyll Fault inside the Ambleside pluton?",
    ),
    (
        "deposits within 8 km of 99.5°E, 26°N",
        "I'm standing at 99.5°E, 26°N, what deposits are no more than 8 km from this point?",
        "From 99.5°E, 26°N, which deposits can be reached within 8 km?",
    ),
    (
        "gold deposits with longitude between 99.2 and 99.8 and latitude between 25.8 and 26.2",
        "gold deposits in the box from 99.2 to 99.8 degrees east and from 25.8 to 26.2 degrees north",
        "gold deposits in the rectangle bounded by west 99.2, south 25.8, east 99.8 and north 26.2",
        "gold deposits between 99.2°E and 99.8°E and between 25.8°N and 26.2°N",
    ),
    (
        "Which gold deposits lie inside the convex hull of the copper deposits?",
        "Draw a convex hull around the copper deposits and tell me which gold deposits fall within it",
    ),
    (
        "For each gold deposit in Orrest Fell, the two nearest faults",
        "For all of the gold deposits in Orrest Fell, list the two faults closest to each one",
    ),
    (
        "How many gold deposits and how many faults are there in Orrest Fell?",
        "Give me two numbers for Orrest Fell: the count of gold deposits and the count of faults",
    ),
)


def _flat(node: Any) -> Any:
    """The query with conditions that all hold in one list, whatever their order."""
    if isinstance(node, list):
        return [_flat(x) for x in node]
    if not isinstance(node, dict):
        return node
    made = {k: _flat(v) for k, v in node.items()}
    if "and" in made:
        parts = [y for x in made["and"] for y in (x["and"] if isinstance(x, dict) and set(x) == {"and"} else [x])]
        made["and"] = sorted(parts, key=str)
    return made


@pytest.mark.parametrize(("plain", "other"), [(x[0], y) for x in SAME for y in x[1:]])
def test_other_words_mean_the_same(plain: str, other: str) -> None:
    assert _flat(bare(read(other))) == _flat(bare(read(plain)))
    assert len(read(other).ir.also or ()) == len(read(plain).ir.also or ())


def test_a_side_said_behind_the_distance_is_measured_from_the_same_feature() -> None:
    found = bare(read("gold deposits within 20 km of Rydal that lie to its east"))["target"]["where"]["and"]
    rydal = these("deposit", None, "Rydal")
    assert near(rydal, 20_000) in found
    assert {"rel": "direction", "to": rydal, "dir": "E"} in found


@pytest.mark.parametrize(
    "question",
    [
        "the gold deposits measuring in Orrest Fell",
        "faults in Orrest Fell apart separately",
        "which side gold deposits in Orrest Fell",
    ],
)
def test_a_word_that_means_something_does_not_stay_unused_beside_an_answer(question: str) -> None:
    reading = read(question)
    assert reading.ir.action != "query" or reading.unexplained == ()


def test_long_texts_are_put_in_plainer_words_at_once() -> None:
    for word in ("the length of ", "within 5 km of ", "and ", "north ", "a 5 ppm ", "which deposits "):
        text = (word * 200)[:400]
        made = plainer(text)
        assert made is None or made.original == rewrite(text, ()).original

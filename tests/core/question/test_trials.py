"""Questions in another order or another frame mean the same, and nothing is left out on the way there."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.question import ir
from core.question.reading import Language
from core.question.rewriting import joined, rewrite
from core.question.trials.trial import MAX_READINGS
from tests.core.question.forms import Json, bare, geologist, read

SAME = (
    # one question in its plain form, then the same in other words
    (
        "gold deposits in Orrest Fell within 5 km of a fault",
        "faults within 5 km - which of the gold deposits of Orrest Fell have one?",
        "gold deposits - within 5 km of a fault - Orrest Fell only, please",
        "within 5 km of a fault: which gold deposits, in Orrest Fell?",
        "Orrest Fell only: gold deposits within 5 km of a fault. Thanks!",
        "I was wondering which gold deposits in Orrest Fell lie within 5 km of a fault",
        "Could you please tell me: gold deposits in Orrest Fell within 5 km of a fault?",
        "Orrest Fell - faults - gold deposits within 5 km?",
    ),
    (
        "copper deposits within 1 km of thrust faults",
        "Take the thrust faults. Which copper deposits are within 1 km of them?",
        "First find the thrust faults, then list the copper deposits within 1 km of them",
    ),
    (
        "how many deposits within 3 km of a fault in Low Wood",
        "deposits within 3 km of a fault - how many? Low Wood only",
        "Low Wood, deposits, within 3 km of a fault - how many are there?",
    ),
    (
        "samples in Low Wood with Cu above 100 ppm or Zn above 200 ppm",
        "samples in Low Wood that have at least one of these: Cu above 100 ppm, Zn above 200 ppm",
        "samples in Low Wood with Cu above 100 ppm, Zn above 200 ppm - one is enough",
    ),
    ("which faults cross the Ambleside pluton", "the Ambleside pluton is crossed by which faults?"),
    ("the 3 largest granite bodies by area in Low Wood", "granite bodies, Low Wood, the 3 largest by area"),
    ("deposits within 2 km of the Stock Ghyll Fault", "Stock Ghyll Fault, 2 km either side: all deposits"),
    (
        "青岭距断裂2公里以内的铜矿",
        "帮我查下青岭的铜矿，只要离断裂2公里以内的",
        "离断裂2公里以内的铜矿，只看青岭，列一下就行",
        "铜矿，青岭那边，离断裂2公里以内的，麻烦了",
        "请问一下，距断裂2公里以内的铜矿，限于青岭，都有啥",
    ),
    (
        "青岭距断裂2公里以内的铜矿有多少个",
        "离断裂2公里以内的铜矿，青岭有几处",
        "离断裂2公里以内的铜矿，青岭一共几处",
    ),
    (
        "低林省铜大于100ppm或锌大于200ppm的样品",
        "低林省的样品，铜大于100ppm，锌大于200ppm，满足其中一个就行",
        "铜大于100ppm，或者锌大于200ppm，满足一个就行，列出低林省的样品",
    ),
    ("低林省最长的断裂2公里范围内的矿床", "先找出低林省最长的一条断裂，再看它2公里范围内有哪些矿床"),
    ("青岭岩体内的金矿", "先圈出青岭的岩体，然后看里面有哪些金矿"),
)  # fmt: skip


def _without_order(node: Any) -> Any:
    """The tree with the conditions of every ``and`` and ``or`` flat and in one order."""
    if isinstance(node, dict):
        made = {k: _without_order(v) for k, v in node.items()}
        for key in ("and", "or"):
            if key in made:
                parts = [y for x in made[key] for y in (x[key] if isinstance(x, dict) and key in x else [x])]
                made[key] = sorted(parts, key=repr)
        return made
    return [_without_order(x) for x in node] if isinstance(node, list) else node


def _meaning(question: str) -> Any:
    found: Json = bare(read(question))
    return _without_order(found)


@pytest.mark.parametrize(("plain", "other"), [(x[0], y) for x in SAME for y in x[1:]])
def test_another_order_means_the_same(plain: str, other: str) -> None:
    reading = read(other)
    assert not reading.unexplained
    assert _meaning(other) == _meaning(plain)
    assert not reading.ir.also


@pytest.mark.parametrize(
    "question",
    [
        "faults within 5 km - which of the gold deposits of Orrest Fell have a permit?",
        "samples in Low Wood with Cu above 100 ppm, Zn - one is enough",
        "gold deposits - within 5 of a fault - Orrest Fell",
        "Take the thrust faults. Which copper deposits are within 1 of them?",
        "铜矿，青岭那边，离断裂2以内的",
        "样品，铜大于100ppm，锌大于，满足其中一个就行",
        "先找出低林省最长的一条断裂，再看它哪里好看",
    ],
)
def test_what_no_order_explains_is_asked_back(question: str) -> None:
    assert read(question).ir.action in ("clarify", "refuse")


@pytest.mark.parametrize("question", [y for x in SAME for y in x[1:]])
def test_spans_point_into_the_words_as_typed(question: str) -> None:
    query = read(question).ir.query
    assert query is not None
    for start, end in _spans(ir.dump(query)):
        assert 0 <= start < end <= len(question)


def _spans(node: Any) -> list[tuple[int, int]]:
    if isinstance(node, dict):
        own = [tuple(node["span"])] if node.get("span") else []
        return [*own, *(y for x in node.values() for y in _spans(x))]
    return [y for x in node for y in _spans(x)] if isinstance(node, list) else []


PIECES = st.sampled_from(
    ("gold deposits", "Low Wood only", "please list them", "within 5 km of a fault", "either is fine", "which one",
     "it", "how many?", "有哪些", "青岭那边", "离断裂2公里以内的", "满足一个就行",
     "它", "铜矿", "-", "，", "：", "7")
)  # fmt: skip


@given(st.lists(PIECES, max_size=9), st.sampled_from((" ", "，", " - ", ", ")))
@settings(max_examples=60, deadline=None)
def test_the_number_of_readings_is_bounded_and_nothing_is_made_up(pieces: list[str], gap: str) -> None:
    question = gap.join(pieces)
    trials = geologist().trials
    languages: tuple[Language, ...] = ("en", "zh")
    for language in languages:
        made = list(trials._candidates(question, language))
        assert len(made) <= MAX_READINGS
        for x in made:
            typed = [i for a, b in x.words.origin if b - a == 1 for i in (a,)]
            assert len(x.words.origin) == len(x.words.text)
            assert sum(c.isdigit() for c in x.words.text) <= sum(c.isdigit() for c in question) * len(pieces)
            assert all(0 <= i < len(question) for i in typed)


def test_parts_in_a_new_order_keep_their_places() -> None:
    words = rewrite("alpha beta", [((0, 5), "A")])
    made = joined("alpha beta", [words.piece(2, 6), " of ", words.piece(0, 1)])
    assert made.text == "beta of A"
    assert made.span((0, 4)) == (6, 10)
    assert made.span((8, 9)) == (0, 5)
    assert made.span((0, 7)) == (6, 10)  # words put in stand for nothing that was typed

"""What holds for conditions of any length and nesting: no crash, every node explained, linear effort."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.question import ir
from core.question.grammar.chinese import Chinese
from core.question.grammar.cursor import Cursor
from core.question.grammar.english import English
from core.question.normalise import normalise
from core.question.segment import segment
from core.question.tokens import tokenise
from tests.core.question.terrains import geologist, read

_MAX_CHARACTERS = 2_000
ENGLISH = st.sampled_from([
    "near faults", "not in granite", "within 5 km of folds", "north of Rydal",
    "with at least 3 faults within 2 km",
    "in the largest intrusion", "without a discovery year", "whose name contains Hol", "in the selected area",
    "near faults that cut granite", "along the Stock Ghyll Fault", "near the intersection of faults and folds",
    "discovered after 1990", "(near faults or in granite)", "either large or in granite",
    "between 2 and 5 km from folds",
    "except those near faults", "within 1 km of the centre of granite",
])  # fmt: skip
CHINESE = st.sampled_from([
    "断裂附近", "不在花岗岩内", "距褶皱5公里以内", "云坪铜矿以北", "2公里内有3条以上断裂", "没有发现年份",
    "位于花岗岩内",
    "名称包含霍尔", "圈定范围内", "沿断裂分布", "断裂与褶皱交汇处附近", "1990年以后发现", "（断裂附近或花岗岩内）",
    "距断裂2至5公里", "面积最大的岩体内", "距花岗岩中心1公里以内", "除断裂附近以外", "被断裂切割",
])  # fmt: skip
english = st.tuples(
    st.lists(ENGLISH, min_size=1, max_size=8), st.sampled_from([" and ", " or ", ", ", " but "])
).map(lambda x: "gold deposits " + x[1].join(x[0]))
chinese = st.tuples(
    st.lists(CHINESE, min_size=1, max_size=8), st.sampled_from(["且", "或", "、", "的", "，"])
).map(lambda x: x[1].join(x[0]) + "的金矿")


_JOINTS = ("()", "（", "）", "[", "除", "以外", "不", "没有", "或", "且", "和", "与", "的", "neither", "nor",
           "either", "not", "but not", "both", "except", "(", ")")  # fmt: skip


@given(st.one_of(english, chinese))
@settings(max_examples=80, deadline=None)
def test_any_conditions_have_a_reading(question: str) -> None:
    reading = read(question)
    for node in _nodes(ir.dump(reading.ir)):
        if "span" in node:
            start, end = node["span"]
            assert 0 <= start < end <= len(question)
        known = {"attr", "rel", "layer", "cmp", "not", "or", "top", "derive", "map"} & node.keys()
        assert not known or "span" in node or "assumed" in node, node
    for word in reading.unexplained:
        assert question[slice(*word.span)] == word.text
    assert ir.Answer.model_validate(ir.dump(reading.ir)) == reading.ir


@given(st.lists(st.sampled_from(_JOINTS), max_size=40))
@settings(max_examples=60, deadline=None)
def test_loose_joints_never_break_it(words: list[str]) -> None:
    for question in ("deposits " + " ".join(words), "".join(words) + "矿床"):
        assert read(question).question == question


@pytest.mark.parametrize(
    ("grammar", "first", "repeated", "last"),
    [
        (English, "deposits near folds", " and within 5 km of faults that cut granite or not in limestone", ""),
        (English, "deposits near folds", " and ((near faults or in granite) or north of Rydal)", ""),
        (English, "samples with Au > 5 ppb", " and Cu > 5 ppm", ""),
        (English, "deposits near faults", " near faults", ""),
        (English, "deposits", " with at least 3 faults within 5 km", ""),
        (Chinese, "", "距断裂5公里以内且位于花岗岩内且", "沿断裂分布的矿床"),
        (Chinese, "", "断裂附近的", "矿床"),
        (Chinese, "", "断裂和", "褶皱附近的矿床"),
        (Chinese, "", "除断裂附近以外且", "金矿"),
    ],
)
def test_effort_grows_with_the_length(grammar: type[Cursor], first: str, repeated: str, last: str) -> None:
    def steps(times: int) -> tuple[int, int]:
        question = (first + repeated * times + last)[:_MAX_CHARACTERS]
        normalised = normalise(question)
        lexemes = segment(normalised, tokenise(normalised), geologist().lexicon)
        parser = grammar(lexemes, geologist().card, geologist().units)
        budget = parser.steps_left
        parser.parse()  # type: ignore[attr-defined]
        return budget - parser.steps_left, len(lexemes)

    short, few = steps(4)
    long, many = steps(16)
    assert long / many <= 3 * max(short / few, 60), (short, few, long, many)
    assert steps(_MAX_CHARACTERS // len(repeated))[0] <= 60_001


def _nodes(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, list):
        return [x for item in value for x in _nodes(item)]
    if isinstance(value, dict):
        return [value, *(x for item in value.values() for x in _nodes(item))]
    return []

"""No word that says something is answered around, and no condition can be dropped without a change.

A word that the vocabulary or the data know is put somewhere into a question that is understood: the query says
something else then, or the question is asked back, or the word is named as left out with the answer.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.question import ir
from core.question.normalise import normalise
from core.question.reading import Reading
from core.question.segment import segment
from core.question.tokens import tokenise
from tests.core.question.forms import geologist, read

ENGLISH = (
    "gold deposits within 5 km of a fault", "How many samples in Low Wood have La over 100 ppm?",
    "Which granites are cut by more than two faults?", "deposits discovered before 1960 in Orrest Fell",
    "average Au of the samples in Low Wood", "number of deposits by size", "the 3 longest faults in Low Wood",
    "How far is Rydal from the nearest fault?", "Is there a copper deposit near the Ambleside pluton?",
    "For each gold deposit, what is the nearest fault?", "samples with Cu greater than Zn",
)  # fmt: skip
CHINESE = (
    "距断裂5公里以内的金矿", "低林省镧大于100ppm的样品有多少？", "被两条以上断裂切割的花岗岩",
    "1960年以前发现的矿床", "低林省样品的金平均含量", "按规模统计矿床数", "低林省最长的3条断裂",
    "云坪铜矿距最近的断裂有多远", "安边岩体附近有没有铜矿", "每个金矿最近的断裂是哪条", "铜含量大于锌含量的样品",
)  # fmt: skip
EN_WORDS = (
    "limestone", "skarn", "Jurassic", "folds", "tungsten", "Holbeck", "Zn", "MgO", "37", "9 km", "ppb", "above",
    "versus", "north", "crossing", "percentile", "thrust", "medium", "anticline", "boundary", "minus",
)  # fmt: skip
ZH_WORDS = (
    "灰岩", "矽卡岩型", "侏罗纪", "褶皱", "钨", "霍尔金矿", "锌", "氧化镁", "37", "9公里", "大于", "以北", "穿过",
    "百分位数", "中型", "背斜", "边界", "相交",
)  # fmt: skip


@cache
def _plain(question: str) -> Reading:
    found = read(question)
    assert (found.ir.action, found.unexplained) == ("query", ()), question
    return found


def _bare(reading: Reading) -> Any:
    return ir.dump(reading.ir, spans=False)


def _english(question: str, word: str, place: int) -> str:
    words = question.split(" ")
    place %= len(words) + 1
    return " ".join([*words[:place], word, *words[place:]])


def _chinese(question: str, word: str, place: int) -> str:
    """Between two lexemes: a word inside another one is none."""
    spans = sorted({x[0] for x in _cuts(question)} | {len(question)})
    at = spans[place % len(spans)]
    return question[:at] + word + question[at:]


@cache
def _cuts(question: str) -> tuple[ir.Span, ...]:
    normalised = normalise(question)
    return tuple(x.span for x in segment(normalised, tokenise(normalised), geologist().lexicon))


def _says_so(question: str, plain: str, word: str) -> bool:
    """True when the word changed something that the asker sees."""
    reading = read(question)
    if reading.ir.action != "query" or _bare(reading) != _bare(_plain(plain)):
        return True
    return any(word in x.text or x.text in word for x in reading.unexplained)


@given(st.sampled_from(ENGLISH), st.sampled_from(EN_WORDS), st.integers(0, 20))
@settings(max_examples=80, deadline=None)
def test_an_english_word_more_is_never_answered_around(question: str, word: str, place: int) -> None:
    longer = _english(question, word, place)
    assert _says_so(longer, question, word), longer


@given(st.sampled_from(CHINESE), st.sampled_from(ZH_WORDS), st.integers(0, 20))
@settings(max_examples=80, deadline=None)
def test_a_chinese_word_more_is_never_answered_around(question: str, word: str, place: int) -> None:
    longer = _chinese(question, word, place)
    assert _says_so(longer, question, word), longer


CONDITIONS_EN = (
    "gold", "within 5 km of a fault", "in Low Wood", "of skarn type", "discovered before 1960", "in granite",
    "not near the Ambleside pluton", "with no known size", "with at least 3 faults within 2 km",
)  # fmt: skip
CONDITIONS_ZH = (
    "距断裂5公里以内的", "花岗岩中的", "1960年以前发现的", "矽卡岩型", "规模未知的",
    "不在安边岩体附近的", "2公里内至少有3条断裂的",
)  # fmt: skip


@given(st.lists(st.sampled_from(CONDITIONS_EN[1:]), min_size=1, max_size=4, unique=True), st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_an_english_condition_less_is_another_question(conditions: list[str], place: int) -> None:
    less = [x for i, x in enumerate(conditions) if i != place % len(conditions)]
    full, dropped = (" ".join(["gold deposits", *x]) for x in (conditions, less))
    assert read(full).ir.action != "query" or _bare(read(full)) != _bare(read(dropped)), full


@given(st.lists(st.sampled_from(CONDITIONS_ZH), min_size=1, max_size=4, unique=True), st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_a_chinese_condition_less_is_another_question(conditions: list[str], place: int) -> None:
    less = [x for i, x in enumerate(conditions) if i != place % len(conditions)]
    full, dropped = ("".join([*x, "金矿"]) for x in (conditions, less))
    assert read(full).ir.action != "query" or _bare(read(full)) != _bare(read(dropped)), full


@pytest.mark.parametrize("question", [*ENGLISH, *CHINESE])
def test_the_questions_themselves_are_understood(question: str) -> None:
    assert _plain(question).ir.query is not None

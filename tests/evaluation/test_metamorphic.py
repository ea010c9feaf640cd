"""The same question in other words, units and languages gives the same; related questions related."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from core.answer.model import Answer
from core.evaluation.compare import ranked
from core.evaluation.gold.world import Ref
from core.evaluation.phrasing import Phrasebook
from core.evaluation.testset import directory
from core.service import MineralApp
from core.settings import ROOT

BOOK = Phrasebook(directory(ROOT / "data_mappings"))
LISTS = (
    "near", "near_type", "near_named", "beyond", "ring", "hosted", "in_unit", "not_in", "cut", "genesis",
    "size_or", "either", "but_not", "year", "years", "above", "unit", "range", "below", "two", "age_units",
    "length_over",
)  # fmt: skip
"""Shapes whose answer is a set of features."""


def features(answer: Answer) -> frozenset[Ref]:
    """The features of an answer; the number of them must not be capped."""
    assert answer.result is not None
    assert not answer.result.truncated
    return frozenset(ranked(answer))


def wordings(shape: str) -> Iterator[str]:
    """Every phrasing of the development part in both languages, about the same thing."""
    dice = random.Random(5)
    texts = BOOK.read("development").get(shape, {})
    for language in ("en", "zh"):
        for text in texts.get(language, ()):
            yield BOOK.sentence(text, BOOK.shapes[shape]["fills"][0], language, dice)


@pytest.mark.parametrize("shape", [x for x in LISTS if x in BOOK.read("development")])
def test_paraphrase_and_translation_give_the_same_features(app: MineralApp, shape: str) -> None:
    answers = [app.ask(question) for question in wordings(shape)]
    answered = [x for x in answers if x.status == "answered" and x.result is not None]
    assert len(answered) >= len(answers) - 1
    assert len({features(x) for x in answered}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Gold deposits in Bayan Obo within 5 km of faults", "Gold deposits within 5 km of faults in Bayan Obo"),
        ("In Yunnan, which copper deposits lie within 2 km of faults?",
         "Copper deposits within 2 km of faults, in Yunnan"),
        ("白云鄂博距断裂5公里以内的金矿", "距断裂5公里以内的白云鄂博金矿"),
        ("云南铜大于150ppm的样品", "铜大于150ppm的云南样品"),
    ],
)  # fmt: skip
def test_word_order_does_not_matter(app: MineralApp, one: str, other: str) -> None:
    assert features(app.ask(one)) == features(app.ask(other)) != frozenset()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Gold deposits in Sichuan within 3 km of faults", "Gold deposits in Sichuan within 3000 m of faults"),
        ("四川距断裂3公里以内的金矿", "四川距断裂3000米以内的金矿"),
        ("四川距断裂3公里以内的金矿", "四川距断裂6里以内的金矿"),
        ("Samples in Bayan Obo with Au above 20 ppb", "Samples in Bayan Obo with Au above 0.02 ppm"),
        ("Samples in Sichuan with Cu above 150 ppm", "Samples in Sichuan with Cu above 0.015 %"),
        ("云南Ag大于0.25ppm的样品", "云南Ag大于250ppb的样品"),
    ],
)
def test_the_unit_does_not_matter(app: MineralApp, one: str, other: str) -> None:
    assert features(app.ask(one)) == features(app.ask(other)) != frozenset()


@pytest.mark.parametrize(
    "text",
    [
        "Gold deposits in Bayan Obo within {} km of faults",
        "云南距断裂{}公里以内的铜矿",
        "Deposits within {} km of the Anninghe fault",
        "Deposits in Sichuan within {} km of granite",
    ],
)
def test_a_smaller_distance_gives_a_part_of_a_larger_one(app: MineralApp, text: str) -> None:
    found = [features(app.ask(text.format(km))) for km in (0.5, 1, 2, 4, 8)]
    assert all(small <= large for small, large in itertools.pairwise(found))
    assert found[0] < found[-1]


@pytest.mark.parametrize(
    ("yes", "no", "whole"),
    [
        ("Tungsten deposits in Bayan Obo in granite", "Tungsten deposits in Bayan Obo not in granite",
         "Tungsten deposits in Bayan Obo"),
        ("白云鄂博产于花岗岩中的金矿", "白云鄂博不在花岗岩内的金矿", "白云鄂博的金矿"),
        ("Deposits in Sichuan within 2 km of faults", "Deposits in Sichuan more than 2 km from faults",
         "Deposits in Sichuan"),
        ("云南的铜银矿", "云南不含银的铜矿", "云南的铜矿"),
    ],
)  # fmt: skip
def test_negation_gives_the_rest(app: MineralApp, yes: str, no: str, whole: str) -> None:
    one, other = features(app.ask(yes)), features(app.ask(no))
    assert not one & other
    assert one | other == features(app.ask(whole))

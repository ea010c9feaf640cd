"""Names of features in passages: whole words only, both languages, whatever layers are loaded."""

from __future__ import annotations

import pytest

from core.knowledge.named import Named
from core.knowledge.passages import Passage


def passage(text: str, title: str = "Notes") -> Passage:
    return Passage("d.md", title, (), text, "en", (0, len(text)))


TEXTS = (
    passage("The Bilute deposit lies east of the fault."),
    passage("Bilutevo is another place, and so is Subilute."),
    passage("毕力吐金矿床产于断裂旁侧。"),
    passage("nothing here", title="On BILUTE"),
    passage("Hadamen  Gol has gold, Gol and Hadamen have none. Au 12 in La 3 of 金 and 2020."),
    passage("Gol of Hadamen, and the F1断裂 beside 断裂F1; 力毕吐 is no name."),
)


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("Bilute", (0, 3)),
        ("bilute  ", (0, 3)),
        ("毕力吐", (2,)),
        ("hadamen gol", (4,)),
        ("F1断裂", (5,)),
        ("１断裂", ()),
        ("Nowhere", ()),
        ("Bilute Nowhere", ()),
    ],
)
def test_names_are_found_as_whole_words_in_both_languages(name: str, places: tuple[int, ...]) -> None:
    assert Named(TEXTS).of(name) == places


def test_short_names_and_numbers_are_no_names() -> None:
    assert Named(TEXTS).of_any(("Au", "12", "2020", "金", "", " ", "!!!")) == ()


def test_several_names_find_each_passage_once() -> None:
    assert Named(TEXTS).of_any(("Bilute", "毕力吐", "BILUTE")) == (0, 2, 3)

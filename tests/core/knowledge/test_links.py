"""Names of features in passages: whole words only, the longest name, both languages."""

from __future__ import annotations

from core.knowledge.links import mentions
from core.knowledge.passages import Passage


def passage(text: str, title: str = "Notes") -> Passage:
    return Passage("d.md", title, (), text, "en", (0, len(text)))


def test_names_are_found_as_whole_words_in_both_languages() -> None:
    texts = [
        passage("The Bilute deposit lies east of the fault."),
        passage("Bilutevo is another place, and so is Subilute."),
        passage("毕力吐金矿床产于断裂旁侧。"),
        passage("nothing here", title="On BILUTE"),
    ]
    found = mentions(texts, {1: ("Bilute", "毕力吐"), 2: ("Nowhere",)})
    assert found == {1: (texts[0], texts[2], texts[3])}


def test_a_longer_name_hides_the_shorter_one_inside_it() -> None:
    texts = [passage("East Bayan Obo is a part of it."), passage("Bayan Obo and East Bayan Obo.")]
    found = mentions(texts, {"whole": ("Bayan Obo",), "part": ("East Bayan Obo",)})
    assert found == {"part": tuple(texts), "whole": (texts[1],)}


def test_short_names_and_numbers_are_no_names() -> None:
    texts = [passage("Au 12 in La 3 of 金 and 2020.")]
    assert mentions(texts, {"a": ("Au", "12", "2020", "金", "", " ")}) == {}


def test_two_features_of_one_name_are_both_linked() -> None:
    text = passage("Hadamen  Gol has gold.")
    assert mentions([text], {"a": ("Hadamen Gol",), "b": ("hadamen gol",)}) == {"a": (text,), "b": (text,)}

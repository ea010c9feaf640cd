"""Characters: what they become, and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.question.normalise import fold, map_char, normalise, normalised_text


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("Ａｕ＞２０ｐｐｂ", "Au>20ppb"),
        ("斷裂", "断裂"),
        ("5–10 km", "5-10 km"),
        ("Bāiyún’s", "Baiyun's"),
        ("km² SiO₂", "km2 SiO2"),
        ("a\u202eb\u200bc\x00d\ufeff", "abcd"),
        ("5 km", "5 km"),
        ("≥ ≠", "≥ ≠"),
        ("（，。？）", "(,.?)"),
    ],
)
def test_forms(typed: str, expected: str) -> None:
    assert normalise(typed).text == expected


@given(st.text())
def test_every_character_leads_back_to_where_it_was(text: str) -> None:
    found = normalise(text)
    assert len(found.index) == len(found.text)
    assert list(found.index) == sorted(set(found.index))
    for position, char in zip(found.index, found.text, strict=True):
        assert map_char(text[position]) == char
    if found.text:
        start, end = found.span(0, len(found.text))
        assert 0 <= start < end <= len(text)


@given(st.text())
def test_both_ways_agree_and_folding_keeps_the_length(text: str) -> None:
    assert normalised_text(text) == normalise(text).text
    assert len(fold(text)) == len(text)


@given(st.text())
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalised_text(text)
    assert normalised_text(once) == once

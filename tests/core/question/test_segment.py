"""Segmentation: longest entries, shared characters, numbers, unknown words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.question.normalise import normalise, visible
from core.question.segment import segment
from core.question.tokens import join_keys, key_of, tokenise
from tests.core.question.forms import geologist


def pieces(question: str) -> list[str]:
    normalised = normalise(question)
    return [x.text for x in segment(normalised, tokenise(normalised), geologist().lexicon)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "距断裂5公里以内的岩浆热液型金矿床",
            ["距", "断裂", "5", "公里", "以内", "的", "岩浆热液型", "金", "矿床"],
        ),
        ("花岗岩体内", ["花岗岩", "岩体", "内"]),
        ("三叠纪地层三条", ["三叠纪", "地层", "三", "条"]),
        ("两千五百米", ["两千五百", "米"]),
        ("Stock Ghyll Fault zone", ["Stock Ghyll Fault", "zone"]),
        ("strike–slip fault", ["strike–slip fault"]),
        ("5km", ["5", "km"]),
        ("Au>20ppb", ["Au", ">", "20", "ppb"]),
        ("1.5万吨", ["1.5万", "吨"]),
        ("蛇绿混杂岩的金矿", ["蛇绿混杂岩", "的", "金", "矿"]),
    ],
)
def test_pieces(question: str, expected: list[str]) -> None:
    assert pieces(question) == expected


def test_a_word_is_never_cut() -> None:
    assert pieces("goldsmith") == ["goldsmith"]
    assert pieces("Auburn kmart") == ["Auburn", "kmart"]


def test_short_symbols_are_read_as_they_are_written() -> None:
    lexicon = geologist().lexicon
    assert lexicon.entry("as", "As").attributes == ("As",)
    assert lexicon.entry("as", "as").attributes == ()
    assert lexicon.entry("au", "au").attributes == ("Au",)
    assert lexicon.entry("w", "w").concepts == ()


def test_keys_do_not_depend_on_typography() -> None:
    assert key_of("Strike–Slip") == key_of("strike slip") == key_of("STRIKE-SLIP")
    assert key_of("Su’jiao") == key_of("Su'jiao") == "sujiao"
    assert key_of("5 公里") == key_of("5公里")


@given(st.one_of(st.text(max_size=40), st.from_regex(r"[A-Za-z]{1,6}( [A-Za-z]{1,6}){0,3}", fullmatch=True)))
def test_the_key_of_a_text_is_its_tokens_joined(text: str) -> None:
    tokens = tokenise(normalise(text))
    assert key_of(text) == join_keys([(x.key, x.wordlike) for x in tokens])


@given(st.text(max_size=80))
@settings(deadline=None)
def test_pieces_cover_the_text_in_order(question: str) -> None:
    normalised = normalise(question)
    lexemes = segment(normalised, tokenise(normalised), geologist().lexicon)
    position = 0
    for lexeme in lexemes:
        assert lexeme.span[0] >= position - 1  # Chinese neighbours may share one character
        assert visible(question[slice(*lexeme.span)]) == lexeme.text
        position = max(position, lexeme.span[1])

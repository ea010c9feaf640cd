"""Numbers as people write and say them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.question import numbers

DIGITS = "零一二三四五六七八九"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("三", 3), ("两", 2), ("十", 10), ("十五", 15), ("二十", 20),
        ("三十五", 35), ("一百零五", 105), ("两百", 200),
        ("三百二十", 320), ("一千", 1000), ("两千三", 2300),
        ("三百五", 350), ("一万二", 12000), ("三万五千", 35000),
        ("一亿", 1e8), ("二点五", 2.5), ("零点零二", 0.02), ("半", 0.5),
        ("两半", 2.5), ("一九八零", 1980), ("百", 100),
    ],
)  # fmt: skip
def test_chinese(text: str, value: float) -> None:
    assert numbers.chinese(text) == value


@pytest.mark.parametrize("text", ["", "甲", "三叠", "点五", "五点", "公里"])
def test_what_is_no_chinese_number(text: str) -> None:
    assert numbers.chinese(text) is None


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["five"], 5), (["twenty", "five"], 25), (["two", "hundred"], 200), (["two", "hundred", "fifty"], 250),
        (["three", "thousand"], 3000), (["half"], 0.5), (["half a"], 0.5),
        (["one and a half"], 1.5), (["dozen"], 12),
        (["two", "hundred", "thousand"], 200000),
    ],
)  # fmt: skip
def test_english(words: list[str], value: float) -> None:
    assert numbers.english(words) == value


def test_digits() -> None:
    assert numbers.digits("5,000") == 5000
    assert numbers.digits("1,234,567.5") == 1234567.5
    assert numbers.digits("x") is None


@given(st.integers(1, 99_999_999))
def test_chinese_numerals_of_any_size_come_back(value: int) -> None:
    assert numbers.chinese(_spell(value)) == value


def _spell(value: int) -> str:
    """A number in Chinese, written independently of the parser: four digits at a time."""
    high, low = divmod(value, 10_000)
    if high:
        gap = "零" if low and low < 1000 else ""
        return _four(high) + "万" + gap + (_four(low) if low else "")
    return _four(low)


def _four(value: int) -> str:
    out, zero = "", False
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = value // unit % 10
        if digit:
            out += ("零" if zero and out else "") + DIGITS[digit] + name
            zero = False
        else:
            zero = True
    return out

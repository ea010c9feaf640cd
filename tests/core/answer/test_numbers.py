from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answer.numbers import count_word, distance, fixed, quantity, radius, read_number, rounded


@pytest.mark.parametrize(
    ("metres", "english", "chinese"),
    [
        (18.4, "0.02 km (18 m)", "0.02 km（18 m）"),
        (2840.0, "2.84 km", "2.84 km"),
        (99.4, "0.10 km (99 m)", "0.10 km（99 m）"),
        (100.0, "0.10 km", "0.10 km"),
        (0.0, "0 m", "0 m"),
        (1_234_567.0, "1,234.57 km", "1234.57 km"),
    ],
)
def test_distances_read_as_in_reports(metres: float, english: str, chinese: str) -> None:
    assert distance(metres, "en") == english
    assert distance(metres, "zh") == chinese


@pytest.mark.parametrize(
    ("value", "decimals", "expected"),
    [(0.125, 2, "0.12"), (0.135, 2, "0.14"), (2.5, 0, "2"), (3.5, 0, "4"), (-0.004, 2, "0.00")],
)
def test_halves_go_to_the_even_digit_of_the_decimal_form(value: float, decimals: int, expected: str) -> None:
    assert fixed(value, decimals) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(25.3, "25.3"), (16370.0, "16,370"), (0.00123, "0.00123"), (1234.56, "1,235"), (0.1 + 0.2, "0.3")],
)
def test_quantities_have_four_significant_digits(value: float, expected: str) -> None:
    assert quantity(value, "en") == expected


def test_radii_are_shown_as_they_were_given() -> None:
    assert [radius(m, "en") for m in (5000, 2500, 300, 1000)] == ["5 km", "2.5 km", "300 m", "1 km"]


def test_small_counts_are_words_in_english_only() -> None:
    assert [count_word(n, "en") for n in (0, 1, 4, 10, 11)] == ["no", "one", "four", "ten", "11"]
    assert count_word(4, "zh") == "4"


@given(st.floats(min_value=1e-5, max_value=1e12), st.sampled_from(["en", "zh"]))
def test_a_quantity_reads_back_within_its_precision(value: float, language: str) -> None:
    read = read_number(quantity(value, language))  # type: ignore[arg-type]
    assert read is not None
    number, decimals = read
    assert abs(Fraction(number) - Fraction(value)) <= Fraction(1, 2) * Fraction(10) ** -decimals
    assert rounded(float(value), decimals) == number


@given(st.floats(min_value=-1e9, max_value=1e9), st.integers(min_value=0, max_value=6))
def test_fixed_has_exactly_the_decimals_asked_for(value: float, decimals: int) -> None:
    text = fixed(value, decimals)
    assert len(text.partition(".")[2]) == decimals
    assert abs(Decimal(text) - Decimal(repr(value))) <= Decimal(5).scaleb(-decimals - 1)
    assert text != "-0"

"""Reading of single cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ingest.censored import Cell, number, parse_cell


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("12", Cell("number", 12.0)),
        (" -0.5 ", Cell("number", -0.5)),
        ("1e-3", Cell("number", 0.001)),
        (".5", Cell("number", 0.5)),
        ("５．２", Cell("number", 5.2)),
        ("−3", Cell("number", -3.0)),
        ("<0.5", Cell("censored", None, "<", 0.5)),
        ("＜0.5", Cell("censored", None, "<", 0.5)),
        ("< 0.5", Cell("censored", None, "<", 0.5)),
        ("<=0.5", Cell("censored", None, "<", 0.5)),
        ("≤2", Cell("censored", None, "<", 2.0)),
        (">10000", Cell("censored", None, ">", 10000.0)),
        ("＞100", Cell("censored", None, ">", 100.0)),
        ("≥5", Cell("censored", None, ">", 5.0)),
        ("未检出", Cell("not_detected", None, "<")),
        ("BDL", Cell("not_detected", None, "<")),
        ("n.a.", Cell("no_data")),
        ("ND", Cell("no_data")),
        ("-", Cell("no_data")),
        ("#DIV/0!", Cell("no_data")),
        ("", Cell("empty")),
        ("   ", Cell("empty")),
        ("<0.5 ppm", Cell("text")),
        ("0.5<", Cell("text")),
        ("sieved, <0.06 mm (fine)", Cell("text")),
        ("1,5", Cell("text")),
        ("12%", Cell("text")),
        ("1.2.3", Cell("text")),
        ("inf", Cell("text")),
        ("1e999", Cell("text")),
        ("0x1A", Cell("text")),
        ("1_000", Cell("text")),
        ("<<5", Cell("text")),
    ],
)
def test_cells(text: str, cell: Cell) -> None:
    assert parse_cell(text) == cell


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,5", 1.5),
        ("1.234,5", 1234.5),
        ("1.234", 1234.0),
        ("12", 12.0),
        (",5", 0.5),
        ("1.5", None),
        ("1,2,3", None),
    ],
)
def test_decimal_comma(text: str, value: float | None) -> None:
    assert number(text, ",") == value


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_comes_back(value: float) -> None:
    assert parse_cell(repr(value)) == Cell("number", value)


@given(
    st.floats(min_value=0, allow_nan=False, allow_infinity=False),
    st.sampled_from("<＜≤"),
    st.sampled_from(["", " "]),
)
def test_every_limit_comes_back(value: float, sign: str, blank: str) -> None:
    assert parse_cell(f"{sign}{blank}{value!r}") == Cell("censored", None, "<", value)


@given(st.text(max_size=30))
def test_any_text_is_read_as_something(text: str) -> None:
    cell = parse_cell(text)
    assert (cell.value is not None) == (cell.kind == "number")
    assert (cell.limit is not None) == (cell.kind == "censored")

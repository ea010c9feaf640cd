from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.cli.text import cut, pad, printable, table, width


def test_chinese_characters_take_two_columns() -> None:
    assert (width("断裂"), width("ab"), width("断a"), width("e\u0301")) == (4, 2, 3, 1)
    assert pad("断裂", 6) == "断裂  "
    assert pad("7", 3, right=True) == "  7"


def test_tables_are_aligned_with_mixed_scripts() -> None:
    lines = table(("名称", "km"), [["赛乌素", "0.02"], ["Bilute", "12.78"]])
    assert lines == ["名称       km", "------  -----", "赛乌素   0.02", "Bilute  12.78"]


@given(st.text(max_size=60), st.integers(min_value=1, max_value=20))
def test_cut_texts_fit(text: str, columns: int) -> None:
    assert width(cut(text, columns)) <= columns


@given(st.text(max_size=40))
def test_nothing_drives_the_terminal(text: str) -> None:
    shown = printable("\x1b[31m" + text + "\u202e\n")
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "\n" not in shown

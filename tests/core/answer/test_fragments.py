from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answer.fragments import Sources, capitalise, fill, fragment, join, plain
from core.answer.model import Citation
from core.query.result import FeatureRef


def cell(text: str, fid: int) -> Citation:
    return Citation(0, "cell", text, (FeatureRef("t", fid),), column="name", value=text)


def test_marks_stand_at_the_end_of_their_clause() -> None:
    claim = Sources().claim(
        "row", fragment("From ", cell("A", 1), " to ", cell("B", 2), "; then ", cell("C", 3), "."), language="en"
    )
    assert claim.text == "From A to B [1][2]; then C [3]."


def test_clauses_on_the_same_source_are_marked_once_and_brackets_are_not_broken() -> None:
    claim = Sources().claim(
        "row",
        fragment(cell("A", 1), " (", cell("x", 1), "; ", cell("y", 1), "); ", cell("z", 1), "."),
        language="en",
    )
    assert claim.text == "A (x; y); z [1]."


def test_a_full_stop_inside_a_value_is_left_alone() -> None:
    claim = Sources().claim("row", fragment("See ", cell("Co.", 1)), language="en")
    assert claim.text == "See Co. [1]"


def test_chinese_marks_have_no_space() -> None:
    claim = Sources().claim("row", fragment("见", cell("甲", 1), "；", cell("乙", 2), "。"), language="zh")
    assert claim.text == "见甲[1]；乙[2]。"


@given(st.lists(st.tuples(st.text(max_size=8), st.text(min_size=1, max_size=8), st.integers(1, 3)), max_size=6))
def test_every_value_is_found_at_its_place(parts: list[tuple[str, str, int]]) -> None:
    pieces = [p for words, value, fid in parts for p in (words, cell(value, fid))]
    claim = Sources().claim("row", fragment(*pieces), language="en")
    assert [c.text for c in claim.citations] == [value for _, value, _ in parts]
    for c in claim.citations:
        assert c.span is not None
        assert claim.text[slice(*c.span)] == c.text
        assert f"[{c.number}]" in claim.text


def test_fill_join_and_capitalise() -> None:
    words = fill("{a} and {b}", a="x", b=cell("y", 1))
    assert plain(words) == "x and y"
    assert plain(join([words, (), "", "z"], ", ", " or ")) == "x and y or z"
    assert plain(capitalise(words)) == "X and y"
    assert plain(capitalise((cell("name", 1),))) == "name"
    with pytest.raises(KeyError):
        fill("{missing}")

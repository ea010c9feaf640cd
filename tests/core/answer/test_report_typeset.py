"""Line breaking of mixed text."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from core.answer.report_columns import column_widths
from core.answer.report_fonts import characters, embedded, family
from core.answer.report_model import Run
from core.answer.report_typeset import NO_END, NO_START, Faces, broken, words_of

LETTERS = "金矿床距断裂以内的 abc,.;()（），。、；1234567890-/km"


@pytest.fixture(scope="module")
def faces() -> Faces:
    font = family().regular
    pdfmetrics.registerFont(TTFont("Typeset", io.BytesIO(embedded(font, LETTERS + "。\u00a0"))))
    known = characters(font)
    return Faces("Typeset", "Typeset", "Typeset", "Typeset", known, known)


@given(text=st.text(LETTERS, min_size=1, max_size=160), width=st.floats(40, 300))
def test_lines_fit_and_lose_nothing(faces: Faces, text: str, width: float) -> None:
    lines = broken(words_of((Run(text),), faces, 9.0, "#000000"), width, faces)
    assert "".join(w.text for line in lines for w in line).replace(" ", "") == text.replace(" ", "")
    for line in lines:
        assert sum(w.width for w in line) <= width + 1e-6


@given(text=st.text("金矿床距断裂以内的，。、；（）", min_size=1, max_size=120))
def test_no_line_begins_with_a_closing_or_ends_with_an_opening_mark(faces: Faces, text: str) -> None:
    if any(a in NO_START | NO_END and b in NO_START | NO_END for a, b in pairwise(text)):
        return  # a long run of marks has to be parted somewhere
    lines = broken(words_of((Run(text),), faces, 9.0, "#000000"), 60.0, faces)
    assert all(line[0].text[0] not in NO_START for line in lines[1:])
    assert all(line[-1].text[-1] not in NO_END for line in lines[:-1])


def test_latin_words_and_figures_stay_whole(faces: Faces) -> None:
    text = (Run("abc abc abc "), Run("12.5 km", "value"), Run("[3]", "mark"), Run(" abc"))
    for width in range(60, 160, 3):
        lines = [
            "".join(w.text for w in line) for line in broken(words_of(text, faces, 9.0, "#000"), width, faces)
        ]
        assert any("12.5\u00a0km[3]" in x for x in lines), (width, lines)


@given(
    sizes=st.lists(st.tuples(st.floats(5, 200), st.floats(0, 600)), min_size=1, max_size=12),
    room=st.floats(100, 600),
)
def test_columns_never_exceed_the_page(sizes: list[tuple[float, float]], room: float) -> None:
    least = [a for a, _ in sizes]
    widths = column_widths(least, [a + b for a, b in sizes], room)
    assert sum(widths) <= room + 0.5
    assert all(w > 0 for w in widths)

from __future__ import annotations

import pytest

from core.answer.display import number_text, value_texts
from core.answer.numbers import read_number
from core.errors import Language
from core.vocabulary.card import Column
from tests.core.answer.answer_samples import Bench

LIST = Column("commodity", "c", "text", separators="-()")
CODED = Column("size", "s", "text", concepts={"medium": ("M",), "large": ("large deposit",)})


@pytest.mark.parametrize(
    ("raw", "attribute", "column", "language", "expected"),
    [
        ("Au(Ag)", "commodity", LIST, "en", ("gold", "silver")),
        ("Au-Cu", "commodity", LIST, "zh", ("金", "铜")),
        ("Au-unobtainium", "commodity", LIST, "en", ("gold", "unobtainium")),
        ("中型", "size", None, "en", ("medium",)),
        ("Medium", "size", None, "zh", ("中型",)),
        ("M", "size", CODED, "en", ("medium",)),
        ("黑云母花岗岩", "lithology", None, "en", ("biotite granite",)),
        ("no such rock", "lithology", None, "en", ("no such rock",)),
        ("granite cut by dykes of unknown age", "lithology", None, "en", ("granite cut by dykes of unknown age",)),
    ],
)
def test_stored_texts_in_the_language_of_the_answer(  # noqa: PLR0917
    bench: Bench, raw: str, attribute: str, column: Column | None, language: Language, expected: tuple[str, ...]
) -> None:
    assert value_texts(raw, attribute, column, bench.card, language) == expected


def test_units_follow_their_number(bench: Bench) -> None:
    assert number_text(25.3, "ppb", bench.units, "en") == "25.3 ppb"
    assert number_text(62, "°", bench.units, "en") == "62°"
    assert number_text(16370, None, bench.units, "zh") == "16370"
    assert read_number("no numbers here") is None

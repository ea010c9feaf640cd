"""Names at scale, their endings, nearly alike ones, and abbreviations."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.question import ir
from core.question.alike import Alike
from core.question.gazetteer import Shape
from core.question.name_book import NameBook
from core.question.reader import Reader
from core.question.tokens import key_of
from core.settings import ROOT
from core.vocabulary.card import Name
from core.vocabulary.mappings import load_mappings
from tests.benchmarks.names import names
from tests.core.question.cards import geology
from tests.core.question.forms import bare

WORDS = load_mappings(ROOT / "data_mappings").name_words


@pytest.fixture(scope="module")
def many() -> tuple[Name, ...]:
    return names(20_000)


@pytest.fixture(scope="module")
def reader(many: tuple[Name, ...]) -> Reader:
    card, units = geology()
    return Reader(replace(card, names=(*card.names, *many)), units, WORDS)


def test_every_name_is_found_by_its_own_spelling(many: tuple[Name, ...], reader: Reader) -> None:
    for name in many[:: len(many) // 40]:
        key = key_of(name.text)
        found = {reader.lexicon.name(i).text for i in reader.lexicon.entry(key, name.text).names}
        assert name.text in found
        assert (0, len(key)) in set(reader.lexicon.matches(key))


def test_names_are_found_inside_questions(many: tuple[Name, ...], reader: Reader) -> None:
    for name in [x for x in many if x.entity_type == "fault"][:: len(many) // 60]:
        question = (
            f"距{name.text}5公里以内的矿床" if not name.text.isascii() else f"deposits within 5 km of {name.text}"
        )
        where = bare(reader.read(question))["target"]["where"]
        assert where["to"]["layer"] == "fault"
        assert where["to"]["names"] == [name.text]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("deposits near the Skelghyll Fm", "Skelghyll Formation"),
        ("deposits near Skelghyll", "Skelghyll Formation"),
        ("deposits near Stock Ghyll", "Stock Ghyll Fault"),
        ("deposits near Tarn Hows Flt", "Tarn Hows Fault"),
        ("石溪附近的矿床", "石溪断裂"),
    ],
)
def test_generic_endings_may_be_left_out_or_shortened(question: str, name: str) -> None:
    card, units = geology()
    formation = Name("Skelghyll Formation", "geo_body", "units", (90,), "Skelghyll Formation")
    reading = Reader(replace(card, names=(*card.names, formation)), units, WORDS).read(question)
    where = bare(reading)["target"]["where"]
    assert where["to"]["names"] == [name]


@pytest.mark.parametrize(
    ("question", "mention", "meaning"),
    [
        ("gold deposits near the Stok Gyll Fault", "Stok Gyll Fault", "Stock Ghyll Fault"),
        ("copper occ. in Low Wood", "occ", "occurrence"),
        ("gold deposts near falts", "deposts", "deposits"),
    ],
)
def test_what_was_read_as_something_else_is_told(question: str, mention: str, meaning: str) -> None:
    card, units = geology()
    reading = Reader(card, units, WORDS).read(question)
    assert reading.ir.action == "query"
    told = {(w.text, m) for w, m in reading.corrections}
    named = isinstance(reading.ir.query, ir.Query) and mention in reading.ir.query.model_dump_json()
    assert (mention, meaning) in told or named


@pytest.mark.parametrize(
    "question",
    [
        "Au dep. near faults w/ size large",
        "samples w/ Au > 20ppb btw",
        "gold deposits approx. 5 km from faults",
        "gold-copper deposits",
        "strike–slip faults near 金矿",
        "距 faults 5 km 以内的 gold deposits",
    ],
)
def test_short_hyphenated_and_mixed_writing_is_read(question: str) -> None:
    card, units = geology()
    assert Reader(card, units, WORDS).read(question).ir.action == "query"


def test_the_likest_names_come_first() -> None:
    index = Alike(["Stock Ghyll Fault", "Stock Fault", "石溪断裂", "碧湖断裂", "Tarn Hows Fault"])
    assert index.nearest("Stok Ghyl Fault")[0][0] == "Stock Ghyll Fault"
    assert index.nearest("碧糊断裂")[0][0] == "碧湖断裂"
    assert index.nearest("zzzz", least=0.6) == []
    assert index.nearest("") == []
    assert Alike([]).nearest("x") == []


@given(st.lists(st.text(alphabet="abcdefg 金山断裂", min_size=2, max_size=12), min_size=1, max_size=30))
def test_a_spelling_is_always_likest_to_itself(texts: list[str]) -> None:
    index = Alike(texts)
    for text in texts:
        if text.strip() == text and text.strip():
            assert index.nearest(text)[0][1] == pytest.approx(1.0)


@given(st.lists(st.text(alphabet="abcXY1 -金山断裂组", min_size=1, max_size=14), max_size=20))
def test_the_book_finds_what_was_put_in(texts: list[str]) -> None:
    made = tuple(Name(x, "fault", "t", (i,), x) for i, x in enumerate(texts))
    book = NameBook(made, Shape(["断裂"], ["组"]), {})
    for position, name in enumerate(made):
        key = key_of(name.text)
        if key and not Shape(["断裂"], ["组"]).covers(key):
            assert position in book.get(key)
            reached = (0, len(key)) in set(book.parted(key)) or key in set(book.unparted())
            assert reached

"""Conditions in many wordings: what each question says, and that every word of it is accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.question import ir
from core.question.grammar.chinese import Chinese
from core.question.grammar.english import English
from core.question.reading import Reading
from tests.core.question.brief import brief
from tests.core.question.terrains import geologist, read, traveller

HERE = Path(__file__).parent


def _lines(name: str) -> list[tuple[str, str]]:
    text = (HERE / name).read_text(encoding="utf-8").splitlines()
    pairs = [x.split(" => ") for x in text if x and not x.startswith("#")]
    return [(question, meaning) for question, meaning in pairs]


def _meaning(reading: Reading) -> str:
    assert reading.ir.action == "query", (reading.question, reading.message)
    assert reading.unexplained == (), (reading.question, reading.unexplained)
    query = ir.dump(reading.ir, spans=False)["query"]
    assert set(query) == {"intent", "target", "output"}, query
    return brief(query["target"])


@pytest.mark.parametrize(("question", "meaning"), _lines("conditions_en.txt"))
def test_english(question: str, meaning: str) -> None:
    assert _meaning(read(question)) == meaning


@pytest.mark.parametrize(("question", "meaning"), _lines("conditions_zh.txt"))
def test_chinese(question: str, meaning: str) -> None:
    assert _meaning(read(question)) == meaning


@pytest.mark.parametrize(("question", "meaning"), _lines("conditions_references.txt"))
def test_references(question: str, meaning: str) -> None:
    assert _meaning(read(question)) == meaning


@pytest.mark.parametrize(("question", "meaning"), _lines("conditions_country.txt"))
def test_country(question: str, meaning: str) -> None:
    assert _meaning(traveller().read(question)) == meaning


@pytest.mark.parametrize(
    ("question", "within", "without"),
    [
        ("granite older than Permian", {"devonian", "carboniferous", "archean"}, {"permian", "triassic"}),
        ("granite younger than the Devonian", {"carboniferous", "jurassic"}, {"devonian", "silurian"}),
        ("Proterozoic or younger strata", {"proterozoic", "permian", "quaternary"}, {"archean", "neoarchean"}),
        ("Permian or older granite", {"permian", "devonian", "archean"}, {"triassic", "jurassic"}),
        ("strata from before the Carboniferous", {"devonian", "archean"}, {"carboniferous", "permian"}),
        ("二叠纪以前的花岗岩", {"devonian", "carboniferous", "archean"}, {"permian", "triassic"}),
        ("老于二叠纪的地层", {"devonian", "carboniferous", "archean"}, {"permian", "triassic"}),
        ("元古代或更年轻的地层", {"proterozoic", "permian", "quaternary"}, {"archean", "neoarchean"}),
        ("比二叠纪更老的地层", {"devonian", "carboniferous", "archean"}, {"permian", "triassic"}),
        ("晚于泥盆纪的花岗岩", {"carboniferous", "jurassic"}, {"devonian", "silurian"}),
    ],
)
def test_ages_in_order(question: str, within: set[str], without: set[str]) -> None:
    reading = read(question)
    assert reading.unexplained == ()
    conditions = ir.dump(reading.ir, spans=False)["query"]["target"]["where"]["and"]
    ages = next(set(x["value"]) for x in conditions if x.get("attr") == "age")
    assert within <= ages
    assert not without & ages


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("deposits in the north of Low Wood", "north"),
        ("samples near the 2 largest gold deposits", "2"),
        ("deposits near faults but not", "not"),
        ("deposits within 5 km of faults except", "except"),
        ("deposits more than", "more than"),
    ],
)
def test_words_that_bind_but_were_not_understood_are_asked_back(question: str, word: str) -> None:
    reading = read(question)
    assert reading.ir.action == "clarify", ir.dump(reading.ir, spans=False)
    assert word in reading.message


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("gold and copper deposits", "any of them"),
        ("deposits with 3 faults within 5 km", "exactly 3"),
        ("deposits near the longest faults", "first 5"),
        ("samples near faults in granite", "said of the faults"),
        ("deposits along faults", "“along” gives no distance"),
        ("deposits bordering faults", "5 km is assumed"),
        ("附近有3条断裂的矿床", "恰好3个"),
    ],
)
def test_what_is_assumed_is_declared(question: str, note: str) -> None:
    assert any(note in x for x in read(question).notes), read(question).notes


def test_every_production_has_a_name_of_its_own() -> None:
    for grammar in (English, Chinese):
        for name, owners in _owners(grammar).items():
            assert len(owners) == 1, (grammar, name, owners)


def _owners(grammar: type) -> dict[str, list[str]]:
    """For each private production the classes that define it: two would silently hide one another."""
    found: dict[str, list[str]] = {}
    for owner in grammar.__mro__[:-1]:
        for name, value in vars(owner).items():
            own = callable(value) and not getattr(value, "__isabstractmethod__", False)
            if own and name.startswith("_") and not name.startswith("__"):
                found.setdefault(name, []).append(owner.__name__)
    return found


def test_a_region_is_no_anchor_of_the_references() -> None:
    reading = geologist().read("gold deposits near faults in Orrest Fell", region="Low Wood")
    assert brief(ir.dump(reading.ir, spans=False)["query"]["target"]) == (
        'deposit{(commodity = gold & near(≤5000) fault & within region["Orrest Fell"])}'
    )

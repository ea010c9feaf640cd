"""The lexicon at the size of a national gazetteer, and what counts as a name."""

from __future__ import annotations

import random
from dataclasses import replace

from core.question.reader import Reader
from core.vocabulary.card import Name
from tests.core.question.cards import geology
from tests.core.question.forms import bare, geologist, near, read, these

SYLLABLES = ["ba", "lo", "mir", "ten", "su", "ka", "vel", "dor", "ash", "quin", "zet", "hol", "pra"]
CHARACTERS = "安北川德恩方光和佳科林梅宁平青荣山泰温西扬"


def test_a_hundred_thousand_names() -> None:
    chance = random.Random(7)
    card, units = geology()
    names = []
    for i in range(50_000):
        english = "".join(chance.choices(SYLLABLES, k=4)).capitalize() + f" {i} Fault"
        chinese = "".join(chance.choices(CHARACTERS, k=4)) + f"{i}号断裂"
        names += [Name(english, "fault", "breaks", (i,), english), Name(chinese, "fault", "breaks", (i,), english)]
    reader = Reader(replace(card, names=card.names + tuple(names)), units)
    for name in (names[0], names[31_415], names[-1]):
        reading = reader.read(f"gold deposits within 5 km of the {name.text}")
        assert bare(reading)["target"]["where"]["and"][1] == near(these("fault", None, name.text), 5000.0)
        assert reading.unexplained == ()
    assert bare(reader.read("距断裂5公里以内的金矿床")) == bare(read("距断裂5公里以内的金矿床"))


def test_generic_words_at_the_end_of_a_name_may_be_left_out() -> None:
    lexicon = geologist().lexicon
    assert lexicon.is_core("stock ghyll")
    assert lexicon.is_core("石溪")
    assert not lexicon.is_core("stock ghyll fault")
    assert bare(read("samples within 2 km of Stock Ghyll"))["target"]["where"] == near(
        these("fault", None, "Stock Ghyll Fault"), 2000.0
    )
    assert bare(read("石溪2公里以内的样品"))["target"]["where"] == near(these("fault", None, "石溪断裂"), 2000.0)


def test_a_description_is_no_name() -> None:
    card, units = geology()
    described = Name("biotite granite stock", "geo_body", "units", (1, 2), "biotite granite stock")
    chinese = Name("二叠纪花岗岩体", "geo_body", "units", (1, 2), "biotite granite stock")
    reader = Reader(replace(card, names=(*card.names, described, chinese)), units)
    for question in ("granite bodies", "biotite granite stocks", "二叠纪花岗岩体"):
        assert "names" not in bare(reader.read(question))["target"]


def test_the_lexicon_offers_what_is_spelled_most_alike() -> None:
    assert geologist().lexicon.alike("Amblesyde pluton")[0] == "Ambleside pluton"

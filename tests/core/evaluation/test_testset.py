"""The test sets have the numbers they promise, and their two parts share no phrasing."""

from __future__ import annotations

from collections import Counter

from core.evaluation.phrasing import Phrasebook
from core.evaluation.testset import records


def test_the_published_kinds_come_in_the_published_numbers(book: Phrasebook) -> None:
    paper = records(book, "paper")
    assert Counter(r.region for r in paper) == {"bayan": 13, "yunnan": 17, "sichuan": 5}
    assert Counter(r.intent for r in paper) == {"distance": 14, "containment": 3, "threshold": 7, "attribute": 11}
    assert len({r.question for r in paper}) == 35


def test_the_wide_set_is_large_and_speaks_both_languages_equally(book: Phrasebook) -> None:
    wide = [r for r in records(book, "all") if r.split != "paper"]
    languages = Counter(r.language for r in wide)
    assert len(wide) >= 400
    assert abs(languages["en"] - languages["zh"]) <= 0.06 * len(wide)


def test_a_family_of_phrasings_belongs_to_one_part(book: Phrasebook) -> None:
    dev, test = records(book, "dev"), records(book, "test")
    assert not {r.family for r in dev} & {r.family for r in test}
    assert not {r.question for r in dev} & {r.question for r in test}
    assert 0.55 <= len(dev) / (len(dev) + len(test)) <= 0.65


def test_refusals_and_questions_back_are_about_one_in_eight(book: Phrasebook) -> None:
    wide = [r for r in records(book, "all") if r.split != "paper"]
    declined = sum(r.expects in ("refused", "clarify") for r in wide)
    assert 0.09 <= declined / len(wide) <= 0.15
    assert 0.06 <= sum(bool(r.before) for r in wide) / len(wide) <= 0.10


def test_the_questions_are_the_same_on_every_run(book: Phrasebook) -> None:
    again = Phrasebook(book.directory)
    assert records(book, "all") == records(again, "all")


def test_no_hole_of_a_phrasing_stays_open(book: Phrasebook) -> None:
    for record in records(book, "all"):
        assert not set("{}$") & set(record.question), record.question
        assert "$" not in str(record.meaning), record.meaning

"""Distances in documents against those of the map."""

from __future__ import annotations

import pytest

from core.answer.check import check
from core.answer.comparing import naming, telling
from core.answer.compose import compose
from core.answer.stated import between, says, sentences
from core.evidence.types import Evidence
from core.knowledge.passages import Passage
from core.query.result import Row
from tests.core.answer.answer_samples import SCORE, Bench, make_reference, make_row, near

A, B = ("Bilute", "比鲁特"), ("North Fault", "北断裂")


@pytest.mark.parametrize(
    ("text", "stated", "metres"),
    [
        ("Bilute lies 3 km north of the North Fault.", "3 km", 3_000),
        ("The distance between the North Fault and Bilute is about 2.8 km.", "2.8 km", 2_800),
        ("The North Fault passes 850 m southeast of Bilute.", "850 m", 850),
        ("Ore was found in 1992. Bilute is situated 1,200 metres from the North Fault!", "1,200 metres", 1_200),
        ("比鲁特距北断裂约3公里，受其控制。", "3公里", 3_000),
        ("北断裂以南2.5千米处为比鲁特。", "2.5千米", 2_500),
        ("比鲁特与北断裂相距 640 米。", "640 米", 640),
    ],
)
def test_stated_distances_are_found(text: str, stated: str, metres: float) -> None:
    found = between(text, A, B)
    assert found is not None
    assert (found.text, found.metres) == (stated, metres)


@pytest.mark.parametrize(
    "text",
    [
        "Bilute lies on the North Fault.",
        "The North Fault is 30 km long; Bilute lies on it.",
        "Bilute, beside the North Fault, was drilled to a depth of 300 m.",
        "Bilute lies 3 km north of a river. The North Fault is old.",
        "Bilute lies 3 km from the North Fault and 5 km from the river.",
        "Bilute covers 3 km2 from the North Fault to the river.",
        "北断裂长30公里，经过比鲁特。",
        "Bilutean rocks lie 3 km from the North Fault.",
    ],
)
def test_what_is_no_distance_of_the_pair_is_passed_over(text: str) -> None:
    assert between(text, A, B) is None


def test_agreement_is_that_of_the_digits_given() -> None:
    exact, rough, vague = (
        between(f"Bilute lies {x} from the North Fault.", A, B) for x in ("2.8 km", "3 km", "about 2.5 km")
    )
    assert exact is not None
    assert rough is not None
    assert vague is not None
    assert exact.agrees(2_780)
    assert not exact.agrees(2_700)
    assert rough.agrees(2_780)
    assert not rough.agrees(2_400)
    assert vague.agrees(2_700)
    assert not vague.agrees(2_780)


def test_names_are_whole_words_and_decimal_points_end_no_sentence() -> None:
    assert says("the Bilute deposit", "bilute")
    assert not says("Bilutean", "Bilute")
    assert not says("in it", "in")
    assert list(sentences("It is 2.5 km. Next one。第三句。")) == ["It is 2.5 km.", "Next one。", "第三句。"]
    assert list(sentences("Hitzman et al. (1992) say so. See fig. 3.")) == [
        "Hitzman et al. (1992) say so.",
        "See fig. 3.",
    ]


def passage(text: str, pages: tuple[int, int] | None = (12, 12)) -> Passage:
    return Passage("report.pdf", "Survey report", (), text, "en", (0, len(text)), pages=pages)


def sample() -> tuple[Evidence, Row]:
    row = make_row(1, "Bilute", "medium", "Au")
    found = Evidence(row, (near(make_reference(7, 2_784.2, "North Fault")),), SCORE)
    return found, row


def test_a_conflict_is_told_with_both_sources() -> None:
    bench, (found, row) = Bench(), sample()
    text = "The ore is old. Bilute lies 3.5 km north of the North Fault. It was drilled."
    material = bench.material(evidence=(found,), passages=(passage(text),))
    assert telling(material.passages, material) == material.passages
    checked = check(material, compose(material))
    assert checked.dropped == ()
    (claim,) = (c for c in checked.claims if "differ" in c.text)
    assert "3.5 km" in claim.text
    assert "2.78 km" in claim.text
    assert {c.kind for c in claim.citations} >= {"passage", "distance"}
    (quote,) = (c for c in checked.claims if c.kind == "passage")
    assert "Bilute lies 3.5 km north of the North Fault." in quote.text
    assert "Survey report, p. 12" in quote.text
    assert row.name in claim.text


def test_what_agrees_is_told_as_such_and_other_texts_not_at_all() -> None:
    bench, (found, _) = Bench(), sample()
    same = bench.material(evidence=(found,), passages=(passage("Bilute lies 2.8 km from the North Fault."),))
    assert any("agree" in c.text for c in compose(same))
    other = bench.material(evidence=(found,), passages=(passage("Bilute is a gold deposit."),))
    assert telling(other.passages, other) == ()
    assert naming(other.passages, other) == other.passages


def test_a_wrong_page_or_distance_is_caught() -> None:
    bench, (found, _) = Bench(), sample()
    text = "Bilute lies 3.5 km north of the North Fault."
    claims = compose(bench.material(evidence=(found,), passages=(passage(text),)))
    moved = bench.material(evidence=(found,), passages=(passage(text, (13, 13)),))
    assert any("p. 12" in x for x in check(moved, claims).dropped)
    changed = bench.material(evidence=(found,), passages=(passage(text.replace("3.5", "4.5")),))
    assert check(changed, claims).dropped

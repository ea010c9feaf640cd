"""A sound answer passes; every way of being wrong is caught and the claim withheld."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.answer.check import check, uncovered
from core.answer.compose import compose
from core.answer.material import Material
from core.answer.model import Citation, Claim
from core.errors import Language
from tests.core.answer.answer_samples import Bench, four, make_reference


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_composed_answer_is_covered_and_correct(bench: Bench, language: Language) -> None:
    material = bench.material(language=language)
    claims = compose(material)
    checked = check(material, claims)
    assert checked.claims == claims
    assert (checked.coverage, checked.correct, checked.dropped) == (1.0, 1.0, ())


def altered(claim: Claim, old: str, new: str) -> Claim:
    """The claim with a cited value changed in its text, its citation and all places after it."""
    citations: list[Citation] = []
    shift = 0
    text = claim.text
    for c in claim.citations:
        assert c.span is not None
        start, end = c.span[0] + shift, c.span[1] + shift
        if c.text == old and not shift:
            text = text[:start] + new + text[end:]
            shift = len(new) - len(old)
            citations.append(replace(c, text=new, span=(start, start + len(new))))
        else:
            citations.append(replace(c, span=(start, end)))
    return replace(claim, text=text, citations=tuple(citations))


@pytest.mark.parametrize(
    ("index", "old", "new"),
    [
        (0, "four", "five"),
        (0, "5 km", "6 km"),
        (0, "Example Field", "Other Field"),
        (0, "gold", "copper"),
        (0, "2", "3"),
        (1, "0.02 km (18 m)", "0.03 km (18 m)"),
        (1, "0.02 km (18 m)", "0.02 km (19 m)"),
        (1, "8", "9"),
        (1, "2.84 km", "2.85 km"),
        (1, "2.84 km", "2.84 m"),
        (1, "109.9903", "109.9904"),
        (1, "medium", "large"),
        (1, "Northern Belt", "Southern Belt"),
        (1, "Alpha Gold Deposit", "Beta Gold Deposit"),
    ],
)
def test_a_changed_value_is_withheld(bench: Bench, index: int, old: str, new: str) -> None:
    material = bench.material()
    claims = list(compose(material))
    assert old in [c.text for c in claims[index].citations]
    claims[index] = altered(claims[index], old, new)
    checked = check(material, tuple(claims))
    assert claims[index] not in checked.claims
    assert len(checked.claims) == len(claims) - 1
    assert checked.correct is not None
    assert checked.correct < 1
    assert new in checked.dropped[0]


def test_changed_evidence_is_noticed_too(bench: Bench) -> None:
    claims = compose(bench.material())
    rows = list(four())
    proximity = rows[0].proximity[0]
    moved = replace(proximity, nearest=make_reference(1, 180.0))
    rows[0] = replace(
        rows[0], proximity=(replace(moved, within=(make_reference(1, 180.0), *proximity.within[1:])),)
    )
    checked = check(bench.material(evidence=tuple(rows)), claims)
    assert claims[1] not in checked.claims


@pytest.mark.parametrize(
    ("text", "loose"),
    [
        ("There are 7 more.", ("7",)),
        ("There are seven more.", ("seven",)),
        ("SiO2 and Fe2O3 are oxides.", ()),
        ("Alpha Gold Deposit is near.", ("Alpha Gold Deposit",)),
        ("It lies 1,234.5 m away.", ("1,234.5",)),
    ],
)
def test_numbers_and_names_without_a_citation_are_found(bench: Bench, text: str, loose: tuple[str, ...]) -> None:
    assert uncovered(bench.material(), Claim("summary", text)) == loose


def test_a_unit_outside_its_citation_is_found(bench: Bench) -> None:
    material = bench.material()
    citation = Citation(1, "distance", "2.84", value=2840.0, unit="m", span=(0, 4))
    assert uncovered(material, Claim("summary", "2.84 km away [1].", (citation,))) == ("2.84",)


def test_a_citation_must_stand_where_it_says(bench: Bench) -> None:
    citation = Citation(1, "count", "four", value=4, column="total", span=(0, 4))
    assert "four" in uncovered(bench.material(), Claim("summary", "five deposits [1].", (citation,)))


def test_brackets_in_names_are_not_marks(bench: Bench) -> None:
    rows = list(four())
    name = "Alpha [3] 12 km {x}"
    rows[0] = replace(rows[0], row=replace(rows[0].row, name=name, names={"en": name}))
    material: Material = bench.material(evidence=tuple(rows))
    checked = check(material, compose(material))
    assert checked.dropped == ()
    assert checked.claims[1].text.startswith(name)


def test_an_answer_without_values_has_no_figures(bench: Bench) -> None:
    checked = check(bench.material(), ())
    assert (checked.coverage, checked.correct) == (None, None)

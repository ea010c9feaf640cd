"""Assessments: five headings, each figure from a finding, nothing that a finding does not hold."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from core.analysis.record import Fact
from core.answer.assessed.findings import Finding, Near
from core.answer.assessed.geochemistry import Asked
from core.answer.assessed.sections import SECTIONS, Assessed, assess, by_section
from core.answer.check import check_all
from core.answer.model import Claim
from core.errors import Language
from core.vocabulary.card import Labels
from tests.core.answer.answer_samples import Bench
from tests.core.answer.assessed.findings_samples import association, prospectivity


def assessed(bench: Bench, *findings: Finding, language: Language = "en", **more: object) -> Assessed:
    material = replace(bench.material(), language=language, findings=findings, result=None, evidence=())
    found = {x.record.kind: x for x in findings}
    empty = {"background": "No documents.", "clues": "No layer."}
    empty |= {
        s: "None." for s, k in (("geochemistry", "association"), ("zoning", "prospectivity")) if k not in found
    }
    return Assessed(
        material, found.get("association"), found.get("prospectivity"), empty=empty, known=("deposit",),
        near=("deposit",), **more,  # type: ignore[arg-type]
    )  # fmt: skip


def text(made: Assessed, section: str) -> str:
    return " ".join(c.text for _, claims in assess(made) for c in claims if c.section == section)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_figure_of_an_assessment_is_cited_and_found_again(bench: Bench, language: Language) -> None:
    made = assessed(
        bench,
        association(language),
        prospectivity(language),
        language=language,
        asked=Asked(("Nb", "Fe"), ("Nb", "Fe")),
    )
    checked = check_all(assess(made))
    assert (checked.dropped, checked.coverage, checked.correct) == ((), 1.0, 1.0)
    assert [s for s, _ in by_section(checked.claims) if s] == list(SECTIONS)
    told = " ".join(c.text for c in checked.claims)
    for figure in ("0.816", "70.05", "−0.432", "0.407", "370", "83.25 ppm", "216.4 km²", "0.9344", "184", "0.975"):
        assert figure in told
    assert "Ho-Er / La-Nb" in told


def test_elements_that_were_asked_for_come_first_and_missing_ones_are_named(bench: Bench) -> None:
    told = text(assessed(bench, association(), asked=Asked(("Nb", "Fe"), ("Nb", "Fe"))), "geochemistry")
    assert told.index("Nb −0.432") < told.index("La 0.912")
    assert "not among the analysed elements: Fe" in told


def test_the_class_of_high_contents_is_the_one_with_the_highest_centres(bench: Bench) -> None:
    told = text(assessed(bench, association()), "geochemistry")
    assert "Class 2 (370 samples) has the highest contents of La 5.84 (" in told


def test_only_elements_that_a_class_is_highest_in_are_named_as_that(bench: Bench) -> None:
    facts = {
        f"class.{n}.centre.{e}": Fact(f"class.{n}.centre.{e}", Labels("x", "x"), v)
        for e, values in {"Cu": (3.03, 2.95), "Zn": (4.1, 4.3), "Au": (0.01, 0.01)}.items()
        for n, v in enumerate(values, 1)
    }
    found = association()
    found = replace(found, facts={**found.facts, **facts})
    asked = {e: text(assessed(bench, found, asked=Asked((e,), (e,))), "geochemistry") for e in ("Cu", "Zn", "Au")}
    assert "Of the elements asked about, class 1 (16,000 samples) is highest in Cu 3.03 (" in asked["Cu"]
    assert "class 2 (370 samples) is highest in Zn 4.30 (" in asked["Zn"]
    assert "asked about, class" not in asked["Au"]  # no class has more of it than another
    both = text(assessed(bench, found, asked=Asked(("Cu", "Zn"), ("Cu", "Zn"))), "geochemistry")
    assert "Cu 2.95" not in both
    assert "Zn 4.10" not in both


def test_clusters_of_the_elements_asked_about_come_first(bench: Bench) -> None:
    made = assessed(bench, association(), asked=Asked(("Nb",), ("Nb",)))
    told = text(made, "geochemistry")
    assert told.index("Anomaly cluster 2") < told.index("Anomaly cluster 1")
    assert "of the clusters led by an element asked about" in text(made, "recommendations")
    none = assessed(bench, association(), asked=Asked(("W",), ("W",)))
    assert "None of the anomaly clusters is led by an element that was asked about: W." in text(
        none, "geochemistry"
    )


def test_contents_that_the_samples_have_can_be_analysed(bench: Bench) -> None:
    told = text(assessed(bench, association(), asked=Asked(("Fe",), ("Fe",), ("Fe2O3",))), "geochemistry")
    assert "not analysed: Fe. The sample layer has Fe2O3" in told


def test_what_lies_far_from_known_occurrences_is_worth_a_visit(bench: Bench) -> None:
    told = text(assessed(bench, association()), "recommendations")
    assert "Follow up anomaly cluster 2" in told
    assert "6.11 km" in told
    assert "Compute a prospectivity model" in told


@pytest.mark.parametrize(
    ("verdict", "says"),
    [("better", "Check target 2 "), ("weak", "Check target 2 "), ("chance", "Do not choose targets"),
     ("too_few", "Do not choose targets"), ("leak", "compute the model again")],
)  # fmt: skip
def test_advice_follows_the_verdict(bench: Bench, verdict: str, says: str) -> None:
    told = text(assessed(bench, prospectivity(verdict=verdict)), "recommendations")
    assert says in told
    assert ("Check target" in told) == (verdict in ("better", "weak"))


def test_new_targets_come_before_patches_at_known_occurrences(bench: Bench) -> None:
    told = text(assessed(bench, prospectivity()), "zoning")
    assert told.index("Target 2 ") < told.index("Target 1 ") < told.index("Patch 3 at an occurrence of the")


def test_near_a_feature_only_the_targets_there_are_told(bench: Bench) -> None:
    near = Near("F1", 5_000.0, {0: 1234.4})
    told = text(assessed(bench, prospectivity(near=near)), "zoning")
    assert "Targets within 5 km of F1: 1" in told
    assert "1.23 km from F1" in told
    assert "Target 2 " not in told


def test_an_empty_section_says_why(bench: Bench) -> None:
    claims = [c for _, part in assess(assessed(bench, association())) for c in part]
    zoning = [c for c in claims if c.section == "zoning"]
    assert [(c.kind, c.text) for c in zoning] == [("caveat", "None.")]


def tampered(claim: Claim) -> Claim | None:
    """The claim with the first figure of it changed by one in its last digit."""
    found = next((c for c in claim.citations if re.search(r"\d", c.text) and c.span is not None), None)
    if found is None or found.span is None:
        return None
    digit = max(i for i, x in enumerate(found.text) if x.isdigit())
    wrong = found.text[:digit] + str((int(found.text[digit]) + 1) % 10) + found.text[digit + 1 :]
    start, end = found.span
    citations = tuple(replace(c, text=wrong) if c is found else c for c in claim.citations)
    return replace(claim, text=claim.text[:start] + wrong + claim.text[end:], citations=citations)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_changed_figure_is_withheld(bench: Bench, language: Language) -> None:
    made = assessed(bench, association(language), prospectivity(language), language=language)
    changed = [(m, (t,)) for m, claims in assess(made) for c in claims if (t := tampered(c)) is not None]
    assert len(changed) > 10
    for part in changed:
        assert check_all((part,)).claims == ()

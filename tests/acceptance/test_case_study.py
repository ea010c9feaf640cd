"""The published case: four gold deposits, their order and distances, the faults around them, the belt by name."""

from __future__ import annotations

import pytest

from core.service import MineralApp

QUESTIONS = (
    "Which magmatic-hydrothermal gold deposits lie within 5 km of faults in Bayan Obo?",
    "In the Bayan Obo area, list the gold deposits of magmatic-hydrothermal type located within 5 km of a fault",
    "白云鄂博地区距断裂5公里以内的岩浆热液型金矿床有哪些？",
    "白云鄂博地区断裂5km范围内有哪些岩浆热液型金矿？",
)
PUBLISHED = (
    ("Saiwusu Rock Gold Deposit", "赛乌素岩金矿", 0.02, 8),
    ("Bilute Gold Deposit", "比鲁特金矿", 2.78, 1),
    ("Sujiao'ao Gold-Copper Prospect", "苏角敖金铜矿点", 2.98, 1),
    ("Gansi Taolegai Gold Prospect", "干斯陶勒盖金矿点", 4.63, 2),
)
BELT = {"en": "Northern margin fault belt of the North China Craton", "zh": "华北克拉通北缘断裂带"}


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_four_deposits(app: MineralApp, question: str) -> None:
    answer = app.ask(question)
    assert answer.status == "answered", answer.message
    assert answer.result is not None
    assert answer.result.total == 4
    assert answer.citation_coverage == 1
    assert answer.citation_correct == 1
    for evidence, (name, name_zh, km, faults) in zip(answer.evidence, PUBLISHED, strict=True):
        assert evidence.row.names["en"] == name
        assert evidence.row.names["zh"] == name_zh
        (proximity,) = evidence.proximity
        assert proximity.nearest is not None
        assert proximity.nearest.distance_m / 1000 == pytest.approx(km, abs=0.02)
        assert proximity.within_count == faults
        assert proximity.disagreement_m <= 0.01


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_belt_is_named_for_saiwusu(app: MineralApp, question: str) -> None:
    answer = app.ask(question)
    first = answer.evidence[0]
    (belt,) = [x for x in first.proximity[0].within if x.name in BELT.values()]
    assert belt.distance_m / 1000 == pytest.approx(2.84, abs=0.02)
    said = next(claim.text for claim in answer.claims if claim.target == first.row.ref)
    assert BELT[answer.language] in said
    assert "2.84" in said


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_words_of_the_answer_hold_the_published_figures(app: MineralApp, question: str) -> None:
    answer = app.ask(question)
    rows = [claim.text for claim in answer.claims if claim.target is not None]
    for text, (name, name_zh, km, _) in zip(rows[:4], PUBLISHED, strict=True):
        assert (name_zh if answer.language == "zh" else name) in text
        assert f"{km:.2f}" in text

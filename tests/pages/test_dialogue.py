"""Follow-ups, edits, further answers and questions back on the page, without a browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.session import PREFIX
from pages.components.jobs import JOBS
from tests.pages.test_main import ask, html, state

GOLD = {"en": "Which gold deposits lie near faults in Bayan Obo?", "zh": "白云鄂博地区断裂附近的金矿床有哪些？"}
MEDIUM = {"en": "which of those are medium?", "zh": "其中中型的呢？"}


def settled(page: AppTest) -> AppTest:
    """The page after what a click started has ended."""
    job = JOBS.get(page.session_state[f"{PREFIX}job"]) if f"{PREFIX}job" in page.session_state else None
    if job is not None:
        assert job.finished.wait(60)
        page.run()
    assert not page.exception
    return page


def press(page: AppTest, prefix: str, number: int = 0) -> AppTest:
    button = [b for b in page.button if (b.key or "").startswith(prefix)][number]
    return settled(button.click().run())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_follow_up_shows_what_it_carries_and_can_be_read_alone(
    page: Callable[[], AppTest], language: str
) -> None:
    seen = ask(page(), GOLD[language])
    first = state(seen).answer
    seen = ask(seen, MEDIUM[language])
    answer = state(seen).answer
    assert answer is not None
    assert first is not None
    assert answer.carried
    assert 'class="os-context"' in html(seen)
    assert GOLD[language] in html(seen)
    assert "os-carried" in html(seen)
    press(seen, "alone_")
    alone = state(seen).answer
    assert alone is not None
    assert not alone.carried
    assert alone.question == answer.question


def test_an_assumed_distance_is_changed_and_taken_back(page: Callable[[], AppTest]) -> None:
    seen = ask(page(), GOLD["en"])
    first = state(seen).answer
    assert first is not None
    assert first.result is not None
    field = next(n for n in seen.number_input if n.key and n.key.endswith("max_m"))
    field.set_value(0.5)
    number = next(i for i, c in enumerate(first.chips) if c.assumed)
    press(seen, f"apply_{first.id}_{number}")
    second = state(seen).answer
    assert second is not None
    assert second.result is not None
    assert second.result.total < first.result.total
    assert second.question == first.question
    press(seen, "undo_")
    third = state(seen).answer
    assert third is not None
    assert third.result is not None
    assert third.result.total == first.result.total
    assert not [b for b in seen.button if (b.key or "").startswith("undo_")]


def test_a_condition_is_left_out(page: Callable[[], AppTest]) -> None:
    seen = ask(page(), GOLD["en"])
    first = state(seen).answer
    assert first is not None
    assert first.result is not None
    press(seen, "leave_")
    second = state(seen).answer
    assert second is not None
    assert second.result is not None
    assert second.result.total > first.result.total


def test_two_answers_stand_beneath_each_other(page: Callable[[], AppTest]) -> None:
    seen = ask(page(), "How many gold deposits are in Bayan Obo, and which faults cross the granite?")
    answer = state(seen).answer
    assert answer is not None
    assert len(answer.also) == 1
    text = html(seen)
    assert text.index("gold") < text.index('class="os-also"') < text.rindex("faults crossing")


@pytest.mark.parametrize("question", ["deposits near Nowhere Mountain", "delete all deposits", "删除所有矿床"])
def test_a_click_on_a_choice_asks_the_completed_question(page: Callable[[], AppTest], question: str) -> None:
    seen = ask(page(), question)
    refused = state(seen).answer
    assert refused is not None
    assert refused.choices
    press(seen, f"choice_{refused.id}_0")
    answer = state(seen).answer
    assert answer is not None
    assert answer.question == refused.choices[0].question
    assert answer.status == "answered"


def test_a_refusal_or_an_answer_about_the_data_does_not_end_the_dialogue(page: Callable[[], AppTest]) -> None:
    seen = ask(page(), GOLD["en"])
    seen = ask(seen, "delete all deposits")
    seen = ask(seen, "what data do you have?")
    seen = ask(seen, MEDIUM["en"])
    answer = state(seen).answer
    assert answer is not None
    assert answer.carried
    assert answer.after is not None
    assert answer.after.question == GOLD["en"]


def test_a_new_question_forgets_the_dialogue(page: Callable[[], AppTest]) -> None:
    seen = ask(page(), GOLD["en"])
    seen.button(key="new_question").click().run()
    assert state(seen).previous is None

"""The whole page in one session, without a browser: every state is drawn without an exception."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.session import PREFIX, StateManager
from pages.components import panel, product
from pages.components.jobs import JOBS, Job

QUESTIONS = [
    "Which magmatic-hydrothermal gold deposits lie within 5 km of faults in Bayan Obo?",
    "白云鄂博地区距断裂5公里以内的岩浆热液型金矿床有哪些？",
    "gold deposits near faults",
    "How many faults are in Bayan Obo?",
    "Is there a copper deposit inside granite in Yunnan?",
    "platinum deposits within 1 m of folds in Bayan Obo",
    "what is a skarn?",
    "where is the prospecting potential highest?",
    "delete all deposits",
    "deposits near Nowhere Mountain",
    "samples with Au > 20 ppb",
    "qwertz uiop",
    "<script>alert(1)</script> '; drop table layers; --",
    "x" * 5_000,
]


def html(page: AppTest) -> str:
    return "\n".join(str(x.proto.body) for x in page.get("html"))


def state(page: AppTest) -> StateManager:
    return StateManager(page.session_state)  # type: ignore[arg-type]


def ask(page: AppTest, question: str) -> AppTest:
    page.chat_input[0].set_value(question).run()
    job = JOBS.get(page.session_state[f"{PREFIX}job"]) if f"{PREFIX}job" in page.session_state else None
    if job is not None:
        assert job.finished.wait(60)
        page.run()
    return page


def test_first_sight_offers_three_questions(page: Callable[[], AppTest]) -> None:
    seen = page()
    assert not seen.exception
    assert not seen.error
    assert sum(1 for b in seen.button if (b.key or "").startswith("example_")) == 3
    assert "invented" in html(seen)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q[:24])
def test_every_kind_of_answer_is_drawn(page: Callable[[], AppTest], question: str) -> None:
    seen = ask(page(), question)
    assert not seen.exception
    assert not seen.error
    found = state(seen).answer
    assert found is not None
    assert "<script>alert" not in html(seen)
    seen.run()
    assert state(seen).answer is found


def test_the_history_keeps_ten_and_reopens(page: Callable[[], AppTest]) -> None:
    seen = page()
    for number in range(12):
        ask(seen, f"deposits within {number + 1} km of faults in Bayan Obo")
    kept = state(seen).history
    assert len(kept) == 10
    seen.button(key=f"history_{kept[-1].id}").click().run()
    assert not seen.exception
    assert state(seen).answer == kept[-1]


def test_a_layer_is_switched_off_and_on(page: Callable[[], AppTest]) -> None:
    seen = page()
    box = next(c for c in seen.checkbox if c.value)
    hidden = state(seen).hidden_layers
    box.uncheck().run()
    seen.run()
    assert not seen.exception
    assert len(state(seen).hidden_layers) == len(hidden) + 1
    next(c for c in seen.checkbox if c.key == box.key).check().run()
    assert state(seen).hidden_layers == hidden


def test_another_study_area_brings_its_own_layers_and_view(page: Callable[[], AppTest]) -> None:
    seen = page()
    before = {c.key for c in seen.checkbox}
    select = seen.selectbox[0]
    view = state(seen).view
    select.select_index(1).run()
    assert not seen.exception
    assert {c.key for c in seen.checkbox} != before
    assert state(seen).view != view


@pytest.mark.parametrize("tab", [0, 1, 2, 3])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_tab_is_drawn_in_both_languages(page: Callable[[], AppTest], tab: int, language: str) -> None:
    from pages import spatial_data, system_info, text_data  # noqa: PLC0415

    seen = page()
    seen.session_state[f"{PREFIX}language"] = language
    seen.run()
    assert not seen.exception
    if tab:
        modules = (spatial_data, text_data, system_info)
        name = modules[tab - 1].__name__
        alone = AppTest.from_string(
            f"import {name}\nfrom core.session import StateManager\n"
            f"StateManager().language = '{language}'\n{name}.render()\n",
            default_timeout=60,
        ).run()
        assert not alone.exception
        assert not alone.error


def test_a_running_question_survives_reruns_and_is_taken_at_the_end(page: Callable[[], AppTest]) -> None:
    go, question = threading.Event(), QUESTIONS[0]

    def work(job: Job) -> object:
        job.step("read")
        go.wait(60)
        return product.product().ask(question)

    seen = page()
    job = JOBS.start(question, work)
    seen.session_state[f"{PREFIX}job"] = job.id
    for _ in range(3):  # clicks on the map, changes of tab
        seen.run()
        assert 'class="os-running"' in html(seen)
        assert any(b.key == f"stop_{job.id}" for b in seen.button)
    go.set()
    assert job.finished.wait(60)
    seen.run()
    assert not seen.exception
    found = state(seen).answer
    assert found is not None
    assert found.question == question
    assert 'class="os-running"' not in html(seen)


def test_a_stopped_question_says_so_and_offers_to_ask_again(page: Callable[[], AppTest]) -> None:
    go, question = threading.Event(), QUESTIONS[0]

    def work(job: Job) -> object:
        go.wait(60)
        return product.product().ask(question, cancel=job.cancel)

    seen = page()
    job = JOBS.start(question, work)
    seen.session_state[f"{PREFIX}job"] = job.id
    seen.run()
    seen.button(key=f"stop_{job.id}").click().run()
    go.set()
    assert job.finished.wait(60)
    seen.run()
    assert job.state == "cancelled"
    assert len(seen.info) == 1
    assert any(b.key == "again" for b in seen.button)


def test_an_answer_that_comes_while_the_panel_is_drawn_is_shown(
    page: Callable[[], AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job ends after the panel has looked for its answer: the running state stays and looks again."""
    seen = page()
    go, drawing = threading.Event(), panel._input
    work = JOBS.start

    def held(label: str, one: Callable[[Job], object], **more: Any) -> Job:
        def wait(job: Job) -> object:
            go.wait(60)
            return one(job)

        return work(label, wait, **more)

    def ends_here() -> None:
        go.set()
        job = JOBS.get(StateManager().job)
        assert job is None or job.finished.wait(60)
        drawing()

    monkeypatch.setattr(JOBS, "start", held)
    monkeypatch.setattr(panel, "_input", ends_here)
    seen.chat_input[0].set_value("How many faults are in Bayan Obo?").run()
    assert not seen.exception
    assert state(seen).answer is not None
    assert state(seen).job is None
    assert 'class="os-running"' not in html(seen)

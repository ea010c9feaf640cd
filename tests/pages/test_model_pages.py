"""The language model on the page, without a browser: the text of an answer, the section of the System tab."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from streamlit.testing.v1 import AppTest

from core.llm.wording import model_error
from pages.components import model_text, product
from pages.components.jobs import JOBS
from tests.pages.test_main import ask
from tests.pages.test_report_history import button
from tests.scripted_model import Scripted

QUESTION = "How many copper deposits are there in Sichuan?"
SAID = "There are 15 copper deposits in Sichuan."


@pytest.fixture
def model(demo: None) -> Iterator[Scripted]:
    """A model in the opened product."""
    app, one = product.product(), Scripted(SAID, name="little model")
    app.model = one
    yield one
    app.model = None


def _texts(page: AppTest) -> str:
    return " ".join(x.proto.body for x in page.get("html"))


def _written(page: AppTest) -> AppTest:
    button(page, "mod_write_").click().run()
    job = JOBS.get(page.session_state[model_text._KEY][1])
    assert job is not None
    assert job.finished.wait(30)
    seen = page.run()
    assert not seen.exception
    return seen


def test_an_answer_is_written_as_a_text(page: Callable[[], AppTest], model: Scripted) -> None:
    seen = _written(ask(page(), QUESTION))
    assert "Text by the model little model: 1 of 1 sentences kept" in _texts(seen)


def test_a_text_that_says_something_else_is_not_shown(page: Callable[[], AppTest], model: Scripted) -> None:
    model.lines = ["There are 16 copper deposits in Sichuan. <b>x</b>"]
    seen = _written(ask(page(), QUESTION))
    assert "No sentence of the model little model was kept (1 written)" in _texts(seen)
    assert "16 copper" not in _texts(seen)


def test_without_a_model_nothing_is_offered(page: Callable[[], AppTest]) -> None:
    seen = ask(page(), QUESTION)
    assert not [b for b in seen.button if (b.key or "").startswith("mod_")]


def _section() -> None:
    from pages.components import model_state  # noqa: PLC0415 - the page runs the source of this function

    model_state.render()


def test_the_section_tells_and_tries(model: Scripted) -> None:
    seen = AppTest.from_function(_section, default_timeout=30).run()
    assert "little model" in _texts(seen)
    seen.button(key="mod_try").click().run()
    for _ in range(20):
        seen = seen.run()
        if SAID in _texts(seen) and "mod_stop" not in str([b.key for b in seen.button]):
            break
    assert SAID in _texts(seen)
    model.lines = [model_error("crashed", model="little model", why="SIGSEGV")]
    seen.button(key="mod_try").click().run()
    for _ in range(20):
        seen = seen.run()
        if seen.error:
            break
    assert "SIGSEGV" in seen.error[0].value


def test_without_a_model_the_section_says_so(demo: None) -> None:
    seen = AppTest.from_function(_section, default_timeout=30).run()
    assert "none is needed" in _texts(seen)

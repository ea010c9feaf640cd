"""Reports and earlier answers on the page, without a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from streamlit.testing.v1 import AppTest

from core.service.history import History
from core.session import PREFIX
from pages.components import product
from pages.components.jobs import JOBS
from tests.pages.test_main import ask, state

QUESTION = "Which magmatic-hydrothermal gold deposits lie within 5 km of faults in Bayan Obo?"


def button(page: AppTest, start: str) -> Any:
    return next(b for b in page.button if (b.key or "").startswith(start))


def test_a_report_is_made_by_a_job_and_offered(page: Callable[[], AppTest]) -> None:
    seen = ask(page(), QUESTION)
    assert [(b.key or "").split("_")[1] for b in seen.button if (b.key or "").startswith("report_")] == [
        "html", "docx", "pdf",
    ]  # fmt: skip
    button(seen, "report_html").click().run()
    answer = state(seen).answer
    assert answer is not None
    job = JOBS.get(seen.session_state[f"{PREFIX}report_{answer.id}"])
    assert job is not None
    assert job.finished.wait(60)
    assert job.state == "done"
    assert job.steps == ["map", "text", "file"]
    assert QUESTION.encode() in job.result.data
    seen.run()
    assert not seen.exception
    assert len([x for x in seen.get("download_button") if "report_save" in x.proto.id]) == 1


def test_answers_are_kept_and_the_window_lists_them(page: Callable[[], AppTest]) -> None:
    history = History.of(product.product())
    before = len(history.list())
    seen = ask(page(), QUESTION)
    kept = history.list()
    assert len(kept) == before + 1
    assert (kept[0].question, kept[0].total) == (QUESTION, 4)
    button(seen, "history_all").click().run()
    assert not seen.exception
    assert {"his_show", "his_again", "his_compare", "his_delete"} <= {b.key for b in seen.button}
    assert all(b.disabled for b in seen.button if b.key in ("his_show", "his_compare", "his_delete"))

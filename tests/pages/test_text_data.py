"""Text data: the list, what adding tells, deleting and undoing, and the search."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from streamlit.testing.v1 import AppTest

from core.service import MineralApp
from pages.components import text_list, text_work
from pages.components.product import product

SCRIPT = """
import {module}
from core.session import StateManager
StateManager().language = "{language}"
{module}.render()
"""


Drawn = Callable[[str, text_work.Work], AppTest]


@pytest.fixture
def drawn(page: Callable[[], AppTest]) -> Iterator[Drawn]:
    """The tab alone, in a language, for the session of some work; documents that a test added are taken away."""
    page()

    def draw(language: str, work: text_work.Work) -> AppTest:
        script = SCRIPT.format(module="pages.text_data", language=language)
        seen = AppTest.from_string(script, default_timeout=60)
        seen.session_state["documents_work"] = work
        return seen.run()

    yield draw
    library = product().library
    for document in library.documents():
        if document.kind == "upload":
            library.delete(document.id)


def html(seen: AppTest) -> str:
    return " ".join(str(x.proto.body) for x in seen.get("html"))


def done(*works: text_work.Work) -> None:
    for work in works:
        assert work.job is not None
        assert work.job.finished.wait(120)
        assert work.job.state == "done"


def test_files_are_told_one_by_one_and_a_deleted_one_comes_back(
    drawn: Drawn, app: MineralApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = text_work.Work()
    assert text_work.add(
        mine,
        [
            ("note.md", b"# Ulan\nScheelite <b>glows</b> blue."),
            ("bad.pdf", b"x"),
            ("../note2.md", b"# Ulan\nScheelite <b>glows</b> blue."),
        ],
    )
    done(mine)
    seen = drawn("en", mine)
    assert not seen.exception
    told = html(seen)
    assert "note.md was added." in told
    assert "note2.md was not added again." in told
    assert "bad.pdf is not what its name says" in told
    assert "已添加 note.md" in html(drawn("zh", mine))
    assert "note.md was added." not in html(drawn("en", text_work.Work())), "what others did is not told"

    seen.text_input(key="library_search").set_value("scheelite").run()
    assert "Scheelite &lt;b&gt;glows&lt;/b&gt; blue." in html(seen)
    assert "note.md" in html(seen)

    document = next(x for x in product().library.documents() if x.name == "note.md")
    monkeypatch.setattr(text_list, "mine", lambda: mine)
    text_list._delete(document.id)
    seen = drawn("en", mine)
    assert "note.md was deleted." in html(seen)
    assert "note.md" not in {x.document for x in product().library.search("scheelite glows")}
    seen.button(key="document_undo").click().run()
    assert "note.md is back." in html(seen)
    assert product().library.search("scheelite glows")[0].document == "note.md"


def test_two_sessions_at_once_lose_nothing_and_hear_of_their_own_files_only(drawn: Drawn) -> None:
    first, one, other = text_work.Work(), text_work.Work(), text_work.Work()
    gate = threading.Event()
    assert text_work._start(first, lambda _: gate.wait(60))
    assert text_work.add(one, [("one.md", b"# One\nWolframite of the first.")])
    assert text_work.add(other, [("other.md", b"# Other\nStibnite of the second.")])
    assert not text_work.add(other, [("third.md", b"# Third\nCinnabar of the third.")])
    seen = drawn("en", other)
    assert not seen.exception
    assert "nothing was done now" in html(seen)
    assert any(x.label == "Stop" for x in seen.button)
    waiting = drawn("en", text_work.Work())
    assert any("Other people" in x.value for x in waiting.caption)
    gate.set()
    done(first, one, other)
    assert ([x.name for x in one.told], [x.name for x in other.told]) == (["one.md"], ["other.md"])
    assert {"one.md", "other.md"} <= {x.name for x in product().library.documents()}
    one.dismiss()
    assert other.told

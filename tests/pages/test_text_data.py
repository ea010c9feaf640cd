"""Text data: the list, what adding tells, deleting and undoing, and the search."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from streamlit.testing.v1 import AppTest

from core.service import MineralApp
from pages.components import text_work
from pages.components.product import product

SCRIPT = """
import {module}
from core.session import StateManager
StateManager().language = "{language}"
{module}.render()
"""


@pytest.fixture
def drawn(page: Callable[[], AppTest]) -> Iterator[Callable[[str], AppTest]]:
    """The tab alone, in a language; documents that a test added are taken away."""
    page()

    def draw(language: str) -> AppTest:
        script = SCRIPT.format(module="pages.text_data", language=language)
        return AppTest.from_string(script, default_timeout=60).run()

    yield draw
    text_work.dismiss()
    library = product().library
    for document in library.documents():
        if document.kind == "upload":
            library.delete(document.id)


def html(seen: AppTest) -> str:
    return " ".join(str(x.proto.body) for x in seen.get("html"))


def add(*files: tuple[str, bytes]) -> None:
    text_work.add(files)
    assert text_work.WORK.job is not None
    assert text_work.WORK.job.finished.wait(120)
    assert text_work.WORK.job.state == "done"


def test_files_are_told_one_by_one_and_a_deleted_one_comes_back(
    drawn: Callable[[str], AppTest], app: MineralApp
) -> None:
    add(
        ("note.md", b"# Ulan\nScheelite <b>glows</b> blue."),
        ("bad.pdf", b"x"),
        ("../note2.md", b"# Ulan\nScheelite <b>glows</b> blue."),
    )
    seen = drawn("en")
    assert not seen.exception
    told = html(seen)
    assert "note.md was added." in told
    assert "note2.md was not added again." in told
    assert "bad.pdf is not what its name says" in told
    assert "已添加 note.md" in html(drawn("zh"))

    seen.text_input(key="library_search").set_value("scheelite").run()
    assert "Scheelite &lt;b&gt;glows&lt;/b&gt; blue." in html(seen)
    assert "note.md" in html(seen)

    document = next(x for x in product().library.documents() if x.name == "note.md")
    from pages.components import text_list  # noqa: PLC0415

    text_list._delete(document.id)
    seen = drawn("en")
    assert "note.md was deleted." in html(seen)
    assert "note.md" not in {x.document for x in product().library.search("scheelite glows")}
    seen.button(key="document_undo").click().run()
    assert "note.md is back." in html(seen)
    assert product().library.search("scheelite glows")[0].document == "note.md"

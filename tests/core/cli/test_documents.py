"""The command ``documents``, on a library of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.__main__ import main
from core.settings import get_settings


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "tin.md").write_text("# Tin\nCassiterite is the ore of tin.\n")
    monkeypatch.setenv("ORESIGHT_KNOWLEDGE_DIR", str(tmp_path / "folder"))
    monkeypatch.setenv("ORESIGHT_LOCAL_DIR", str(tmp_path / "local"))
    monkeypatch.setenv("ORESIGHT_EMBEDDING", "none")
    get_settings.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    get_settings.cache_clear()


def test_documents_are_added_listed_searched_removed_and_brought_back(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["documents", *arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    note, bad = place / "note.html", place / "bad.pdf"
    note.write_text("<h1>Tungsten</h1><p>Scheelite glows blue.</p>")
    bad.write_text("no pdf")
    code, out, error = run("add", str(note), str(bad), str(note))
    assert code == 1
    assert out.splitlines()[0] == "Added: note.html."
    assert "Not added: note.html. The same content" in out
    assert "The document bad.pdf is not what its name says" in error
    code, out, _ = run("list")
    assert code == 0
    assert "tin.md" in out
    assert "2 documents, 2 passages. Search by meaning: none." in out
    code, out, _ = run("search", "scheelite")
    assert "1. Tungsten (note.html; score" in out
    assert run("search", "how to bake bread")[1] == "Nothing in the documents.\n"
    assert run("search", "scheelite", "--document", "tin.md")[1] == "Nothing in the documents.\n"
    code, out, _ = run("remove", "note.html")
    assert "Removed note.html" in out
    assert run("search", "scheelite")[1] == "Nothing in the documents.\n"
    assert run("restore", "note.html")[1].startswith("Brought back note.html.")
    assert "note.html" in run("search", "scheelite")[1]
    code, _, error = run("remove", "tin.md")
    assert (code, "lies in the folder" in error) == (1, True)
    assert "no document" in run("remove", "nothing.md")[2]
    assert run("rebuild")[1].startswith("Read 1 documents, compared 0 passages")

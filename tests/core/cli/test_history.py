"""Earlier answers on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.__main__ import main
from core.service import MineralApp
from core.service.history import History
from core.settings import get_settings

QUESTION = "Which magmatic-hydrothermal gold deposits lie within 5 km of faults in Bayan Obo?"


@pytest.fixture
def history(app: MineralApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[History]:
    """Two runs of one question, the later one without its first row and with another distance."""
    monkeypatch.setenv("ORESIGHT_LOCAL_DIR", str(tmp_path))
    get_settings.cache_clear()
    kept = History(tmp_path / "history")
    answer = app.ask(QUESTION)
    kept.write(answer)
    later = kept.write(answer)
    path = kept.directory / f"{later.id}.jsonl"
    head, document = path.read_text("utf-8").split("\n", 1)
    changed = json.loads(document)
    del changed["rows"][0]
    changed["rows"][0]["proximity"][0]["nearest"]["distance_m"] += 100
    path.write_text(f"{head}\n{json.dumps(changed)}\n", "utf-8")
    yield kept
    get_settings.cache_clear()


def test_answers_are_listed_and_shown(history: History, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "list"]) == 0
    out = capsys.readouterr().out
    assert out.count("Which magmatic-hydrothermal") == 2
    assert main(["history", "show", "2"]) == 0
    out = capsys.readouterr().out
    assert "Saiwusu" in out
    assert QUESTION in out
    assert main(["history", "show", history.list()[1].id[:30], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["question"] == QUESTION


def test_two_runs_are_compared_the_older_one_first(history: History, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "compare", "1", "2"]) == 0
    out = capsys.readouterr().out
    assert "removed (1):" in out
    assert "changed (1):" in out
    assert "without any difference: 2" in out


@pytest.mark.parametrize(("entry", "said"), [("9", "is no kept answer"), ("2", "fits several"), ("x", "no kept")])
def test_an_entry_that_is_not_there_is_told(
    history: History, capsys: pytest.CaptureFixture[str], entry: str, said: str
) -> None:
    entry = history.list()[0].id[:4] if said.startswith("fits") else entry
    assert main(["history", "show", entry]) == 1
    assert said in capsys.readouterr().err


def test_an_empty_history_says_how_answers_get_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ORESIGHT_LOCAL_DIR", str(tmp_path))
    get_settings.cache_clear()
    assert main(["history", "list"]) == 0
    assert "ask --keep" in capsys.readouterr().out
    get_settings.cache_clear()

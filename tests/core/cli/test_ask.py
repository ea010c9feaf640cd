"""Questions on the command line: an answer is never lost, and what was kept is asked again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.__main__ import main
from core.database.cluster import Cluster
from core.service import MineralApp
from core.service.history import History
from core.settings import get_settings

COUNT = "How many gold deposits are there in Bayan Obo?"


@pytest.fixture
def local(app: MineralApp, cluster: Cluster, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The command line on the demonstration database, with a local directory of its own."""
    assert app.database.owner.url.database is not None
    url = cluster.url(app.database.owner.url.database).render_as_string(hide_password=False)
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("ORESIGHT_LOCAL_DIR", str(tmp_path))
    get_settings.cache_clear()
    yield tmp_path
    get_settings.cache_clear()


def test_without_its_model_the_composed_answers_are_printed_kept_and_asked_again(
    local: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ORESIGHT_MODEL_PATH", str(local / "gone.gguf"))
    get_settings.cache_clear()
    assert main(["ask", COUNT, "--fluent", "--keep", "--follow", "which of those are medium?"]) == 0
    told = capsys.readouterr()
    assert told.err.count("There is no model file") == 2
    assert "» which of those are medium?" in told.out
    assert "gold deposits in Bayan Obo" in told.out
    kept = History(local / "history")
    later, first = kept.list()
    assert (first.question, later.before) == (COUNT, (COUNT,))
    assert main(["history", "rerun", "1"]) == 0
    told = capsys.readouterr()
    assert later.question in told.out
    assert "No difference in" in told.out
    again = kept.list()[0]
    assert (again.total, again.before) == (later.total, (COUNT,))

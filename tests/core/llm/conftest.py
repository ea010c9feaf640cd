"""A small real model, loaded once; what it writes is poor, what surrounds it is what these tests are about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.llm.local import LocalModel
from core.llm.serving import ModelServer
from tests.small_model import small_model, small_model_file


@pytest.fixture(scope="session")
def model_file() -> Path:
    return small_model_file()


@pytest.fixture(scope="session")
def local() -> Iterator[LocalModel]:
    model = small_model()
    yield model
    model.close()


@pytest.fixture
def served(local: LocalModel) -> Iterator[ModelServer]:
    server = ModelServer(local)
    server.in_background()
    yield server
    server.shutdown()
    server.server_close()

"""The demonstration files, written once for all tests of this package."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.demo import DemoFile, generate

SEED = 20_240


@pytest.fixture(scope="package")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, DemoFile]:
    """Table → file, for the seed the product uses."""
    return {f.table: f for f in generate(tmp_path_factory.mktemp("demo"), SEED)}


@pytest.fixture(scope="package")
def directory(files: dict[str, DemoFile]) -> Path:
    return files["bayan_obo_area"].path.parent

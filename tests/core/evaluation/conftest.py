"""The evaluation's own view of the demonstration data."""

from __future__ import annotations

import pytest

from core.evaluation.phrasing import Phrasebook
from core.evaluation.running import Bench
from core.evaluation.testset import directory
from core.service import MineralApp
from core.settings import ROOT


@pytest.fixture(scope="session")
def book() -> Phrasebook:
    """Words, shapes and phrasings."""
    return Phrasebook(directory(ROOT / "data_mappings"))


@pytest.fixture(scope="session")
def bench(app: MineralApp) -> Bench:
    """The application and the world its answers are compared with."""
    return Bench.open(app)

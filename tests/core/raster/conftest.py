"""A raster store on a fresh database."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.database.engine import Database
from core.raster import RasterStore


@pytest.fixture
def store(database: Database, tmp_path: Path) -> RasterStore:
    return RasterStore(database, tmp_path / "local")

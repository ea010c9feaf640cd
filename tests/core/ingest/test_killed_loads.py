"""A load whose process or database server dies leaves nothing half done, and the same load works afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.database.cluster import Cluster, ensure_cluster, remove_cluster
from tests import killing

ROWS = 20_000


@pytest.fixture(scope="module")
def base(workspace: Path) -> Iterator[Path]:
    """A cluster of its own, which may be killed."""
    directory = workspace / "killed-loads"
    ensure_cluster(directory)
    yield directory
    remove_cluster(Cluster.at(directory))


def test_killed_at_random_moments(base: Path, tmp_path: Path) -> None:
    path = killing.points(tmp_path / "spots.csv", ROWS)
    wrong: list[str] = []
    for moment in killing.moments(3, 11):
        before, after, repeated = killing.strike(base, path, moment)
        wrong += killing.check(before, after, repeated, moment.mode, ROWS)
    assert wrong == []

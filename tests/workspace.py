"""Directories of test sessions, and the end of what a killed session left running.

``python -m tests.workspace`` stops the clusters of sessions that are no more.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import time
from pathlib import Path

from core.database.cluster import Cluster, remove_cluster
from core.database.processes import server_processes

PREFIX = "oresight-tests-"


def parent() -> Path:
    """A directory that every account can enter, also the one that runs PostgreSQL for root."""
    return Path("/var/tmp") if Path("/var/tmp").is_dir() else Path(tempfile.gettempdir())


def kill(cluster: Cluster) -> None:
    """`kill -9`; returns when the sessions have noticed that their parent is gone."""
    pid = cluster.pid()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    while cluster.pid() is not None or server_processes(cluster.data, cluster.account):
        time.sleep(0.01)


def remove_leftovers() -> None:
    """Stop and delete the clusters of sessions whose process is gone."""
    for directory in parent().glob(f"{PREFIX}*"):
        number = directory.name.removeprefix(PREFIX)
        if number.isdigit() and not _alive(int(number)) and directory.stat().st_uid == os.geteuid():
            for data in [*directory.glob("*/data"), *directory.glob("*/*/data")]:
                with contextlib.suppress(Exception):
                    remove_cluster(Cluster.at(data.parent))
            shutil.rmtree(directory, ignore_errors=True)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


if __name__ == "__main__":
    remove_leftovers()

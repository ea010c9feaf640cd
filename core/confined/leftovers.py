"""Private directories of imports: held while they are used, swept when their process has died."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: nothing is held, so nothing is swept
    fcntl = None  # type: ignore[assignment]

PREFIX = "oresight-import-"
YOUNG_S = 60
"""A directory younger than this may just be in the making."""


@contextlib.contextmanager
def private_directory() -> Iterator[Path]:
    """A directory of this import's own; removed on leaving, and by :func:`sweep` should this process be killed."""
    directory = Path(tempfile.mkdtemp(prefix=PREFIX))
    handle = _hold(directory)
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)
        if handle is not None:
            os.close(handle)


def sweep() -> int:
    """Remove what killed imports of this account left behind; returns how many directories it were."""
    if fcntl is None:
        return 0
    gone = 0
    for entry in os.scandir(tempfile.gettempdir()):
        with contextlib.suppress(OSError):
            if entry.name.startswith(PREFIX) and _abandoned(entry):
                shutil.rmtree(entry.path, ignore_errors=True)
                gone += 1
    return gone


def _abandoned(entry: os.DirEntry[str]) -> bool:
    """Whether a directory is ours, no link, old enough, and held by nobody."""
    found = entry.stat(follow_symlinks=False)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or time.time() - found.st_mtime < YOUNG_S:
        return False
    handle = _hold(Path(entry.path))
    if handle is None:
        return False
    os.close(handle)
    return True


def _hold(directory: Path) -> int | None:
    """An open handle whose lock tells others to keep away; None when somebody else has it, or without locks."""
    if fcntl is None:
        return None
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # held by another, or a file system without locks
        os.close(handle)
        return None
    return handle

"""One run of a request at a time, also between processes: who comes second waits and then finds what was kept."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from core.analysis.prospect_request import ProspectRequest

try:
    import fcntl
except ImportError:  # Windows: two sessions may then do the same work twice
    fcntl = None  # type: ignore[assignment]

LOOK_S = 0.2


@contextlib.contextmanager
def turn(directory: Path, request: ProspectRequest, stop: Callable[[], None]) -> Iterator[None]:
    """Hold the turn of `request` in `directory`; the system lets it go when its holder dies.

    `stop` is called while waiting, and what it raises ends the waiting.
    """
    plain = json.dumps(request.plain(), sort_keys=True, default=str)
    path = directory / f".turn-{hashlib.sha256(plain.encode()).hexdigest()[:16]}"
    handle = _taken(path, stop) if fcntl is not None else None
    try:
        yield
    finally:
        if handle is not None:
            path.unlink(missing_ok=True)
            os.close(handle)


def _taken(path: Path, stop: Callable[[], None]) -> int | None:
    """The locked file; None where it cannot be written or its file system has no locks."""
    handle: int | None = None
    try:
        while True:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            while not _locked(handle):
                stop()
                time.sleep(LOOK_S)
            if _same(handle, path):
                return handle
            os.close(handle)  # its holder took the file away meanwhile
            handle = None
    except OSError:
        if handle is not None:
            os.close(handle)
        return None
    except BaseException:
        if handle is not None:
            os.close(handle)
        raise


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _same(handle: int, path: Path) -> bool:
    try:
        return os.fstat(handle).st_ino == path.stat().st_ino
    except FileNotFoundError:
        return False

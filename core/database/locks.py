"""A file lock between processes; the kernel frees it when its holder dies."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from core.database.failures import unreachable

try:
    import fcntl
except ImportError:  # Windows, where no private cluster is run
    fcntl = None  # type: ignore[assignment]


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of `path` (made when absent), waiting for other holders.

    Raises:
        DatabaseError: the file cannot be written, or its file system has no locks.
    """
    try:
        handle = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise unreachable(path.parent, error) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
        except OSError as error:  # a network file system
            raise unreachable(path, error) from error
        yield
    finally:
        os.close(handle)

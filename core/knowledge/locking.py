"""One writer at a time, also between processes: a lock that the system lets go when its holder dies."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from core.knowledge.wording import refusal

try:
    import fcntl
except ImportError:  # Windows: threads of this process are kept apart elsewhere, other processes are not
    fcntl = None  # type: ignore[assignment]

WAIT_S = 30.0
LOOK_S = 0.05


@contextlib.contextmanager
def writing(directory: Path, wait_s: float = WAIT_S) -> Iterator[None]:
    """Hold the lock of `directory`, which is made when it is missing.

    Raises:
        KnowledgeError: another program held it all the time, or the directory cannot be written.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        handle = os.open(directory / "lock", os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError as error:
        raise refusal("room", file=directory.name, why=error.strerror or error) from error
    try:
        _wait(handle, time.monotonic() + wait_s)
        yield
    finally:
        os.close(handle)


def _wait(handle: int, until: float) -> None:
    while fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise refusal("busy") from None
            time.sleep(LOOK_S)
        except OSError:  # a file system without locks
            return
        else:
            return

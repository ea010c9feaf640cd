"""The confined process: reads one file and tells what it finds.  It never sees the database."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.confined.confinement import confine, die_with_parent
from core.errors import OreSightError
from core.ingest import inspect
from core.ingest.feed import LocalFeed
from core.ingest.frames import (
    BROKEN,
    DATA,
    GO,
    LOADED,
    OPENED,
    PROGRESS,
    REFUSED,
    REPORT,
    SHAPE,
    Link,
    LostError,
    plain_value,
)
from core.ingest.model import Limits, LoadDecisions
from core.ingest.staging import companions, room, staged

OFTEN_S = 0.1


@dataclass(frozen=True)
class Request:
    """One file to read."""

    path: Path
    name: str
    """Name of the file for people."""
    directory: Path
    """Where the process may write."""
    decisions: LoadDecisions
    limits: Limits
    load: bool
    """Whether rows are wanted, or only the report."""


class Teller:
    """Tells how far the work is, not too often."""

    def __init__(self, link: Link) -> None:
        self._link, self._step, self._last = link, "", 0.0

    def __call__(self, done: int, total: int, step: str) -> None:
        """See :data:`core.ingest.model.Progress`."""
        now = time.monotonic()
        if step != self._step or now - self._last >= OFTEN_S:
            self._step, self._last = step, now
            self._link.send(PROGRESS, (int(done), int(total), step))


def work(link: Link, request: Request) -> None:
    """Do the work and send its result, or the sentence that says why there is none."""

    def read() -> None:
        limits = request.limits
        needed = [request.path, request.path.parent, *companions(request.path)]
        confined(request.directory, needed, limits, max(limits.unpacked_bytes, limits.file_bytes))
        if request.load:
            _feed(link, request)
        else:
            report = inspect(
                request.path, request.decisions, limits=limits, progress=Teller(link), name=request.name
            )
            link.send(REPORT, report)

    told(link, read)


def told(link: Link, read: Callable[[], None]) -> None:
    """Run `read`, and send why it came to no result."""
    try:
        read()
    except LostError:
        return
    except OreSightError as error:
        link.send(REFUSED, (error.sentence, error.hint, error.sentence_zh, error.hint_zh))
    except Exception as error:
        link.send(BROKEN, (type(error).__name__, str(error)[:500]))


def confined(directory: Path, readable: Sequence[Path], limits: Limits, largest: int) -> None:
    """Give up everything but reading `readable` and writing below `directory` files of at most `largest` bytes."""
    die_with_parent()
    tempfile.tempdir = str(directory)
    os.environ.update(dict.fromkeys(("TMPDIR", "SQLITE_TMPDIR", "CPL_TMPDIR"), str(directory)))
    os.chdir(directory)
    confine(directory, readable, limits.memory_bytes, limits.cpu_s, largest)


def _feed(link: Link, request: Request) -> None:
    with room(request.name), staged(request.path, request.limits, request.name) as copy:
        feed = LocalFeed(copy, request.decisions, request.limits, Teller(link))
        link.send(OPENED, feed.opened)
        link.send(SHAPE, feed.plan())
        kind, data = link.receive()
        if kind != GO:
            raise LostError("no order to go on")
        shape, offset = plain_value(data)
        loaded: Any = feed.stream(shape, offset, lambda piece: link.send_bytes(DATA, piece))
        link.send(LOADED, loaded)

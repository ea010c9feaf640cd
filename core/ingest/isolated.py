"""Check and load files of others: a process of its own reads them, confined, and is thrown away afterwards.

That process unpacks, parses, checks and converts; it has no network, no database and writes only into a private
directory (:mod:`core.confined.confinement`).  It hands over finished rows in pieces, and this process writes them
in the one transaction of the load.  So a crash in a driver, a time-out or a cancelled import ends the process and
rolls the transaction back, and neither side ever holds more than some pieces of the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.confined.leftovers import private_directory
from core.database.engine import Database
from core.database.registry import LayerRecord
from core.ingest import inspect, load
from core.ingest.cancelling import Cancel, cancelled
from core.ingest.duplicates import with_known
from core.ingest.feed import Loaded, Opened, Shape, Write
from core.ingest.frames import DATA, GO, LOADED, OPENED, REPORT, SHAPE
from core.ingest.keeper import AVAILABLE, KEEPER, Reading
from core.ingest.loading import store
from core.ingest.model import Limits, LoadDecisions, Progress, Report
from core.ingest.staging import room
from core.ingest.worker import Request

__all__ = ["inspect_isolated", "load_isolated", "warm"]


def warm() -> None:
    """Get ready, so that the first file need not wait for libraries to load; a second call does nothing."""
    if AVAILABLE:
        KEEPER.start()


def inspect_isolated(
    path: Path,
    decisions: LoadDecisions | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    layers: Sequence[LayerRecord] = (),
    name: str | None = None,
    cancel: Cancel | None = None,
    **hints: Any,
) -> Report:
    """As :func:`core.ingest.inspect`, in a confined process.

    Args:
        cancel: looked at ten times a second.

    Raises:
        IngestError: as there; also when the process crashed on the file, or needed too much memory or time.
        ImportCancelledError: the person cancelled.
    """
    chosen, limits, file = decisions or LoadDecisions(**hints), limits or Limits(), name or Path(path).name
    if not AVAILABLE:
        report = inspect(path, chosen, limits=limits, progress=_checked(progress, cancel, file), name=file)
    else:
        with room(file), private_directory() as directory:
            request = Request(Path(path).absolute(), file, directory, chosen, limits, load=False)
            with KEEPER.read(request, file, limits) as reading:
                reading.watch(cancel, progress)
                report = reading.value(reading.receive(REPORT)[1], Report)
    return with_known(report, layers)


def load_isolated(
    db: Database,
    path: Path,
    decisions: LoadDecisions | None = None,
    progress: Progress | None = None,
    *,
    limits: Limits | None = None,
    name: str | None = None,
    cancel: Cancel | None = None,
) -> LayerRecord:
    """As :func:`core.ingest.load`, read in a confined process and written by this one.

    Raises:
        IngestError, ImportCancelledError: as for :func:`inspect_isolated` and :func:`core.ingest.load`.
    """
    chosen, limits, file = decisions or LoadDecisions(), limits or Limits(), name or Path(path).name
    told = _checked(progress, cancel, file)
    if not AVAILABLE:
        return load(db, path, chosen, told, limits=limits, name=file)
    with room(file), private_directory() as directory:
        request = Request(Path(path).absolute(), file, directory, chosen, limits, load=True)
        with KEEPER.read(request, file, limits) as reading:
            reading.watch(cancel, progress)
            return store(db, DistantFeed(reading), chosen, told, cancel)


class DistantFeed:
    """A :class:`core.ingest.feed.Feed` whose file is read elsewhere."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.opened: Opened = reading.value(reading.receive(OPENED)[1], Opened)

    def plan(self) -> Shape:
        """See :class:`core.ingest.feed.Feed`."""
        return self._reading.value(self._reading.receive(SHAPE)[1], Shape)

    def stream(self, shape: Shape, offset: int, write: Write) -> Loaded:
        """See :class:`core.ingest.feed.Feed`."""
        self._reading.send(GO, (shape, offset))
        while True:
            kind, data = self._reading.receive(DATA, LOADED)
            if kind == DATA:
                write(data)
            else:
                return self._reading.value(data, Loaded)


def _checked(progress: Progress | None, cancel: Cancel | None, file: str) -> Progress:
    """`progress`, which also ends the import of a person who has cancelled."""

    def told(done: int, total: int, step: str) -> None:
        if cancel is not None and cancel.cancelled:
            raise cancelled(file)
        if progress is not None:
            progress(done, total, step)

    return told

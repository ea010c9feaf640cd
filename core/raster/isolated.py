"""Check and load rasters of others: a process of its own reads them, confined, as it is done with vector files.

That process computes the copy in a private directory below the store and tells what it found; this one looks at
what came back, renames the copy and registers it.  See :mod:`core.ingest.isolated` for what such a process may do.
"""

from __future__ import annotations

import atexit
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.confined.leftovers import private_directory
from core.ingest.cancelling import Cancel
from core.ingest.frames import LOADED, REPORT, Link, know
from core.ingest.keeper import AVAILABLE, Keeper
from core.ingest.model import Limits
from core.ingest.staging import room
from core.ingest.worker import Teller, confined, told
from core.raster.loading import Progress, converted, free_name, inspect_raster, load_raster
from core.raster.model import Band, RasterDecisions, RasterLimits, RasterRecord, RasterReport
from core.raster.registry import PART, RasterStore
from core.raster.wording import refusal

COPY = "copy.tif"
RASTER_KEEPER = Keeper("core.raster.nursery")
"""The nursery of processes that read rasters; it has other libraries than that of vector files."""
atexit.register(RASTER_KEEPER.stop)
know(Band, RasterRecord, RasterReport)


@dataclass(frozen=True)
class Request:
    """One raster to read."""

    path: Path
    name: str
    """Name of the file for people."""
    directory: Path
    """Where the process may write."""
    decisions: RasterDecisions
    limits: RasterLimits
    process: Limits
    load: bool
    """Whether a copy is wanted, or only the report."""


def work(link: Link, request: Request) -> None:
    """What the confined process does."""

    def read() -> None:
        largest = request.limits.bytes + (1 << 30)
        confined(request.directory, [request.path], request.process, largest)
        tell = Teller(link)
        if request.load:
            where = request.directory / COPY
            made = converted(
                request.path, where, request.decisions, request.limits, source_name=request.name, progress=tell
            )
            link.send(LOADED, made)
        else:
            report = inspect_raster(
                request.path, request.decisions, limits=request.limits, progress=tell, source_name=request.name
            )
            link.send(REPORT, report)

    told(link, read)


def inspect_raster_isolated(
    path: Path,
    decisions: RasterDecisions | None = None,
    *,
    limits: RasterLimits | None = None,
    process: Limits | None = None,
    progress: Progress | None = None,
    source_name: str | None = None,
    cancel: Cancel | None = None,
) -> RasterReport:
    """As :func:`core.raster.inspect_raster`, in a confined process.

    Raises:
        IngestError: as there; also when the process crashed on the file, or needed too much memory or time.
        ImportCancelledError: the person cancelled.
    """
    decisions, limits, name = decisions or RasterDecisions(), limits or RasterLimits(), source_name or path.name
    if not AVAILABLE:
        return inspect_raster(path, decisions, limits=limits, progress=progress, source_name=name)
    process = process or Limits()
    with room(name), private_directory() as directory:
        request = Request(path.absolute(), name, directory, decisions, limits, process, load=False)
        with RASTER_KEEPER.read(request, name, process) as reading:
            reading.watch(cancel, progress)
            return reading.value(reading.receive(REPORT)[1], RasterReport)


def load_raster_isolated(
    store: RasterStore,
    path: Path,
    decisions: RasterDecisions | None = None,
    progress: Progress | None = None,
    *,
    limits: RasterLimits | None = None,
    process: Limits | None = None,
    source_name: str | None = None,
    cancel: Cancel | None = None,
) -> RasterRecord:
    """As :func:`core.raster.load_raster`, with the cells read and the copy written by a confined process.

    Raises:
        IngestError, ImportCancelledError: as there and for :func:`inspect_raster_isolated`.
    """
    decisions, limits, name = decisions or RasterDecisions(), limits or RasterLimits(), source_name or path.name
    if not AVAILABLE:
        return load_raster(store, path, decisions, progress, limits=limits, source_name=name)
    process = process or Limits()
    with store.loading(), room(name), _workplace(store) as directory:
        free_name(store, decisions, name)  # soon, before the long work
        request = Request(path.absolute(), name, directory, decisions, limits, process, load=True)
        with RASTER_KEEPER.read(request, name, process) as reading:
            reading.watch(cancel, progress)
            record = reading.value(reading.receive(LOADED)[1], RasterRecord)
        copy = directory / COPY
        if copy.is_symlink() or not copy.is_file():
            raise refusal("raster_unreadable", file=name, why="no copy of it was made")
        return store.register(record, copy, replacing=decisions.mode == "replace")


@contextmanager
def _workplace(store: RasterStore) -> Iterator[Path]:
    """A directory of this load beside the copies, so that the finished one is only renamed."""
    directory = store.directory / f"{PART}{uuid.uuid4().hex}"
    directory.mkdir(mode=0o700)
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)

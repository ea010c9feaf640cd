"""The application's side of the reading processes: starts them, listens, ends them, and says why one ended."""

from __future__ import annotations

import atexit
import contextlib
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from types import TracebackType
from typing import Any, TypeVar

from core.confined.leftovers import sweep
from core.confined.process import KEPT_ENVIRONMENT
from core.confined.process import LEAN as SINGLE
from core.errors import IngestError
from core.ingest.cancelling import Cancel, cancelled
from core.ingest.frames import BROKEN, PROGRESS, REFUSED, REQUEST, Link, LostError, plain_value
from core.ingest.gdal import ONLY_READERS
from core.ingest.model import Limits, Progress
from core.ingest.wording import refusal
from core.settings import ROOT

Value = TypeVar("Value")
log = logging.getLogger(__name__)

START_S = 120.0
LEASH_S = 10.0
LEAN = SINGLE | {
    "GDAL_NUM_THREADS": "1",
    "OGR_GPKG_NUM_THREADS": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",  # the others take a gigabyte of addresses in advance
    "MALLOC_ARENA_MAX": "1",  # and the rest keeps what was used once from filling up with gaps
    "MALLOC_MMAP_THRESHOLD_": "4000000",
    "MALLOC_TRIM_THRESHOLD_": "4000000",
}


@dataclass(frozen=True)
class Ended:
    """How a reading process ended."""

    code: int
    """Exit code; −n when signal n ended it."""
    cpu_s: float
    peak_kb: int


class Reading:
    """One file being read by a process of its own; leave the context and the process is gone."""

    def __init__(self, line: socket.socket, leash: socket.socket, file: str, limits: Limits) -> None:
        self._link, self._leash, self._file, self._limits = Link(line), leash, file, limits
        self._cancel: Cancel | None = None
        self._progress: Progress | None = None
        self._heard = time.monotonic()
        self.ended: Ended | None = None

    def __enter__(self) -> Reading:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._link.close()
        if error is None:
            self.wait()
        self._leash.close()  # now it is killed where it still runs

    def watch(self, cancel: Cancel | None, progress: Progress | None) -> None:
        """Whom to ask and whom to tell while :meth:`receive` waits."""
        self._cancel, self._progress = cancel, progress

    def send(self, kind: bytes, value: Any) -> None:
        """Send the process a value."""
        try:
            self._link.send(kind, value)
        except LostError as error:
            raise self._lost(error) from error

    def receive(self, *wanted: bytes) -> tuple[bytes, bytes]:
        """The next message of a wanted kind; progress is passed on.

        Raises:
            IngestError: the process refused the file, broke down, or took too long.
            ImportCancelledError: the person cancelled.
        """
        self._heard = time.monotonic()
        while True:
            self._check_cancel()
            try:
                kind, data = self._link.receive(self._look)
                self._heard = time.monotonic()
                if kind in wanted:
                    return kind, data
                self._other(kind, data)
            except LostError as error:
                raise self._lost(error) from error

    def value(self, data: bytes, type_: type[Value]) -> Value:
        """The value of a message, which must be a `type_`."""
        try:
            found = plain_value(data)
        except LostError as error:
            raise self._lost(error) from error
        if not isinstance(found, type_):
            raise self._lost(LostError(f"a message without a {type_.__name__}"))
        return found

    def wait(self) -> None:
        """Wait for the process to end, and learn what it used."""
        if self.ended is None:
            self._leash.settimeout(LEASH_S)
            with contextlib.suppress(OSError, ValueError, TypeError):
                self.ended = Ended(**json.loads(self._leash.recv(1024)))

    def _other(self, kind: bytes, data: bytes) -> None:
        value = plain_value(data)
        if kind == PROGRESS:
            if self._progress is not None:
                self._progress(*value)
            return
        if kind == REFUSED:
            sentence, hint, sentence_zh, hint_zh = map(str, value)
            raise IngestError(sentence, hint, sentence_zh=sentence_zh, hint_zh=hint_zh)
        if kind == BROKEN:
            log.error("reading a file failed: %s", " ".join(map(repr, value)))
            raise refusal("reader_broken", file=self._file, why=value[0])
        raise LostError(f"a message {kind!r} out of turn")

    def _look(self) -> None:
        self._check_cancel()
        if time.monotonic() - self._heard > self._limits.silent_s:
            raise refusal("reader_silent", file=self._file, limit=f"{self._limits.silent_s:,.0f}")

    def _check_cancel(self) -> None:
        if self._cancel is not None and self._cancel.cancelled:
            raise cancelled(self._file)

    def _lost(self, error: LostError) -> IngestError:
        """Why there is no message."""
        self.wait()
        limits, ended = self._limits, self.ended
        if ended is None or ended.code >= 0:
            log.error("a reading process was lost: %s, %s", error, ended)
            return refusal("reader_broken", file=self._file, why="it ended early")
        if ended.cpu_s >= limits.cpu_s or -ended.code == getattr(signal, "SIGXCPU", None):
            return refusal("reader_time", file=self._file, limit=f"{limits.cpu_s:,}")
        if -ended.code == signal.SIGKILL:
            return refusal("reader_memory", file=self._file, limit=f"{limits.memory_bytes >> 20:,}")
        return refusal("reader_crashed", file=self._file, why=signal.Signals(-ended.code).name)


class Keeper:
    """A nursery of this process, started when it is needed and again when it died."""

    def __init__(self, module: str = "core.ingest.nursery") -> None:
        self._module = module
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    @property
    def pid(self) -> int | None:
        """Process id of the nursery, None while there is none."""
        return self._process.pid if self._process is not None else None

    def read(self, request: Any, file: str, limits: Limits) -> Reading:
        """A new process that works on `request`.

        Raises:
            IngestError: no process can be started.
        """
        for _ in range(2):
            control = self.start(file)
            ours, line = socket.socketpair()
            leash, other = socket.socketpair()
            try:
                with self._lock:
                    socket.send_fds(control, [b"j"], [line.fileno(), other.fileno()])
            except OSError:  # it died meanwhile
                self.stop()
                continue
            finally:
                line.close()
                other.close()
            reading = Reading(ours, leash, file, limits)
            reading.send(REQUEST, request)
            return reading
        raise refusal("reader_none", file=file, why="the process ended at once")

    def start(self, file: str = "") -> socket.socket:
        """Make sure the nursery runs; the first start takes a second or two."""
        with self._lock:
            if self._process is not None and self._process.poll() is None and self._control is not None:
                return self._control
            sweep()
            ours, theirs = socket.socketpair()
            environment = {k: os.environ[k] for k in KEPT_ENVIRONMENT if k in os.environ} | LEAN
            environment["GDAL_SKIP"] = ",".join(ONLY_READERS)
            try:
                self._process = subprocess.Popen(  # noqa: S603 - a module of this program
                    [sys.executable, "-m", self._module], cwd=ROOT, env=environment,
                    stdin=theirs.fileno(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )  # fmt: skip
                theirs.close()
                ours.settimeout(START_S)
                if not ours.recv(16):
                    raise OSError("it ended at once")
            except OSError as error:
                raise refusal("reader_none", file=file, why=error) from error
            ours.settimeout(None)
            self._control = ours
            return ours

    def stop(self) -> None:
        """End the nursery and everything in it."""
        with self._lock:
            if self._control is not None:
                self._control.close()
            if self._process is not None:
                self._process.terminate()
                self._process.wait()
            self._process = self._control = None


KEEPER = Keeper()
"""The nursery of this process."""
atexit.register(KEEPER.stop)
AVAILABLE = hasattr(os, "fork") and hasattr(socket, "send_fds")
"""Whether processes can be made like this here; not on Windows."""

"""Messages between the application and the process that reads a file for it.

A message is one letter, a length and that many bytes.  What comes from the reading process is taken for hostile:
its values are rebuilt from a fixed list of plain classes, so that no message can make this process run anything.
"""

from __future__ import annotations

import io
import pickle
import select
import socket
import struct
from collections.abc import Callable
from typing import Any

HEAD = struct.Struct("!cI")
LONGEST = 64 << 20
"""Bytes of one message; a longer one is no message of ours."""
TICK_S = 0.1

PROGRESS, OPENED, SHAPE, DATA, LOADED, REPORT = b"p", b"o", b"s", b"d", b"l", b"r"
REFUSED, BROKEN = b"e", b"x"
REQUEST, GO = b"q", b"g"

KNOWN = {
    ("core.ingest.model", x)
    for x in ("Report", "SheetInfo", "EncodingCandidate", "CrsCandidate", "ColumnInfo", "CellRule")
} | {
    ("core.database.findings", "Finding"),
    *(("core.ingest.feed", x) for x in ("Opened", "Column", "Shape", "Loaded")),
}


def know(*classes: type) -> None:
    """Let messages hold values of further plain classes."""
    KNOWN.update((x.__module__, x.__qualname__) for x in classes)


class LostError(Exception):
    """The other side is gone, or what it says is no message."""


class Link:
    """One end of the line between both processes."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def close(self) -> None:
        """Hang up."""
        self._end.close()

    def send(self, kind: bytes, value: Any) -> None:
        """Send a value.

        Raises:
            LostError: nobody listens any more.
        """
        self.send_bytes(kind, pickle.dumps(value, protocol=4))

    def send_bytes(self, kind: bytes, data: bytes) -> None:
        """Send bytes as they are, in pieces."""
        view = memoryview(data)
        try:
            for start in range(0, max(len(view), 1), LONGEST):
                piece = view[start : start + LONGEST]
                self._end.sendall(HEAD.pack(kind, len(piece)))
                self._end.sendall(piece)
        except OSError as error:
            raise LostError(str(error)) from error

    def receive(self, look: Callable[[], None] | None = None) -> tuple[bytes, bytes]:
        """The next message.

        Args:
            look: called every :data:`TICK_S` while nothing comes; an exception raised in it ends the waiting.

        Raises:
            LostError: the other side has hung up, or sends something else.
        """
        kind, length = HEAD.unpack(self._exactly(HEAD.size, look))
        if length > LONGEST:
            raise LostError("a message that is too long")
        return kind, self._exactly(length, look)

    def _exactly(self, length: int, look: Callable[[], None] | None) -> bytes:
        taken, count = memoryview(bytearray(length)), 0
        while count < length:
            if look is not None and not select.select([self._end], [], [], TICK_S)[0]:
                look()
                continue
            try:
                more = self._end.recv_into(taken[count:])
            except OSError as error:
                raise LostError(str(error)) from error
            if not more:
                raise LostError("the other side has hung up")
            count += more
        return bytes(taken)


class _Plain(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """Only the classes that a report consists of."""
        if (module, name) not in KNOWN:
            raise LostError(f"a message with {module}.{name}")
        return super().find_class(module, name)


def plain_value(data: bytes) -> Any:
    """The value of a message from the reading process.

    Raises:
        LostError: it holds anything but plain values and the classes of a report.
    """
    try:
        return _Plain(io.BytesIO(data)).load()
    except LostError:
        raise
    except Exception as error:  # whatever damaged bytes make of it
        raise LostError(str(error)) from error

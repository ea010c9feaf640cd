"""A fair queue: one text at a time, and whoever was served last waits behind the others."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from core.llm.model import Cancel
from core.llm.wording import model_error

LOOK_S = 0.1
"""How often a waiting request looks whether its person gave up."""


@dataclass(eq=False)
class _Ticket:
    owner: str


class Turns:
    """The turns on one model."""

    def __init__(self, model: str) -> None:
        self._model = model
        self._free = threading.Condition()
        self._queue: list[_Ticket] = []
        self._running = False
        self._served: list[str] = []

    @property
    def waiting(self) -> int:
        """Requests that wait."""
        with self._free:
            return len(self._queue)

    @contextmanager
    def taken(self, owner: str, seconds: float, cancel: Cancel | None = None) -> Iterator[float]:
        """Wait for the turn, hold it inside the block, and give the seconds waited.

        Raises:
            ModelCancelledError: the person gave up while waiting.
            ModelError: the turn did not come within `seconds`.
        """
        started = time.monotonic()
        ticket = _Ticket(owner)
        with self._free:
            self._queue.append(ticket)
            try:
                while self._running or self._next() is not ticket:
                    if cancel is not None and cancel.cancelled:
                        raise model_error("cancelled")
                    if time.monotonic() - started > seconds:
                        raise model_error("busy", model=self._model, seconds=f"{seconds:.0f}")
                    self._free.wait(LOOK_S)
            finally:
                self._queue.remove(ticket)
                self._free.notify_all()
            self._running = True
            if owner in self._served:
                self._served.remove(owner)
            self._served.append(owner)
            del self._served[:-64]
        try:
            yield time.monotonic() - started
        finally:
            with self._free:
                self._running = False
                self._free.notify_all()

    def _next(self) -> _Ticket:
        """The ticket of the owner who was served longest ago; the first of several."""
        rank = {x: i for i, x in enumerate(self._served)}
        return min(self._queue, key=lambda x: rank.get(x.owner, -1))

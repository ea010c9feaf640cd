"""Work that is done once in the background whenever something has changed."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from core.errors import OreSightError

log = logging.getLogger(__name__)


class Background:
    """A thread that does `work` each time it is woken; it does nothing before it is started."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self._wanted = threading.Event()
        self._ended = False
        self._thread: threading.Thread | None = None
        self.running = False

    def start(self) -> None:
        """Start it, and do the work once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="documents", daemon=True)
            self._thread.start()
        self.wake()

    def wake(self) -> None:
        """There is something to do."""
        self._wanted.set()

    def stop(self) -> None:
        """Do nothing more; work that is being done goes on to its end."""
        self._ended = True
        self._wanted.set()

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            self._wanted.clear()
            if self._ended:
                return
            self.running = True
            try:
                self._work()
            except OreSightError as error:
                log.warning("documents are not complete: %s", error.say())
            except Exception:
                log.exception("documents are not complete")
            finally:
                self.running = False

"""Imports that a person has cancelled."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Protocol

import psycopg
import sqlalchemy as sa

from core.database.holding import raw
from core.errors import ImportCancelledError
from core.ingest.wording import finding

LOOK_S = 0.2


class Cancel(Protocol):
    """Something that tells whether the person has cancelled."""

    @property
    def cancelled(self) -> bool:
        """True from then on."""
        ...


def cancelled(file: str) -> ImportCancelledError:
    """The error of an import that a person has cancelled."""
    found = finding("reader_cancelled", file=file)
    return ImportCancelledError(found.text, sentence_zh=found.text_zh)


@contextlib.contextmanager
def cancellable(connection: sa.Connection, cancel: Cancel | None) -> Iterator[None]:
    """Stop the statement that runs on `connection` when the person cancels."""
    if cancel is None:
        yield
        return
    driver, over = raw(connection), threading.Event()

    def look() -> None:
        while not over.wait(LOOK_S):
            if cancel.cancelled:
                with contextlib.suppress(psycopg.Error):
                    driver.cancel_safe(timeout=5)

    watcher = threading.Thread(target=look, name="import-cancel", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()

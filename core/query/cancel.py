"""Cancelling a running statement from another thread without ever hitting somebody else's statement."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from core.errors import QueryCancelledError

_CANCEL_TIMEOUT_S = 3.0


class CancelToken:
    """Stops the statements of one question; usable from any thread, also before the first one has started.

    The connection is known to the token only while it runs for this question, and the cancel request is sent
    while the lock is held.  A connection therefore cannot go back to the pool, and to its next borrower, between
    the look at it and the request.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: Any = None
        self._cancelled = False

    @property
    def cancelled(self) -> bool:
        """True once :meth:`cancel` was called."""
        return self._cancelled

    def cancel(self) -> None:
        """Stop the running statement, and refuse all later ones.  Returns at once when nothing runs."""
        with self._lock:
            self._cancelled = True
            if self._connection is not None:
                self._connection.cancel_safe(timeout=_CANCEL_TIMEOUT_S)

    def check(self) -> None:
        """Raise when the question was cancelled.

        Raises:
            QueryCancelledError: :meth:`cancel` was called.
        """
        if self._cancelled:
            raise cancelled()

    @contextmanager
    def attached(self, connection: Any) -> Iterator[None]:
        """Let :meth:`cancel` reach a psycopg `connection`; use it inside the block that borrowed it.

        Raises:
            QueryCancelledError: :meth:`cancel` was called before.
        """
        with self._lock:
            self.check()
            self._connection = connection
        try:
            yield
        finally:
            with self._lock:
                self._connection = None


def cancelled() -> QueryCancelledError:
    """The error of a cancelled question."""
    return QueryCancelledError("The question was cancelled.", sentence_zh="查询已取消。")

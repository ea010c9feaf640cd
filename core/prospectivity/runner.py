"""Runs independent pieces of work: in this thread, in some threads, or on the workers of a Dask scheduler.

Each piece carries its own seed and results come back in the order of the pieces, so all three give the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from core.errors import AnalysisError

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")

POLL_S = 0.1
Check = Callable[[], None]
Tell = Callable[[float], None]


class Runner:
    """Maps a function over pieces of work.

    Args:
        workers: threads; 1 runs everything in the calling thread.
        scheduler: address of a Dask scheduler such as ``tcp://host:8786``; takes the place of threads.
        check: raises when the run was cancelled; called before and after each piece.
    """

    def __init__(self, workers: int = 1, scheduler: str | None = None, check: Check | None = None) -> None:
        self.workers, self.scheduler = max(1, workers), scheduler
        self.check = check or (lambda: None)

    def map(
        self, function: Callable[[S, T], R], shared: S, items: Sequence[T], tell: Tell | None = None
    ) -> list[R]:
        """``[function(shared, item) for item in items]``; `tell` gets the part done.

        Raises:
            AnalysisError: the scheduler cannot be reached.
        """
        found: list[R] = []
        for one in self._each(function, shared, items):
            self.check()
            found.append(one)
            if tell:
                tell(len(found) / len(items))
        return found

    def _each(self, function: Callable[[S, T], R], shared: S, items: Sequence[T]) -> Iterator[R]:
        if self.scheduler:
            yield from self._remote(function, shared, items)
        elif self.workers == 1 or len(items) < 2:
            for item in items:
                self.check()
                yield function(shared, item)
        else:
            yield from self._threads(function, shared, items)

    def _threads(self, function: Callable[[S, T], R], shared: S, items: Sequence[T]) -> Iterator[R]:
        with ThreadPoolExecutor(self.workers, thread_name_prefix="prospect") as pool:
            futures = [pool.submit(function, shared, item) for item in items]
            try:
                for future in futures:
                    self._wait(future)
                    yield future.result()
            finally:
                for future in futures:
                    future.cancel()

    def _wait(self, future: Future[R]) -> None:
        while not future.done():
            wait([future], timeout=0.5, return_when=FIRST_COMPLETED)
            self.check()

    def _remote(self, function: Callable[[S, T], R], shared: S, items: Sequence[T]) -> Iterator[R]:
        with _client(self.scheduler or "") as client:
            data = client.scatter(shared, broadcast=True, hash=False)
            futures = client.map(_called, [(function, item) for item in items], data=data, pure=False)
            try:
                for future in futures:
                    while not future.done():
                        time.sleep(POLL_S)
                        self.check()
                    yield future.result()
            finally:
                client.cancel(futures)


def _called(task: tuple[Callable[[Any, Any], Any], Any], data: Any) -> Any:
    function, item = task
    return function(data, item)


def _client(address: str) -> Any:
    try:
        from distributed import Client  # noqa: PLC0415
    except ImportError as error:
        raise AnalysisError(
            "Work on other machines needs the package “distributed”, which is not installed.",
            sentence_zh="分布式计算需要安装 distributed 软件包。",
        ) from error
    try:
        return Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise AnalysisError(
            f"The Dask scheduler {address} does not answer.",
            "Start it, or leave the address out.",
            sentence_zh=f"Dask 调度器 {address} 没有响应。",
            hint_zh="请启动调度器，或不填写地址。",
        ) from error

"""Files that are made once and kept, the latest used ones; safe for several threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class MadeOnce(Generic[K, V]):
    """Up to `kept` values by key; while one thread makes a value, others that want the same one wait for it."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._values: OrderedDict[K, V] = OrderedDict()
        self._making: dict[K, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of `key`, from memory when it was made before."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
            making = self._making.setdefault(key, threading.Lock())
        with making:
            with self._lock:
                if key in self._values:
                    return self._values[key]
            made = make()
            with self._lock:
                self._values[key] = made
                self._making.pop(key, None)
                while len(self._values) > self._kept:
                    self._values.popitem(last=False)
            return made

    def values(self) -> tuple[V, ...]:
        """What is kept."""
        with self._lock:
            return tuple(self._values.values())

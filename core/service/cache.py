"""A small thread-safe cache of answers, least recently used first out."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

V = TypeVar("V")


@dataclass(frozen=True)
class CacheFigures:
    """How a cache did since it was made."""

    name: str
    size: int
    capacity: int
    hits: int
    misses: int


class Cache(Generic[V]):
    """At most `capacity` values; keys hold the data version, so nothing stale is ever found."""

    def __init__(self, name: str, capacity: int) -> None:
        self._name = name
        self._capacity = capacity
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = threading.Lock()
        self._hits = self._misses = 0

    def get(self, key: Hashable) -> V | None:
        """The value of `key`, None when there is none."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                self._hits += 1
                return self._values[key]
            self._misses += 1
            return None

    def put(self, key: Hashable, value: V) -> None:
        """Keep `value`; the least recently used one goes when there are too many."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._capacity:
                self._values.popitem(last=False)

    def clear(self) -> None:
        """Forget all values; the figures stay."""
        with self._lock:
            self._values.clear()

    def figures(self) -> CacheFigures:
        """Size, hits and misses."""
        with self._lock:
            return CacheFigures(self._name, len(self._values), self._capacity, self._hits, self._misses)

"""Search by meaning: the nearest vectors of each language, from the vector store, else one by one.

The vector store (Chroma) is a cache of the vectors that :mod:`core.knowledge.derived` keeps.  It is made as a
whole under a new name and becomes the one in use by the renaming of a small file, so that nobody ever reads one
that is being written.  Passages that are newer than it are compared one by one, and those that are gone are
passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import Language
from core.knowledge.chroma import Chroma
from core.knowledge.derived import Derived
from core.knowledge.embedding import Embedder

CANDIDATES = 60
"""Nearest passages of each language that are looked at; their cosines also tell what is usual."""


@dataclass(frozen=True)
class Near:
    """A passage by its key, and the cosine of its vector and the question's."""

    key: str
    cosine: float


class Vectors:
    """Vectors of the present passages."""

    def __init__(self, derived: Derived, embedder: Embedder, store: Chroma | None) -> None:
        self._derived, self._embedder, self.store = derived, embedder, store
        self._languages: dict[Language, tuple[str, ...]] = {}
        self._loose: dict[Language, tuple[tuple[str, ...], np.ndarray]] = {}
        self._present: frozenset[str] = frozenset()
        self.stored = 0
        self.embedded = 0

    def refresh(self, passages: Mapping[Language, Iterable[str]]) -> None:
        """Take note of which passages there are now, by their keys."""
        with_vector = self._derived.with_vector(self._embedder.id)
        self._languages = {k: tuple(dict.fromkeys(x for x in v if x in with_vector)) for k, v in passages.items()}
        self._present = frozenset(x for v in self._languages.values() for x in v)
        self.embedded = len(self._present)
        held = self.store.held() if self.store is not None else frozenset()
        self.stored = len(held & self._present)
        self._loose = {}
        for language, keys in self._languages.items():
            missing = tuple(x for x in keys if x not in held)
            found = self._derived.vectors(self._embedder.id, missing)
            rows = [found[x] for x in missing if x in found]
            matrix = np.stack(rows) if rows else np.zeros((0, 1), np.float32)
            self._loose[language] = (tuple(x for x in missing if x in found), matrix)

    @property
    def loose(self) -> int:
        """Passages that the store does not hold."""
        return self.embedded - self.stored

    def nearest(
        self, question: np.ndarray, language: Language, only: frozenset[str] | None = None
    ) -> tuple[Near, ...]:
        """The nearest passages of a language, nearest first.

        Args:
            question: unit vector.
            only: keys of the passages that count; all when None.
        """
        if only is not None:
            return self._compared(question, [x for x in self._languages.get(language, ()) if x in only])
        keys, matrix = self._loose.get(language, ((), np.zeros((0, 1), np.float32)))
        found = _top(question, keys, matrix) if keys else []
        stored = self.store.nearest(question, language, CANDIDATES) if self.store and self.stored else ()
        if stored is None:  # it failed just now
            self.stored, self.store = 0, None
            self.refresh(dict(self._languages))
            return self.nearest(question, language)
        # The cosine is computed anew from the kept vectors, so that it is the same with and without the store.
        known = self._derived.vectors(self._embedder.id, [x for x in stored if x in self._present])
        found += _top(question, tuple(known), np.stack(list(known.values()))) if known else []
        return tuple(sorted(found, key=lambda x: (-x.cosine, x.key))[:CANDIDATES])

    def _compared(self, question: np.ndarray, keys: Sequence[str]) -> tuple[Near, ...]:
        known = self._derived.vectors(self._embedder.id, keys)
        if not known:
            return ()
        return tuple(_top(question, tuple(known), np.stack(list(known.values()))))


def _top(question: np.ndarray, keys: Sequence[str], matrix: np.ndarray) -> list[Near]:
    cosines = matrix @ question
    found = [Near(key, round(float(cosine), 6)) for key, cosine in zip(keys, cosines, strict=True)]
    return sorted(found, key=lambda x: (-x.cosine, x.key))[:CANDIDATES]

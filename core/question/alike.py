"""The spellings most like a mention among up to millions, by the letter pairs they share.

The pairs of all spellings are sorted once into one array (about 4 bytes a letter); a look-up reads only the lists
of the mention's own pairs, so it takes milliseconds whatever the number of spellings.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from core.question.normalise import fold, normalised_text

_BUCKETS = 1 << 17
_CANDIDATES = 200
_EDGE = "\x02"
"""Stands before and behind each spelling: first and last letters weigh double."""


class Alike:
    """An index of spellings."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        folded = [_EDGE + fold(normalised_text(x)) + _EDGE for x in texts]
        self._lengths = np.array([len(x) - 1 for x in folded], dtype=np.int32)
        codes = _codes("".join(folded))
        if len(codes) < 2:
            self._owners = np.zeros(0, dtype=np.int32)
            self._starts = np.zeros(_BUCKETS + 1, dtype=np.int64)
            return
        owner = np.repeat(np.arange(len(folded), dtype=np.int32), [len(x) for x in folded])
        inside = owner[:-1] == owner[1:]
        pairs = _pairs(codes)[inside]
        order = np.argsort(pairs, kind="stable")
        self._owners = owner[:-1][inside][order]
        self._starts = np.concatenate(([0], np.cumsum(np.bincount(pairs, minlength=_BUCKETS))))

    def nearest(self, mention: str, limit: int = 5, *, least: float = 0.0) -> list[tuple[str, float]]:
        """The spellings most like `mention` with their likeness 0–1 (`least` and above), best first."""
        wanted = fold(normalised_text(mention)).strip()
        if not wanted or not len(self._owners):
            return []
        pairs = np.unique(_pairs(_codes(_EDGE + wanted + _EDGE)))
        lists = [self._owners[self._starts[p] : self._starts[p + 1]] for p in pairs]
        found, shared = np.unique(np.concatenate(lists), return_counts=True)
        if not len(found):
            return []
        score = 2.0 * shared / (self._lengths[found] + len(wanted) + 1)
        best = found[np.argsort(-score, kind="stable")[:_CANDIDATES]]
        texts = list(dict.fromkeys(self._texts[int(i)] for i in best))
        ranked = process.extract(
            wanted, texts, scorer=fuzz.ratio, processor=_plain, score_cutoff=least * 100, limit=limit
        )
        return [(text, value / 100) for text, value, _ in ranked]


def _plain(text: str) -> str:
    return fold(normalised_text(text))


def _codes(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "replace"), dtype=np.uint32)


def _pairs(codes: NDArray[np.uint32]) -> NDArray[np.int64]:
    mixed = codes[:-1].astype(np.int64) * 1_000_003 + codes[1:]
    return (mixed ^ (mixed >> 17)) % _BUCKETS

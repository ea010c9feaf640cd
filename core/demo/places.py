"""Invented place names, each given once."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from core.demo.spec import Texts, read_places


class Places:
    """A shuffled supply of names from a pool.

    Args:
        pool: key of ``places.json``.
        rng: decides the order.
        used: names in use (whole feature names; a place is skipped when one of them begins with it).
    """

    def __init__(self, pool: str, rng: np.random.Generator, used: Iterable[str] = ()) -> None:
        first, second = read_places(pool)
        glue = "" if second[0][0].islower() else " "
        taken = tuple(used)
        names = [(f"{a}{glue}{b}", f"{x}{y}") for a, x in first for b, y in second]
        names = [n for n in names if not any(t.startswith(n) for t in taken)]
        self._names = [names[i] for i in rng.permutation(len(names))]
        self._left: list[Texts] = []
        self._round = 0

    def take(self) -> Texts:
        """The next name (English, Chinese); when the pool is empty it starts again with "No. 2", "No. 3" …"""
        if not self._left:
            self._round += 1
            again = (f" No. {self._round}", f"{self._round}号") if self._round > 1 else ("", "")
            self._left = [(en + again[0], zh + again[1]) for en, zh in self._names]
        return self._left.pop()

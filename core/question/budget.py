"""What one question may cost: how often the grammar runs for it; equal texts are read once.

The first reading of a text is always made.  Other orders of its words, questions inside of it and what can be
asked instead are read as long as something is left, so the time for a question grows with its length, no faster.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from core.question.reading import Reading

MOST_RUNS = 16
"""Runs of the grammar for a question in the words in which it is asked."""
MOST_PLAINER = 12
"""Further runs for plainer words for one that was not understood."""
MOST_OFFERED = 12
"""Further runs for questions that are offered instead of one that was not understood."""
LONGEST = 300
"""Longer texts are no single question: they are read as they stand, and only so."""


class Budget:
    """What is left of the cost of one question, and what was read so far."""

    def __init__(self, question: str, runs: int = MOST_RUNS) -> None:
        self._short = len(question) <= LONGEST
        self._left = runs if self._short else 0
        self._known: dict[Hashable, Reading] = {}

    @property
    def spent(self) -> bool:
        """True when no further reading should be tried."""
        return self._left <= 0

    def renewed(self, runs: int) -> None:
        """From here on `runs` readings may be tried, whatever was spent; none of a text that is too long."""
        self._left = runs if self._short else 0

    def once(self, key: Hashable, read: Callable[[], Reading], *, runs: int = 0) -> Reading:
        """The reading of a text, made now at the cost of `runs` unless the same was read before."""
        if key not in self._known:
            self._left -= runs
            self._known[key] = read()
        return self._known[key]

"""Values that stand so near to a threshold that rounding may decide: such a case proves nothing."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tests.brute.plane import Floats

METRES = 0.05
DEGREES = 1e-6
RELATIVE = 1e-6


class Margin:
    """Counts close calls of one evaluation."""

    def __init__(self) -> None:
        self.near = 0

    def distances(self, metres: Floats, threshold: float) -> None:
        """Distances against a limit; what touches (0 m) is never a close call."""
        self.near += int(((np.abs(metres - threshold) <= METRES) & (metres > 0)).sum())

    def sectors(self, azimuth: Floats) -> None:
        """Azimuths against the borders of the sectors."""
        apart = np.abs((azimuth - 22.5) % 45)
        self.near += int((np.minimum(apart, 45 - apart) <= DEGREES).sum())

    def exact(self, value: float | None, threshold: float | None) -> None:
        """Numbers that were only converted between units."""
        self.relative(value, threshold, 1e-9)

    def relative(self, value: float | None, threshold: float | None, share: float = RELATIVE) -> None:
        """Numbers that were computed; equal ones are no close call."""
        if value is None or threshold is None or value == threshold:
            return
        self.near += abs(value - threshold) <= share * max(abs(value), abs(threshold), 1e-9)

    def ranking(self, values: Iterable[float | None], cut: int) -> None:
        """A ranked list that is cut: the values beside the cut must differ clearly or be equal."""
        found = list(values)
        if 0 < cut < len(found):
            self.relative(found[cut - 1], found[cut])

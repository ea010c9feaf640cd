"""How results of analyses look on every map, on the screen and in reports."""

from __future__ import annotations

from itertools import pairwise

from core.analysis.plotting import COLOURS

CLUSTER, TARGET = "#b0005e", "#00695c"
"""Outlines of anomaly clusters and of targets."""
NUMBERED = 15
"""Outlines that carry their number on the map; the others tell it when pointed at."""
RAMP = ((-3.0, "#2166ac"), (-1.0, "#a6cbe3"), (0.0, "#f2f2f2"), (1.0, "#f3b49a"), (3.0, "#b2182b"))
"""Standard deviations of a score and their colours."""
ANOMALOUS = "#c23b22"
STANDS_OUT, FAR = 2.0, 1e6
"""Standard deviations of a score from which on it is drawn in full beside an answer."""


def score_colour(value: float) -> str:
    """The colour of a score between the stops of :data:`RAMP`, as ``#rrggbb``."""
    low, high = RAMP[0], RAMP[-1]
    value = min(max(value, low[0]), high[0])
    for (a, one), (b, other) in pairwise(RAMP):
        if value <= b:
            share = (value - a) / (b - a)
            mixed = (
                round(int(one[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share) for i in (1, 3, 5)
            )
            return "#" + "".join(f"{x:02x}" for x in mixed)
    return high[1]


def class_colour(number: int) -> str:
    """The colour of a class of samples, counted from 1."""
    return COLOURS[(number - 1) % len(COLOURS)]

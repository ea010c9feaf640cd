"""What the validation allows to be said, as a code that texts are written from."""

from __future__ import annotations

from typing import Literal

from core.prospectivity.metrics import RateCurve
from core.prospectivity.placebo import Placebo
from core.prospectivity.validation import Validation

Verdict = Literal["too_few", "undefined", "leak", "chance", "weak", "better"]
FEWEST, FEW = 5, 20
"""Groups of deposits below which no figure is given, and below which figures come with a warning."""
LEVEL = 0.05
GOOD = 0.7
LEAST = round(1 / LEVEL) - 1
"""Sets of pseudo-deposits below which even the best result could be chance."""
ENOUGH = 39
"""Sets of pseudo-deposits below which nothing is called better than chance without reserve."""
TOP = 0.01
"""Best share of the area; where it holds no larger share of what is sought, the top of the map tells nothing."""


def idle(captured: RateCurve | None) -> bool:
    """Whether the best :data:`TOP` of the area hold no more near unknown deposits than as much area at random."""
    return captured is not None and captured.at(TOP) <= TOP


def verdict(
    groups: int, found: Validation | None, placebo: Placebo | None, leaking: bool, top: RateCurve | None = None
) -> Verdict:
    """The plain reading of a run.

    ``too_few`` deposits to tell; ``leak``: a feature holds the answer; ``chance``: not distinguishable from
    pseudo-deposits at random; ``weak``: better than those, yet an AUC below 0.7, fewer than :data:`ENOUGH` sets
    of them, or nothing at the top of the map; ``better`` otherwise.
    """
    if groups < FEWEST:
        return "too_few"
    if leaking:
        return "leak"
    if found is None or found.mean is None or placebo is None or len(placebo.aucs) < LEAST:
        return "undefined"
    if placebo.chance(found.mean) > LEVEL:
        return "chance"
    weak = found.mean < GOOD or len(placebo.aucs) < ENOUGH or idle(top)
    return "weak" if weak else "better"

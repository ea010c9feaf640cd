"""What the validation allows to be said, as a code that texts are written from."""

from __future__ import annotations

from typing import Literal

from core.prospectivity.placebo import Placebo
from core.prospectivity.validation import Validation

Verdict = Literal["too_few", "undefined", "leak", "chance", "weak", "better"]
FEWEST, FEW = 5, 20
"""Groups of deposits below which no figure is given, and below which figures come with a warning."""
LEVEL = 0.05
GOOD = 0.7


def verdict(groups: int, found: Validation | None, placebo: Placebo | None, leaking: bool) -> Verdict:
    """The plain reading of a run.

    ``too_few`` deposits to tell; ``leak``: a feature holds the answer; ``chance``: not distinguishable from
    pseudo-deposits at random; ``weak``: better than those, yet an AUC below 0.7; ``better`` otherwise.
    """
    if groups < FEWEST:
        return "too_few"
    if leaking:
        return "leak"
    if found is None or found.mean is None or placebo is None or 1 / (1 + len(placebo.aucs)) > LEVEL:
        return "undefined"  # with fewer sets even the best result could be chance
    if placebo.chance(found.mean) > LEVEL:
        return "chance"
    return "weak" if found.mean < GOOD else "better"

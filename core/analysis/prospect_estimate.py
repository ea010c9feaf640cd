"""How many cells a run will have and about how long it will take, told before it starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pyproj import Geod
from shapely.geometry.base import BaseGeometry

from core.analysis.prospect_request import ProspectRequest
from core.analysis.prospect_words import words
from core.prospectivity.models import Kind
from core.vocabulary.card import Labels

FIT_S: Mapping[Kind, float] = {
    "forest": 0.2, "published": 0.6, "logistic": 0.05, "boosting": 0.5, "woe": 0.03, "fuzzy": 0.01,
}  # fmt: skip
"""Processor time of one fit and its test, 50 trees, as measured with 17 features."""
CELL_S, FEATURE_S, JUDGE_S, LABEL_S = 6e-6, 1e-6, 1.5e-6, 0.6e-6
"""Of each cell: grid, targets and files; each feature; each draw of 50 trees; each set of pseudo-deposits."""
LABELLED = 500_000
"""Larger grids are validated on about so many cells."""
_EARTH = Geod(ellps="WGS84")


@dataclass(frozen=True)
class Estimate:
    """Cells inside the area, and seconds of processor time; times of another machine differ by a factor."""

    cells: int
    seconds: float

    @property
    def said(self) -> Labels:
        """As a sentence."""
        minutes = max(1, round(self.seconds / 60))
        return words("said", "cost" if minutes > 1 else "cost_short", cells=f"{self.cells:,}", minutes=minutes)


def square_metres(area: BaseGeometry) -> float:
    """Geodesic size of a study area in degrees."""
    return abs(_EARTH.geometry_area_perimeter(area)[0])


def estimate(request: ProspectRequest, size: float) -> Estimate:
    """What a run over `size` square metres amounts to."""
    cells = max(1, round(size / request.cell**2))
    model, draws = request.model, request.model.effective_draws
    rounds = request.repeats + len(request.block_sizes) * request.block_repeats + 1 + request.placebos
    fits = request.folds * (rounds + min(3, draws) + 1) + draws
    trees = model.trees / 50 if model.kind in ("forest", "published") else 1.0
    elements = len(request.samples.elements) + request.samples.components if request.samples else 0
    features = elements + len(request.shapes) + len(request.categories) + len(request.rasters)
    each = CELL_S + FEATURE_S * features + JUDGE_S * draws * trees
    placing = LABEL_S * min(cells, LABELLED) * request.placebos
    return Estimate(cells, FIT_S[model.kind] * trees * fits + cells * each + placing)

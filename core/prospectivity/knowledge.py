"""Knowledge-driven models: weights of evidence (Bonham-Carter 1994) and fuzzy overlay (An et al. 1991)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.prospectivity.features import Feature
from core.prospectivity.grid import Floats, Ints, Singles
from core.prospectivity.shapley import Scale, Shares, of_sum

CLASSES = 5
GAMMA = 0.9


@dataclass(frozen=True)
class WeightsOfEvidence:
    """Sum of the weights of the classes a cell falls in.

    Numbers are cut at the quintiles of the training rows, categories are their own classes.  The weight of a class
    is ``ln(P(class | deposit) / P(class | no deposit))``, with half a cell added so that an empty class has one.
    The features are taken as independent; where they are not, the sum is too large, and only its order counts.
    """

    edges: tuple[Floats | None, ...]
    weights: tuple[Floats, ...]
    prior: float

    @classmethod
    def fit(cls, values: Singles, y: np.ndarray, features: tuple[Feature, ...]) -> WeightsOfEvidence:
        """Weights from training rows (rows, features) with `y` 1 or 0."""
        edges: list[Floats | None] = []
        weights: list[Floats] = []
        for i, feature in enumerate(features):
            if feature.categorical:
                cut, count = None, len(feature.categories)
            else:
                inner = np.linspace(0, 1, CLASSES + 1)[1:-1]
                cut = np.unique(np.quantile(values[:, i].astype(float), inner))
                count = len(cut) + 1
            which = _classes(values[:, i], cut)
            edges.append(cut)
            weights.append(_log_ratio(which, y, count))
        share = float(y.mean())
        return cls(tuple(edges), tuple(weights), float(np.log(share / (1 - share))))

    def predict(self, values: Singles) -> Floats:
        """Posterior probability of each row."""
        total = self.prior + self.terms(values).sum(axis=1)
        return 1 / (1 + np.exp(-np.clip(total, -50, 50)))

    def terms(self, values: Singles) -> Floats:
        """Weight of the class of each row by feature, (rows, features)."""
        parts = zip(self.edges, self.weights, strict=True)
        return np.stack([weight[_classes(values[:, i], cut)] for i, (cut, weight) in enumerate(parts)], axis=1)

    def impurity(self) -> Floats | None:
        """Spread of the weights of each feature (largest minus smallest), as shares."""
        spread = np.array([np.ptp(w) for w in self.weights])
        return spread / spread.sum() if spread.sum() else spread

    @property
    def scale(self) -> Scale:
        """The sum of weights is a logarithm of odds."""
        return "log_odds"

    def shapley(self, x: Singles, z: Singles) -> Shares:
        """Share of each feature in the sum for the rows `x` against the rows `z`."""
        return of_sum(self.terms(x), self.terms(z), self.prior)


def _classes(column: Singles, cut: Floats | None) -> Ints:
    return column.astype(np.int64) if cut is None else np.searchsorted(cut, column.astype(float), side="right")


def _log_ratio(which: Ints, y: np.ndarray, count: int) -> Floats:
    inside = np.bincount(which[y == 1], minlength=count) + 0.5
    beside = np.bincount(which[y == 0], minlength=count) + 0.5
    return np.log(inside / inside.sum()) - np.log(beside / beside.sum())


@dataclass(frozen=True)
class Fuzzy:
    """Membership of each feature, combined by the gamma operator; nothing is learnt from occurrences.

    Short distances and large values of everything else count as favourable; categories have no direction of their
    own and are left out.  Sum and product are taken as geometric means, so that many features do not drive every
    cell to 0 or 1.
    """

    middle: Floats
    spread: Floats
    sign: Floats
    """1: large is favourable, -1: small is, 0: left out."""

    @classmethod
    def fit(cls, values: Singles, features: tuple[Feature, ...]) -> Fuzzy:
        """Middle and spread of the memberships from background rows."""
        sign = [0.0 if f.categorical else -1.0 if f.kind == "distance" else 1.0 for f in features]
        q1, middle, q3 = np.quantile(values.astype(float), [0.25, 0.5, 0.75], axis=0)
        return cls(middle, np.where(q3 > q1, q3 - q1, 1.0), np.array(sign))

    def predict(self, values: Singles) -> Floats:
        """Combined membership of each row."""
        kept = self.sign != 0
        z = self.sign[kept] * (values[:, kept] - self.middle[kept]) / self.spread[kept]
        member = np.clip(1 / (1 + np.exp(-2 * np.clip(z, -20, 20))), 1e-9, 1 - 1e-9)
        if not kept.any():
            return np.zeros(len(values))
        total = 1 - np.exp(np.log1p(-member).mean(axis=1))
        product = np.exp(np.log(member).mean(axis=1))
        return total**GAMMA * product ** (1 - GAMMA)

    def impurity(self) -> Floats | None:
        """None: nothing was learnt."""
        return None

    @property
    def scale(self) -> None:
        """None: the overlay is no sum, and nothing cheap is exact."""

    def shapley(self, x: Singles, z: Singles) -> None:
        """None: see `scale`."""

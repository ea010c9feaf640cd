"""The models: forests, comparisons that learn from numbers, and the two of the classical school."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np

from core.prospectivity.balance import Method, Training
from core.prospectivity.features import Feature
from core.prospectivity.grid import Floats, Singles
from core.prospectivity.knowledge import Fuzzy, WeightsOfEvidence

Kind = Literal["forest", "published", "logistic", "boosting", "woe", "fuzzy"]
KINDS: tuple[Kind, ...] = ("forest", "published", "logistic", "boosting", "woe", "fuzzy")
TREE_ROWS = 600
"""Rows that one tree is grown on.  The cells around one occurrence are nearly alike, so a tree learns little from
more of them: on unknown occurrences the AUC stays the same (``python -m tests.benchmarks.prospectivity trees``),
between neighbouring blocks, where memory counts, it falls."""


@dataclass(frozen=True)
class ModelSpec:
    """Which model, and how it is fitted."""

    kind: Kind = "forest"
    trees: int = 50
    leaf: int = 5
    """Smallest number of rows in a leaf; 1 gives the pure leaves of the published protocol."""
    draws: int = 5
    """Draws of negatives whose models are averaged."""
    balance: Method = "under"
    rows: int = TREE_ROWS
    """Largest number of rows drawn for one tree; 0 draws as many as there are, as the published protocol does."""

    @property
    def effective_draws(self) -> int:
        """Draws that make a difference: without thinning, or without training, one does."""
        return 1 if self.kind in ("published", "fuzzy") else max(1, self.draws)


def published() -> ModelSpec:
    """The published protocol: 50 trees with pure leaves, one draw, as many negatives as positives."""
    return ModelSpec("published", trees=50, leaf=1, draws=1, balance="under", rows=0)


class Predictor(Protocol):
    """A fitted model."""

    def predict(self, values: Singles) -> Floats:
        """Score in [0, 1] of each row."""
        ...

    def impurity(self) -> Floats | None:
        """Importance of each feature by impurity, summing to 1; None when the model has none."""
        ...


class Encoder:
    """Numbers as they are, each category as a column of its own."""

    def __init__(self, features: tuple[Feature, ...]) -> None:
        self.features = features
        self.owner = np.array(
            [i for i, f in enumerate(features) for _ in range(len(f.categories) if f.categorical else 1)], np.int64
        )

    def encode(self, values: Singles) -> Singles:
        """(rows, columns) float32."""
        out = np.empty((len(values), len(self.owner)), np.float32)
        at = 0
        for i, feature in enumerate(self.features):
            if feature.categorical:
                n = len(feature.categories)
                out[:, at : at + n] = values[:, i : i + 1] == np.arange(n, dtype=np.float32)
            else:
                n = 1
                out[:, at] = values[:, i]
            at += n
        return out


class Learned:
    """A model of scikit-learn on encoded features."""

    def __init__(self, estimator: Any, encoder: Encoder) -> None:
        self.estimator, self.encoder = estimator, encoder

    def predict(self, values: Singles) -> Floats:
        """Score in [0, 1] of each row."""
        with _one_thread():
            found: Floats = self.estimator.predict_proba(self.encoder.encode(values))[:, 1]
        return found

    def impurity(self) -> Floats | None:
        """Summed over the columns of a category."""
        raw = getattr(self.estimator, "feature_importances_", None)
        return (
            None if raw is None else np.bincount(self.encoder.owner, raw, len(self.encoder.features)).astype(float)
        )


def fit(spec: ModelSpec, training: Training, features: tuple[Feature, ...], seed: int) -> Predictor:
    """Fit one model on balanced rows; the same seed gives the same model."""
    if spec.kind == "woe":
        return WeightsOfEvidence.fit(training.values, training.y, features)
    if spec.kind == "fuzzy":
        return Fuzzy.fit(training.values[training.y == 0], features)
    encoder = Encoder(features)
    estimator = _estimator(spec, seed, len(training.y))
    x = encoder.encode(training.values)
    with _one_thread():
        if training.weight is None:
            estimator.fit(x, training.y)
        elif spec.kind == "logistic":
            estimator.fit(x, training.y, logisticregression__sample_weight=training.weight)
        else:
            estimator.fit(x, training.y, sample_weight=training.weight)
    return Learned(estimator, encoder)


def _estimator(spec: ModelSpec, seed: int, rows: int) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

    if spec.kind == "logistic":
        return make_pipeline(StandardScaler(), LogisticRegression(max_iter=500))
    if spec.kind == "boosting":
        return HistGradientBoostingClassifier(
            max_iter=100, learning_rate=0.1, max_leaf_nodes=15, min_samples_leaf=20, early_stopping=False,
            random_state=seed,
        )  # fmt: skip
    drawn = spec.rows if 0 < spec.rows < rows else None
    return RandomForestClassifier(
        spec.trees, min_samples_leaf=spec.leaf, max_samples=drawn, n_jobs=1, random_state=seed
    )


def _one_thread() -> Any:
    """Models run side by side, each in one thread: two levels of threads slow a small machine down."""
    from threadpoolctl import threadpool_limits  # noqa: PLC0415

    return threadpool_limits(1)

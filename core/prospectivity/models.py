"""The models: forests, comparisons that learn from numbers, and the two of the classical school."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, Self, get_args

import numpy as np

from core.prospectivity.balance import Method, Training
from core.prospectivity.features import Feature
from core.prospectivity.grid import Floats, Singles
from core.prospectivity.knowledge import Fuzzy, WeightsOfEvidence
from core.prospectivity.shapley import MOST_FEATURES, Scale, Shares, of_forest, of_sum

Kind = Literal["forest", "published", "logistic", "boosting", "woe", "fuzzy"]
KINDS: tuple[Kind, ...] = get_args(Kind)
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

    @property
    def scale(self) -> Scale | None:
        """What its scores are explained on; None for a model without an exact way that is cheap."""
        ...

    def shapley(self, x: Singles, z: Singles) -> Shares | None:
        """What each feature adds to the scores of the rows `x` against the rows `z`; None where it has no `scale`
        or more features than it can explain.
        """
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
    """A model of scikit-learn on encoded features; each kind makes its own estimator and explains it if it can."""

    weights = "sample_weight"
    """Under which name its estimator takes the weights of the rows."""

    def __init__(self, estimator: Any, encoder: Encoder) -> None:
        self.estimator, self.encoder = estimator, encoder

    @classmethod
    def fit(cls, spec: ModelSpec, training: Training, features: tuple[Feature, ...], seed: int) -> Self:
        """Fitted to balanced rows."""
        encoder, estimator = Encoder(features), cls.estimator_of(spec, seed, len(training.y))
        given = {} if training.weight is None else {cls.weights: training.weight}
        with _one_thread():
            estimator.fit(encoder.encode(training.values), training.y, **given)
        return cls(estimator, encoder)

    @staticmethod
    def estimator_of(spec: ModelSpec, seed: int, rows: int, /) -> Any:
        """What is fitted to so many rows."""
        raise NotImplementedError

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

    @property
    def scale(self) -> Scale | None:
        """None where the kind says nothing else."""
        return None

    def shapley(self, x: Singles, z: Singles) -> Shares | None:  # noqa: ARG002 - there is nothing to explain
        """None where the kind says nothing else."""
        return None


class Forest(Learned):
    """Trees on rows drawn at random; their votes are averaged."""

    @staticmethod
    def estimator_of(spec: ModelSpec, seed: int, rows: int, /) -> Any:
        """A random forest."""
        from sklearn.ensemble import RandomForestClassifier  # noqa: PLC0415

        drawn = spec.rows if 0 < spec.rows < rows else None
        return RandomForestClassifier(
            spec.trees, min_samples_leaf=spec.leaf, max_samples=drawn, n_jobs=1, random_state=seed
        )

    @property
    def scale(self) -> Scale:
        """Share of votes."""
        return "votes"

    def shapley(self, x: Singles, z: Singles) -> Shares | None:
        """None beyond :data:`MOST_FEATURES`."""
        encoder = self.encoder
        if len(encoder.features) > MOST_FEATURES:
            return None
        trees = [one.tree_ for one in self.estimator.estimators_]
        values = of_forest(trees, encoder.encode(x), encoder.encode(z), encoder.owner, len(encoder.features))
        return Shares(float(self.predict(z).mean()), self.predict(x), values)


class Logistic(Learned):
    """A weighted sum of standardised columns."""

    weights = "regression__sample_weight"

    @staticmethod
    def estimator_of(_spec: ModelSpec, _seed: int, _rows: int, /) -> Any:
        """Columns brought to mean 0 and deviation 1, then logistic regression."""
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
        from sklearn.pipeline import Pipeline  # noqa: PLC0415
        from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

        return Pipeline([("scaler", StandardScaler()), ("regression", LogisticRegression(max_iter=500))])

    @property
    def scale(self) -> Scale:
        """The sum is a logarithm of odds."""
        return "log_odds"

    def shapley(self, x: Singles, z: Singles) -> Shares:
        """Share of each feature in the sum, never by way of a probability, which may round to 0 or 1."""
        constant = float(self.estimator.named_steps["regression"].intercept_[0])
        return of_sum(self._terms(x), self._terms(z), constant)

    def _terms(self, values: Singles) -> Floats:
        steps, owner = self.estimator.named_steps, self.encoder.owner
        scaled = steps["scaler"].transform(self.encoder.encode(values).astype(float))
        each = scaled * steps["regression"].coef_[0]
        return np.stack([each[:, owner == i].sum(axis=1) for i in range(len(self.encoder.features))], axis=1)


class Boosting(Learned):
    """Trees that each mend what the ones before left wrong."""

    @staticmethod
    def estimator_of(_spec: ModelSpec, seed: int, _rows: int, /) -> Any:
        """Gradient boosting on binned columns."""
        from sklearn.ensemble import HistGradientBoostingClassifier  # noqa: PLC0415

        return HistGradientBoostingClassifier(
            max_iter=100, learning_rate=0.1, max_leaf_nodes=15, min_samples_leaf=20, early_stopping=False,
            random_state=seed,
        )  # fmt: skip


Fit = Callable[[ModelSpec, Training, tuple[Feature, ...], int], Predictor]
FITS: Mapping[Kind, Fit] = {
    "forest": Forest.fit,
    "published": Forest.fit,
    "logistic": Logistic.fit,
    "boosting": Boosting.fit,
    "woe": lambda _spec, t, features, _seed: WeightsOfEvidence.fit(t.values, t.y, features),
    "fuzzy": lambda _spec, t, features, _seed: Fuzzy.fit(t.values[t.y == 0], features),
}
"""How each kind is fitted."""


def fit(spec: ModelSpec, training: Training, features: tuple[Feature, ...], seed: int) -> Predictor:
    """Fit one model on balanced rows; the same seed gives the same model.

    Raises:
        KeyError: there is no such kind of model.
    """
    return FITS[spec.kind](spec, training, features, seed)


def _one_thread() -> Any:
    """Models run side by side, each in one thread: two levels of threads slow a small machine down."""
    from threadpoolctl import threadpool_limits  # noqa: PLC0415

    return threadpool_limits(1)

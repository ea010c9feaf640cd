"""A result without contributions of single cells says why there are none."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from core.analysis.prospect_explained import line
from core.analysis.prospect_run import Run
from core.prospectivity.balance import Training
from core.prospectivity.features import Feature
from core.prospectivity.models import ModelSpec, fit
from core.prospectivity.shapley import MOST_FEATURES

MANY = tuple(Feature(f"f{i}", "element") for i in range(MOST_FEATURES + 1))


@pytest.mark.parametrize(
    ("kind", "said"), [("forest", "this run has 61"), ("fuzzy", "at most 60 features, logistic")]
)
def test_the_reason_is_the_number_of_features_or_the_kind_of_model(kind: str, said: str) -> None:
    rows = np.random.default_rng(4).normal(size=(40, len(MANY))).astype(np.float32)
    training = Training(rows, np.arange(40) % 2, None, 1.0, np.arange(40))
    model = fit(ModelSpec(kind, trees=1), training, MANY, 1)  # type: ignore[arg-type]
    run = SimpleNamespace(
        contributions=None, members=(SimpleNamespace(model=model),), data=SimpleNamespace(features=MANY)
    )
    found = line(cast("Run", run))
    assert said in found.en
    assert str(MOST_FEATURES) in found.zh
    assert (str(len(MANY)) in found.zh) == (kind == "forest")

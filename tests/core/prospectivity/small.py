"""A small invented area: smooth random fields as evidence, deposits where the first is high or anywhere."""

from __future__ import annotations

import numpy as np
from scipy.ndimage import gaussian_filter

from core.prospectivity.features import Feature, Table
from core.prospectivity.grid import GridSpec
from core.prospectivity.labels import Places, label
from core.prospectivity.validation import Dataset

GRID = GridSpec(32649, 200.0, 400_000.0, 4_620_000.0, 110, 100)


def fields(count: int = 4, seed: int = 1, width: float = 6.0) -> np.ndarray:
    """(cells, count) smooth fields of mean 0 and deviation 1."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        field = gaussian_filter(rng.normal(size=(GRID.height, GRID.width)), width, mode="wrap")
        found.append(((field - field.mean()) / field.std()).ravel())
    return np.column_stack(found).astype(np.float32)


def scattered(count: int, seed: int, favour: np.ndarray | None = None) -> Places:
    """Places on cells drawn at random, from the best 8 % by `favour` where it is given."""
    rng = np.random.default_rng(seed)
    cells = np.arange(GRID.cells)
    if favour is not None:
        cells = np.argsort(-favour)[: GRID.cells // 12]
    x, y = GRID.centres(rng.choice(cells, count, replace=False).astype(np.int64))
    return Places(x, y, tuple(f"D{i}" for i in range(count)))


def dataset(values: np.ndarray, places: Places, features: tuple[Feature, ...] | None = None) -> Dataset:
    """Evidence and labels of all cells, buffers of 600 m."""
    names = features or tuple(Feature(f"f{i}", "element") for i in range(values.shape[1]))
    cells = np.arange(GRID.cells)
    return Dataset(GRID, Table(cells, values, names), label(GRID, cells, places, radius=600.0))

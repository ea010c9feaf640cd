"""Tables of samples for tests."""

from __future__ import annotations

import numpy as np

from core.geochem.table import Element, Samples


def samples_of(
    values: np.ndarray, names: tuple[str, ...] = (), *, limits: np.ndarray | None = None, unit: str = "ppm",
    ppm: float = 1.0, places: np.ndarray | None = None, groups: tuple[str, ...] = (),
) -> Samples:  # fmt: skip
    """Samples with `values` in `unit`, on a net of 1 km unless `places` (lon, lat) are given."""
    n, p = values.shape
    names = names or tuple(f"E{j}" for j in range(p))
    if places is None:
        side = int(np.ceil(np.sqrt(n)))
        i = np.arange(n)
        places = np.column_stack([110 + 0.012 * (i % side), 42 + 0.009 * (i // side)])
    elements = tuple(Element(x, unit, ppm, x) for x in names)
    empty = np.full((n, p), np.nan) if limits is None else limits * ppm
    return Samples(
        elements, values * ppm, empty, places[:, 0], places[:, 1], np.arange(1, n + 1), groups=groups
    )  # fmt: skip


def related(n: int, p: int, seed: int = 1) -> np.ndarray:
    """Positive contents of p related elements, (n, p)."""
    random = np.random.default_rng(seed)
    mixing = random.normal(size=(p, p)) + 1.5
    return np.exp(1.5 + 0.25 * random.normal(size=(n, p)) @ mixing.T / np.sqrt(p))

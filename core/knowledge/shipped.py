"""Vectors that come with the documents of a folder, so that they need not be computed on every machine.

``vectors.npz`` beside the documents holds, for one model, the keys of passages and their vectors.  A key is the
hash of what the search looks at, so a vector of a passage that has changed since is simply not found.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

FILE = "vectors.npz"


def read(directory: Path, model: str, dimension: int) -> dict[str, np.ndarray]:
    """Key → vector of what comes with `directory` for `model`; {} when there is nothing usable."""
    try:
        with np.load(directory / FILE, allow_pickle=False) as held:
            if str(held["model"]) != model:
                return {}
            vectors, keys = held["vectors"], held["keys"]
    except (OSError, ValueError, KeyError):
        return {}
    if vectors.shape != (len(keys), dimension):
        return {}
    return {str(key): vector.astype(np.float32) for key, vector in zip(keys, vectors, strict=True)}


def write(directory: Path, model: str, vectors: Mapping[str, np.ndarray]) -> None:
    """Write the file; the same vectors give the same bytes."""
    keys = sorted(vectors)
    rows = np.stack([vectors[x] for x in keys]).astype(np.float16)
    np.savez_compressed(directory / FILE, model=np.asarray(model), keys=np.asarray(keys), vectors=rows)

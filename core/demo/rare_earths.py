"""Fifteen correlated elements of a rare-earth province.

The principal components of the logarithms are prescribed: loadings and variances of six components as published,
nine small residual factors fitted once (``data/rare_earth_model.json``).  The six score fields are geology, not
noise: background of the rocks, ore halos that spread around dykes and deposits, granites, sands, faults.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import numpy as np

from core.demo.frame import Array, Frame
from core.demo.sampling import Sites
from core.demo.spec import DATA


@lru_cache(maxsize=1)
def model() -> dict[str, Any]:
    """The constants of the file."""
    return json.loads((DATA / "rare_earth_model.json").read_text(encoding="utf-8"))


def rare_earths(frame: Frame, sites: Sites, rng: np.random.Generator) -> dict[str, Array]:
    """Concentrations in ppm of the 15 elements at the sites.

    log(1 + ppm) of each element is mean + deviation x standardised value; the standardised values are the whitened
    scores times the loadings, so their correlation matrix is the model's up to rounding.
    """
    constants = model()
    scores = _whiten(_scores(frame, sites, rng))
    n = len(scores)
    noise = np.column_stack([0.45 * frame.at(frame.field(rng, 1_500, 1_500), sites.uv) + rng.normal(size=n)
                             for _ in range(9)])  # fmt: skip
    noise -= noise.mean(axis=0)
    noise = _whiten(noise - scores @ (scores.T @ noise) / n)
    loadings = _orthonormal(np.array(constants["loadings"]))
    variance = np.array(constants["variance_percent"]) / 100 * len(loadings)
    standard = scores * np.sqrt(variance) @ loadings.T + noise @ np.array(constants["residual"]).T
    standard /= standard.std(axis=0)
    logs = np.array(constants["mean_log1p"]) + np.array(constants["deviation_log1p"]) * standard
    return dict(zip(constants["elements"], np.expm1(np.maximum(logs, 0.0)).T, strict=True))


def _scores(frame: Frame, sites: Sites, rng: np.random.Generator) -> Array:
    """Six raw score fields, shape (sites, 6)."""
    weights = model()["score_weights"]
    n = len(sites.uv)

    def smooth(scale: float, stretch: float = 1.0) -> Array:
        return frame.at(frame.field(rng, scale * stretch, scale), sites.uv)

    ore = 0.35 * sites.halo("Nb", 1_600) + sites.halo("REE", weights["halo_m"])
    ore = np.clip(sites.mixed(ore) * np.exp(rng.normal(0, 0.30, n)), 0, None)
    ore = 1.7 * np.tanh((ore / np.quantile(ore, 0.995)) ** 0.9 / 1.7)  # ore in the stream bed saturates
    ground = sites.over(weights["rocks"])
    ground = (ground - ground.mean()) / ground.std()
    lobes = np.tanh(
        2.2 * (0.9 * smooth(6_500, 1.6) + 0.95 * ground + 0.35 * rng.normal(size=n) + weights["balance"])
    )
    granite, sand = sites.over({"granit": 1.0}), sites.over({"sand": 1.0, "conglomerate": 0.6})
    fault = sites.mixed(np.exp(-sites.to_fault / 900))
    return np.column_stack([
        1.05 * lobes + 0.33 * smooth(2_500) + 0.33 * rng.normal(size=n) + weights["ore"] * ore,
        0.8 * smooth(4_000) + 0.55 * granite + 0.65 * rng.normal(size=n) - weights["ore_light"] * ore,
        0.8 * smooth(3_500) + 0.7 * sand + 0.8 * rng.normal(size=n) - 0.5 * ore,
        0.7 * smooth(3_000) + 0.9 * fault + 0.8 * rng.normal(size=n) + 0.5 * ore,
        0.6 * smooth(3_000) + 0.9 * rng.normal(size=n) + 0.35 * ore,
        0.6 * smooth(2_500) + 0.85 * rng.normal(size=n) + 1.1 * sites.halo("Nb", 700),
    ])  # fmt: skip


def _whiten(columns: Array) -> Array:
    """Uncorrelated columns of unit variance, each cleared of the ones before it (Gram-Schmidt)."""
    q, r = np.linalg.qr(columns - columns.mean(axis=0))
    return q * np.sign(np.diag(r)) * np.sqrt(len(columns))


def _orthonormal(loadings: Array) -> Array:
    """The nearest matrix with orthonormal columns (the published loadings are rounded to three decimals)."""
    u, _, vt = np.linalg.svd(loadings, full_matrices=False)
    return u @ vt
